/**
 * Converts core/kubernetes/facts.json to compact tables: one string per type, which `core/kubernetes/tables.ts` decodes
 * when a document first reaches the type. The tables of the language server describe the fields that users write. Those
 * of the simulator also describe other kinds, such as Node, and the status, and how patches change fields.
 */
import { getString, isJsonObject } from '#core/common/json.ts';
import {
  closedStrings,
  invalidValues,
  olderFields,
  openEnumerations,
  openFields,
} from '../kubernetes/reviewedFacts.ts';
import { kindsInSimulator } from '../kubernetes/coveredKinds.ts';
import type { EnumerationFact, Facts, FieldFact } from '../kubernetes/collectFacts.ts';

/** One letter per scalar type. */
const letters: Readonly<Record<string, string>> = {
  string: 's',
  boolean: 'b',
  int32: 'i',
  int64: 'l',
  number: 'n',
  bytes: 'y',
  time: 't',
  quantity: 'q',
  intOrString: 'x',
  object: 'o',
};

/** The content of a file with tables. */
interface Tables {
  /** The index of the type of each kind, by `apiVersion/kind`. */
  readonly kinds: Record<string, number>;
  readonly types: string[];
  /** The name of each type, such as `core.v1.Container`, for descriptions. */
  readonly names: string;
  readonly enumerations: string[];
  /** The names of the types whose fields several users can't share, for the simulator. */
  readonly atomic?: string;
}

/** Returns the tables of the language server as JSON. */
export function kubernetesTables(facts: Facts): string {
  return toJson(new TableWriter(facts, openFields, false).write(facts.kinds));
}

/** Returns the tables of the simulator as JSON. */
export function simulatedTables(facts: Facts): string {
  const kinds = kindsInSimulator.map(({ apiVersion, kind }) => `${apiVersion}/${kind}`);
  const known: Readonly<Record<string, string>> = { ...facts.kinds, ...facts.simulatedKinds };
  const { managedFields = '' } = openFields;
  const tables = new TableWriter(facts, { managedFields }, true).write(pick(known, kinds));
  const names = new Set(tables.names.split(' '));
  return toJson({ ...tables, atomic: facts.atomicTypes.filter((type) => names.has(type)).join(' ') });
}

const toJson = (tables: Tables): string => `${JSON.stringify(tables, null, 1)}\n`;

function pick(values: Readonly<Record<string, string>>, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));
}

class TableWriter {
  readonly #facts: Facts;
  /** The types of fields whose content the tables don't describe, by the name of the field. */
  readonly #openFields: Readonly<Record<string, string>>;
  readonly #hasPatches: boolean;
  readonly #types: string[] = [];
  readonly #names: string[] = [];
  readonly #enumerations: string[] = [];
  readonly #typeIndexes = new Map<string, number>();
  readonly #enumerationIndexes = new Map<string, number>();

  constructor(facts: Facts, open: Readonly<Record<string, string>>, hasPatches: boolean) {
    this.#facts = facts;
    this.#openFields = open;
    this.#hasPatches = hasPatches;
  }

  write(typesByKind: Readonly<Record<string, string>>): Tables {
    const kinds: Record<string, number> = {};
    for (const [kind, type] of Object.entries(typesByKind)) kinds[kind] = this.#typeIndex(type);
    return { kinds, types: this.#types, names: this.#names.join(' '), enumerations: this.#enumerations };
  }

  #typeIndex(name: string): number {
    const known = this.#typeIndexes.get(name);
    if (known !== undefined) return known;
    const index = this.#types.push('') - 1;
    this.#names.push(name);
    this.#typeIndexes.set(name, index);
    const fields = this.#facts.types[name];
    if (fields === undefined) throw new Error(`facts.json has no type ${name}.`);
    this.#types[index] = [
      ...Object.entries(fields).map(([field, fact]) => this.#field(name, field, fact)),
      ...(olderFields[name] === undefined ? [] : [olderFields[name]]),
    ].join(' ');
    return index;
  }

  #field(type: string, name: string, fact: FieldFact): string {
    const values = closedStrings[type]?.[name];
    const encoded =
      values === undefined
        ? this.#type(this.#openFields[name] ?? fact.type)
        : this.#enumerationOf(`${type}.${name}`, values);
    return [
      `${name}:${encoded}`,
      fact.required === true ? '!' : '',
      fact.keys === undefined ? '' : `#${fact.keys.join(',')}`,
      fact.patch === undefined || !this.#hasPatches ? '' : `%${fact.patch}`,
      fact.since === undefined ? '' : `^${minor(fact.since)}`,
      fact.until === undefined ? '' : `~${minor(fact.until)}`,
      fact.gate === undefined ? '' : `&${fact.gate.replaceAll(', ', ',')}`,
      fact.default === undefined ? '' : `=${encodeURIComponent(fact.default)}`,
    ].join('');
  }

  #type(type: string): string {
    if (type.startsWith('[]')) return `[]${this.#type(type.slice(2))}`;
    if (type.startsWith('map ')) return `{}${this.#type(type.slice(4))}`;
    if (type.startsWith('enum ')) return this.#enumeration(type.slice(5));
    return letters[type] ?? `@${this.#typeIndex(type)}`;
  }

  #enumeration(name: string): string {
    const fact = this.#facts.enumerations[name];
    if (fact === undefined) throw new Error(`facts.json has no enumeration ${name}.`);
    const values = fact.values.filter(({ value }) => invalidValues[name]?.has(value) !== true);
    return this.#enumerationOf(name, versionedValues(values));
  }

  #enumerationOf(name: string, values: readonly string[]): string {
    const known = this.#enumerationIndexes.get(name);
    if (known !== undefined) return `e${known}`;
    const open = openEnumerations.has(name) ? '?' : '';
    const index = this.#enumerations.push(`${open}${values.join(' ')}`) - 1;
    this.#enumerationIndexes.set(name, index);
    return `e${index}`;
  }
}

/** Returns the values with the versions that differ from those of the enumeration, such as `FailIndex^28`. */
function versionedValues(values: EnumerationFact['values']): readonly string[] {
  const first = values.map(({ since }) => (since === undefined ? 0 : Number(minor(since)))).reduce(min, Infinity);
  return values.map(
    ({ value, since, until }) =>
      `${value}${since === undefined || Number(minor(since)) === first ? '' : `^${minor(since)}`}${until === undefined ? '' : `~${minor(until)}`}`,
  );
}

const min = (left: number, right: number): number => Math.min(left, right);

/** `1.28` → `28`. */
function minor(version: string): string {
  return version.slice(version.indexOf('.') + 1);
}

/**
 * Returns facts.json as a value.
 * @throws if the text isn't the content of facts.json
 */
export function readFacts(text: string): Facts {
  const facts: unknown = JSON.parse(text);
  if (!isJsonObject(facts) || getString(facts, 'kinds', 'v1/Pod') === undefined)
    throw new Error('facts.json is invalid.');
  return facts as unknown as Facts;
}
