/**
 * The fields of Kubernetes and OpenShift kinds, such as Deployment. The tables are one string per type, and a type is
 * decoded when it's first used. `scripts/generate/kubernetesTables.ts` creates them, and defines their format.
 */
import tables from './tables.json' with { type: 'json' };

/** A type of a field's value. */
export type KubernetesType =
  | { readonly type: 'scalar'; readonly scalar: KubernetesScalar }
  | { readonly type: 'enum'; readonly values: readonly KubernetesValue[]; readonly isOpen: boolean }
  | { readonly type: 'list'; readonly items: KubernetesType }
  | { readonly type: 'map'; readonly values: KubernetesType }
  | { readonly type: 'object'; readonly name: string; readonly fields: () => ReadonlyMap<string, KubernetesField> }
  /** A value of any type, such as the configuration in a KubeletConfig. */
  | { readonly type: 'any' };

/** A scalar type. `bytes` is a base64 string, and `quantity` a number or a string such as `2Gi`. */
export type KubernetesScalar =
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'number'
  | 'bytes'
  | 'time'
  | 'quantity'
  | 'intOrString';

/** The Kubernetes minor versions that have a field or a value, such as 31 for Kubernetes 1.31. */
export interface KubernetesVersions {
  /** Undefined if the oldest version in the tables has it. */
  readonly since: number | undefined;
  /** The last version that has it. Undefined if the newest version in the tables has it. */
  readonly until: number | undefined;
}

/** A value of an enumeration. */
export interface KubernetesValue extends KubernetesVersions {
  readonly value: string;
}

/** A field of an object. */
export interface KubernetesField extends KubernetesVersions {
  readonly name: string;
  readonly type: KubernetesType;
  /** Whether the API documentation requires the field. The API server often sets a default anyway. */
  readonly isRequired: boolean;
  /** The fields that identify an item of this list. */
  readonly keys: readonly string[];
  /** The feature gates without which the API server drops the field. */
  readonly gates: readonly string[];
  readonly default: string | undefined;
}

/** The oldest and the newest Kubernetes minor version that the tables cover. */
export const coveredMinors = { oldest: 27, newest: 36 } as const;

const kinds: Readonly<Record<string, number>> = tables.kinds;
const names: readonly string[] = tables.names.split(' ');
const objects = new Map<number, KubernetesType & { readonly type: 'object' }>();
const enumerations = new Map<number, KubernetesType>();

const anyType: KubernetesType = { type: 'any' };

/** One object per scalar type, which all fields of the type share. */
const scalarTypes: Readonly<Record<string, KubernetesType>> = {
  s: { type: 'scalar', scalar: 'string' },
  b: { type: 'scalar', scalar: 'boolean' },
  i: { type: 'scalar', scalar: 'int32' },
  l: { type: 'scalar', scalar: 'int64' },
  n: { type: 'scalar', scalar: 'number' },
  y: { type: 'scalar', scalar: 'bytes' },
  t: { type: 'scalar', scalar: 'time' },
  q: { type: 'scalar', scalar: 'quantity' },
  x: { type: 'scalar', scalar: 'intOrString' },
};

/**
 * Returns the fields of a kind.
 * @param apiVersion as in manifests, such as `apps/v1`
 * @returns undefined if the tables don't contain the kind
 */
export function findKubernetesKind(
  apiVersion: string,
  kind: string,
): (KubernetesType & { readonly type: 'object' }) | undefined {
  const key = `${apiVersion}/${kind}`;
  const index = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
  return index === undefined ? undefined : objectType(index);
}

function objectType(index: number): KubernetesType & { readonly type: 'object' } {
  const known = objects.get(index);
  if (known !== undefined) return known;
  let fields: ReadonlyMap<string, KubernetesField> | undefined;
  const created = {
    type: 'object',
    name: names[index] ?? '',
    fields: () => (fields ??= decodeFields(tables.types[index] ?? '')),
  } as const;
  objects.set(index, created);
  return created;
}

/** Shared by all fields, because most have neither keys nor gates. */
const none: readonly string[] = [];

const fieldForm =
  /^([^:]+):((?:\[\]|\{\})*[a-z@]\d*)(!?)(?:#([^^~&=]+))?(?:\^(\d+))?(?:~(\d+))?(?:&([^=]+))?(?:=(.*))?$/;

function decodeFields(text: string): ReadonlyMap<string, KubernetesField> {
  const fields = text.split(' ').flatMap((part): [string, KubernetesField][] => {
    const [, name, type, required, keys, since, until, gates, initial] = fieldForm.exec(part) ?? [];
    if (name === undefined || type === undefined) return [];
    return [
      [
        name,
        {
          name,
          type: decodeType(type),
          isRequired: required === '!',
          keys: keys?.split(',') ?? none,
          gates: gates?.split(',') ?? none,
          default: initial === undefined ? undefined : decodeURIComponent(initial),
          ...decodeVersions(since, until),
        },
      ],
    ];
  });
  return new Map(fields);
}

function decodeVersions(since: string | undefined, until: string | undefined): KubernetesVersions {
  return {
    since: since === undefined ? undefined : Number(since),
    until: until === undefined ? undefined : Number(until),
  };
}

function decodeType(text: string): KubernetesType {
  if (text.startsWith('[]')) return { type: 'list', items: decodeType(text.slice(2)) };
  if (text.startsWith('{}')) return { type: 'map', values: decodeType(text.slice(2)) };
  if (text.startsWith('@')) return objectType(Number(text.slice(1)));
  if (text.startsWith('e')) return enumerationType(Number(text.slice(1)));
  return scalarTypes[text] ?? anyType;
}

const valueForm = /^(.*?)(?:\^(\d+))?(?:~(\d+))?$/;

function enumerationType(index: number): KubernetesType {
  const known = enumerations.get(index);
  if (known !== undefined) return known;
  const text = tables.enumerations[index] ?? '';
  const isOpen = text.startsWith('?');
  const values = (isOpen ? text.slice(1) : text).split(' ').map((part): KubernetesValue => {
    const [, value = '', since, until] = valueForm.exec(part) ?? [];
    return { value, ...decodeVersions(since, until) };
  });
  const created: KubernetesType = { type: 'enum', values, isOpen };
  enumerations.set(index, created);
  return created;
}
