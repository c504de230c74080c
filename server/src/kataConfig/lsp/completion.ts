/** Completes tables, keys, and values of a configuration file. */
import { findKataConfigKey, kataConfigKeys, listKataConfigKeys } from '#core/kata/configuration.ts';
import type { KataRuntimeName } from '#core/annotations/kataVersions.ts';
import type { KataConfigKey } from '#core/kata/configurationKey.ts';
import type { Span } from '#server/engine/text/span.ts';
import { describeKey } from './describeKey.ts';
import { cursorLine, tableAt, type TableAt } from './tableAt.ts';

/** A completion. */
export interface KataConfigItem {
  readonly label: string;
  readonly kind: 'table' | 'key' | 'value';
  readonly detail?: string;
  /** Documentation in Markdown. */
  readonly documentation?: string;
  readonly text: string;
  /** Range to replace. */
  readonly span: Span;
}

/** Returns the completions at an offset. */
export function kataConfigCompletionsAt(
  text: string,
  offset: number,
  runtimes: readonly KataRuntimeName[],
): readonly KataConfigItem[] {
  const { before, inside } = cursorLine(text, offset);
  const lineStart = offset - before.length;
  const table = tableAt(text, lineStart);
  if (inside !== undefined) {
    const key = keyBefore(text, inside.range.start);
    const span = { start: inside.content.start, end: inside.sound ? inside.content.end : offset };
    return key === undefined || table === undefined ? [] : stringItems(table, key, span);
  }
  const rest = /^[\w.-]*/.exec(text.slice(offset, offset + 100))?.[0].length ?? 0;
  const header = /^[ \t]*(\[[ \t]*[\w.-]*)$/.exec(before)?.[1];
  if (header !== undefined)
    return headerItems(text, { start: offset - header.length, end: closed(text, offset + rest) }, runtimes);
  const value = /^[ \t]*([\w-]+)[ \t]*=[ \t]*(\w*)$/.exec(before);
  if (value !== null)
    return table === undefined
      ? []
      : valueItems(table, value[1] ?? '', { start: offset - (value[2] ?? '').length, end: offset + rest });
  const typed = /^[ \t]*([\w-]*)$/.exec(before)?.[1];
  if (typed === undefined) return [];
  const span = { start: offset - typed.length, end: offset + rest };
  const headers = typed === '' ? headerItems(text, span, runtimes) : [];
  return [...(table === undefined ? [] : keyItems(table, text, span, runtimes)), ...headers];
}

/** Returns the offset after the closing bracket of a header, if there is one. */
function closed(text: string, offset: number): number {
  return text[offset] === ']' ? offset + 1 : offset;
}

/** Returns the key whose value contains the string that starts here, also in a list. */
function keyBefore(text: string, start: number): string | undefined {
  const before = text.slice(Math.max(0, start - 4000), start);
  return /(?:^|\n)[ \t]*([\w-]+)[ \t]*=[ \t]*(?:\[[^[\]=]*)?$/.exec(before)?.[1];
}

function stringItems({ table }: TableAt, name: string, span: Span): readonly KataConfigItem[] {
  if (table === 'hypervisor' && name === 'enable_annotations') {
    const names = kataConfigKeys.flatMap((key) => (key.table === 'hypervisor' ? (key.annotation ?? []) : []));
    return [...new Set([...names, 'cc_init_data'])].map((label) => ({ label, kind: 'value', text: label, span }));
  }
  const values = findKataConfigKey(table, name)?.values ?? [];
  return values.map((label) => ({ label, kind: 'value', text: label, span }));
}

function valueItems({ table, owner }: TableAt, name: string, span: Span): readonly KataConfigItem[] {
  const key = findKataConfigKey(table, name);
  if (key === undefined) return [];
  const usual = usualValue(key, owner);
  const values = key.type === 'bool' ? ['true', 'false'] : key.values.map((value) => `"${value}"`);
  return [...new Set([...values, ...(usual === undefined ? [] : [usual])])].map((label) => ({
    label,
    kind: 'value',
    text: label,
    span,
  }));
}

/** Returns the value that the configuration file of Kata for a hypervisor contains. */
function usualValue({ qemuDefault, remoteDefault }: KataConfigKey, owner: string): string | undefined {
  return owner === 'remote' ? remoteDefault : (qemuDefault ?? remoteDefault);
}

const emptyValues: Readonly<Partial<Record<KataConfigKey['type'], string>>> = {
  string: '""',
  bool: 'false',
  '[]string': '[]',
  'table[]': '[]',
  table: '{}',
};

function keyItems(
  { table, owner, keys }: TableAt,
  text: string,
  span: Span,
  runtimes: readonly KataRuntimeName[],
): readonly KataConfigItem[] {
  const written = text.slice(span.start, span.end);
  const hasValue = /^[ \t]*=/.test(text.slice(span.end, span.end + 20));
  return listKataConfigKeys(table, runtimes)
    .filter(({ name, type }) => type !== 'table' && (!keys.has(name) || name === written))
    .map((key) => ({
      label: key.name,
      kind: 'key',
      detail: key.type,
      documentation: describeKey(key),
      text: hasValue ? key.name : `${key.name} = ${usualValue(key, owner) ?? emptyValues[key.type] ?? '0'}`,
      span,
    }));
}

function headerItems(text: string, span: Span, runtimes: readonly KataRuntimeName[]): readonly KataConfigItem[] {
  const hypervisor = /^[ \t]*\[[ \t]*hypervisor\.([\w-]{1,100})/m.exec(text)?.[1];
  const hypervisors = hypervisor === undefined ? ['qemu', 'remote'] : [hypervisor];
  const names = [
    ...hypervisors.map((name) => `hypervisor.${name}`),
    'agent.kata',
    'runtime',
    ...(runtimes.includes('go') ? ['factory'] : []),
    ...(runtimes.includes('rust')
      ? [...hypervisors.map((name) => `hypervisor.${name}.factory`), 'agent.kata.mem_agent']
      : []),
  ];
  return names
    .map((name) => `[${name}]`)
    .filter((label) => !text.includes(label))
    .map((label) => ({ label, kind: 'table', text: label, span }));
}
