/** Shows recorded requests as read-only documents while the page with their replay is open. */
import * as l10n from '@vscode/l10n';
import {
  languages,
  Uri,
  ViewColumn,
  window,
  workspace,
  type Disposable,
  type TextDocumentContentProvider,
} from 'vscode';
import type { RequestText } from './requestText.ts';

const scheme = 'osc-policy-request';

export class RequestDocuments implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered: Disposable;
  #count = 0;

  constructor() {
    this.#registered = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: Uri): string {
    return (
      this.#texts.get(uri.toString()) ??
      `${l10n.t`The replay with this request is closed. Replay the requests again.`}\n`
    );
  }

  /**
   * Shows a request.
   * @param name name of the tab
   * @param column editor column; undefined for the first one
   */
  async show(name: string, { language, text }: RequestText, column: ViewColumn | undefined): Promise<void> {
    this.#count += 1;
    // The name comes from the log, so unsafe characters are replaced.
    const file = name.replaceAll(/[^\w .-]/g, '-').slice(0, 80);
    const uri = Uri.from({ scheme, path: `/${this.#count}/${file}.${language === 'json' ? 'json' : 'txt'}` });
    this.#texts.set(uri.toString(), text);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(await languages.setTextDocumentLanguage(document, language), {
      viewColumn: column ?? ViewColumn.One,
      preview: true,
    });
  }

  /** Removes all requests. */
  clear(): void {
    this.#texts.clear();
  }

  dispose(): void {
    this.#registered.dispose();
    this.#texts.clear();
  }
}
