/**
 * Shows objects as an editable, unsaved YAML document before they are used. The rules check the document like any other
 * file. The document's button continues with the current content.
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
import { formatCount } from '#core/text/counts.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { previewText, readPreview } from './previewText.ts';

interface Preview {
  /** Name of the tab without an extension, such as `install-kata-demo`. */
  readonly name: string;
  /** Lines that describe the content and its use. */
  readonly about: readonly string[];
  readonly objects: readonly KubernetesManifest[];
  /**
   * Handles the objects when the user selects the button. If it returns a sentence, the sentence explains why the
   * objects weren't accepted, and the preview stays open.
   * @param close closes the preview without asking to save it; call it only after the user agrees, so that the content
   * isn't lost if the user declines
   */
  readonly goOn: (objects: readonly KubernetesManifest[], close: () => Promise<void>) => Promise<string | undefined>;
}

export class Previews implements Disposable {
  readonly #notify: Notify;
  /** Open previews by URI. */
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

  /** Opens a preview and returns immediately. `goOn` handles the result. */
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

  /**
   * Continues with the preview in the active editor.
   * @returns false if the active editor isn't a preview
   */
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

/** Describes the errors that rules report in the document, as a sentence. */
function problemOf({ uri }: TextDocument): string | undefined {
  const errors = languages.getDiagnostics(uri).filter(({ severity }) => severity === DiagnosticSeverity.Error);
  const [first] = errors;
  if (first === undefined) return undefined;
  return l10n.t`Fix ${formatCount(errors.length, 'error')} first. Line ${first.range.start.line + 1}: ${first.message}`;
}

function freeUri(name: string): Uri {
  const taken = new Set(workspace.textDocuments.map(({ uri }) => uri.toString()));
  for (let number = 1; ; number += 1) {
    const uri = Uri.from({ scheme: 'untitled', path: `${name}${number === 1 ? '' : `-${number}`}.yaml` });
    if (!taken.has(uri.toString())) return uri;
  }
}

/** Closes the preview without asking to save it, because its content was accepted. */
async function closePreview(document: TextDocument): Promise<void> {
  if (document.isClosed) return;
  await window.showTextDocument(document);
  // The user might have switched to another editor in the meantime, whose unsaved changes must be kept.
  if (window.activeTextEditor?.document !== document) return;
  await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
