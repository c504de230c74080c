/** The status bar. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';

/** The `{}` before the name of the language. VS Code shows it when an extension has a status for the active file. */
const languageStatus = '.part.statusbar [id="status.languageStatus"]';

export class StatusBar {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until an item contains a text. */
  async shows(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for an item of the status bar', String(text)), () => this.#item(text).isVisible());
  }

  /** Waits until the extension has a status for the active file: the language server has checked it. */
  async hasLanguageStatus(): Promise<void> {
    await until(this.#step('wait for the language status', 'the {} before the name of the language'), () => this.#page.locator(languageStatus).isVisible());
  }

  /** Waits until the extension has no status for the active file. */
  async hasNoLanguageStatus(): Promise<void> {
    await until(this.#step('wait until the language status is gone', 'no {}'), async () => (await this.#page.locator(languageStatus).count()) === 0);
  }

  /** Opens the language status, which stays open, and waits until it contains a text. @returns its text */
  async openLanguageStatus(text: string): Promise<string> {
    await this.hasLanguageStatus();
    const step: Step = {
      does: 'open the language status',
      expects: `an entry with ${text}`,
      state: async () => (await this.#status.allInnerTexts()).join(' | '),
    };
    // A click on the item of an open status closes it.
    if (!(await this.#status.first().isVisible())) await perform(step, () => this.#page.locator(languageStatus).click());
    await until(step, () => this.#status.filter({ hasText: text }).isVisible());
    return (await this.#status.filter({ hasText: text }).textContent()) ?? '';
  }

  /** Follows a link of the open language status, which stays open. Wait for what it causes. */
  async followLanguageStatus(link: string): Promise<void> {
    const step = this.#step(`follow "${link}" of the language status`, `the link "${link}"`);
    await perform(step, () => this.#status.locator('a', { hasText: link }).click());
  }

  get #status(): Locator {
    return this.#page.locator('.hover-language-status .element');
  }

  #item(text: string | RegExp): Locator {
    return this.#page.locator('.part.statusbar .statusbar-item', { hasText: text }).first();
  }

  #step(does: string, expects: string): Step {
    return {
      does,
      expects,
      state: async () => (await this.#page.locator('.part.statusbar .statusbar-item').allInnerTexts()).filter((text) => text.trim() !== '').join(' | '),
    };
  }
}
