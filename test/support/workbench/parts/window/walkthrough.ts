/** Operates the walkthrough of the extension, which the command Take the Tour opens. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';

export class Walkthrough {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until the Welcome page or the walkthrough contains a text. */
  async shows(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for the walkthrough', String(text)), () =>
      this.#container.filter({ hasText: text }).first().isVisible(),
    );
  }

  /**
   * Waits until a walkthrough is open. A walkthrough that the Welcome page only lists isn't open.
   * @param title of the walkthrough
   */
  async isOpen(title: string): Promise<void> {
    const open = this.#container.locator('.gettingStartedDetailsContent .category-title', { hasText: title }).first();
    await until(this.#step('wait for the walkthrough', `the open walkthrough ${title}`), () => open.isVisible());
  }

  /** Selects a step, and waits until it shows its buttons. */
  async select(title: string): Promise<void> {
    const step = this.#step(`select the step "${title}"`, 'the step with its buttons');
    await until(step, () => this.#stepOf(title).isVisible());
    await perform(step, () => this.#stepOf(title).click());
    await until(step, () => this.#stepOf(title).getByRole('button').first().isVisible());
  }

  /** Clicks a button of a step. Doesn't wait for the result. */
  async press(title: string, button: string): Promise<void> {
    const step = this.#step(`click "${button}" in the step "${title}"`, `the step with the button "${button}"`);
    await perform(step, () => this.#stepOf(title).getByRole('button', { name: button }).click());
  }

  /**
   * Waits until a step is complete.
   * @param done false to wait until it is incomplete
   */
  async isDone(title: string, done = true): Promise<void> {
    const step = this.#step(
      `wait until the step "${title}" is ${done ? 'complete' : 'incomplete'}`,
      `${done ? 'a complete' : 'an incomplete'} step "${title}"`,
    );
    await until(
      step,
      async () =>
        (await this.#stepOf(title).isVisible()) &&
        (await this.#stepOf(title).locator('[data-done-step-id].complete').count()) > 0 === done,
    );
  }

  /**
   * Waits until the picture (SVG) of the selected step contains a text. The window must be wide enough for the picture
   * next to the step.
   */
  async showsPicture(text: string): Promise<void> {
    const picture = this.#page
      .frameLocator('iframe.webview.ready')
      .first()
      .frameLocator('#active-frame')
      .locator('text', { hasText: text })
      .first();
    await until(this.#step('wait for the picture of the step', `a picture with ${text}`), () => picture.isVisible());
  }

  get #container(): Locator {
    return this.#page.locator('.gettingStartedContainer');
  }

  #stepOf(title: string): Locator {
    return this.#container.locator('.getting-started-step', { hasText: title }).first();
  }

  #step(does: string, expects: string): Step {
    return {
      does,
      expects,
      state: async () => (await this.#container.allInnerTexts()).join('\n').slice(0, 2000) || 'no walkthrough',
    };
  }
}
