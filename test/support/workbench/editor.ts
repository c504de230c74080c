/** The active text editor of a workbench, and what language features show in it. */
import type { Locator, Page } from 'playwright-core';
import { appears } from './appears.ts';

/** VS Code writes spaces in lines as no-break spaces. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

export type SquiggleKind = 'error' | 'warning' | 'info';

export class Editor {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get root(): Locator {
    return this.page.locator('.editor-group-container.active .editor-instance .monaco-editor').first();
  }

  get lines(): Locator {
    return this.root.locator('.view-line');
  }

  /** The line that holds this text. */
  line(text: string): Locator {
    return this.lines.filter({ hasText: text.replaceAll(' ', '\u00A0') });
  }

  /** Waits until a file of this name is what the active editor shows. */
  async shows(name: string): Promise<void> {
    const file = this.page.locator(`.editor-group-container.active .editor-instance .monaco-editor[data-uri$="/${encodeURI(name)}"]`).first();
    await file.locator('.view-lines').waitFor();
  }

  /** Waits until a line reads so, indentation and hints apart. */
  async hasLine(text: string): Promise<void> {
    const end = performance.now() + 20_000;
    for (;;) {
      const lines = await this.#written();
      if (lines.includes(text)) return;
      if (performance.now() > end) throw new Error(`no line reads ${text}:\n${lines.join('\n')}`);
      await this.page.waitForTimeout(50);
    }
  }

  /** What stands in the lines in view, without indentation. VS Code puts inlay hints into the same line, whenever they come: they are nobody's text. */
  async #written(): Promise<string[]> {
    const lines = await this.lines.evaluateAll((all) =>
      all.map((line) => {
        const read = (node: { readonly className: string; readonly textContent: string | null }): string =>
          node.className.includes('dyn-rule') ? '' : (node.textContent ?? '');
        // Tokens are spans without children, and so are hints.
        return Array.from<Parameters<typeof read>[0], string>(line.querySelectorAll('span > span'), read).join('');
      }),
    );
    return lines.map((line) => plain(line).trim());
  }

  /** The lines that are in view, in their order on the screen. */
  async text(): Promise<string> {
    const placed = await Promise.all(
      (await this.lines.all()).map(async (line) => ({ top: (await line.boundingBox())?.y ?? 0, text: plain((await line.textContent()) ?? '') })),
    );
    return placed
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => text)
      .join('\n');
  }

  /** Puts the cursor there; lines and columns count from 1. */
  async cursorAt(line: number, column: number): Promise<void> {
    const input = this.page.locator('.quick-input-widget .quick-input-box input');
    // In the first moments of a window something else takes the keys.
    for (let attempt = 1; ; attempt++) {
      await this.page.keyboard.press('Control+G');
      if (await appears(input, 1500 + 500 * attempt)) break;
      if (attempt === 8) throw new Error('no line is asked for');
    }
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 15 });
  }

  squiggles(kind: SquiggleKind): Locator {
    return this.root.locator(`.squiggly-${kind}`);
  }

  // ---- completion

  get suggest(): Locator {
    return this.page.locator('.suggest-widget.visible');
  }

  suggestion(label: string): Locator {
    return this.suggest.locator('.monaco-list-row').filter({ has: this.page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }) });
  }

  /** Asks for suggestions until this one is among them: in the first moments of a window nobody answers yet. */
  async suggestUntil(label: string): Promise<Locator> {
    const wanted = this.suggestion(label);
    await this.#until(wanted, 'Control+Space');
    return wanted;
  }

  async suggestions(): Promise<string[]> {
    await this.suggest.locator('.monaco-list-row .label-name').first().waitFor();
    return this.suggest.locator('.monaco-list-row .label-name').allTextContents();
  }

  // ---- code actions

  /** Opens the list of code actions where the cursor is. */
  async openCodeActions(): Promise<Locator> {
    const list = this.page.locator('.action-widget').first();
    await this.#until(list.locator('.monaco-list-row').first(), 'Control+.');
    return list;
  }

  /** Applies the code action with this title. */
  async applyCodeAction(title: string): Promise<void> {
    const list = await this.openCodeActions();
    await list.locator('.monaco-list-row', { hasText: title }).first().click();
    await list.waitFor({ state: 'hidden' });
  }

  /** Clicks the lightbulb of the cursor's line, and gives the titles that it lists. */
  async codeActionsOfLightbulb(): Promise<string[]> {
    await this.page.locator('.lightBulbWidget, .codicon-gutter-lightbulb, .codicon-gutter-lightbulb-auto-fix').first().click();
    const rows = this.page.locator('.action-widget .monaco-list-row.action .title');
    await rows.first().waitFor();
    return rows.allTextContents();
  }

  // ---- hover

  /** What is said of the text; not the tooltips of all else. */
  get hovers(): Locator {
    return this.page.locator('.monaco-hover:not(.hidden):not(.workbench-hover) .hover-row .hover-contents');
  }

  /** Rests the pointer on a word of the text and waits for what is said of it. */
  async hover(word: string, line: string): Promise<Locator> {
    const target = this.line(line).locator('span span', { hasText: word }).first();
    for (let attempt = 1; ; attempt++) {
      await target.hover();
      if (await appears(this.hovers.first(), 3000)) return this.hovers;
      if (attempt === 5) throw new Error(`nothing is said of ${word}`);
      // The text may have moved under the pointer, which then has to come anew.
      await this.page.mouse.move(0, 0);
    }
  }

  /** Presses a key until something appears, closing what came up instead. */
  async #until(wanted: Locator, key: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.page.keyboard.press(key);
      // Longer each time: on a slow machine what is torn down after two seconds would never be there.
      if (await appears(wanted, 1500 + 500 * attempt)) return;
      if (attempt === 8) throw new Error(`nothing came of ${key}`);
      await this.page.keyboard.press('Escape');
    }
  }
}
