/** The walkthrough of the extension, which its command Take the Tour opens. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';

export class Walkthrough {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until a page of walkthroughs contains a text. */
  async shows(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for the walkthrough', String(text)), () => this.#container.filter({ hasText: text }).first().isVisible());
  }

  /** Waits until a walkthrough is open, and not only in the list of the Welcome page. @param title of the walkthrough */
  async isOpen(title: string): Promise<void> {
    const open = this.#container.locator('.gettingStartedDetailsContent .category-title', { hasText: title }).first();
    await until(this.#step('wait for the walkthrough', title), () => open.isVisible());
  }

  /** Selects a step, which then shows its buttons. */
  async select(title: string): Promise<void> {
    const step = this.#step(`select the step "${title}"`, 'the step with its buttons');
    await until(step, () => this.#stepOf(title).isVisible());
    await perform(step, () => this.#stepOf(title).click());
    await until(step, () => this.#stepOf(title).getByRole('button').first().isVisible());
  }

  /** Presses a button of a step. */
  async press(title: string, button: string): Promise<void> {
    const step = this.#step(`press "${button}" of the step "${title}"`, 'the button');
    await perform(step, () => this.#stepOf(title).getByRole('button', { name: button }).click());
  }

  /** Waits until a step is checked off, or not. */
  async isDone(title: string, done = true): Promise<void> {
    const step = this.#step(`look whether "${title}" is checked off`, done ? 'a step that is checked off' : 'a step that is not checked off');
    await until(
      step,
      async () => (await this.#stepOf(title).isVisible()) && (await this.#stepOf(title).locator('[data-done-step-id].complete').count()) > 0 === done,
    );
  }

  /** Waits until the picture of the selected step, an SVG, contains a text. The window must be wide enough for a picture beside its step. */
  async showsPicture(text: string): Promise<void> {
    const picture = this.#page.frameLocator('iframe.webview.ready').first().frameLocator('#active-frame').locator('text', { hasText: text }).first();
    await until(this.#step('wait for the picture of the step', `a picture with ${text}`), () => picture.isVisible());
  }

  get #container(): Locator {
    return this.#page.locator('.gettingStartedContainer');
  }

  #stepOf(title: string): Locator {
    return this.#container.locator('.getting-started-step', { hasText: title }).first();
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: async () => (await this.#container.allInnerTexts()).join('\n').slice(0, 2000) || 'no walkthrough' };
  }
}
