/**
 * Objects that are reviewed, and edited, before something is done with them: a document of YAML that is in no file. Our
 * own rules check it as any other. Its button goes on with what stands in it then.
 */
import * as l10n from '@vscode/l10n';
import {
  commands,
  DiagnosticSeverity,
  Disposable,
  languages,
  Position,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type TextDocument,
} from 'vscode';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import { countWords } from '#core/text/counts.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { previewText, readPreview } from './previewText.ts';

interface Preview {
  /** Of the tab, without an ending: `install-kata-demo`. */
  readonly name: string;
  /** Lines that say what it is and what is done with it. */
  readonly about: readonly string[];
  readonly objects: readonly KubernetesManifest[];
  /**
   * What the button does with what stands there then. A sentence says why it is not taken: the preview stays.
   * @param close closes the preview, without a question: when somebody has agreed, so that it is not lost to whoever
   * says no
   */
  readonly goOn: (objects: readonly KubernetesManifest[], close: () => Promise<void>) => Promise<string | undefined>;
}

export class Previews implements Disposable {
  readonly #notify: Notify;
  /** Open previews by uri. */
  readonly #open = new Map<string, Preview>();
  readonly #listening: Disposable;

  constructor({ notify }: { readonly notify: Notify }) {
    this.#notify = notify;
    this.#listening = Disposable.from(
      window.onDidChangeActiveTextEditor(() => this.#updateMenus()),
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (this.#open.delete(uri.toString())) this.#updateMenus();
      }),
    );
  }

  /** Opens it, and returns: what comes of it is up to `goOn`. */
  async open(preview: Preview): Promise<void> {
    const uri = freeUri(preview.name);
    const document = await workspace.openTextDocument(uri);
    const edit = new WorkspaceEdit();
    edit.insert(uri, new Position(0, 0), previewText(preview.about, preview.objects));
    await workspace.applyEdit(edit);
    this.#open.set(uri.toString(), preview);
    await window.showTextDocument(document, { preview: false });
    this.#updateMenus();
  }

  /** Goes on with the preview that is in the active editor. @returns whether it is one */
  async goOn(): Promise<boolean> {
    const document = window.activeTextEditor?.document;
    const preview = document === undefined ? undefined : this.#open.get(document.uri.toString());
    if (document === undefined || preview === undefined) return false;
    const problem = problemOf(document);
    const read = readPreview(document.getText());
    const refusal = problem ?? (read.ok ? await preview.goOn(read.value, () => closePreview(document)) : read.error);
    if (refusal !== undefined) await this.#notify.tell('warning', refusal);
    return true;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#open.clear();
  }

  #updateMenus(): void {
    const document = window.activeTextEditor?.document;
    const isPreview = document !== undefined && this.#open.has(document.uri.toString());
    commands.executeCommand('setContext', 'osc.preview', isPreview).then(undefined, () => undefined);
  }
}

/** Errors that rules find in it, as a sentence. */
function problemOf({ uri }: TextDocument): string | undefined {
  const errors = languages.getDiagnostics(uri).filter(({ severity }) => severity === DiagnosticSeverity.Error);
  const [first] = errors;
  if (first === undefined) return undefined;
  return l10n.t`The preview has ${countWords(errors.length, 'error')} and can't be used. Line ${first.range.start.line + 1}: ${first.message}`;
}

function freeUri(name: string): Uri {
  const taken = new Set(workspace.textDocuments.map(({ uri }) => uri.toString()));
  for (let number = 1; ; number += 1) {
    const uri = Uri.from({ scheme: 'untitled', path: `${name}${number === 1 ? '' : `-${number}`}.yaml` });
    if (!taken.has(uri.toString())) return uri;
  }
}

/** Without a question whether to keep it: it was taken as it is. */
async function closePreview(document: TextDocument): Promise<void> {
  if (document.isClosed) return;
  await window.showTextDocument(document);
  // Somebody may have gone to another editor meanwhile: what is unsaved there is not ours.
  if (window.activeTextEditor?.document !== document) return;
  await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
