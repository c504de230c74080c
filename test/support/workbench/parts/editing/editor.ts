/** Operates the active text editor and its language features. */
import type { Locator, Page } from 'playwright-core';
import { perform, until, untilValue, type Step } from '../step.ts';
import { plainText } from '../plainText.ts';
import type { QuickInput } from '../input/quickInput.ts';
import { escapePattern } from './escapePattern.ts';
import { Suggestions } from './suggestions.ts';

export type Severity = 'error' | 'warning' | 'info';

export class Editor {
  readonly suggestions: Suggestions;
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
    this.suggestions = new Suggestions(page, () => this.#describe());
  }

  get #root(): Locator {
    return this.#page.locator('.editor-group-container.active .editor-instance .monaco-editor').first();
  }

  get #lines(): Locator {
    return this.#root.locator('.view-line');
  }

  /** Waits until the active editor shows a file with this name. */
  async shows(name: string): Promise<void> {
    const file = this.#page
      .locator(
        `.editor-group-container.active .editor-instance .monaco-editor[data-uri$="/${encodeURI(name)}"] .view-lines`,
      )
      .first();
    await until(this.#step(`wait for ${name}`, `an editor with ${name}`), () => file.isVisible());
  }

  /** Waits until a text editor is open. */
  async isOpen(): Promise<void> {
    await until(this.#step('wait for an editor', 'an editor'), () => this.#root.locator('.view-lines').isVisible());
  }

  /** Waits until a line has this text, without indentation and inlay hints. */
  async hasLine(text: string): Promise<void> {
    await until(this.#step('wait for a line', `a line with the text ${text}`), async () =>
      (await this.#writtenLines()).includes(text),
    );
  }

  /** Waits until a line contains a text. */
  async containsLine(text: string | RegExp): Promise<void> {
    const step = this.#step('wait for a line', `a line that contains ${String(text)}`);
    await until(step, async () =>
      (await this.lines()).some((line) => (typeof text === 'string' ? line.includes(text) : text.test(line))),
    );
  }

  /** Waits until a line on either side of the diff editor contains a text. */
  async diffShows(text: string): Promise<void> {
    const lines = this.#page.locator('.editor-group-container.active .monaco-diff-editor .view-line');
    const step: Step = {
      does: 'wait for the diff editor',
      expects: `a line with ${text}`,
      state: async () => (await lines.allInnerTexts()).join('\n'),
    };
    await until(step, () => lines.filter({ hasText: text }).first().isVisible());
  }

  /** Returns the visible lines, from top to bottom. */
  async lines(): Promise<readonly string[]> {
    const placed = await this.#lines.evaluateAll((all) =>
      all.map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' })),
    );
    return placed.sort((one, other) => one.top - other.top).map(({ text }) => plainText(text));
  }

  async text(): Promise<string> {
    return (await this.lines()).join('\n');
  }

  /** Returns the visible lines without indentation and without inlay hints, which VS Code renders in the same lines. */
  async #writtenLines(): Promise<readonly string[]> {
    const lines = await this.#lines.evaluateAll((all) =>
      all.map((line) => {
        const read = (node: { readonly className: string; readonly textContent: string | null }): string =>
          node.className.includes('dyn-rule') ? '' : (node.textContent ?? '');
        // VS Code renders both tokens and inlay hints as spans without children.
        return Array.from<Parameters<typeof read>[0], string>(line.querySelectorAll('span > span'), read).join('');
      }),
    );
    return lines.map((line) => plainText(line).trim());
  }

  /** Moves the cursor. Lines and columns start at 1. */
  async cursorAt(line: number, column: number): Promise<void> {
    await this.#quickInput.goTo(line, column);
    const status = this.#page.locator('.part.statusbar [id="status.editor.selection"]');
    await until(
      this.#step(`go to line ${line}, column ${column}`, `the cursor in line ${line} of an editor with the focus`),
      async () => (await status.innerText()).includes(`Ln ${line}, Col `) && (await this.#isFocused()),
    );
  }

  /** Waits until the cursor is in this line. */
  async isAtLine(line: number): Promise<void> {
    const status = this.#page.locator('.part.statusbar [id="status.editor.selection"]');
    await until(this.#step('wait for the cursor', `the cursor in line ${line}`), async () =>
      (await status.innerText()).startsWith(`Ln ${line}, `),
    );
  }

  /** Clicks the editor, and waits until it has the focus. */
  async focus(): Promise<void> {
    const step = this.#step('click the editor', 'an editor with the focus');
    await perform(step, () => this.#root.locator('.view-lines').click());
    await until(step, () => this.#isFocused());
  }

  /** Waits until the active editor has the focus. */
  async hasKeyboard(): Promise<void> {
    await until(this.#step('wait for the focus', 'an editor with the focus'), () => this.#isFocused());
  }

  async #isFocused(): Promise<boolean> {
    return (await this.#root.getAttribute('class'))?.includes('focused') ?? false;
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text, { delay: 15 });
  }

  /** Presses keys, such as `Control+S`, one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Saves the file, and waits until it has no unsaved changes. */
  async save(): Promise<void> {
    await this.#page.keyboard.press('Control+S');
    const dirty = this.#page.locator('.editor-group-container.active .tabs-container .tab.active.dirty');
    await until(this.#step('save the file', 'a tab without unsaved changes'), async () => (await dirty.count()) === 0);
  }

  /** Waits until the title bar of an editor offers an action. */
  async offersTitleAction(label: string): Promise<void> {
    await until(this.#step(`wait for the title action "${label}"`, `the action "${label}" in a title bar`), () =>
      this.#titleAction(label).isVisible(),
    );
  }

  /** Waits until no title bar offers an action. */
  async lacksTitleAction(label: string): Promise<void> {
    await until(
      this.#step(`wait until no title bar offers "${label}"`, `no action "${label}"`),
      async () => (await this.#titleAction(label).count()) === 0,
    );
  }

  /** Clicks an action in the title bar of the editor, such as `Continue`. */
  async pressTitleAction(label: string): Promise<void> {
    const step = this.#step(`click "${label}" in the title bar of the editor`, `the action "${label}"`);
    const action = this.#titleAction(label);
    await until(step, () => action.isVisible());
    await perform(step, () => action.click());
    await this.#page.mouse.move(0, 0);
  }

  /** Waits until the editor has at least this number of squiggles. */
  async hasSquiggles(severity: Severity | 'any', count = 1): Promise<void> {
    const step = this.#step(`wait for ${count} squiggles (${severity})`, `${count} or more`);
    await until(step, async () => (await this.#squiggles(severity).count()) >= count);
  }

  /** Waits until the editor has no squiggle of this severity. */
  async hasNoSquiggles(severity: Severity): Promise<void> {
    await until(
      this.#step(`wait until all squiggles disappear (${severity})`, 'no squiggles'),
      async () => (await this.#squiggles(severity).count()) === 0,
    );
  }

  #squiggles(severity: Severity | 'any'): Locator {
    return this.#root.locator(
      severity === 'any' ? '.squiggly-error, .squiggly-warning, .squiggly-info' : `.squiggly-${severity}`,
    );
  }

  /**
   * Waits for the light bulb in the cursor's line. VS Code requests code actions after each cursor movement, and
   * ignores the user's request until it has them. Then it shows the light bulb.
   */
  async showsLightBulb(): Promise<void> {
    await until(this.#step('wait for the light bulb', 'a light bulb at the cursor'), () =>
      this.#hasLightBulbAtCursor(),
    );
  }

  /**
   * Clicks the light bulb in the cursor's line.
   * @returns the titles of the code actions
   */
  async openCodeActions(): Promise<readonly string[]> {
    // If the cursor moves while the Go to Line box has the focus, VS Code shows no light bulb until the cursor moves
    // again.
    await this.#page.keyboard.press('ArrowRight');
    await this.#page.keyboard.press('ArrowLeft');
    await this.showsLightBulb();
    const step = this.#step('click the light bulb', 'a list of code actions');
    await perform(step, () => this.#lightBulb.click());
    return this.#codeActions(step);
  }

  /** Selects the code action whose title contains this text in the open list, and waits until the list is closed. */
  async chooseCodeAction(title: string): Promise<void> {
    const step = this.#step(`apply the code action "${title}"`, `a list with "${title}" that then closes`);
    const list = this.#page.locator('.action-widget').first();
    await perform(step, () => list.locator('.monaco-list-row', { hasText: title }).first().click());
    await until(step, async () => !(await list.isVisible()));
  }

  /** Applies the code action whose title contains this text. */
  async applyCodeAction(title: string): Promise<void> {
    await this.openCodeActions();
    await this.chooseCodeAction(title);
  }

  /**
   * Returns true if a light bulb is in the cursor's line, or in the line above or below if the cursor's line has no
   * space for it. After the cursor moves, VS Code still shows the light bulb of the previous line for a short time.
   */
  async #hasLightBulbAtCursor(): Promise<boolean> {
    const bulb = await this.#lightBulb.boundingBox({ timeout: 1000 });
    const line = await this.#root.locator('.line-numbers.active-line-number').first().boundingBox({ timeout: 1000 });
    if (bulb === null || line === null) return false;
    return Math.abs(bulb.y + bulb.height / 2 - line.y - line.height / 2) < 1.5 * line.height;
  }

  get #lightBulb(): Locator {
    return this.#page
      .locator('.lightBulbWidget, .codicon-gutter-lightbulb, .codicon-gutter-lightbulb-auto-fix')
      .first();
  }

  async #codeActions(step: Step): Promise<readonly string[]> {
    const rows = this.#page.locator('.action-widget .monaco-list-row.action .title');
    return untilValue(step, async () => {
      const titles = await rows.allTextContents();
      return titles.length > 0 ? titles : undefined;
    });
  }

  /** Presses Escape, which closes an open list or hover. */
  async escape(): Promise<void> {
    await this.#page.keyboard.press('Escape');
  }

  /** Waits for a CodeLens. */
  async showsCodeLens(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for a CodeLens', String(text)), () => this.#codeLens(text).isVisible());
  }

  /** Clicks a CodeLens. */
  async clickCodeLens(text: string | RegExp): Promise<void> {
    const step = this.#step(`click the CodeLens ${String(text)}`, `a CodeLens with ${String(text)}`);
    const lens = this.#root.locator('.codelens-decoration a', { hasText: text }).first();
    await until(step, () => lens.isVisible());
    await perform(step, () => lens.click());
  }

  #codeLens(text: string | RegExp): Locator {
    return this.#root.locator('.codelens-decoration', { hasText: text }).first();
  }

  /** Waits until the editor marks statements that tests ran, and statements that no test ran. */
  async showsCoverage(): Promise<void> {
    const marks = (kind: string): Locator => this.#root.locator(`.coverage-deco-gutter.coverage-deco-${kind}`);
    const step = this.#step(
      'wait for the test coverage',
      'marks of statements that ran, and of statements that did not',
    );
    await until(step, async () => (await marks('hit').count()) > 0 && (await marks('miss').count()) > 0);
  }

  /**
   * Waits until a word has a semantic token from the language server. VS Code then renders the word as a separate
   * element.
   */
  async isColored(word: string): Promise<void> {
    const piece = this.#root
      .locator('.view-line span span', { hasText: new RegExp(`^${escapePattern(word)}$`) })
      .first();
    await until(this.#step(`wait for the semantic token "${word}"`, `"${word}" as a separate element`), () =>
      piece.isVisible(),
    );
  }

  /**
   * Shows the hover of a word with the keyboard, because lines can move under the pointer.
   * @returns the texts of the hover
   */
  async hover(word: string, line: string): Promise<readonly string[]> {
    const step = this.#step(`show the hover of "${word}"`, `a line with "${line}" and a hover`);
    const place = await untilValue(step, () => this.#placeOf(word, line));
    await this.cursorAt(place.line, place.column);
    await this.#page.keyboard.press('Control+K');
    await this.#page.keyboard.press('Control+I');
    return untilValue(step, async () => {
      const texts = (await this.#hovers.allTextContents())
        .map(plainText)
        .filter((text) => text !== '' && text !== 'Loading...');
      return texts.length > 0 ? texts : undefined;
    });
  }

  /** Waits until an open hover contains a text. */
  async hoverShows(text: string | RegExp): Promise<void> {
    await until(this.#step('wait for the hover', String(text)), () =>
      this.#hovers.filter({ hasText: text }).first().isVisible(),
    );
  }

  get #hovers(): Locator {
    return this.#page.locator('.monaco-hover:not(.hidden):not(.workbench-hover) .hover-row .hover-contents');
  }

  /** Returns the line and the column of a word. Both start at 1. */
  async #placeOf(word: string, line: string): Promise<{ readonly line: number; readonly column: number } | undefined> {
    const numbers = await this.#root.locator('.margin-view-overlays .line-numbers').evaluateAll((all) =>
      all.map((number) => ({
        top: Math.round(number.getBoundingClientRect().top),
        number: Number(number.textContent),
      })),
    );
    const lines = await this.#lines.evaluateAll((all) =>
      all.map((each) => ({ top: Math.round(each.getBoundingClientRect().top), text: each.textContent ?? '' })),
    );
    const found = lines
      .map(({ top, text }) => ({ top, text: plainText(text) }))
      .find(({ text }) => text.includes(line) && text.includes(word));
    const number = numbers.find(({ top }) => found !== undefined && Math.abs(top - found.top) <= 2)?.number;
    return found === undefined || number === undefined
      ? undefined
      : { line: number, column: found.text.indexOf(word) + 1 };
  }

  #titleAction(label: string): Locator {
    return this.#page.locator(`.editor-actions .action-label[aria-label^="${label}"]`).first();
  }

  async #describe(): Promise<string> {
    const squiggles = await Promise.all(
      (['error', 'warning', 'info'] as const).map(
        async (severity) => `${await this.#squiggles(severity).count()} ${severity}`,
      ),
    );
    const tab = await this.#page
      .locator('.editor-group-container.active .tab.active')
      .first()
      .getAttribute('aria-label', { timeout: 1000 })
      .catch(() => 'no tab');
    return `${tab ?? 'no tab'}; squiggles: ${squiggles.join(', ')}; suggestions: ${await this.suggestions.text()}\n${await this.text()}`;
  }

  #step(does: string, expects: string): Step {
    return { does, expects, state: () => this.#describe() };
  }
}
