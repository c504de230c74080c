/**
 * Decodes tables of Kubernetes fields, which contain one string per type. A type is decoded when it's first used.
 * `scripts/generate/kubernetesTables.ts` creates the tables, and defines their format.
 */

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
  /** True if the API documentation requires the field. The API server often sets a default if it's missing. */
  readonly isRequired: boolean;
  /** The fields that identify an item of this list. */
  readonly keys: readonly string[];
  /** The feature gates without which the API server drops the field. */
  readonly gates: readonly string[];
  readonly default: string | undefined;
  /**
   * How several users share the field, and how patches change it: `set`, `atomic`, the strategy of a strategic merge
   * patch, and its merge key after `/`. Empty in the tables of the language server.
   */
  readonly patch: readonly string[];
}

/** An object type of the tables. */
export type KubernetesObjectType = KubernetesType & { readonly type: 'object' };

/** The content of a file with tables. */
export interface EncodedTables {
  /** The index of the type of each kind, by `apiVersion/kind`. */
  readonly kinds: object;
  readonly types: readonly string[];
  /** The names of the types. */
  readonly names: string;
  readonly enumerations: readonly string[];
}

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

/** Shared by all fields, because most have neither keys nor gates. */
const none: readonly string[] = [];

const fieldForm =
  /^([^:]+):((?:\[\]|\{\})*[a-z@]\d*)(!?)(?:#([^%^~&=]+))?(?:%([^^~&=]+))?(?:\^(\d+))?(?:~(\d+))?(?:&([^=]+))?(?:=(.*))?$/;

const valueForm = /^(.*?)(?:\^(\d+))?(?:~(\d+))?$/;

/** Decodes tables. */
export class KubernetesTables {
  readonly #tables: EncodedTables;
  readonly #kinds: ReadonlyMap<string, unknown>;
  readonly #names: readonly string[];
  readonly #objects = new Map<number, KubernetesObjectType>();
  readonly #enumerations = new Map<number, KubernetesType>();

  constructor(tables: EncodedTables) {
    this.#tables = tables;
    this.#kinds = new Map(Object.entries(tables.kinds));
    this.#names = tables.names.split(' ');
  }

  /**
   * Returns the type of a kind.
   * @param apiVersion as in manifests, such as `apps/v1`
   * @returns undefined if the tables don't contain the kind
   */
  findKind(apiVersion: string, kind: string): KubernetesObjectType | undefined {
    const index = this.#kinds.get(`${apiVersion}/${kind}`);
    return typeof index === 'number' ? this.#objectType(index) : undefined;
  }

  /** Returns the type with a name, such as `core.v1.Container`. Returns undefined if the tables don't contain it. */
  findType(name: string): KubernetesObjectType | undefined {
    const index = this.#names.indexOf(name);
    return index < 0 ? undefined : this.#objectType(index);
  }

  #objectType(index: number): KubernetesObjectType {
    const known = this.#objects.get(index);
    if (known !== undefined) return known;
    let fields: ReadonlyMap<string, KubernetesField> | undefined;
    const created = {
      type: 'object',
      name: this.#names[index] ?? '',
      fields: () => (fields ??= this.#decodeFields(this.#tables.types[index] ?? '')),
    } as const;
    this.#objects.set(index, created);
    return created;
  }

  #decodeFields(text: string): ReadonlyMap<string, KubernetesField> {
    const fields = text.split(' ').flatMap((part): [string, KubernetesField][] => {
      const [, name, type, required, keys, patch, since, until, gates, initial] = fieldForm.exec(part) ?? [];
      if (name === undefined || type === undefined) return [];
      return [
        [
          name,
          {
            name,
            type: this.#decodeType(type),
            isRequired: required === '!',
            keys: keys?.split(',') ?? none,
            gates: gates?.split(',') ?? none,
            patch: patch?.split('|') ?? none,
            default: initial === undefined ? undefined : decodeURIComponent(initial),
            ...decodeVersions(since, until),
          },
        ],
      ];
    });
    return new Map(fields);
  }

  #decodeType(text: string): KubernetesType {
    if (text.startsWith('[]')) return { type: 'list', items: this.#decodeType(text.slice(2)) };
    if (text.startsWith('{}')) return { type: 'map', values: this.#decodeType(text.slice(2)) };
    if (text.startsWith('@')) return this.#objectType(Number(text.slice(1)));
    if (text.startsWith('e')) return this.#enumerationType(Number(text.slice(1)));
    return scalarTypes[text] ?? anyType;
  }

  #enumerationType(index: number): KubernetesType {
    const known = this.#enumerations.get(index);
    if (known !== undefined) return known;
    const text = this.#tables.enumerations[index] ?? '';
    const isOpen = text.startsWith('?');
    const values = (isOpen ? text.slice(1) : text).split(' ').map((part): KubernetesValue => {
      const [, value = '', since, until] = valueForm.exec(part) ?? [];
      return { value, ...decodeVersions(since, until) };
    });
    const created: KubernetesType = { type: 'enum', values, isOpen };
    this.#enumerations.set(index, created);
    return created;
  }
}

function decodeVersions(since: string | undefined, until: string | undefined): KubernetesVersions {
  return {
    since: since === undefined ? undefined : Number(since),
    until: until === undefined ? undefined : Number(until),
  };
}
