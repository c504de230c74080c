/** Operates the modal dialogs of VS Code. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, untilValue, type Step } from '../step.ts';
import { plainText } from '../plainText.ts';

export interface Dialog {
  readonly message: string;
  readonly detail: string;
}

export class Dialogs {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #box(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  /**
   * Waits for a dialog that contains all these texts.
   * @returns the text of the dialog
   */
  async shows(...texts: readonly (string | RegExp)[]): Promise<Dialog> {
    const step = this.#step('wait for a dialog', `a dialog with ${texts.map(String).join(' and ') || 'any text'}`);
    const dialog = this.#texts(texts);
    await until(step, () => dialog.isVisible());
    return this.read();
  }

  /**
   * Clicks a button of the dialog that contains these texts, and waits until the dialog is closed.
   * @returns the text of the dialog
   */
  async press(button: string | RegExp, ...texts: readonly (string | RegExp)[]): Promise<Dialog> {
    const said = await this.shows(...texts);
    const step = this.#step(`click ${String(button)} in the dialog`, 'a closed dialog');
    const dialog = this.#texts([...texts]);
    await perform(step, () =>
      dialog.getByRole('button', typeof button === 'string' ? { name: button, exact: true } : { name: button }).click(),
    );
    await until(step, async () => !sameDialog(said, await this.#current()));
    return said;
  }

  /**
   * Clicks the last button that isn't Cancel, and waits until the dialog is closed.
   * @returns the text of the dialog
   */
  async agree(): Promise<Dialog> {
    const said = await this.shows();
    const step = this.#step('confirm the dialog', 'a closed dialog');
    await perform(step, () => this.#box.locator('.monaco-button').filter({ hasNotText: 'Cancel' }).last().click());
    await until(step, async () => !sameDialog(said, await this.#current()));
    return said;
  }

  /**
   * Presses Enter on the focused button, and waits until the dialog is closed.
   * @returns the text of the dialog
   */
  async agreeByKeyboard(): Promise<Dialog> {
    const said = await this.shows();
    const step = this.#step('press Enter in the dialog', 'a dialog with a focused button that then closes');
    await until(step, () => this.#box.locator('.monaco-button:focus').isVisible());
    await this.#page.keyboard.press('Enter');
    await until(step, async () => !sameDialog(said, await this.#current()));
    return said;
  }

  isOpen(): Promise<boolean> {
    return this.#box.isVisible();
  }

  /** Reads the open dialog. */
  async read(): Promise<Dialog> {
    return untilValue(this.#step('read the dialog', 'an open dialog'), () => this.#current());
  }

  async #current(): Promise<Dialog | undefined> {
    if (!(await this.#box.isVisible())) return undefined;
    const message = await this.#box.locator('.dialog-message-text').textContent({ timeout: 1000 });
    const detail = this.#box.locator('.dialog-message-detail');
    return {
      message: plainText(message),
      detail: (await detail.count()) === 0 ? '' : plainText(await detail.textContent({ timeout: 1000 })),
    };
  }

  /** Describes the dialog for error messages. */
  async describe(): Promise<string> {
    return (await this.#box.isVisible())
      ? `the dialog "${(await this.#box.innerText()).replaceAll(/\s*\n\s*/g, ' | ')}"`
      : 'no dialog';
  }

  #texts(texts: readonly (string | RegExp)[]): Locator {
    return texts.reduce<Locator>((box, text) => box.filter({ hasText: text }), this.#box);
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: () => this.describe() };
  }
}

function sameDialog(one: Dialog, other: Dialog | undefined): boolean {
  return one.message === other?.message && one.detail === other.detail;
}
