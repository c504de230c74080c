/** Offers keys, values and whole documents, from our own knowledge. Read from lines: what is being written need not be YAML yet. */
import { CompletionItemKind, InsertTextFormat, MarkupKind, type CompletionItem, type Position } from 'vscode-languageserver';
import { apiVersionOf, fieldsOf, type About, type FieldTable, type KindKnowledge } from '../../../core/kinds/field.ts';
import type { Feature, ServerContext } from '../context.ts';
import { aboutByLines } from '../documents/about.ts';
import { cursorAt, type Cursor } from '../documents/cursor.ts';
import { kindByLines } from '../documents/manifest.ts';
import type { OpenFile } from '../documents/openFiles.ts';
import type { PlacedDocument } from '../documents/sourceFile.ts';
import { itemsAt } from './completionItems.ts';
import { offerLiterals } from './completionLiterals.ts';
import { headerValues } from './headerValues.ts';
import { isKnownElsewhere } from './knownElsewhere.ts';
import { blankPrefix } from './blankPrefix.ts';

/** Longer documents are not completed in: nobody writes them. */
const maxLength = 500_000;

const feature: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: [' ', ':', '"', '.', '='], resolveProvider: false } }),
  register(context) {
    context.connection.onCompletion(({ textDocument, position }) => complete(context, textDocument.uri, position));
  },
};
export default feature;

async function complete(context: ServerContext, uri: string, position: Position): Promise<CompletionItem[]> {
  const file = context.files.get(uri);
  if (file === undefined) return [];
  const offset = file.text.offsetAt(position);
  const placed = file.documentAt(offset);
  if (placed === undefined) return [];
  const literalItems = await offerLiterals(context, file, placed, offset);
  if (file.isEnvFile || literalItems.length > 0) return literalItems;
  const skeletonItems = await offerSkeletons(context, file, placed, position);
  if (skeletonItems !== undefined) return skeletonItems;
  const { text, mayBeKnown } = placed.document;
  if (text.length > maxLength) return [];
  const found = mayBeKnown || text.length < 20_000 ? kindAt(placed, offset - placed.start) : undefined;
  if (found === undefined) return offerHeader(file, placed, position);
  const { kind, depth } = found;
  const inDocument = cursorAt(text, offset - placed.start);
  if (inDocument === undefined) return [];
  const cursor = inObject(inDocument, depth);
  if (context.yamlExtension.value.completes && isKnownElsewhere(kind, cursor.path)) return [];
  const { release } = await context.settings.for(uri);
  const about: About = aboutByLines(kind, text, release, context.workspace.facts());
  const at = (inDocument: number) => file.text.positionAt(placed.start + inDocument);
  return itemsAt(withHead(kind, fieldsOf(kind, about)), cursor, {
    range: { start: at(cursor.start), end: at(cursor.end) },
    snippets: takesSnippets(context),
    suggestCommand: context.options.suggestCommand,
    indent: indentOf(text),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  });
}

/** As the first key below another one is indented; two blanks where there is none. */
function indentOf(text: string): number {
  return /^[\w-]+:[ \t]*\r?\n( {1,8})[\w"']/m.exec(text)?.[1]?.length ?? 2;
}

/** The kind of the object around the offset, and how many steps of a path lead to it: two to the items of a List. */
function kindAt({ document }: PlacedDocument, offset: number): { kind: KindKnowledge; depth: number } | undefined {
  const byLines = kindByLines(document.text);
  if (byLines !== undefined) return { kind: byLines, depth: 0 };
  const manifest = document.manifestAt(offset);
  return manifest === undefined || manifest.part === 'generator' ? undefined : { kind: manifest.kind, depth: manifest.part === 'list item' ? 2 : 0 };
}

function inObject(cursor: Cursor, depth: number): Cursor {
  return depth === 0 ? cursor : { ...cursor, path: cursor.path.slice(depth) };
}

const withHeads = new WeakMap<FieldTable, FieldTable>();

/** The table with what every object begins with. */
function withHead(kind: KindKnowledge, fields: FieldTable): FieldTable {
  const known = withHeads.get(fields) ?? {
    ...fields,
    apiVersion: { summary: 'The API group and version of the object.', ...fields['apiVersion'], insert: apiVersionOf(kind) },
    kind: { summary: kind.summary, ...fields['kind'], insert: kind.kind },
  };
  withHeads.set(fields, known);
  return known;
}

/** Whole documents, where there is none yet; undefined where there is one. */
async function offerSkeletons(context: ServerContext, file: OpenFile, placed: PlacedDocument, position: Position): Promise<CompletionItem[] | undefined> {
  const prefix = blankPrefix(placed.document.text, file.text.offsetAt(position) - placed.start);
  if (prefix === undefined) return undefined;
  const { skeletons } = await import('./skeletons.ts');
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
