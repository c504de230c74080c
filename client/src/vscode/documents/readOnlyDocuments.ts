/**
 * Shows text that a feature generates in read-only documents: plans, reports, and both sides of a comparison. The
 * documents never change, and they exist until the window closes.
 */
import * as l10n from '@vscode/l10n';
import {
  commands,
  Range,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
  type Disposable,
  type TextDocumentContentProvider,
} from 'vscode';
import { createSessionFolders } from './sessionFolders.ts';
import { tabName } from '../visibleLabels.ts';
import type { RestoredTexts, TextScheme } from './restoredDocuments.ts';

/** Maximum number of documents. The oldest is discarded. */
const most = 500;

/** Two states of a text. */
export interface ComparedTexts {
  /** File name, whose extension determines the language. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export class ReadOnlyDocuments implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered: Disposable;
  readonly #nextFolder = createSessionFolders();

  readonly #scheme: TextScheme;
  readonly #restored: RestoredTexts;

  /** @param scheme URI scheme of the feature */
  constructor(scheme: TextScheme, restored: RestoredTexts) {
    this.#scheme = scheme;
    this.#restored = restored;
    this.#registered = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      `${l10n.t`This document was created in another VS Code session. Run the command again.`}\n`
    );
  }

  /**
   * Shows rendered Markdown.
   * @param title title of the tab
   */
  async markdown(title: string, text: string): Promise<void> {
    await commands.executeCommand('markdown.showPreview', this.#keepPage(title, text));
  }

  /** Shows rendered Markdown next to the active editor. */
  async markdownBeside(title: string, text: string): Promise<void> {
    await commands.executeCommand('markdown.showPreviewToSide', this.#keepPage(title, text));
  }

  /** Compares two texts side by side. */
  async compare(title: string, left: string, right: string, name: string): Promise<void> {
    await commands.executeCommand('vscode.diff', this.#keep(name, left), this.#keep(name, right), title);
  }

  /** Compares pairs of texts in one editor, one below the other. An empty text is a file that doesn't exist. */
  async compareAll(title: string, pairs: readonly ComparedTexts[]): Promise<void> {
    const resources = pairs.map(({ name, before, after }) => {
      const [left, right] = [this.#keep(name, before), this.#keep(name, after)];
      return [right, before === '' ? undefined : left, after === '' ? undefined : right];
    });
    await commands.executeCommand('vscode.changes', title, resources);
  }

  /**
   * Shows text in an editor.
   * @param name file name, whose extension determines the language
   * @param line line to show, starting at 0
   */
  async open(name: string, text: string, line = 0): Promise<void> {
    const range = new Range(line, 0, line, 0);
    const editor = await window.showTextDocument(this.#keep(name, text), { preview: true, selection: range });
    editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    this.#registered.dispose();
    this.#texts.clear();
  }

  #keepPage(title: string, text: string): Uri {
    const name = tabName(`${title}.md`);
    this.#restored.remember(name);
    return this.#keep(name, text);
  }

  #keep(name: string, text: string): Uri {
    const uri = Uri.from({ scheme: this.#scheme, path: `${this.#nextFolder()}/${tabName(name)}` });
    this.#texts.set(uri.toString(), text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > most && oldest !== undefined) this.#texts.delete(oldest);
    return uri;
  }
}
