/** Reads and writes the clipboard of the browser. */
import type { Page } from 'playwright-core';
import { perform, until, untilValue, type Step } from '../step.ts';

export class Clipboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Waits until the text in the clipboard meets a condition.
   * @param expected describes the condition in error messages
   * @returns the text
   */
  async holds(expected: string, fits: (text: string) => boolean): Promise<string> {
    return untilValue(this.#step('read the clipboard', expected), async () => {
      const text = await this.#read();
      return fits(text) ? text : undefined;
    });
  }

  /** Copies a text, as if from another window. */
  async copy(text: string): Promise<void> {
    await this.#page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await until(this.#step('copy a text', text), async () => (await this.#read()) === text);
  }

  /**
   * Copies a text in a browser whose pages have no permissions. Grants the page permission to write to the clipboard
   * only during the call, and never to read from it.
   */
  async put(text: string): Promise<void> {
    const context = this.#page.context();
    await context.grantPermissions(['clipboard-write']);
    await perform(this.#step('write to the clipboard', text), () =>
      this.#page.evaluate<unknown>(`navigator.clipboard.writeText(${JSON.stringify(text)})`),
    );
    await context.clearPermissions();
  }

  /**
   * Returns the text in the clipboard, or an empty string if the page doesn't have the focus. Without the focus, a page
   * can't read the clipboard.
   */
  #read(): Promise<string> {
    return this.#page.evaluate<string>(`navigator.clipboard.readText().catch(() => '')`);
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: async () => JSON.stringify((await this.#read()).slice(0, 500)) };
  }
}
