/** Operates VS Code's simple file dialog, which is a quick input. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';
import type { QuickInput } from './quickInput.ts';

export class FileDialog {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  get #widget(): Locator {
    return this.#page.locator('.quick-input-widget');
  }

  get #box(): Locator {
    return this.#widget.locator('.quick-input-box input').first();
  }

  /**
   * Selects an existing file in VS Code's simple file dialog.
   * @param button button that accepts the path, `Open` or `OK`
   */
  async chooseFile(path: string, button = 'OK'): Promise<void> {
    const step = this.#step(
      `select ${path} in the file dialog`,
      `a file dialog with the button ${button} that accepts the path and closes`,
    );
    const name = path.slice(path.lastIndexOf('/') + 1);
    const take = await this.#acceptButton(step, button);
    await perform(step, () => this.#box.fill(path));
    // The dialog accepts the focused row. That is the row of the path only after the dialog has read the folder.
    const focused = this.#widget
      .locator('.monaco-list-row.focused')
      .filter({ has: this.#page.getByText(name, { exact: true }) });
    await until(step, async () => (await focused.isVisible()) && !(await this.#quickInput.isBusy()));
    await perform(step, () => take.click());
    await until(step, async () => !(await take.isVisible()));
  }

  /**
   * Selects a folder in VS Code's simple file dialog. First opens the folder, because the button otherwise opens the
   * folder instead of accepting it.
   * @param button button that accepts the folder, `Open` or `OK`
   */
  async chooseFolder(path: string, button = 'OK'): Promise<void> {
    const step = this.#step(
      `select the folder ${path} in the file dialog`,
      `a file dialog that lists the folder and closes after ${button}`,
    );
    const take = this.#widget.locator('.quick-input-action .monaco-button:visible', { hasText: button }).first();
    await until(
      step,
      async () =>
        (await take.isVisible()) && (await this.#quickInput.rows()).length > 0 && !(await this.#quickInput.isBusy()),
    );
    const before = (await this.#quickInput.rows()).join('\n');
    await perform(step, () => this.#box.fill(`${path}/`));
    await until(
      step,
      async () => (await this.#quickInput.rows()).join('\n') !== before && !(await this.#quickInput.isBusy()),
    );
    await perform(step, () => take.click());
    await until(step, async () => !(await take.isVisible()));
  }

  /**
   * Accepts the path that VS Code's simple file dialog suggests. The dialog accepts no path while it reads the folder.
   */
  async accept(button = 'OK'): Promise<void> {
    const step = this.#step(
      'accept the suggested path in the file dialog',
      `a file dialog with the button ${button} that closes`,
    );
    const take = await this.#acceptButton(step, button);
    await perform(step, () => take.click());
    await until(step, async () => !(await take.isVisible()));
  }

  /**
   * Waits until VS Code's simple file dialog has read its first folder. The dialog then replaces the text in its input
   * box.
   * @returns the button that accepts the path
   */
  async #acceptButton(step: Step, button: string): Promise<Locator> {
    const take = this.#widget.locator('.quick-input-action .monaco-button:visible', { hasText: button }).first();
    await until(
      step,
      async () =>
        (await take.isVisible()) &&
        (await this.#box.inputValue()) !== '' &&
        (await this.#quickInput.rows()).length > 0 &&
        !(await this.#quickInput.isBusy()),
    );
    return take;
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: () => this.#quickInput.describe() };
  }
}
