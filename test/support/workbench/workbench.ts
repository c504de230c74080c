/** Operates a VS Code window as a user does. Tested with VS Code 1.139. */
import type { Page } from 'playwright-core';
import { Clipboard } from './parts/editing/clipboard.ts';
import { Dialogs } from './parts/input/dialogs.ts';
import { Editor } from './parts/editing/editor.ts';
import { Explorer } from './parts/sideBar/explorer.ts';
import { Notifications } from './parts/input/notifications.ts';
import { Output } from './parts/panels/output.ts';
import { Problems } from './parts/panels/problems.ts';
import { FileDialog } from './parts/input/fileDialog.ts';
import { QuickInput } from './parts/input/quickInput.ts';
import { SettingsEditor } from './parts/window/settings.ts';
import { StatusBar } from './parts/window/statusBar.ts';
import { Tabs } from './parts/editing/tabs.ts';
import { Terminal } from './parts/panels/terminal.ts';
import { TestExplorer } from './parts/sideBar/testExplorer.ts';
import { Theme } from './parts/window/theme.ts';
import { ClusterTree } from './parts/sideBar/tree.ts';
import { Walkthrough } from './parts/window/walkthrough.ts';
import { WebviewPage } from './webviewPage.ts';
import { perform, StepError, until, type Step } from './parts/step.ts';

/**
 * Performance marks of VS Code. After "Restored", VS Code handles keys. After "didLoadExtensions", it has read the
 * contributions of all extensions. The Command Palette shows only the commands that exist when it opens. Source:
 * microsoft/vscode@1.139.1 src/vs/workbench/services/extensions/common/abstractExtensionService.ts
 */
const marks = ['code/LifecyclePhase/Restored', 'code/didLoadExtensions'];

export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly fileDialog: FileDialog;
  readonly editor: Editor;
  readonly tabs: Tabs;
  readonly tree: ClusterTree;
  readonly explorer: Explorer;
  readonly problems: Problems;
  readonly output: Output;
  readonly notifications: Notifications;
  readonly dialogs: Dialogs;
  readonly settings: SettingsEditor;
  readonly statusBar: StatusBar;
  readonly terminal: Terminal;
  readonly testExplorer: TestExplorer;
  readonly clipboard: Clipboard;
  readonly theme: Theme;
  readonly walkthrough: Walkthrough;
  /** The open page of the extension. */
  readonly webview: WebviewPage;
  /** The messages on the console of the window. */
  readonly console: string[] = [];
  /** Messages that the window has received from the VS Code server since `recordReceived`. */
  readonly received: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.fileDialog = new FileDialog(page, this.quickInput);
    this.editor = new Editor(page, this.quickInput);
    this.tabs = new Tabs(page);
    this.tree = new ClusterTree(page);
    this.explorer = new Explorer(page);
    this.problems = new Problems(page);
    this.output = new Output(page);
    this.notifications = new Notifications(page, this.quickInput);
    this.dialogs = new Dialogs(page);
    this.settings = new SettingsEditor(page);
    this.statusBar = new StatusBar(page);
    this.terminal = new Terminal(page);
    this.testExplorer = new TestExplorer(page);
    this.clipboard = new Clipboard(page);
    this.theme = new Theme(page, this.quickInput);
    this.walkthrough = new Walkthrough(page);
    this.webview = new WebviewPage(page);
    page.on('console', (message) => this.console.push(`${message.type()} ${message.text()}`));
    page.on('pageerror', (error) => this.console.push(`pageerror ${error.stack ?? error.message}`));
  }

  /** Performs an action that opens a page in the browser. Closes this page, and returns its address. */
  async opensInBrowser(action: () => Promise<void>): Promise<string> {
    const [page] = await Promise.all([this.page.context().waitForEvent('page'), action()]);
    await page.waitForURL((url) => url.protocol !== 'about:', { waitUntil: 'commit' });
    const address = page.url();
    await page.close();
    return address;
  }

  /**
   * Records all messages from the VS Code server. They contain what the window can show, such as the tooltips of the
   * tree. Call it before `open`.
   */
  recordReceived(): void {
    this.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => this.received.push(payload.toString('utf8'))),
    );
  }

  /** Opens an address, and waits until the window is ready. */
  async open(url: string): Promise<void> {
    const step: Step = { does: `open ${url}`, expects: 'a page', state: () => this.#describe() };
    await this.notifications.record();
    await perform(step, () => this.page.goto(url, { waitUntil: 'commit' }));
    await this.isReady();
  }

  /** Waits until VS Code has restored the window and read the contributions of all extensions. */
  async isReady(): Promise<void> {
    const step: Step = {
      does: 'wait for VS Code',
      expects: `the marks ${marks.join(' and ')}`,
      state: () => this.#describe(),
    };
    await until(step, () =>
      this.page.evaluate<boolean>(
        `${JSON.stringify(marks)}.every((name) => performance.getEntriesByName(name).length > 0)`,
      ),
    );
  }

  /**
   * Reloads the window with the VS Code command, which restores the open editors.
   * @param unloaded runs between the old document and the new one
   */
  async reload(unloaded: () => void = () => undefined): Promise<void> {
    await this.page.evaluate('globalThis.isBeforeReload = true');
    await this.quickInput.run('Developer: Reload Window').catch((error: unknown) => {
      // The window can reload before `run` sees that the palette is closed.
      if (!(error instanceof StepError)) throw error;
    });
    const step: Step = { does: 'reload the window', expects: 'a new document', state: () => this.#describe() };
    await until(step, () => this.page.evaluate<boolean>(`!('isBeforeReload' in globalThis)`));
    unloaded();
    await this.isReady();
  }

  /**
   * Leaves the window by opening another address. VS Code is notified of this, but not when Playwright closes the page.
   */
  async leave(): Promise<void> {
    const step: Step = { does: 'leave the window', expects: 'an empty page', state: () => this.#describe() };
    await perform(step, () => this.page.goto('about:blank'));
  }

  /** Runs a command by its title, as QuickInput.run does. */
  run(title: string): Promise<void> {
    return this.quickInput.run(title);
  }

  /** Opens a file of the workspace by its name, and waits until the editor shows it. */
  async openFile(name: string): Promise<void> {
    await this.quickInput.openFile(name);
    await this.editor.shows(name);
  }

  /** Waits until the language server has checked the active file. */
  isChecked(): Promise<void> {
    return this.statusBar.hasLanguageStatus();
  }

  /** Closes all editors. They must have no unsaved changes, because VS Code would ask whether to save them. */
  async closeEditors(): Promise<void> {
    await this.run('View: Close All Editors');
    const step: Step = {
      does: 'close all editors',
      expects: 'no tabs',
      state: async () => `${(await this.tabs.names()).join(' | ')}; ${await this.dialogs.describe()}`,
    };
    await until(step, async () => (await this.tabs.names()).length === 0);
  }

  /**
   * Closes the active editor without saving, and waits until the next editor has the focus. VS Code first reads the
   * file again, which continues after the palette is closed. When the next editor then receives the focus, VS Code
   * closes any list that is open, such as the palette.
   */
  async revertAndCloseEditor(name: string, next: string): Promise<void> {
    await this.run('View: Revert and Close Editor');
    await this.tabs.lacks(name);
    await this.editor.shows(next);
    await this.editor.hasKeyboard();
  }

  /** Moves the pointer away from elements with tooltips, and waits until no tooltip is visible. */
  async restPointer(): Promise<void> {
    const tooltips = this.page.locator('.workbench-hover');
    const step: Step = {
      does: 'move the pointer away',
      expects: 'no tooltip',
      state: async () => (await tooltips.allInnerTexts()).join(' | '),
    };
    await perform(step, () => this.page.mouse.move(0, 0));
    await until(step, async () => (await tooltips.count()) === 0);
  }

  /** Hides the primary side bar. */
  async hideSideBar(): Promise<void> {
    await this.run('View: Close Primary Side Bar');
    const step: Step = { does: 'close the side bar', expects: 'no side bar', state: async () => 'a side bar' };
    await until(step, async () => !(await this.page.locator('.part.sidebar').isVisible()));
  }

  async #describe(): Promise<string> {
    return (
      (await this.page.locator('body').innerText()).replaceAll(/\s*\n\s*/g, ' | ').slice(0, 1500) || 'an empty page'
    );
  }
}
