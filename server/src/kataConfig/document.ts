/** Reads a configuration file of Kata: its keys by table, with positions and problems. */
import type { KataConfigTable } from '#core/kata/configurationKey.ts';
import { maxKataConfig } from '#core/kata/kataConfigFile.ts';
import type { InitdataProblem } from '../engine/encoding/problem.ts';
import type { Span } from '../engine/text/span.ts';
import { parseToml, type TomlCode, type TomlDocument, type TomlEntry, type TomlStep } from '../engine/toml/toml.ts';
import { replaceTemplateNames } from './template.ts';

/** Position of a key in the structure of the file. */
export interface KataKeyLocation {
  readonly table: KataConfigTable;
  /** Name of the hypervisor or the agent, such as `qemu`. Empty for other tables. */
  readonly owner: string;
  readonly name: string;
}

/** A key with its value. */
export interface KataSetting extends KataKeyLocation {
  readonly key: Span;
  /** Range of the value. For a table header, the range of the header. */
  readonly range: Span;
  readonly kind: 'scalar' | 'array' | 'table' | 'tables';
  readonly value: TomlEntry['value'];
  /** Elements of an array. */
  readonly elements: readonly TomlEntry[];
  /** True if the build of Kata determines the value. */
  readonly isUnknown: boolean;
}

/** A table or key that isn't in any table of Kata. */
export interface UnknownEntry extends Span {
  readonly name: string;
  /** True for a table header. */
  readonly isTable: boolean;
}

/** A configuration file. If the TOML is invalid, it contains only problems. */
export interface KataConfigDocument {
  readonly text: string;
  readonly settings: readonly KataSetting[];
  readonly unknown: readonly UnknownEntry[];
  /** Keys such as `[hypervisor] default_memory`, where Kata expects a table for each hypervisor or agent. */
  readonly notTables: readonly { readonly name: string; readonly range: Span }[];
  /** Headers of tables by path, for completion and to place findings about missing keys. */
  readonly tables: TomlDocument['tables'];
  readonly problems: readonly InitdataProblem<TomlCode>[];
  readonly isTemplate: boolean;
}

/** Limits as for initdata, except for the text outside strings: the templates of Kata consist mostly of comments. */
const limits = { length: maxKataConfig, outside: maxKataConfig, depth: 50 };

/** Reads a file. */
export function parseKataConfig(text: string, isTemplate: boolean): KataConfigDocument {
  const replaced = isTemplate ? replaceTemplateNames(text) : { text, names: [] };
  const toml = parseToml(replaced.text, limits);
  const problems = toml.problems.filter(({ range }) => !isTemplate || !lineAt(text, range.start).includes('@'));
  const reader = new Reader(replaced.names);
  for (const { path, range } of toml.tables) reader.header(path, range);
  for (const entry of toml.entries) reader.entry(entry);
  const { settings, unknown, notTables } = reader;
  return { text, settings: [...settings.values()], unknown, notTables, tables: toml.tables, problems, isTemplate };
}

function lineAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end < 0 ? text.length : end);
}

/** Returns the place of a path, and the number of its steps up to the key. */
function placeOf(path: readonly TomlStep[]): (KataKeyLocation & { readonly length: number }) | undefined {
  const [first, owner, name, inner] = path;
  if (first === 'runtime' || first === 'factory')
    return typeof owner === 'string' ? { table: first, owner: '', name: owner, length: 2 } : undefined;
  if ((first !== 'hypervisor' && first !== 'agent') || typeof owner !== 'string' || typeof name !== 'string')
    return undefined;
  const nested = first === 'hypervisor' ? 'factory' : 'mem_agent';
  return name === nested && typeof inner === 'string'
    ? { table: first === 'hypervisor' ? 'hypervisorFactory' : 'memAgent', owner, name: inner, length: 4 }
    : { table: first, owner, name, length: 3 };
}

const roots: ReadonlySet<TomlStep | undefined> = new Set(['hypervisor', 'agent', 'runtime', 'factory']);

type Mutable = KataSetting & { readonly elements: TomlEntry[] };

class Reader {
  readonly settings = new Map<string, Mutable>();
  readonly unknown: UnknownEntry[] = [];
  readonly notTables: { readonly name: string; readonly range: Span }[] = [];
  readonly #unknownNames = new Set<TomlStep | undefined>();
  readonly #names: readonly Span[];

  constructor(names: readonly Span[]) {
    this.#names = names;
  }

  header(path: readonly TomlStep[], range: Span): void {
    const place = placeOf(path);
    if (place !== undefined) {
      const kind = typeof path[place.length] === 'number' ? 'tables' : 'table';
      this.#add(path.slice(0, place.length), place, { key: range, range, kind, value: undefined });
    } else if (!roots.has(path[0])) this.#addUnknown(path[0], range, true);
  }

  entry(entry: TomlEntry): void {
    const { path, key, range, kind, value } = entry;
    const place = placeOf(path);
    if (place !== undefined) {
      const own = path.slice(0, place.length);
      if (path.length === place.length) this.#add(own, place, { key, range, kind, value });
      else {
        // A key with dots, such as `rootless_user.uid`, makes its first part a table.
        this.#add(own, place, { key, range, kind: 'table', value: undefined });
        if (path.length === place.length + 1 && typeof path.at(-1) === 'number')
          this.settings.get(JSON.stringify(own))?.elements.push(entry);
      }
    } else if (!roots.has(path[0])) this.#addUnknown(path[0], key, false);
    else if (kind !== 'table' && typeof path.at(-1) === 'string') {
      const name = path.join('.');
      this.notTables.push({ name, range });
    }
  }

  #add(
    path: readonly TomlStep[],
    { table, owner, name }: KataKeyLocation,
    setting: Pick<KataSetting, 'key' | 'range' | 'kind' | 'value'>,
  ): void {
    const id = JSON.stringify(path);
    if (this.settings.has(id)) return;
    const { key, range } = setting;
    const isUnknown = this.#names.some(({ start, end }) => start < range.end && range.start < end);
    // The build also determines names that contain such a part.
    if (this.#names.some(({ start, end }) => start < key.end && key.start < end) && setting.kind === 'scalar') return;
    this.settings.set(id, { table, owner, name, ...setting, elements: [], isUnknown });
  }

  #addUnknown(name: TomlStep | undefined, range: Span, isTable: boolean): void {
    if (this.#unknownNames.has(name)) return;
    this.#unknownNames.add(name);
    this.unknown.push({ name: String(name), ...range, isTable });
  }
}
