/** Reads the Output view, which shows the log of the extension. */
import type { Page } from 'playwright-core';
import { until, type Step } from '../step.ts';

export class Output {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until the view shows lines of a log. */
  async isOpen(): Promise<void> {
    const lines = this.#page
      .locator('.part.panel .output-view-content .view-line, .part.panel .monaco-editor .view-line')
      .first();
    await until(this.#step('wait for the Output view', 'lines of a log'), () => lines.isVisible());
  }

  /** Waits until a line of the log contains a text. */
  async shows(text: string): Promise<void> {
    const lines = this.#page.locator('.part.panel .monaco-editor .view-lines');
    await until(this.#step('wait for a line of the log', text), async () =>
      (await lines.allInnerTexts()).some((shown) =>
        shown.replaceAll('\u00a0', ' ').replaceAll('\n', '').includes(text),
      ),
    );
  }

  #step(does: string, expects: string): Step {
    return {
      does,
      expects,
      state: async () =>
        (await this.#page.locator('.part.panel').allInnerTexts()).join('\n').slice(0, 2000) || 'no panel',
    };
  }
}
