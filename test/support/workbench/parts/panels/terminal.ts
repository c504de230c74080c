/**
 * Operates the active terminal. In tests, terminal.integrated.gpuAcceleration is off, so that VS Code renders the
 * terminal as text.
 */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';

export class Terminal {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until the terminal shows a text. The terminal wraps long lines at its width. */
  async shows(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for the terminal', String(text)), () =>
      this.#screen.filter({ hasText: text }).first().isVisible(),
    );
  }

  /** Types into the terminal. */
  async type(text: string): Promise<void> {
    const step = this.#step(`type "${text}" in the terminal`, 'a terminal with the focus');
    const terminal = this.#page.locator('.terminal-wrapper.active .xterm');
    await until(step, () => terminal.isVisible());
    await perform(step, () => terminal.click());
    await until(step, async () => ((await terminal.getAttribute('class')) ?? '').includes('focus'));
    await this.#page.keyboard.type(text, { delay: 15 });
  }

  /** Waits until the active terminal has the focus. A command that opens a terminal moves the focus there. */
  async hasFocus(): Promise<void> {
    const terminal = this.#page.locator('.terminal-wrapper.active .xterm');
    await until(this.#step('wait for the focus', 'a terminal with the focus'), async () =>
      ((await terminal.getAttribute('class')) ?? '').includes('focus'),
    );
  }

  /** Returns the text of all terminals. Empty if there are none. */
  async text(): Promise<string> {
    return (await this.#screen.allInnerTexts()).join('\n');
  }

  /** Presses a key in the terminal, such as `Control+C`. */
  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  /**
   * Exits the shell, and waits until the terminal is closed. Otherwise, the shell would continue to run after the
   * window is closed.
   */
  async close(): Promise<void> {
    const terminals = this.#page.locator('.terminal-wrapper.active .xterm');
    await this.type('exit\n');
    await until(this.#step('exit the shell', 'no terminal'), async () => (await terminals.count()) === 0);
  }

  get #screen(): Locator {
    return this.#page.locator('.xterm-rows');
  }

  #step(does: string, expects: string): Step {
    return {
      does,
      expects,
      state: async () => (await this.#screen.allInnerTexts()).join('\n').trim() || 'no terminal',
    };
  }
}
