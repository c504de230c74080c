/** Operates the Explorer: the files of the workspace and the outline. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, type Step } from '../step.ts';
import { Menus } from '../input/menus.ts';

export class Explorer {
  readonly #page: Page;
  readonly #menus: Menus;

  constructor(page: Page) {
    this.#page = page;
    this.#menus = new Menus(page);
  }

  /** Shows the files of the workspace. */
  async open(): Promise<void> {
    const step = this.#step('open the Explorer', 'the files of the workspace');
    // A click on the icon hides the view if it is visible.
    if (!(await this.#view.isVisible()))
      await perform(step, () =>
        this.#page.locator('.part.activitybar .action-item .action-label[aria-label^="Explorer"]').click(),
      );
    await until(step, () => this.#view.isVisible());
    await this.#page.mouse.move(0, 0);
  }

  /** Clicks a file, which opens it. Doesn't wait for the editor. */
  async click(name: string): Promise<void> {
    const step = this.#step(`click ${name} in the Explorer`, `the file ${name}`);
    await until(step, () => this.#row(name).isVisible());
    await perform(step, () => this.#row(name).click());
    await this.#page.mouse.move(0, 0);
  }

  /** Selects an entry in the context menu of a file or folder. */
  async choose(name: string, entry: string): Promise<void> {
    await this.open();
    await this.#menus.choose(this.#row(name), entry);
  }

  /** Waits until the outline of the active file contains an entry. Open the outline with its command first. */
  async outlineShows(text: string): Promise<void> {
    const rows = this.#page.locator('.outline-tree .monaco-list-row');
    const step: Step = {
      does: 'wait for the outline',
      expects: text,
      state: async () => (await rows.allInnerTexts()).join(' | '),
    };
    await until(step, () => rows.filter({ hasText: text }).first().isVisible());
  }

  get #view(): Locator {
    return this.#page.locator('.explorer-folders-view');
  }

  #row(name: string): Locator {
    return this.#view.locator('.monaco-list-row', { hasText: name }).first();
  }

  #step(does: string, expects: string): Step {
    return {
      does,
      expects,
      state: async () => (await this.#view.locator('.monaco-list-row').allInnerTexts()).join(' | ') || 'no files',
    };
  }
}
