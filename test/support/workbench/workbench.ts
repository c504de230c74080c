/** A window of VS Code, as a person uses it. Checked against VS Code 1.139. */
import type { Locator, Page } from 'playwright-core';
import { appears } from './appears.ts';
import { Editor } from './editor.ts';

/**
 * How long the first answer of the extension may take, in milliseconds. In the first window of a cold machine VS Code reads and compiles
 * itself first: with a processor slowed down 6 times it took 17 seconds, 20 times 80; later windows a few.
 */
export const startUp = 90_000;

/** The `{}` before the name of the language. It is there when an extension has something to say of the file. */
const languageStatus = '.part.statusbar [id="status.languageStatus"]';

export class Workbench {
  readonly page: Page;
  readonly editor: Editor;
  /** What the window has said on its console. */
  readonly console: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.editor = new Editor(page);
    page.on('console', (message) => this.console.push(`${message.type()} ${message.text()}`));
    page.on('pageerror', (error) => this.console.push(`pageerror ${error.stack ?? error.message}`));
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: 'commit', timeout: startUp });
    await this.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor({ timeout: startUp });
  }

  /** Waits until the file in view was checked: then the language server runs. */
  async checked(): Promise<void> {
    await this.page.locator(languageStatus).waitFor({ timeout: startUp });
  }

  // ---- commands and files

  get quick(): Locator {
    return this.page.locator('.quick-input-widget');
  }

  /** Runs a command by what it is called in the palette. The palette keeps the list that it opened with, so it is opened again until the command is there. */
  async runCommand(title: string): Promise<void> {
    await this.#pick('F1', `>${title}`, title);
  }

  /** Runs a command that asks, and takes this answer. A page that is still opening may take the keyboard, and VS Code closes the list then: it is run again. */
  async runAndChoose(title: string, answer: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.runCommand(title);
      const row = this.quickRow(answer);
      if (await appears(row, 5000)) {
        const taken = await row.click({ timeout: 5000 }).then(
          () => true,
          () => false,
        );
        if (taken) return;
      }
      if (attempt === 4) throw new Error(`${title} does not ask for ${answer}`);
    }
  }

  /** Opens a file of the workspace by its name; a new file may not be found at once. */
  async openFile(name: string): Promise<void> {
    await this.#pick('Control+P', name, name);
    await this.editor.shows(name);
  }

  async #pick(key: string, text: string, row: string): Promise<void> {
    const wanted = this.quickRow(row);
    for (let attempt = 1; ; attempt++) {
      await this.page.keyboard.press(key);
      // Longer each time: on a slow machine what is torn down after two seconds would never be there.
      const patience = 1500 + 500 * attempt;
      const opened = await appears(this.quick.locator('.quick-input-box input'), patience);
      if (opened) {
        await this.quick.locator('.quick-input-box input').fill(text);
        if (await appears(wanted, patience)) break;
        await this.page.keyboard.press('Escape');
      }
      if (attempt === 8) throw new Error(`not offered: ${row}`);
    }
    // Not Enter: that takes the row in focus, which may still be one of the list before.
    await wanted.click();
    // Below it are tabs and lines: what the pointer rests on gets a tooltip, which covers others.
    await this.page.mouse.move(0, 0);
  }

  /** A row of the palette, or of whatever list a command has opened. */
  quickRow(text: string): Locator {
    return this.quick.locator('.monaco-list-row', { hasText: text }).first();
  }

  tab(name: string): Locator {
    return this.page.locator(`.tabs-container .tab[data-resource-name="${name}"], .tabs-container .tab[aria-label^="${name}"]`).first();
  }

  /** Waits until what is copied fits, and gives it. A page without the focus may not read it, and is asked again. */
  async copied(fits: (text: string) => boolean): Promise<string> {
    for (const end = performance.now() + 20_000; ;) {
      const text = await this.page.evaluate<string>(`navigator.clipboard.readText().catch(() => '')`);
      if (fits(text)) return text;
      if (performance.now() > end) throw new Error(`copied is ${JSON.stringify(text.slice(0, 500))}`);
      await this.page.waitForTimeout(50);
    }
  }

  // ---- problems

  async openProblems(): Promise<void> {
    const panel = this.page.locator('.part.panel .markers-panel');
    for (let attempt = 1; ; attempt++) {
      await this.page.keyboard.press('Control+Shift+M');
      // The key also closes it: so it is pressed again only after long.
      if (await appears(panel, 10_000)) return;
      if (attempt === 3) throw new Error('the list of problems does not open');
    }
  }

  /** An entry of the list of problems. */
  problem(text: string | RegExp): Locator {
    return this.page.locator('.markers-panel .monaco-list-row', { hasText: text });
  }

  /** Entries of the list of problems as a screen reader reads them. */
  async problems(): Promise<string[]> {
    const rows = await this.page.locator('.markers-panel .monaco-list-row[aria-level="2"]').all();
    return Promise.all(rows.map(async (row) => (await row.getAttribute('aria-label')) ?? ''));
  }

  // ---- status bar

  /** Rests the pointer on the `{}` before the name of the language until this is among what it says. */
  async languageStatus(text: string): Promise<Locator> {
    const item = this.page.locator('.hover-language-status .element', { hasText: text });
    for (let attempt = 1; ; attempt++) {
      await this.page.locator(languageStatus).hover({ timeout: startUp });
      if (await appears(item, 2000)) return item;
      if (attempt === 8) throw new Error(`the language status does not say ${text}`);
      await this.page.mouse.move(0, 0);
    }
  }

  // ---- side bar

  async openOutline(): Promise<Locator> {
    await this.runCommand('Explorer: Focus on Outline View');
    return this.page.locator('.outline-tree .monaco-list-row');
  }

  // ---- webviews

  /** The page inside a webview: an outer frame of VS Code around the document. */
  webview(): ReturnType<Page['frameLocator']> {
    return this.page.frameLocator('iframe.webview.ready').first().frameLocator('#active-frame');
  }
}
