/** Operates the Problems view. */
import type { Locator, Page } from 'playwright-core';
import { isAtRest, perform, until, type Step } from '../step.ts';

export class Problems {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the view if it is hidden. The key closes the view if it is visible. */
  async open(): Promise<void> {
    const panel = this.#page.locator('.part.panel .markers-panel');
    if (await panel.isVisible()) return;
    await this.#page.keyboard.press('Control+Shift+M');
    await until(this.#step('open the Problems view', 'the Problems view'), () => panel.isVisible());
  }

  /** Closes the panel with the view, if it is open. */
  async close(): Promise<void> {
    const panel = this.#page.locator('.part.panel');
    // The key would open a closed panel.
    if (await panel.isVisible()) await this.#page.keyboard.press('Control+J');
    await until(this.#step('close the panel', 'no panel'), async () => !(await panel.isVisible()));
  }

  /** Waits for an entry. */
  async shows(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for a problem', String(text)), () => this.#entry(text).isVisible());
  }

  /** Waits until no entry contains a text. */
  async lacks(text: string | RegExp): Promise<void> {
    await until(
      this.#step('wait until a problem disappears', `no problem with ${String(text)}`),
      async () => (await this.#entries.filter({ hasText: text }).count()) === 0,
    );
  }

  /**
   * Returns the entries as a screen reader reads them. Waits until the view is stable, because it renders its rows one
   * by one.
   */
  async all(): Promise<readonly string[]> {
    await until(this.#step('read the Problems view', 'a stable view'), () => isAtRest(this.#page, '.markers-panel'));
    return this.#drawn();
  }

  #drawn(): Promise<readonly string[]> {
    return this.#page
      .locator('.markers-panel .monaco-list-row[aria-level="2"]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** Clicks the link of an entry, which is the code of its rule. Doesn't wait for the result. */
  async followLink(text: string | RegExp, link: string): Promise<void> {
    const step = this.#step(`click the link ${link}`, `an entry with ${String(text)} and the link ${link}`);
    await this.shows(text);
    await perform(step, () =>
      this.#entry(text)
        .locator('a', { hasText: link })
        .click({ modifiers: ['Control'] }),
    );
  }

  get #entries(): Locator {
    return this.#page.locator('.markers-panel .monaco-list-row');
  }

  #entry(text: string | RegExp): Locator {
    return this.#entries.filter({ hasText: text }).first();
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: async () => (await this.#drawn()).join('\n') || 'no problems' };
  }
}
