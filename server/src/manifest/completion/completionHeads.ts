/** Offers the start of a document or List item: kind, apiVersion, and, for objects with a fixed name, the name. */
import type { CompletionItem, Position, Range } from 'vscode-languageserver';
import { CompletionItemKind, InsertTextFormat, InsertTextMode, MarkupKind } from '#server/engine/protocolValues.ts';
import { formatKindApiVersion, type KindKnowledge } from '#core/kinds/field.ts';
import { knownKinds } from '#core/kinds/index.ts';
import { findYamlCursor } from '#server/engine/yaml/cursor/cursor.ts';
import { headerValues } from './headerValues.ts';

/** An incomplete text and the cursor offset in it. */
export interface Begun {
  readonly text: string;
  readonly offset: number;
}

/** Offers supported values of apiVersion and kind in a document that contains nothing else yet. */
export function offerHeader({ text, offset }: Begun, position: Position): CompletionItem[] {
  const header = headerValues(text, offset);
  if (header === undefined) return [];
  const range = behind(position, header.typed);
  return header.values.map(({ text: value, detail }) => ({
    label: value,
    detail,
    kind: CompletionItemKind.Value,
    textEdit: { range, newText: value },
  }));
}

/** Offers the names of known ConfigMaps and Secrets as a value of `metadata.name`. */
export function offerNames({ text, offset }: Begun, position: Position): CompletionItem[] {
  const kind = /^kind:[ \t]+["']?(\w+)/m.exec(text)?.[1];
  const named = knownKinds.filter((known) => known.kind === kind && known.names !== undefined);
  const cursor = named.length === 0 ? undefined : findYamlCursor(text, offset);
  if (cursor?.role !== 'value' || cursor.path.join('.') !== 'metadata.name') return [];
  const range: Range = {
    ...behind(position, offset - cursor.start),
    end: { line: position.line, character: position.character + cursor.end - offset },
  };
  return named.flatMap(({ names = [], summary }) =>
    names.map((name) => ({
      label: name,
      kind: CompletionItemKind.Value,
      documentation: { kind: MarkupKind.Markdown, value: summary() },
      textEdit: { range, newText: `${cursor.colon === 'touches' ? ' ' : ''}${name}` },
    })),
  );
}

/** Offers the start of supported objects for a List item that contains at most one word. */
export function offerObjects(
  { text, offset }: Begun,
  indent: number,
  newline: string,
  position: Position,
): CompletionItem[] | undefined {
  const word = /^[A-Za-z-]*$/.exec(text.slice(0, offset))?.[0];
  if (word === undefined || text.slice(offset).trim() !== '') return undefined;
  const separator = newline + ' '.repeat(indent);
  return knownKinds.map((known) => ({
    label: known.id,
    kind: CompletionItemKind.Module,
    documentation: { kind: MarkupKind.Markdown, value: known.summary() },
    insertTextFormat: InsertTextFormat.PlainText,
    insertTextMode: InsertTextMode.asIs,
    textEdit: { range: behind(position, word.length), newText: headOf(known).join(separator) },
  }));
}

function headOf(known: KindKnowledge): string[] {
  return [
    `apiVersion: ${formatKindApiVersion(known)}`,
    `kind: ${known.kind}`,
    'metadata:',
    `  name: ${known.names?.[0] ?? ''}`,
  ];
}

function behind(position: Position, typed: number): Range {
  return { start: { line: position.line, character: position.character - typed }, end: position };
}
