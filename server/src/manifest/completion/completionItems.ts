/** Creates completion items for the keys of a mapping and the values of a field, from the kind data. */
import * as l10n from '@vscode/l10n';
import type { CompletionItem, Range } from 'vscode-languageserver';
import { CompletionItemKind, InsertTextFormat, InsertTextMode, MarkupKind } from '#server/engine/protocolValues.ts';
import { findField, formatFieldPath, type FieldKnowledge, type FieldTable } from '#core/kinds/field.ts';
import { renderFieldMarkdown, valuesMarkdown } from '#core/kinds/fieldMarkdown.ts';
import type { YamlCursor } from '#server/engine/yaml/cursor/cursor.ts';
import { parsePlainScalar } from '#server/engine/yaml/parse/plainScalar.ts';
import { literal, withoutPlaceholders } from '#server/engine/text/snippetSyntax.ts';

/** Options for writing an item. */
export interface Style {
  /** The range that the item replaces. */
  readonly range: Range;
  readonly snippets: boolean;
  /** The client's command that opens the completion list, if it has one. */
  readonly suggestCommand: string | undefined;
  /** Number of spaces per indentation level in the file. */
  readonly indent: number;
  /** The line ending of the file. */
  readonly newline: string;
}

/** A field with its name. */
export interface Child {
  readonly name: string;
  readonly field: FieldKnowledge;
}

const tables = new WeakMap<FieldTable, ReadonlyMap<string, readonly Child[]>>();
const lastStep = /(?:^|\.)([\w$-]+)$|\["((?:[^"\\]|\\.)*)"\]$/;

/** Returns the fields directly under a path. */
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
 * Adds a field to its parent, and the parent to its own parent, because a table can contain `spec.runtimeClassName`
 * without `spec`.
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
  // The entry that was derived from a child provides only the type. The entry of the field itself provides the
  // description.
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

/** Returns all completions at the cursor. */
export function itemsAt(fields: FieldTable, cursor: YamlCursor, style: Style): CompletionItem[] {
  const path = formatFieldPath(cursor.path);
  if (cursor.role === 'value') return valueItems(findField(fields, cursor.path), cursor, style);
  if (cursor.role === 'key') return keyItems(listChildFields(fields, path), cursor, style);
  const item = fields[`${path}[]`];
  return [...valueItems(item, cursor, style), ...keyItems(listChildFields(fields, `${path}[]`), cursor, style)];
}

/** Fields that only the operator or the API server sets. Offering them would invite mistakes. */
const neverOffered = new Set(['status', 'generateName']);

function keyItems(children: readonly Child[], cursor: YamlCursor, style: Style): CompletionItem[] {
  // Fields without a description exist in all Kubernetes objects, and other extensions offer them.
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

/** Returns whether the user can select from several values. */
export function hasValues(field: FieldKnowledge): boolean {
  return field.values !== undefined || field.examples !== undefined || field.type === 'boolean';
}

/** Returns an entry as a snippet with the key and a placeholder for its value. */
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
 * Returns the value of an entry. The editor selects a placeholder, so the next keystroke would replace it. A value
 * without alternatives is therefore plain text with the cursor after it.
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

/** Offers all missing required keys in one item. */
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

/** Returns the documentation of a field for an item. */
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
      // The default is preselected, so that accepting the completion immediately inserts it.
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

/** Returns the suggested values with their meanings. */
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
