/** What may be written at a place: the keys of a map and the values of a field, from what we know of the kind. */
import * as l10n from '@vscode/l10n';
import type { CompletionItem, Range } from 'vscode-languageserver';
import { CompletionItemKind, InsertTextFormat, InsertTextMode, MarkupKind } from '#server/engine/protocolValues.ts';
import { findField, formatFieldPath, type FieldKnowledge, type FieldTable } from '#core/kinds/field.ts';
import { renderFieldMarkdown, valuesMarkdown } from '#core/kinds/fieldMarkdown.ts';
import type { YamlCursor } from '#server/engine/yaml/cursor/cursor.ts';
import { parsePlainScalar } from '#server/engine/yaml/parse/plainScalar.ts';
import { literal, withoutPlaceholders } from '#server/engine/text/snippetSyntax.ts';

/** What decides how an item is written. */
export interface Style {
  /** What is replaced. */
  readonly range: Range;
  readonly snippets: boolean;
  /** The client's command that opens the list of completions, if it has one. */
  readonly suggestCommand: string | undefined;
  /** How many blanks deeper the file writes what lies below a key. */
  readonly indent: number;
  /** The line end of the file. */
  readonly newline: string;
}

/** A field by its own name. */
export interface Child {
  readonly name: string;
  readonly field: FieldKnowledge;
}

const tables = new WeakMap<FieldTable, ReadonlyMap<string, readonly Child[]>>();
const lastStep = /(?:^|\.)([\w$-]+)$|\["((?:[^"\\]|\\.)*)"\]$/;

/** The fields directly below a path. */
export function listChildFields(fields: FieldTable, parent: string): readonly Child[] {
  let byParent = tables.get(fields);
  if (byParent === undefined) {
    const made = new Map<string, Child[]>();
    for (const [path, field] of Object.entries(fields)) addChild(made, path, field);
    byParent = made;
    tables.set(fields, made);
  }
  return byParent.get(parent) ?? [];
}

/**
 * Puts a field below its parent, and the parent below its own: a table may speak of `spec.runtimeClassName` and not of
 * `spec`.
 */
function addChild(made: Map<string, Child[]>, path: string, field: FieldKnowledge): void {
  const match = lastStep.exec(path);
  const name = match?.[1] ?? match?.[2];
  if (match === null || name === undefined) return;
  const above = path.slice(0, match.index);
  const children = made.get(above) ?? [];
  made.set(above, children);
  const index = children.findIndex((child) => child.name === name);
  if (index === -1) children.push({ name, field });
  // What lies below says what it is; what it is for, it says itself.
  else children[index] = { name, field: joined(children[index]?.field ?? field, field) };
  const isList = above.endsWith('[]');
  if (above !== '')
    addChild(made, isList ? above.slice(0, -2) : above, { type: isList ? 'array' : 'object', summary: () => '' });
}

function joined(known: FieldKnowledge, more: FieldKnowledge): FieldKnowledge {
  const [words, other] = more.summary() === '' ? [known, more] : [more, known];
  const type = words.type ?? other.type;
  return type === undefined ? words : { ...words, type };
}

/** Everything that may be written where the cursor stands. */
export function itemsAt(fields: FieldTable, cursor: YamlCursor, style: Style): CompletionItem[] {
  const path = formatFieldPath(cursor.path);
  if (cursor.role === 'value') return valueItems(findField(fields, cursor.path), cursor, style);
  if (cursor.role === 'key') return keyItems(listChildFields(fields, path), cursor, style);
  const item = fields[`${path}[]`];
  return [...valueItems(item, cursor, style), ...keyItems(listChildFields(fields, `${path}[]`), cursor, style)];
}

/** Only the operator writes it: offered, it would invite mistakes. */
const neverOffered = new Set(['status', 'generateName']);

function keyItems(children: readonly Child[], cursor: YamlCursor, style: Style): CompletionItem[] {
  // What the table has no words for belongs to all objects of Kubernetes: others offer it.
  const left = children.filter(
    ({ name, field }) =>
      field.summary() !== '' &&
      !cursor.siblings.has(name) &&
      !(cursor.column === 0 && neverOffered.has(name)) &&
      name !== 'generateName',
  );
  const ordered = left.toSorted(
    (a, b) => Number(b.field.requiredBy !== undefined) - Number(a.field.requiredBy !== undefined),
  );
  const items = ordered.map(({ name, field }, index) => keyItem(name, field, index, cursor, style));
  const together = cursor.colon === 'follows' ? undefined : allRequired(ordered, cursor, style);
  return together === undefined ? items : [together, ...items];
}

function keyItem(name: string, field: FieldKnowledge, index: number, cursor: YamlCursor, style: Style): CompletionItem {
  const next =
    hasValues(field) &&
    onlyValue(field) === undefined &&
    cursor.colon !== 'follows' &&
    style.suggestCommand !== undefined;
  return {
    label: name,
    kind: field.type === 'object' || field.type === 'array' ? CompletionItemKind.Module : CompletionItemKind.Property,
    sortText: String(index).padStart(4, '0'),
    ...(field.requiredBy === undefined
      ? {}
      : { labelDetails: { description: l10n.t`required by ${field.requiredBy()}` } }),
    ...documented(field),
    ...inserted(cursor.colon === 'follows' ? name : entry(name, field, cursor, style), style),
    ...(next ? { command: { title: 'Suggest', command: style.suggestCommand ?? '' } } : {}),
  };
}

/** True when there is something to choose from. */
export function hasValues(field: FieldKnowledge): boolean {
  return field.values !== undefined || field.examples !== undefined || field.type === 'boolean';
}

/** A whole entry as a snippet: the key, and the place for its value. */
function entry(
  name: string,
  field: FieldKnowledge,
  { column, flow }: YamlCursor,
  { newline, indent }: Style,
  stop = 1,
  filled = false,
): string {
  const key = literal(/^[\w$./-]+$/.test(name) ? name : JSON.stringify(name));
  const deeper = ' '.repeat(column + indent);
  if (flow === true && (field.type === 'object' || field.type === 'array'))
    return field.type === 'object' ? `${key}: {\${${stop}}}` : `${key}: [\${${stop}}]`;
  if (field.type === 'object') return `${key}:${newline}${deeper}\${${stop}}`;
  if (field.type === 'array') return `${key}:${newline}${deeper}- \${${stop}}`;
  const value = entryValue(field, stop, filled);
  return field.quoted === true ? `${key}: "${value}"` : `${key}: ${value}`;
}

/**
 * A placeholder is selected, so the next key replaces it. A value without alternatives is therefore plain text, and the
 * cursor is after it.
 */
function entryValue(field: FieldKnowledge, stop: number, filled: boolean): string {
  const only = onlyValue(field);
  if (only !== undefined) return literal(only);
  return field.insert === undefined || (hasValues(field) && !filled)
    ? `\${${stop}}`
    : `\${${stop}:${literal(field.insert)}}`;
}

function onlyValue({ only, values }: FieldKnowledge): string | undefined {
  const [first, ...others] = Object.keys(values ?? {});
  return only ?? (others.length === 0 ? first : undefined);
}

/** All that is still missing and insisted on, in one go. */
function allRequired(left: readonly Child[], cursor: YamlCursor, style: Style): CompletionItem | undefined {
  const required = left.filter(({ field }) => field.requiredBy !== undefined);
  if (required.length < 2) return undefined;
  const indent = ' '.repeat(cursor.column);
  const text = required
    .map(({ name, field }, index) => entry(name, field, cursor, style, index + 1, true))
    .join(cursor.flow === true ? ', ' : `${style.newline}${indent}`);
  return {
    label: l10n.t`all required keys`,
    kind: CompletionItemKind.Snippet,
    sortText: '!',
    detail: required.map(({ name }) => name).join(', '),
    ...inserted(text, style),
  };
}

function inserted(snippet: string, { range, snippets }: Style): Partial<CompletionItem> {
  return snippets
    ? {
        insertTextFormat: InsertTextFormat.Snippet,
        insertTextMode: InsertTextMode.asIs,
        textEdit: { range, newText: snippet },
      }
    : {
        insertTextFormat: InsertTextFormat.PlainText,
        insertTextMode: InsertTextMode.asIs,
        textEdit: { range, newText: withoutPlaceholders(snippet) },
      };
}

/** The knowledge of a field, as an item shows it. */
export function documented(field: FieldKnowledge): Pick<CompletionItem, 'documentation'> {
  if (field.summary() === '') return {};
  const values = valuesMarkdown(field);
  return {
    documentation: {
      kind: MarkupKind.Markdown,
      value: [renderFieldMarkdown(field), ...(values === '' ? [] : [values])].join('\n\n'),
    },
  };
}

function valueItems(field: FieldKnowledge | undefined, cursor: YamlCursor, style: Style): CompletionItem[] {
  if (field === undefined) return [];
  const byDefault = field.default?.()?.replace(/^`"?|"?`$/g, '');
  return offeredValues(field).map(([value, meaning], index) => {
    const [short = ''] = meaning.split(/(?<=\.) /);
    return {
      label: value,
      kind: CompletionItemKind.Value,
      sortText: String(index).padStart(4, '0'),
      // Whoever accepts without looking gets the default.
      ...(value === byDefault ? { preselect: true } : {}),
      ...(short === ''
        ? {}
        : {
            labelDetails: { description: short.replaceAll('`', '') },
            documentation: { kind: MarkupKind.Markdown, value: meaning },
          }),
      filterText: value,
      insertTextFormat: InsertTextFormat.PlainText,
      textEdit: {
        range: style.range,
        newText: `${cursor.colon === 'touches' ? ' ' : ''}${written(value, field, cursor)}`,
      },
    } satisfies CompletionItem;
  });
}

/** The values worth offering, with their meanings. */
export function offeredValues(field: FieldKnowledge): [value: string, meaning: string][] {
  if (field.values !== undefined) return Object.entries(field.values).map(([value, meaning]) => [value, meaning()]);
  if (field.type === 'boolean')
    return [
      ['true', ''],
      ['false', ''],
    ];
  const plain = [
    ...(field.only === undefined ? [] : [field.only]),
    ...(field.examples ?? []).map(String),
    ...(field.insert === undefined ? [] : [field.insert]),
  ];
  return [...new Set(plain)].map((value) => [value, '']);
}

function written(value: string, field: FieldKnowledge, { quote, flow }: YamlCursor): string {
  if (quote !== '' || value.startsWith('"')) return quote === '' ? value : value.replace(/^"|"$/g, '');
  const looksOtherwise = (field.type ?? 'string') === 'string' && typeof parsePlainScalar(value) !== 'string';
  const ends = flow === true && /[,[\]{}]/.test(value);
  return field.quoted === true || looksOtherwise || ends ? JSON.stringify(value) : value;
}
