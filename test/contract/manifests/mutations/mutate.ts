/** Changes one place in valid objects, reproducibly: the same seed results in the same objects. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseAllDocuments, stringify } from 'yaml';
import { getString, isJsonObject, type JsonObject } from '#simulator/store/kubeObject.ts';
import { random, type Random } from '#test/support/randomInput/random.ts';

/** The kinds of changes, in the order of the table in the documentation. */
export const changes = ['drop', 'rename', 'retype', 'duplicate', 'reorder', 'value', 'boundary'] as const;
type Change = (typeof changes)[number];

/** A valid object with one changed place. */
export interface Mutation {
  readonly kind: string;
  readonly change: Change;
  /** Path of the changed place, and the new value, for messages. */
  readonly place: string;
  readonly object: JsonObject;
  /** The object as YAML. */
  readonly manifest: string;
  /** First characters of a hash of the object. */
  readonly hash: string;
}

/** Number of random mutations of each kind. Kinds with a pod have more fields. */
const perKind = 80;
const perWorkload = 130;

const workloadKinds: ReadonlySet<string> = new Set([
  'Pod',
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'ReplicationController',
  'Job',
  'CronJob',
  'PodTemplate',
]);

/** A place in an object: the container of a value, and its key or index. */
interface Place {
  readonly path: readonly (string | number)[];
  readonly holder: JsonObject | unknown[];
  readonly key: string | number;
  readonly value: unknown;
}

/** Returns the valid objects. */
export function validObjects(): readonly JsonObject[] {
  const text = readFileSync(new URL('validObjects.yaml', import.meta.url), 'utf8');
  return parseAllDocuments(text).map((document) => {
    const object: unknown = document.toJS();
    if (!isJsonObject(object)) throw new Error('validObjects.yaml contains a document that is not an object');
    return object;
  });
}

/** Returns the mutations of all valid objects. No two of them are equal. */
export function mutations(seed: number): readonly Mutation[] {
  return validObjects().flatMap((object, index) => {
    const found = new Map<string, Mutation>();
    for (const mutation of removals(object)) found.set(mutation.hash, mutation);
    const numbers = random(seed + index);
    const kind = getString(object, 'kind') ?? '';
    const wanted = found.size + (workloadKinds.has(kind) ? perWorkload : perKind);
    for (let attempt = 0; found.size < wanted && attempt < wanted * 20; attempt++) {
      const change = numbers.pick(changes);
      const copy = structuredClone(object);
      const place = mutate(copy, change, numbers);
      if (place === undefined) continue;
      const mutation = describe(copy, change, place);
      found.set(mutation.hash, mutation);
    }
    return [...found.values()];
  });
}

/** Returns the object without each of its fields and list items. Removes fields of pods only in a Pod. */
function removals(object: JsonObject): readonly Mutation[] {
  const isPod = getString(object, 'kind') === 'Pod';
  return placesOf(object).flatMap(({ path }) => {
    if (!isPod && path.includes('template') && path.at(-1) !== 'template') return [];
    const copy = structuredClone(object);
    remove({ holder: findHolder(copy, path), key: path.at(-1) ?? '' });
    return [describe(copy, 'drop', path.join('.'))];
  });
}

/** Returns the object or list that contains a place. */
function findHolder(object: JsonObject, path: readonly (string | number)[]): JsonObject | unknown[] {
  let holder: unknown = object;
  for (const step of path.slice(0, -1))
    holder = Array.isArray(holder) ? holder[Number(step)] : isJsonObject(holder) ? holder[String(step)] : undefined;
  return Array.isArray(holder) || isJsonObject(holder) ? holder : {};
}

function describe(object: JsonObject, change: Change, place: string): Mutation {
  const hash = createHash('sha256').update(JSON.stringify(object)).digest('hex').slice(0, 8);
  return {
    kind: getString(object, 'kind') ?? '',
    change,
    place,
    object,
    get manifest() {
      return stringify(object, { lineWidth: 0 });
    },
    hash,
  };
}

/** Returns all places of an object except its head, which determines where it is sent. */
function placesOf(object: JsonObject): readonly Place[] {
  const places: Place[] = [];
  const visit = (holder: JsonObject | unknown[], path: readonly (string | number)[]): void => {
    const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(holder)
      ? holder.map((value, index) => [index, value] as const)
      : Object.entries(holder);
    for (const [key, value] of entries) {
      if (path.length === 0 && (key === 'apiVersion' || key === 'kind')) continue;
      // Without a runtime class, the product doesn't check the object.
      if (key === 'runtimeClassName') continue;
      const at = [...path, key];
      places.push({ path: at, holder, key, value });
      if (Array.isArray(value) || isJsonObject(value)) visit(value, at);
    }
  };
  visit(object, []);
  return places;
}

/** Changes one place of an object. Returns its description, or undefined if the place can't have such a change. */
function mutate(object: JsonObject, change: Change, numbers: Random): string | undefined {
  const [first, ...others] = placesOf(object);
  if (first === undefined) return undefined;
  const place = numbers.pick([first, ...others]);
  const result = apply(place, change, numbers);
  return result === undefined ? undefined : `${place.path.join('.')}${result === '' ? '' : `: ${result}`}`;
}

function apply(place: Place, change: Change, numbers: Random): string | undefined {
  const { holder, key, value } = place;
  switch (change) {
    case 'drop':
      remove(place);
      return '';
    case 'rename':
      return Array.isArray(holder) ? undefined : rename(holder, String(key), numbers);
    case 'duplicate':
      if (!Array.isArray(holder)) return undefined;
      holder.push(structuredClone(value));
      return '';
    case 'reorder':
      return reorder(value);
    case 'retype':
      return set(place, numbers.pick(otherTypes(value)));
    case 'value':
      return typeof value === 'string' ? set(place, misspell(value, numbers)) : undefined;
    default:
      if (typeof value === 'number') return set(place, numbers.pick(boundaryNumbers));
      return typeof value === 'string' ? set(place, numbers.pick(boundaryTexts)) : undefined;
  }
}

function remove({ holder, key }: Pick<Place, 'holder' | 'key'>): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

function set({ holder, key, value }: Place, next: unknown): string | undefined {
  if (next === value) return undefined;
  Reflect.set(holder, key, next);
  return JSON.stringify(next);
}

/** Renames a key, and keeps its position. */
function rename(holder: JsonObject, key: string, numbers: Random): string | undefined {
  const next = misspell(key, numbers);
  if (Object.hasOwn(holder, next)) return undefined;
  const entries = Object.entries(holder);
  for (const [name] of entries) Reflect.deleteProperty(holder, name);
  for (const [name, value] of entries) Reflect.set(holder, name === key ? next : name, value);
  return next;
}

/** Reverses the order of a list or of the keys of an object. */
function reorder(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    if (value.length < 2) return undefined;
    value.reverse();
    return '';
  }
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value);
  if (entries.length < 2) return undefined;
  for (const [name] of entries) Reflect.deleteProperty(value, name);
  for (const [name, inner] of entries.toReversed()) Reflect.set(value, name, inner);
  return '';
}

/** Returns a string with a typical typo. */
function misspell(text: string, numbers: Random): string {
  const at = numbers.below(text.length);
  switch (numbers.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + (text[at] ?? 'x') + text.slice(at);
    case 2:
      return text.charAt(0).toLowerCase() === text.charAt(0)
        ? text.charAt(0).toUpperCase() + text.slice(1)
        : text.toLowerCase();
    case 3:
      return `${text}s`;
    default:
      return text.slice(0, at) + (text[at + 1] ?? 'e') + (text[at] ?? 'e') + text.slice(at + 2);
  }
}

/** Returns values of other types than this one. */
function otherTypes(value: unknown): readonly [unknown, ...unknown[]] {
  if (typeof value === 'number') return [String(value), true, null, [value], {}, value + 0.5];
  if (typeof value === 'boolean') return [String(value), 1, null, [value], {}];
  if (Array.isArray(value)) return [value[0] ?? 'a', {}, null, 'a', 1, []];
  if (isJsonObject(value)) return [[value], 'a', 1, true, null, {}, []];
  return [1, true, null, [value], {}];
}

const boundaryNumbers = [0, -1, 1, 65535, 65536, 2147483647, 2147483648, 4294967296, 511, 512] as const;

const boundaryTexts = [
  '',
  'A',
  'a_b',
  'a.b',
  '1a',
  '-a',
  'a-',
  'a ',
  'a b',
  'a/b',
  'a'.repeat(15),
  'a'.repeat(16),
  'a'.repeat(63),
  'a'.repeat(64),
  'a'.repeat(253),
  'a'.repeat(254),
  '0',
  '1',
  '-1',
  '1Gi',
  '1 Gi',
  '1GB',
  '512MI',
  '512m',
  '1e3',
  '150%',
  '../a',
  '/a/../b',
  'ä',
  'true',
] as const;
