/**
 * Limits what the server handles in JSON and Markdown files and in shell scripts, because few of them contain a status
 * or a command. Opens a file on the server only if the file mentions one, and forwards only features that apply to such
 * files. Also removes the CodeLens items of review documents.
 */
import type { TextDocument } from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { detectStatusLanguage } from '#core/explain/mentionsStatus.ts';
import { isShellFile } from '#core/oc/shell/shellFile.ts';
import { isReviewDocument } from '../documents/reviewDocument.ts';
import { isRelevantDocument } from '../documents/isRelevantDocument.ts';

/** Files that aren't open on the server yet, because they contain neither a status nor a command. */
class WithheldFiles {
  readonly #schemes: readonly string[];
  /** Functions that open a file on the server, by URI. */
  readonly #openers = new Map<string, () => Promise<void>>();

  constructor(schemes: readonly string[]) {
    this.#schemes = schemes;
  }

  has({ uri }: TextDocument): boolean {
    return this.#openers.has(uri.toString());
  }

  /** Opens a file on the server, or withholds the file if it mentions neither a status nor a command. */
  async open(document: TextDocument, open: () => Promise<void>): Promise<void> {
    if (isStatusFile(document) && !isRelevantDocument(document, this.#schemes))
      this.#openers.set(document.uri.toString(), open);
    else await open();
  }

  /**
   * Sends a change to the server. If the change adds a status or a command to a withheld file, opens the file on the
   * server instead.
   */
  async change(document: TextDocument, send: () => Promise<void>): Promise<void> {
    const uri = document.uri.toString();
    const open = this.#openers.get(uri);
    if (open === undefined) await send();
    else if (isRelevantDocument(document, this.#schemes)) {
      this.#openers.delete(uri);
      await open();
    }
  }

  close({ uri }: TextDocument): void {
    this.#openers.delete(uri.toString());
  }
}

function isStatusFile({ uri, languageId }: TextDocument): boolean {
  return detectStatusLanguage(uri.path, languageId) !== undefined || isShellFile(uri.path, languageId);
}

/**
 * Creates the middleware that withholds files and requests from the server.
 * @param schemes URI schemes of the files that the server handles
 */
export function statusFiles(schemes: readonly string[]): Middleware {
  const withheld = new WithheldFiles(schemes);
  return {
    didOpen: (document, next) => withheld.open(document, () => next(document)),
    didChange: (event, next) => withheld.change(event.document, () => next(event)),
    async didSave(document, next) {
      if (!withheld.has(document)) await next(document);
    },
    async didClose(document, next) {
      withheld.close(document);
      await next(document);
    },
    provideHover: (document, position, token, next) =>
      withheld.has(document) ? undefined : next(document, position, token),
    provideCompletionItem: (document, position, context, token, next) =>
      withheld.has(document) ? undefined : next(document, position, context, token),
    provideCodeActions: (document, range, context, token, next) =>
      withheld.has(document) ? undefined : next(document, range, context, token),
    // A review document names its cluster. A CodeLens with the cluster of the checks would be ambiguous there.
    provideCodeLenses: (document, token, next) =>
      isStatusFile(document) || isReviewDocument(document) ? undefined : next(document, token),
    provideDefinition: (document, position, token, next) =>
      isStatusFile(document) ? undefined : next(document, position, token),
    provideReferences: (document, position, options, token, next) =>
      isStatusFile(document) ? undefined : next(document, position, options, token),
    prepareRename: (document, position, token, next) =>
      isStatusFile(document) ? undefined : next(document, position, token),
    provideDocumentLinks: (document, token, next) => (isStatusFile(document) ? undefined : next(document, token)),
    provideDocumentSymbols: (document, token, next) => (isStatusFile(document) ? undefined : next(document, token)),
    provideDocumentSemanticTokens: (document, token, next) =>
      isStatusFile(document) ? undefined : next(document, token),
    provideFoldingRanges: (document, context, token, next) =>
      isStatusFile(document) ? undefined : next(document, context, token),
    provideInlayHints: (document, range, token, next) =>
      isStatusFile(document) ? undefined : next(document, range, token),
    provideSignatureHelp: (document, position, context, token, next) =>
      isStatusFile(document) ? undefined : next(document, position, context, token),
  };
}
