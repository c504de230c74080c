/**
 * Provides completions for status filters: fields, phases, and conditions. Uses the text before the cursor, because an
 * incomplete document often can't be parsed.
 */
import * as l10n from '@vscode/l10n';
import type { CompletionItem, CompletionItemKind, Position } from 'vscode-languageserver';
import {
  listFilterConditions,
  listFilterPhases,
  describeResourceKinds,
  type FilterWord,
} from '#core/edge/table/filterVocabulary.ts';
import { edgeSource } from '#core/edge/table/edgePair.ts';
import { resourceListed } from '#core/edge/recognizeRequest.ts';
import { sanitizeMarkdown } from '#core/text/sanitize.ts';
import { findYamlCursor } from '../engine/yaml/cursor/cursor.ts';
import { findDocument, type PlacedDocument } from '../engine/yaml/yamlDocument.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { decoded } from './check.ts';
import { listStatusDocuments } from './statusDocuments.ts';
import { conditionField, findStatusFilters, phaseField, type StatusFilter } from './filters.ts';
import { jsonCursorAt } from './jsonCursor.ts';
import { mayContainFilter } from './mayContainStatus.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';

/**
 * Numeric values from the protocol, because the library that defines their names is larger than the rest of this
 * bundle.
 */
const enumMember: CompletionItemKind = 20;
const property: CompletionItemKind = 10;

const helps: Readonly<Record<string, Message>> = {
  [phaseField]: () => l10n.t`Phase to filter by. Without a condition, matches the phase with any condition.`,
  [conditionField]: () => l10n.t`Condition to filter by. The field name is a single key that contains a dot.`,
};

/** Position of the cursor in an entry of `Filter.Statuses`. */
interface Here {
  readonly field: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly insert: (word: string) => string;
}

/** Returns the completions at a position, or undefined if it isn't in a status filter. */
export function statusCompletion(file: OpenFile, position: Position): CompletionItem[] | undefined {
  const offset = file.text.offsetAt(position);
  const placed = findDocument(listStatusDocuments(file), offset);
  if (placed === undefined || !mayContainFilter(placed.document)) return undefined;
  const { text } = placed.document;
  const here = /^\s*[{[]/.test(text) ? inJson(text, offset - placed.start) : inYaml(text, offset - placed.start);
  if (here === undefined) return undefined;
  const range = {
    start: file.text.positionAt(placed.start + here.start),
    end: file.text.positionAt(placed.start + here.end),
  };
  const item = (
    label: string,
    kind: CompletionItemKind,
    detail: string,
    help: string,
    index: number,
  ): CompletionItem => ({
    label,
    kind,
    detail,
    documentation: { kind: 'markdown', value: help },
    sortText: String(index).padStart(4, '0'),
    filterText: here.insert(label),
    textEdit: { range, newText: here.insert(label) },
  });
  if (here.field === undefined)
    return [phaseField, conditionField].map((name, index) =>
      item(name, property, l10n.t`status filter`, helps[name]?.() ?? '', index),
    );
  return wordsAt(placed, here.field, offset - placed.start, file.uri).map(({ word, rows }, index) =>
    item(word, enumMember, describeResourceKinds(rows), helpOf({ word, rows }), index),
  );
}

function wordsAt({ document }: PlacedDocument, field: string, offset: number, uri: string): readonly FilterWord[] {
  const path = decoded(uri);
  // If the rest of the document can be parsed, it shows the listed resource kind and the phase of the condition.
  const around = findStatusFilters(document.parsed.root, document.text, path).findLast(
    ({ list }) => list.start <= offset,
  );
  const resource = around?.resource ?? resourceListed(document.text, path);
  return field === phaseField
    ? listFilterPhases(resource)
    : listFilterConditions(resource, phaseAround(around, offset));
}

function phaseAround(filter: StatusFilter | undefined, offset: number): string | undefined {
  return filter?.entries.findLast(({ node }) => node.start <= offset)?.phase?.text;
}

function helpOf({ rows }: FilterWord): string {
  const lines = rows
    .slice(0, 20)
    .map(
      ({ phase, condition, meaning, console }) =>
        `{${phase}, [${condition}]}: ${meaning()}${getSentenceSeparator()}${l10n.t`Shown in the console as ${console.zh}.`}`,
    );
  return [
    ...lines.map((line) => `- ${sanitizeMarkdown(line)}`),
    l10n.t`Source: [public table](${edgeSource.url}), ${edgeSource.date}.`,
  ].join('\n\n');
}

/** Returns the path below `Filter`, `Statuses`, and an item. Returns undefined for other positions. */
function inEntry(path: readonly (string | number)[]): readonly (string | number)[] | undefined {
  const at = path.findLastIndex(
    (step, index) => step === 'Statuses' && path[index - 1] === 'Filter' && typeof path[index + 1] === 'number',
  );
  return at < 0 ? undefined : path.slice(at + 2);
}

function fieldOf(
  role: 'key' | 'value',
  rest: readonly (string | number)[] | undefined,
): { readonly field: string | undefined } | undefined {
  if (rest === undefined) return undefined;
  if (role === 'key') return rest.length === 0 ? { field: undefined } : undefined;
  const [field] = rest;
  return rest.length === 1 && (field === phaseField || field === conditionField) ? { field } : undefined;
}

function inJson(text: string, offset: number): Here | undefined {
  const cursor = jsonCursorAt(text, offset);
  const found = cursor === undefined ? undefined : fieldOf(cursor.role, inEntry(cursor.path));
  if (cursor === undefined || found === undefined) return undefined;
  const { start, end, quoted, colon, role } = cursor;
  const insert = (word: string): string =>
    quoted ? word : `${JSON.stringify(word)}${role === 'key' && !colon ? ': ' : ''}`;
  return { ...found, start, end, insert };
}

function inYaml(text: string, offset: number): Here | undefined {
  const cursor = findYamlCursor(text, offset);
  if (cursor === undefined) return undefined;
  // A new item is a map whose first key the user is typing.
  const isItem = cursor.role === 'item';
  const role = cursor.role === 'value' ? 'value' : 'key';
  const found = fieldOf(role, inEntry(isItem ? [...cursor.path, 0] : cursor.path));
  if (found === undefined) return undefined;
  const { start, end, colon } = cursor;
  const insert = (word: string): string =>
    role === 'key' && colon === undefined ? `${word}: ` : role === 'value' && colon === 'touches' ? ` ${word}` : word;
  return { ...found, start, end, insert };
}
