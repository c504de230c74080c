/** A window of VS Code, as a user operates it. Checked against VS Code 1.139. */
import type { Page } from 'playwright-core';
import { Clipboard } from './parts/clipboard.ts';
import { Dialogs } from './parts/dialogs.ts';
import { Editor } from './parts/editor.ts';
import { Explorer } from './parts/explorer.ts';
import { Notifications } from './parts/notifications.ts';
import { Output } from './parts/output.ts';
import { Problems } from './parts/problems.ts';
import { QuickInput } from './parts/quickInput.ts';
import { SettingsEditor } from './parts/settings.ts';
import { StatusBar } from './parts/statusBar.ts';
import { Tabs } from './parts/tabs.ts';
import { Terminal } from './parts/terminal.ts';
import { TestExplorer } from './parts/testExplorer.ts';
import { Theme } from './parts/theme.ts';
import { ClusterTree } from './parts/tree.ts';
import { Walkthrough } from './parts/walkthrough.ts';
import { WebviewPage } from './pages/webviewPage.ts';
import { perform, StepError, until, type Step } from './step.ts';

/**
 * Marks of VS Code's own timeline. From "Restored" on it handles keys; from "didLoadExtensions" on it knows the contributions of all extensions:
 * the Command Palette keeps the commands that it had when it was opened. Source: microsoft/vscode@1.139.1 src/vs/workbench/services/extensions/common/abstractExtensionService.ts
 */
const marks = ['code/LifecyclePhase/Restored', 'code/didLoadExtensions'];

export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
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
  /** The page of the extension that is open. */
  readonly webview: WebviewPage;
  /** What the window has written to its console. */
  readonly console: string[] = [];
  /** Messages that the window has received from the VS Code server since `recordReceived`. */
  readonly received: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
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

  /** Records all messages from the VS Code server. They contain what the window can show, such as the tooltips of the tree. Call it before `open`. */
  recordReceived(): void {
    this.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.received.push(payload.toString('utf8'))));
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
    const step: Step = { does: 'wait for VS Code', expects: `the marks ${marks.join(' and ')}`, state: () => this.#describe() };
    await until(step, () => this.page.evaluate<boolean>(`${JSON.stringify(marks)}.every((name) => performance.getEntriesByName(name).length > 0)`));
  }

  /** Reloads the window by the command of VS Code, which keeps what is shown. @param unloaded is called between the old document and the new one */
  async reload(unloaded: () => void = () => undefined): Promise<void> {
    await this.page.evaluate('globalThis.isBeforeReload = true');
    await this.quickInput.run('Developer: Reload Window').catch((error: unknown) => {
      // The reload may be faster than the last look at the palette.
      if (!(error instanceof StepError)) throw error;
    });
    const step: Step = { does: 'reload the window', expects: 'another document', state: () => this.#describe() };
    await until(step, () => this.page.evaluate<boolean>(`!('isBeforeReload' in globalThis)`));
    unloaded();
    await this.isReady();
  }

  /** Leaves the window as a user does who goes to another address: VS Code hears of that, but not of a page that its browser closes. */
  async leave(): Promise<void> {
    const step: Step = { does: 'leave the window', expects: 'an empty page', state: () => this.#describe() };
    await perform(step, () => this.page.goto('about:blank'));
  }

  /** Runs a command by its title. See QuickInput.run. */
  run(title: string): Promise<void> {
    return this.quickInput.run(title);
  }

  /** Opens a file of the workspace by its name, and waits until its text is shown. */
  async openFile(name: string): Promise<void> {
    await this.quickInput.openFile(name);
    await this.editor.shows(name);
  }

  /** Waits until the language server has checked the active file. */
  isChecked(): Promise<void> {
    return this.statusBar.hasLanguageStatus();
  }

  /** Closes all editors. They must have no unsaved changes: VS Code would ask what to do with them. */
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
   * Closes the active editor without its changes, and waits until the editor behind it has the keyboard. VS Code first reads the file again, long after
   * the palette is closed: an editor that then takes the keyboard closes whatever is opened meanwhile, such as the palette.
   */
  async revertAndCloseEditor(name: string, next: string): Promise<void> {
    await this.run('View: Revert and Close Editor');
    await this.tabs.lacks(name);
    await this.editor.shows(next);
    await this.editor.hasKeyboard();
  }

  /** Moves the pointer to where nothing has a tooltip, and waits until none is shown. */
  async restPointer(): Promise<void> {
    const tooltips = this.page.locator('.workbench-hover');
    const step: Step = { does: 'move the pointer away', expects: 'no tooltip', state: async () => (await tooltips.allInnerTexts()).join(' | ') };
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
    return (await this.page.locator('body').innerText()).replaceAll(/\s*\n\s*/g, ' | ').slice(0, 1500) || 'an empty page';
  }
}
