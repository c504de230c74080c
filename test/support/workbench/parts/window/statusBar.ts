/** Operates the status bar. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';

/** The `{}` before the name of the language. VS Code shows it if an extension provides a status for the active file. */
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

  /** Returns what a screen reader reads for the item with a text. */
  async accessibleName(text: string | RegExp): Promise<string> {
    await this.shows(text);
    return (await this.#item(text).locator('.statusbar-item-label').getAttribute('aria-label')) ?? '';
  }

  /** Returns the icons of the item with a text. */
  async icons(text: string | RegExp): Promise<readonly string[]> {
    await this.shows(text);
    const classes: readonly string[] = await this.#item(text)
      .locator('.codicon')
      .evaluateAll((all) => all.map((icon) => icon.getAttribute('class') ?? ''));
    return classes.flatMap((names) => names.split(' ')).filter((name) => name.startsWith('codicon-'));
  }

  /**
   * Hovers over the item with a text, and waits until its tooltip contains another text.
   * @returns the tooltip
   */
  async hover(text: string | RegExp, tooltip: string | RegExp): Promise<string> {
    const step = this.#step(`hover over the item with ${String(text)}`, `a tooltip with ${String(tooltip)}`);
    const shown = this.#page.locator('.workbench-hover', { hasText: tooltip }).first();
    await this.shows(text);
    await perform(step, () => this.#item(text).hover());
    await until(step, () => shown.isVisible());
    return (await shown.textContent()) ?? '';
  }

  /**
   * Waits until the extension provides a status for the active file, which means that the language server has checked
   * the file.
   */
  async hasLanguageStatus(): Promise<void> {
    await until(this.#step('wait for the language status', 'the {} before the name of the language'), () =>
      this.#page.locator(languageStatus).isVisible(),
    );
  }

  /** Waits until the extension provides no status for the active file. */
  async hasNoLanguageStatus(): Promise<void> {
    await until(
      this.#step('wait until the language status disappears', 'no {} before the name of the language'),
      async () => (await this.#page.locator(languageStatus).count()) === 0,
    );
  }

  /**
   * Opens the language status, and waits until it contains a text. Leaves it open.
   * @returns the text of the entry
   */
  async openLanguageStatus(text: string): Promise<string> {
    await this.hasLanguageStatus();
    const step: Step = {
      does: 'open the language status',
      expects: `an entry with ${text}`,
      state: async () => (await this.#status.allInnerTexts()).join(' | '),
    };
    // A click on the item closes an open status.
    if (!(await this.#status.first().isVisible()))
      await perform(step, () => this.#page.locator(languageStatus).click());
    await until(step, () => this.#status.filter({ hasText: text }).isVisible());
    return (await this.#status.filter({ hasText: text }).textContent()) ?? '';
  }

  /** Clicks a link in the open language status, which stays open. Doesn't wait for the result. */
  async followLanguageStatus(link: string): Promise<void> {
    const step = this.#step(`click the link "${link}" in the language status`, `the link "${link}"`);
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
      state: async () =>
        (await this.#page.locator('.part.statusbar .statusbar-item').allInnerTexts())
          .filter((text) => text.trim() !== '')
          .join(' | '),
    };
  }
}
