/** A page with a notification whose button changes during a click, as VS Code's buttons do when it redraws them. */
import type { Page } from 'playwright-core';
import { click, type Step } from '../parts/step.ts';

/** Both the notification and its button can receive a click. */
const notification = `<div class="monaco-list-row" style="height: 90px">
  <a class="monaco-button" role="button" style="display: block; height: 30px">Show</a>
</div>`;

/** Statements that change the button `target`. */
const changes = {
  redrawn: 'target.replaceWith(target.cloneNode(true));',
  moved: `target.style.marginTop = target.style.marginTop === '50px' ? '0' : '50px';`,
};

export type ButtonChange = keyof typeof changes;
export const buttonChanges: readonly ButtonChange[] = ['redrawn', 'moved'];

export class ChangingButtonPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Shows the notification.
   * @param times number of clicks during which the button changes
   */
  async open(change: ButtonChange, times: number): Promise<void> {
    await this.#page.setContent(notification);
    await this.#page.evaluate(`
      globalThis.clicks = 0;
      let left = ${times};
      addEventListener('mousedown', ({ target }) => {
        if (left <= 0) return;
        left -= 1;
        ${changes[change]}
      });
      addEventListener('click', ({ target }) => {
        if (target.closest('.monaco-button')) globalThis.clicks += 1;
      });`);
  }

  /** Clicks the button with the step of the workbench tests. */
  async click(): Promise<void> {
    const step: Step = { does: 'click "Show"', expects: 'a click', state: async () => 'a notification' };
    await click(step, this.#page.locator('.monaco-button'));
  }

  /** Returns the number of clicks that the button has received. */
  clicks(): Promise<number> {
    return this.#page.evaluate<number>('globalThis.clicks');
  }
}
