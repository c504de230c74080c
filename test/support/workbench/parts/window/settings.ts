/** Reads the settings editor. */
import type { Page } from 'playwright-core';
import { until, type Step } from '../step.ts';

export class SettingsEditor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Waits until the editor shows exactly these settings on a tab.
   * @param tab label of the tab, such as `Remote`
   */
  async shows(tab: string, ...names: readonly string[]): Promise<void> {
    const step = this.#step(`wait for the settings on the tab ${tab}`, names.join(', '));
    await until(step, async () => (await this.#tab()).startsWith(tab) && (await this.#names()).join() === names.join());
  }

  async #tab(): Promise<string> {
    return (
      await this.#page.locator('.settings-editor .settings-tabs-widget .action-label.checked').allInnerTexts()
    ).join(' | ');
  }

  async #names(): Promise<readonly string[]> {
    return this.#page
      .locator('.settings-editor .setting-item-contents[data-key]')
      .evaluateAll((items) => [...new Set(items.map((item) => item.getAttribute('data-key') ?? ''))]);
  }

  #step(does: string, expects: string): Step {
    return {
      does,
      expects,
      state: async () => `tab ${(await this.#tab()) || 'none'}: ${(await this.#names()).join(', ') || 'no settings'}`,
    };
  }
}
