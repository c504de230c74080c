/** Joins the Go types of all covered versions to one table with the first and the last version of each field. */
import { coveredKinds, packageName, kindsInSimulator, simulatedKinds, type CoveredKind } from './coveredKinds.ts';
import type { Clones } from './goSources.ts';
import { coveredVersions } from './goSources.ts';
import type { VersionField } from './versionTypes.ts';
import { readVersion } from './versionTypes.ts';

/** A field in facts.json. */
export interface FieldFact {
  /** For example `string`, `[]core.v1.Container`, `map string`, or `enum core.v1.PullPolicy`. */
  readonly type: string;
  readonly required?: true;
  readonly keys?: readonly string[];
  readonly gate?: string;
  readonly default?: string;
  /** How several users share the field, and how patches change it, such as `merge|/name`. */
  readonly patch?: string;
  /** The first Kubernetes version with the field, if the oldest covered version lacks it. */
  readonly since?: string;
  /** The last Kubernetes version with the field, if the newest covered version lacks it. */
  readonly until?: string;
}

/** The content of facts.json. */
export interface Facts {
  /** The commit and path of each file that was read. */
  readonly sources: readonly string[];
  readonly kinds: Readonly<Record<string, string>>;
  /** The kinds that only the simulator serves. */
  readonly simulatedKinds: Readonly<Record<string, string>>;
  /** The types whose fields several users can't share. */
  readonly atomicTypes: readonly string[];
  readonly types: Readonly<Record<string, Readonly<Record<string, FieldFact>>>>;
  readonly enumerations: Readonly<Record<string, EnumerationFact>>;
}

/** A named string type with constants. */
export interface EnumerationFact {
  /** Whether the Go source has the marker `+enum`. */
  readonly marked: boolean;
  readonly values: readonly { readonly value: string; readonly since?: string; readonly until?: string }[];
}

/**
 * Reads all covered versions.
 * @returns the facts, the descriptions of the fields by type, and those for the simulator, which are shorter
 */
export function collectFacts(clones: Clones): {
  readonly facts: Facts;
  readonly descriptions: Descriptions;
  readonly simulatedDescriptions: Descriptions;
} {
  const fields = new Map<string, Map<string, FieldHistory>>();
  const values = new Map<string, { marked: boolean; byValue: Map<string, string[]> }>();
  const sources = new Set<string>();
  const typeDescriptions = new Map<string, string>();
  const atomicTypes = new Set<string>();
  for (const version of coveredVersions) {
    const read = readVersion(clones, version, [...coveredKinds, ...simulatedKinds]);
    for (const source of read.sources) sources.add(source);
    for (const [type, description] of read.typeDescriptions) typeDescriptions.set(type, description);
    for (const type of read.atomicTypes) atomicTypes.add(type);
    for (const [type, known] of read.types) {
      if (!fields.has(type)) fields.set(type, new Map());
      for (const [name, field] of known) remember(fields, type, name, version.kubernetes, field);
    }
    for (const [type, { marked, constants }] of read.enumerations) {
      const entry = values.get(type) ?? { marked, byValue: new Map<string, string[]>() };
      entry.marked = marked;
      for (const value of constants)
        entry.byValue.set(value, [...(entry.byValue.get(value) ?? []), version.kubernetes]);
      values.set(type, entry);
    }
  }
  const listed = listTypes(fields, coveredKinds.map(typeName));
  const simulated = listTypes(fields, kindsInSimulator.map(typeName));
  return {
    facts: {
      sources: [...sources].toSorted(),
      kinds: typesByKind(coveredKinds),
      simulatedKinds: typesByKind(simulatedKinds),
      atomicTypes: [...atomicTypes].filter((type) => fields.has(type)).toSorted(),
      types: sortedObject(fields, (known, type) =>
        sortedObject(known, (field) => fieldFact(field, firstVersion(fields, type))),
      ),
      enumerations: sortedObject(values, ({ marked, byValue }) => ({
        marked,
        values: [...byValue].map(([value, versions]) => ({ value, ...range(versions, coveredVersions[0].kubernetes) })),
      })),
    },
    descriptions: listDescriptions(
      pick(fields, (type) => listed.has(type) && !isStatus(type)),
      (field) => shorten(field.description),
    ),
    simulatedDescriptions: listDescriptions(
      pick(fields, (type) => simulated.has(type)),
      (field) => firstSentence(field.description),
      (type) => firstSentence(typeDescriptions.get(type) ?? ''),
    ),
  };
}

function typesByKind(kinds: readonly CoveredKind[]): Record<string, string> {
  return Object.fromEntries(kinds.map((each) => [`${each.apiVersion}/${each.kind}`, typeName(each)]));
}

function pick<Value>(map: ReadonlyMap<string, Value>, isPicked: (key: string) => boolean): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([key]) => isPicked(key)));
}

/** Returns the types that a kind uses, at any depth. */
function listTypes(fields: ReadonlyMap<string, ReadonlyMap<string, FieldHistory>>, kinds: readonly string[]) {
  const found = new Set<string>();
  const add = (text: string): void => {
    const type = text.replace(/^(?:\[\]|map )+/, '');
    if (found.has(type)) return;
    found.add(type);
    for (const { field } of fields.get(type)?.values() ?? []) add(field.type);
  };
  for (const kind of kinds) add(kind);
  return found;
}

/** The content of descriptions.json. Many fields have the same description, so each text is stored once. */
interface Descriptions {
  readonly texts: readonly string[];
  /**
   * For each type, the index of the text of each field, in the order of facts.json. In the descriptions for the
   * simulator, the index of the text of the type itself comes first.
   */
  readonly types: Readonly<Record<string, readonly number[]>>;
}

/** Maximum length of a description, in characters. Longer ones end after the last complete sentence. */
const maxDescription = 400;

function listDescriptions(
  fields: ReadonlyMap<string, ReadonlyMap<string, FieldHistory>>,
  describe: (field: VersionField) => string,
  describeType?: (type: string) => string,
): Descriptions {
  const indexes = new Map<string, number>();
  const indexOf = (text: string): number => {
    const index = indexes.get(text) ?? indexes.size;
    indexes.set(text, index);
    return index;
  };
  const types = sortedObject(fields, (known, type) => [
    ...(describeType === undefined ? [] : [indexOf(describeType(type))]),
    ...[...known]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([, { field }]) => indexOf(describe(field))),
  ]);
  return { texts: [...indexes.keys()], types };
}

/** Returns whether only the status of an object has the type. The tables don't describe it. */
function isStatus(type: string): boolean {
  return /(?:Status|StatusDetails|Condition|Statuses|ManagedFieldsEntry|ContainerState\w*)$/.test(type);
}

function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  const start = text.slice(0, maxDescription);
  const end = Math.max(start.lastIndexOf('. '), start.lastIndexOf('.\n'));
  return end < 100 ? `${start}…` : start.slice(0, end + 1);
}

function firstSentence(text: string): string {
  return (text.split(/(?<=\.)\s|\n/)[0] ?? '').slice(0, 200);
}

interface FieldHistory {
  field: VersionField;
  readonly versions: string[];
}

function remember(
  fields: Map<string, Map<string, FieldHistory>>,
  type: string,
  name: string,
  version: string,
  field: VersionField,
): void {
  const known = fields.get(type) ?? new Map<string, FieldHistory>();
  fields.set(type, known);
  const history = known.get(name);
  if (history === undefined) known.set(name, { field, versions: [version] });
  else {
    history.field = field;
    history.versions.push(version);
  }
}

/** A type that a newer field introduced has no versions of its own: the field that leads to it has them. */
function firstVersion(fields: ReadonlyMap<string, ReadonlyMap<string, FieldHistory>>, type: string): string {
  const versions = [...(fields.get(type)?.values() ?? [])].map(({ versions: [first] }) => first ?? '');
  return versions.toSorted(compareVersions)[0] ?? coveredVersions[0].kubernetes;
}

function fieldFact({ field, versions }: FieldHistory, first: string): FieldFact {
  const { description: _, ...fact } = field;
  return { ...fact, ...range(versions, first) };
}

function range(versions: readonly string[], oldest: string): { readonly since?: string; readonly until?: string } {
  const [since] = versions;
  const until = versions.at(-1);
  return {
    ...(since === undefined || since === oldest ? {} : { since }),
    ...(until === undefined || until === coveredVersions.at(-1)?.kubernetes ? {} : { until }),
  };
}

function compareVersions(left: string, right: string): number {
  return Number(left.split('.')[1]) - Number(right.split('.')[1]);
}

function typeName({ package: importPath, kind }: { readonly package: string; readonly kind: string }): string {
  return `${packageName(importPath)}.${kind}`;
}

function sortedObject<Value, Result>(
  map: ReadonlyMap<string, Value>,
  convert: (value: Value, key: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    [...map].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([key, value]) => [key, convert(value, key)]),
  );
}
