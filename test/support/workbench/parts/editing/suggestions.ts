/** Operates the list of suggestions in the active text editor, and the documentation next to it. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, untilValue, type Step } from '../step.ts';
import { escapePattern } from './escapePattern.ts';

export class Suggestions {
  readonly #page: Page;
  readonly #describe: () => Promise<string>;

  /** @param describe describes the editor for error messages */
  constructor(page: Page, describe: () => Promise<string>) {
    this.#page = page;
    this.#describe = describe;
  }

  /** Triggers suggestions, and waits until the list contains this one. */
  async request(label: string): Promise<void> {
    await this.#page.keyboard.press('Control+Space');
    await this.offers(label);
  }

  /** Waits until the list of suggestions contains this one. VS Code can open the list while the test types. */
  async offers(label: string): Promise<void> {
    const step = this.#step(`wait for the suggestion "${label}"`, `a list with "${label}"`);
    await until(step, () => this.#row(label).isVisible());
  }

  /** Waits until this suggestion is the first one in the list. */
  async offersFirst(label: string): Promise<void> {
    const first = this.#list.locator('.monaco-list-row[data-index="0"] .label-name');
    const step = this.#step(`wait for the first suggestion "${label}"`, `a list that starts with "${label}"`);
    await until(step, async () => (await first.allTextContents()).join() === label);
  }

  /** Waits until the list has exactly these suggestions, in this order. */
  async offersOnly(...labels: readonly string[]): Promise<void> {
    const step = this.#step('wait for a list of suggestions', labels.join(', '));
    await until(
      step,
      async () => (await this.#list.locator('.monaco-list-row .label-name').allTextContents()).join() === labels.join(),
    );
  }

  /** Triggers suggestions, and waits until this one is the first one in the list. */
  async requestFirst(label: string): Promise<void> {
    await this.#page.keyboard.press('Control+Space');
    await this.offersFirst(label);
  }

  /**
   * Closes the list of suggestions, and waits until it is closed. VS Code doesn't open the list for a letter that is
   * typed before that.
   */
  async close(): Promise<void> {
    const step = this.#step('close the list of suggestions', 'no list');
    await perform(step, () => this.#page.keyboard.press('Escape'));
    await until(step, async () => !(await this.#list.isVisible()));
  }

  /** Accepts a suggestion, and waits until VS Code closes or replaces the list. */
  async accept(label: string): Promise<void> {
    await this.offers(label);
    const step = this.#step(`accept the suggestion "${label}"`, 'a list without this suggestion, or no list');
    await perform(step, () => this.#row(label).click());
    await until(step, async () => !(await this.#row(label).isVisible()));
    await this.#page.mouse.move(0, 0);
  }

  /** Returns the labels of the visible suggestions. */
  async labels(): Promise<readonly string[]> {
    const step = this.#step('read the suggestions', 'a list of suggestions');
    return untilValue(step, async () => {
      const labels = await this.#list.locator('.monaco-list-row .label-name').allTextContents();
      return labels.length > 0 ? labels : undefined;
    });
  }

  /** Moves down to a suggestion, and opens its documentation next to the list. */
  async showDetails(label: string): Promise<void> {
    await this.offers(label);
    const step = this.#step(`show the documentation of "${label}"`, 'documentation next to the list');
    const details = this.#page.locator('.suggest-details-container .suggest-details .docs');
    const focused = async (): Promise<number> =>
      Number(await this.#list.locator('.monaco-list-row.focused').first().getAttribute('data-index'));
    const distance = Number(await this.#row(label).first().getAttribute('data-index')) - (await focused());
    for (let down = 0; down < distance; down += 1) await this.#page.keyboard.press('ArrowDown');
    await until(step, async () => ((await this.#row(label).first().getAttribute('class')) ?? '').includes('focused'));
    // In an open list, this key opens the documentation.
    if (!(await details.isVisible())) await this.#page.keyboard.press('Control+Space');
    await until(step, () => details.isVisible());
  }

  /**
   * Moves to the next suggestion and back, and waits until the documentation of the first one fits next to the list. VS
   * Code opens the documentation with the size of an empty text, and computes the correct size after the selection
   * changes.
   */
  async fitDetails(label: string): Promise<void> {
    const step = this.#step(`fit the documentation of "${label}"`, `all of the documentation of "${label}"`);
    const isFocused = async (): Promise<boolean> =>
      ((await this.#row(label).first().getAttribute('class')) ?? '').includes('focused');
    await this.#page.keyboard.press('ArrowDown');
    await until(step, async () => !(await isFocused()));
    await this.#page.keyboard.press('ArrowUp');
    const body = this.#page.locator('.suggest-details-container .suggest-details .body');
    await until(
      step,
      async () =>
        (await isFocused()) && (await body.evaluate((element) => element.scrollHeight <= element.clientHeight)),
    );
  }

  /** Waits until the documentation next to the suggestions contains a text. */
  async showsDetails(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for the documentation of a suggestion', String(text)), () =>
      this.#page.locator('.suggest-details', { hasText: text }).isVisible(),
    );
  }

  get #list(): Locator {
    return this.#page.locator('.suggest-widget.visible');
  }

  #row(label: string): Locator {
    return this.#list
      .locator('.monaco-list-row')
      .filter({ has: this.#page.locator('.label-name', { hasText: new RegExp(`^${escapePattern(label)}$`) }) });
  }

  /** Returns the text of the list, or an empty string if it is closed. */
  async text(): Promise<string> {
    return (await this.#list.allInnerTexts()).join(' ').replaceAll('\n', ' ');
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: this.#describe };
  }
}
