/** Offers keys, values and whole documents. Keys and values come from yaml-language-server, which is loaded when first asked. */
import { CompletionItemKind, InsertTextFormat, MarkupKind, type CompletionItem, type Position, type TextEdit } from 'vscode-languageserver';
import type { Feature, ServerContext } from '../context.ts';
import { kindByLines } from '../documents/manifest.ts';
import type { OpenFile } from '../documents/openFiles.ts';
import type { PlacedDocument } from '../documents/sourceFile.ts';
import { loadYamlService } from '../yaml/load.ts';
import { improve, plainItem } from './completionItems.ts';
import { headerValues } from './headerValues.ts';
import { blankPrefix, skeletons } from './skeletons.ts';

/** Longer documents are not completed in: the library reads the whole text at every keystroke. */
const maxLength = 60_000;
/** For every alias it looks through the whole document: this many characters in all are gone through in half a second. */
const maxSearched = 5_000_000;

const feature: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: [' ', ':'], resolveProvider: false } }),
  register(context) {
    context.connection.onCompletion(({ textDocument, position }) => complete(context, textDocument.uri, position));
  },
};
export default feature;

async function complete(context: ServerContext, uri: string, position: Position): Promise<CompletionItem[]> {
  const file = context.files.get(uri);
  if (file === undefined) return [];
  const placed = file.documentAt(file.text.offsetAt(position));
  if (placed === undefined) return [];
  const skeletonItems = offerSkeletons(context, file, placed, position);
  if (skeletonItems !== undefined) return skeletonItems;
  const { text, mayBeKnown } = placed.document;
  const kind = mayBeKnown && !isTooLong(text) ? (kindByLines(text) ?? placed.document.manifest?.kind)?.kind : undefined;
  if (kind === undefined) return offerHeader(file, placed, position);
  if (context.yamlExtension.value.completes) return [];
  const firstLine = file.text.positionAt(placed.start).line;
  const service = await loadYamlService(context.log);
  const items = await service.complete(kind, text, { line: position.line - firstLine, character: position.character });
  const snippets = takesSnippets(context);
  return improve(items, kind, context.options.suggestCommand).map((item) => moveItem(snippets ? item : plainItem(item), firstLine));
}

/** Lists in lists in one line, deeper than anybody writes: the library takes them in time that grows with the square. */
const nested = /(?:[-?][ \t]){200}/;

/** Whether completion in this text would take longer than anybody waits. */
export function isTooLong(text: string): boolean {
  return text.length > maxLength || nested.test(text) || (text.match(/(?:^|[\s,[{:])\*/g)?.length ?? 0) * text.length > maxSearched;
}

/** Whole documents, where there is none yet; undefined where there is one. */
function offerSkeletons(context: ServerContext, file: OpenFile, placed: PlacedDocument, position: Position): CompletionItem[] | undefined {
  const prefix = blankPrefix(placed.document.text, file.text.offsetAt(position) - placed.start);
  if (prefix === undefined) return undefined;
  const snippets = takesSnippets(context);
  const start = { line: position.line, character: position.character - prefix.length };
  return skeletons.map(({ prefix: label, description, snippet, plain, markdown }) => ({
    label,
    detail: description,
    kind: CompletionItemKind.Snippet,
    documentation: { kind: MarkupKind.Markdown, value: markdown },
    insertTextFormat: snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: { start, end: position }, newText: snippets ? snippet : plain },
  }));
}

function takesSnippets({ client }: ServerContext): boolean {
  return client.textDocument?.completion?.completionItem?.snippetSupport === true;
}

/** Our apiVersion and kind, in a document that says no more yet. */
function offerHeader(file: OpenFile, placed: PlacedDocument, position: Position): CompletionItem[] {
  const header = headerValues(placed.document.text, file.text.offsetAt(position) - placed.start);
  if (header === undefined) return [];
  const range = { start: { line: position.line, character: position.character - header.typed }, end: position };
  return header.values.map(({ text, detail }) => ({ label: text, detail, kind: CompletionItemKind.Value, textEdit: { range, newText: text } }));
}

/** From a document's own lines to those of the file. */
function moveItem(item: CompletionItem, lines: number): CompletionItem {
  const { textEdit, additionalTextEdits } = item;
  return {
    ...item,
    ...(textEdit !== undefined && 'range' in textEdit ? { textEdit: moveEdit(textEdit, lines) } : {}),
    ...(additionalTextEdits === undefined ? {} : { additionalTextEdits: additionalTextEdits.map((edit) => moveEdit(edit, lines)) }),
  };
}

function moveEdit({ range, newText }: TextEdit, lines: number): TextEdit {
  const move = ({ line, character }: Position): Position => ({ line: line + lines, character });
  return { range: { start: move(range.start), end: move(range.end) }, newText };
}
