/**
 * Reads the `KEY=VALUE` literals of a kustomize generator, with the positions of each key and value, and the literals
 * that kustomize or the API server rejects. Follows kubernetes-sigs/kustomize@12f9e639 api/kv/kv.go
 * (parseLiteralSource, removeQuotes) and api/internal/generators/utils.go (makeValidatedDataMap).
 */
import { entryAt, stringNode, unknownKeys, type LiteralFault, type TextSpan } from './keyValue.ts';
import type { MapEntry, ScalarNode, YamlNode } from './node.ts';

/** Maximum number of literals to read. */
const maxItems = 500;
/** Maximum length of a literal to correct. */
const maxLiteral = 2000;

/** The literals of a generator. */
export interface Literals {
  readonly entries: readonly MapEntry[];
  readonly faults: readonly LiteralFault[];
}

/**
 * Returns the entries and faults of literals.
 * @param isChanged true if other parts of the kustomization might change the values
 */
export function readLiterals(literals: YamlNode | undefined, isChanged: boolean): Literals {
  const entries: MapEntry[] = [];
  const faults: LiteralFault[] = [];
  const values = new Map<string, string>();
  if (literals?.type !== 'seq') return { entries, faults };
  for (const literal of literals.items.slice(0, maxItems)) {
    const fault = findFault(literal);
    if (fault !== undefined) {
      faults.push(fault);
      // The intended key counts as present, and its value is checked after the literal is corrected. A key without a
      // value is probably being typed.
      if (fault.isAlone !== true)
        entries.push(fault.name === undefined ? unknownKeys(literal.start) : createIntendedEntry(literal, fault.name));
      continue;
    }
    const entry = literal.type === 'scalar' ? literalEntry(literal, literals.flow, isChanged) : undefined;
    if (entry === undefined) continue;
    entries.push(entry);
    const { text, unknown } = entry.key;
    const value = entry.value.type === 'scalar' ? entry.value.text : '';
    const before = unknown ? undefined : values.get(text);
    if (before !== undefined)
      faults.push({ fault: 'repeated', ...spanOf(entry, literal), name: text, isSame: before === value });
    if (!unknown) values.set(text, value);
  }
  return { entries, faults };
}

function createIntendedEntry({ start }: YamlNode, name: string): MapEntry {
  return entryAt(start, name, { ...stringNode({ start, end: start }, '', true), borrowed: true }, true);
}

function spanOf({ key, borrowed }: MapEntry, { start, end }: YamlNode): TextSpan {
  return borrowed ? { start, end } : { start: key.start, end: key.end };
}

/** Matches a literal whose key and value are certain: `KEY:value`, `KEY = value`, `export KEY=value`. */
const repairable = /^\s*(?:(?:export|set)[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*(?:=|:(?!\/\/))[ \t]*(.*?)\s*$/;
const keyAlone = /^\s*([A-Za-z_][\w.-]*)\s*$/;

/** Returns the fault of a literal that kustomize rejects, or whose key the API server rejects. */
function findFault(literal: YamlNode): LiteralFault | undefined {
  const place = { start: literal.start, end: literal.end };
  if (literal.borrowed || literal.end === literal.start) return undefined;
  if (literal.type === 'map') return findMapFault(literal.entries, place, literal.flow);
  if (literal.type !== 'scalar' || literal.unknown) return undefined;
  const { text } = literal;
  const equals = text.indexOf('=');
  const key = text.slice(0, equals);
  if (equals > 0 && !/\s/.test(key)) return undefined;
  const at = textStart(literal);
  const span = at === undefined ? place : { start: at, end: at + text.length };
  const [, name, value = ''] = text.length > maxLiteral ? [] : (repairable.exec(text) ?? keyAlone.exec(text) ?? []);
  return {
    fault: equals > 0 ? 'key' : 'refused',
    ...span,
    ...(name === undefined
      ? {}
      : { name, ...(at === undefined ? {} : { meant: value, isAlone: keyAlone.test(text) }) }),
  };
}

/** Returns the fault of a literal that is a mapping because of a space after the colon: `KEY: value`. */
function findMapFault(entries: readonly MapEntry[], place: TextSpan, isFlow: boolean): LiteralFault {
  const [entry, ...others] = entries;
  const isCertain =
    !isFlow && others.length === 0 && entry?.value.type === 'scalar' && !entry.key.unknown && !entry.value.unknown;
  if (!isCertain || entry === undefined || !keyAlone.test(entry.key.text)) return { fault: 'refused', ...place };
  const value = entry.value.type === 'scalar' ? entry.value.text : '';
  return { fault: 'refused', ...place, name: entry.key.text, meant: value, isAlone: false };
}

/** Returns the entry of a literal. Returns undefined if kustomize rejects it because it has no key or no `=`. */
function literalEntry(literal: ScalarNode, inFlow: boolean, changed: boolean): MapEntry | undefined {
  const equals = literal.text.indexOf('=');
  if (equals <= 0) return literal.unknown ? unknownKeys(literal.start) : undefined;
  const name = literal.text.slice(0, equals);
  const rest = literal.text.slice(equals + 1);
  const quotes = /^(["'])[^]*\1$/.test(rest) && rest.length > 1 ? 1 : 0;
  const value = rest.slice(quotes, rest.length - quotes);
  const at = textStart(literal);
  const unknown = changed || literal.unknown;
  if (at === undefined) {
    return {
      key: { ...stringNode(literal, name), borrowed: true },
      value: { ...stringNode(literal, value, unknown), borrowed: true },
      borrowed: true,
    };
  }
  const valueStart = at + equals + 1 + quotes;
  const anchored = literal.anchored === true ? ({ anchored: true } as const) : {};
  // Between brackets, a comma in a value would end it. The value is displayed and checked, but Quick Fixes don't change
  // it.
  const borrowed = inFlow && literal.style === 'plain';
  return {
    key: { ...stringNode({ start: at, end: at + equals }, name), ...anchored },
    value: {
      ...stringNode({ start: valueStart, end: valueStart + value.length }, value, unknown),
      ...anchored,
      borrowed,
    },
    borrowed: false,
  };
}

/**
 * Returns the start of a scalar's text in the document. Returns undefined if the document doesn't contain the text
 * unchanged, on one line and without escapes, because an escape is longer than its value.
 */
function textStart({ borrowed, style, start, end, text }: ScalarNode): number | undefined {
  const around = style === 'plain' ? 0 : style === 'quoted' ? 1 : undefined;
  return around === undefined || borrowed || end - start !== text.length + 2 * around ? undefined : start + around;
}
