/**
 * JSON and Markdown files are everywhere, and few hold a status: what the server is told and asked of them. A file that mentions none is not even
 * opened there, until it does; and nothing is asked but what the server knows of such files.
 */
import type { TextDocument } from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { statusLanguage } from '#core/explain/mentionsStatus.ts';
import { concernsUs } from '../documents/isRelevantDocument.ts';

/** @param schemes of the files that the server is told of */
export function statusFiles(schemes: readonly string[]): Middleware {
  /** What opens a file at the server that it was not told of. */
  const withheld = new Map<string, () => Promise<void>>();
  const isOther = ({ uri, languageId }: TextDocument): boolean => statusLanguage(uri.path, languageId) !== undefined;
  const isWithheld = ({ uri }: TextDocument): boolean => withheld.has(uri.toString());
  return {
    async didOpen(document, next) {
      if (isOther(document) && !concernsUs(document, schemes)) withheld.set(document.uri.toString(), () => next(document));
      else await next(document);
    },
    async didChange(event, next) {
      const uri = event.document.uri.toString();
      const open = withheld.get(uri);
      if (open === undefined) await next(event);
      else if (concernsUs(event.document, schemes)) {
        withheld.delete(uri);
        await open();
      }
    },
    async didSave(document, next) {
      if (!isWithheld(document)) await next(document);
    },
    async didClose(document, next) {
      withheld.delete(document.uri.toString());
      await next(document);
    },
    provideHover: (document, position, token, next) => (isWithheld(document) ? undefined : next(document, position, token)),
    provideCompletionItem: (document, position, context, token, next) => (isWithheld(document) ? undefined : next(document, position, context, token)),
    provideCodeActions: (document, range, context, token, next) => (isWithheld(document) ? undefined : next(document, range, context, token)),
    provideCodeLenses: (document, token, next) => (isOther(document) ? undefined : next(document, token)),
    provideDefinition: (document, position, token, next) => (isOther(document) ? undefined : next(document, position, token)),
    provideReferences: (document, position, options, token, next) => (isOther(document) ? undefined : next(document, position, options, token)),
    prepareRename: (document, position, token, next) => (isOther(document) ? undefined : next(document, position, token)),
    provideDocumentLinks: (document, token, next) => (isOther(document) ? undefined : next(document, token)),
    provideDocumentSymbols: (document, token, next) => (isOther(document) ? undefined : next(document, token)),
    provideDocumentSemanticTokens: (document, token, next) => (isOther(document) ? undefined : next(document, token)),
    provideFoldingRanges: (document, context, token, next) => (isOther(document) ? undefined : next(document, context, token)),
    provideInlayHints: (document, range, token, next) => (isOther(document) ? undefined : next(document, range, token)),
    provideSignatureHelp: (document, position, context, token, next) => (isOther(document) ? undefined : next(document, position, context, token)),
  };
}
