/** Operates the context menus of VS Code. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, untilValue, type Step } from '../step.ts';

export class Menus {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #menu(): Locator {
    return this.#page.locator('.monaco-menu');
  }

  /**
   * Selects an entry in the context menu of an element with Enter. VS Code ignores the mouse buttons for 100 ms after a
   * menu opens, because the click that opened the menu might not be complete.
   */
  async choose(target: Locator, entry: string): Promise<void> {
    const step = this.#step(`select "${entry}" in the context menu`, `a menu with "${entry}" that closes after Enter`);
    await this.#open(step, target);
    const item = this.#menu.locator('.action-item', { hasText: entry }).first();
    await until(step, () => item.isVisible());
    await perform(step, () => item.hover());
    await until(step, () => this.#menu.locator('.action-item.focused', { hasText: entry }).first().isVisible());
    await this.#page.keyboard.press('Enter');
    await this.#closed(step);
  }

  /**
   * Opens the context menu of an element, and closes it.
   * @returns the entries of the menu
   */
  async entries(target: Locator): Promise<readonly string[]> {
    const step = this.#step('read the context menu', 'a menu with entries');
    await this.#open(step, target);
    const texts = await untilValue(step, async () => {
      const labels = await this.#menu.locator('.action-item .action-label:not(.separator)').allTextContents();
      const entries = labels.map((label) => label.trim()).filter((label) => label !== '');
      return entries.length > 0 ? entries : undefined;
    });
    await this.#page.keyboard.press('Escape');
    await this.#closed(step);
    return texts;
  }

  async #open(step: Step, target: Locator): Promise<void> {
    await until(step, () => target.isVisible());
    await this.#dismissTooltip(step);
    await perform(step, () => target.click({ button: 'right' }));
    await until(step, () => this.#menu.first().isVisible());
  }

  /**
   * Moves the pointer until no tooltip is visible. On a slow computer, VS Code can show the tooltip of a row after the
   * pointer has left it. It then covers other rows until the pointer moves again.
   */
  async #dismissTooltip(step: Step): Promise<void> {
    let x = 0;
    await until(step, async () => {
      if ((await this.#page.locator('.workbench-hover').count()) === 0) return true;
      x = 1 - x;
      await this.#page.mouse.move(x, 0);
      return false;
    });
  }

  async #closed(step: Step): Promise<void> {
    await until(step, async () => (await this.#menu.count()) === 0);
    await this.#page.mouse.move(0, 0);
  }

  async #describe(): Promise<string> {
    const menus = await this.#menu.allInnerTexts();
    return menus.length === 0 ? 'no menu' : `a menu with ${menus.join(' | ').replaceAll(/\s*\n\s*/g, ', ')}`;
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: () => this.#describe() };
  }
}
