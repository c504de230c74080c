/** Provides log lines as read-only documents that don't change after they're created. */
import * as l10n from '@vscode/l10n';
import { languages, Uri, window, workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';
import { createSessionFolders } from '../vscode/documents/sessionFolders.ts';
import { tabName } from '../vscode/visibleLabels.ts';

const scheme = 'osc-log-text';
/** Maximum number of characters of all documents together. Beyond that, the oldest documents are discarded. */
const most = 60_000_000;

export class LogTexts implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered: Disposable;
  readonly #nextFolder = createSessionFolders();

  constructor() {
    this.#registered = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      `${l10n.t`This document was created in another VS Code session. Run the command again.`}\n`
    );
  }

  /**
   * Opens a text in an editor.
   * @param title title of the editor tab
   */
  async plain(title: string, text: string): Promise<void> {
    const document = await workspace.openTextDocument(this.#keep(`${title}.log`, text));
    await window.showTextDocument(
      await languages.setTextDocumentLanguage(document, 'log').then(undefined, () => document),
      { preview: false },
    );
  }

  dispose(): void {
    this.#registered.dispose();
    this.#texts.clear();
  }

  #keep(name: string, text: string): Uri {
    const uri = Uri.from({ scheme, path: `${this.#nextFolder()}/${tabName(name.replaceAll(':', '-'))}` });
    this.#texts.set(uri.toString(), text);
    let size = [...this.#texts.values()].reduce((sum, one) => sum + one.length, 0);
    for (const [key, one] of this.#texts) {
      if (size <= most || key === uri.toString()) break;
      this.#texts.delete(key);
      size -= one.length;
    }
    return uri;
  }
}
