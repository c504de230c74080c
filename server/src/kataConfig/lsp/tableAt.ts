/** Finds the table at a position of a configuration file that might not be valid TOML, because the user is typing. */
import type { KataConfigTable } from '#core/kata/configurationKey.ts';
import type { Span } from '#server/engine/text/span.ts';
import { scanToml, type TomlString } from '#server/engine/toml/tomlStrings.ts';

/** The table that contains a line. */
export interface TableAt {
  readonly table: KataConfigTable;
  /** Name of the hypervisor or the agent. */
  readonly owner: string;
  /** Names of the keys that the table contains. */
  readonly keys: ReadonlySet<string>;
}

/** The line up to the cursor. */
export interface CursorLine {
  /** The line before the cursor. */
  readonly before: string;
  readonly strings: readonly TomlString[];
  /** The string around the cursor. */
  readonly inside: TomlString | undefined;
}

const header = /^[ \t]*\[[ \t]*([\w.@-]{1,200})[ \t]*\][ \t]*(?:#.*)?$/gm;

/** Returns the line before an offset. */
export function cursorLine(text: string, offset: number): CursorLine {
  const { strings } = scanToml(text);
  const inside = strings.find(
    ({ range, sound }) => range.start < offset && (offset < range.end || (!sound && offset <= range.end)),
  );
  return { before: text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset), strings, inside };
}

/** Returns the table at an offset. Returns undefined outside the tables of Kata. */
export function tableAt(text: string, offset: number): TableAt | undefined {
  let found: { readonly name: string; readonly body: Span } | undefined;
  for (const match of text.matchAll(header)) {
    const end = match.index + match[0].length;
    if (match.index >= offset) {
      if (found !== undefined) found = { ...found, body: { start: found.body.start, end: match.index } };
      break;
    }
    found = { name: match[1] ?? '', body: { start: end, end: text.length } };
  }
  if (found === undefined) return undefined;
  const { start, end } = found.body;
  const keys = new Set([...text.slice(start, end).matchAll(/^[ \t]*([\w-]+)[ \t]*=/gm)].map(([, name = '']) => name));
  const [first, owner = '', nested, ...rest] = found.name.split('.');
  if (rest.length > 0) return undefined;
  if ((first === 'runtime' || first === 'factory') && owner === '') return { table: first, owner, keys };
  if ((first !== 'hypervisor' && first !== 'agent') || owner === '') return undefined;
  if (nested === undefined) return { table: first, owner, keys };
  if (first === 'hypervisor' && nested === 'factory') return { table: 'hypervisorFactory', owner, keys };
  return first === 'agent' && nested === 'mem_agent' ? { table: 'memAgent', owner, keys } : undefined;
}
