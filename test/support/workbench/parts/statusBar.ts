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

  /** What a screen reader reads for the item with a text. */
  async accessibleName(text: string | RegExp): Promise<string> {
    await this.shows(text);
    return (await this.#item(text).locator('.statusbar-item-label').getAttribute('aria-label')) ?? '';
  }

  /** The icons of the item with a text. */
  async icons(text: string | RegExp): Promise<readonly string[]> {
    await this.shows(text);
    const classes: readonly string[] = await this.#item(text)
      .locator('.codicon')
      .evaluateAll((all) => all.map((icon) => icon.getAttribute('class') ?? ''));
    return classes.flatMap((names) => names.split(' ')).filter((name) => name.startsWith('codicon-'));
  }

  /** Hovers over the item with a text until its tooltip contains a text. @returns the tooltip */
  async hover(text: string | RegExp, tooltip: string | RegExp): Promise<string> {
    const step = this.#step(`hover over the item with ${String(text)}`, `a tooltip with ${String(tooltip)}`);
    const shown = this.#page.locator('.workbench-hover', { hasText: tooltip }).first();
    await this.shows(text);
    await perform(step, () => this.#item(text).hover());
    await until(step, () => shown.isVisible());
    return (await shown.textContent()) ?? '';
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
