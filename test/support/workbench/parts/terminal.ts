/** The active terminal. Tests draw it as text (terminal.integrated.gpuAcceleration is off), so that it can be read. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';

export class Terminal {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until the terminal shows a text. Long lines are broken at its width. */
  async shows(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for the terminal', String(text)), () => this.#screen.filter({ hasText: text }).first().isVisible());
  }

  /** Types into the terminal. */
  async type(text: string): Promise<void> {
    const step = this.#step(`type "${text}" into the terminal`, 'a terminal with the keyboard');
    const terminal = this.#page.locator('.terminal-wrapper.active .xterm');
    await until(step, () => terminal.isVisible());
    await perform(step, () => terminal.click());
    await until(step, async () => ((await terminal.getAttribute('class')) ?? '').includes('focus'));
    await this.#page.keyboard.type(text, { delay: 15 });
  }

  /** Waits until the active terminal has the keyboard, which its command gives it. */
  async hasFocus(): Promise<void> {
    const terminal = this.#page.locator('.terminal-wrapper.active .xterm');
    await until(this.#step('wait for the keyboard', 'a terminal with the keyboard'), async () =>
      ((await terminal.getAttribute('class')) ?? '').includes('focus'),
    );
  }

  /** Presses a key in the terminal, as `Control+C`. */
  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  /** Ends the shell of the active terminal, and waits until the terminal is closed: a shell that runs on outlives its window. */
  async close(): Promise<void> {
    const terminals = this.#page.locator('.terminal-wrapper.active .xterm');
    await this.type('exit\n');
    await until(this.#step('end the shell', 'no terminal'), async () => (await terminals.count()) === 0);
  }

  get #screen(): Locator {
    return this.#page.locator('.xterm-rows');
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: async () => (await this.#screen.allInnerTexts()).join('\n').trim() || 'no terminal' };
  }
}
