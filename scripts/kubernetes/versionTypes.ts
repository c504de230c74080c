/** Resolves the Go types of one version: the fields of all types that the covered kinds use. */
import { packageName } from './coveredKinds.ts';
import type { CoveredKind } from './coveredKinds.ts';
import type { Clones, CoveredVersion, ImportedPackage } from './goSources.ts';
import { readPackage } from './goSources.ts';
import type { GoField } from './goTypes.ts';

/** A field of a type at one version. */
export interface VersionField {
  /** For example `string`, `[]core.v1.Container`, `map string`, or `enum core.v1.PullPolicy`. */
  readonly type: string;
  readonly required?: true;
  readonly keys?: readonly string[];
  readonly gate?: string;
  readonly default?: string;
  /** How several users share the field, and how patches change it: see `describePatches`. */
  readonly patch?: string;
  readonly description: string;
}

/** The types of one version. */
export interface VersionTypes {
  readonly types: ReadonlyMap<string, ReadonlyMap<string, VersionField>>;
  readonly typeDescriptions: ReadonlyMap<string, string>;
  /** The types whose fields several users can't share. */
  readonly atomicTypes: ReadonlySet<string>;
  readonly enumerations: ReadonlyMap<string, { readonly marked: boolean; readonly constants: readonly string[] }>;
  readonly sources: ReadonlySet<string>;
}

/** Types with a form of their own in JSON, by their name in Go. */
const specialTypes: Readonly<Record<string, string>> = {
  string: 'string',
  bool: 'boolean',
  int: 'int64',
  int32: 'int32',
  int64: 'int64',
  float64: 'number',
  '[]byte': 'bytes',
  'k8s.io/apimachinery/pkg/types.UID': 'string',
  'k8s.io/apimachinery/pkg/apis/meta/v1.Time': 'time',
  'k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime': 'time',
  'k8s.io/apimachinery/pkg/apis/meta/v1.Duration': 'string',
  'k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1': 'object',
  'k8s.io/apimachinery/pkg/api/resource.Quantity': 'quantity',
  'k8s.io/apimachinery/pkg/util/intstr.IntOrString': 'intOrString',
  'k8s.io/apimachinery/pkg/runtime.RawExtension': 'object',
  // Schemas are recursive, so a table of their fields would be infinite.
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaProps': 'object',
  // Defined in another file of its package. The fields of a TLS profile aren't described.
  'github.com/openshift/api/config/v1.TLSSecurityProfile': 'object',
};

/**
 * Reads the types of a version.
 * @throws if a type can't be resolved, because the tables would be incomplete
 */
export function readVersion(clones: Clones, version: CoveredVersion, kinds: readonly CoveredKind[]): VersionTypes {
  const reader = new VersionReader(clones, version);
  for (const each of kinds) reader.readKind(each);
  return reader;
}

class VersionReader implements VersionTypes {
  readonly types = new Map<string, Map<string, VersionField>>();
  readonly typeDescriptions = new Map<string, string>();
  readonly atomicTypes = new Set<string>();
  readonly enumerations = new Map<string, { readonly marked: boolean; readonly constants: readonly string[] }>();
  readonly sources = new Set<string>();
  readonly #packages = new Map<string, ImportedPackage | undefined>();
  readonly #clones: Clones;
  readonly #version: CoveredVersion;

  constructor(clones: Clones, version: CoveredVersion) {
    this.#clones = clones;
    this.#version = version;
  }

  readKind({ package: importPath, kind }: CoveredKind): void {
    // The kinds of the Machine Config Operator moved to openshift/api with OpenShift 4.15.
    if (this.#package(importPath) !== undefined) this.#resolve(importPath, kind);
  }

  #package(importPath: string): ImportedPackage | undefined {
    if (!this.#packages.has(importPath)) {
      const read = readPackage(this.#clones, importPath, this.#version);
      if (read !== undefined) this.sources.add(read.source);
      this.#packages.set(importPath, read);
    }
    return this.#packages.get(importPath);
  }

  /** Returns the type in the form of the tables. */
  #resolve(importPath: string, type: string): string {
    const special = specialTypes[type];
    if (special !== undefined) return special;
    if (type.startsWith('[]')) return `[]${this.#resolve(importPath, type.slice(2))}`;
    const map = /^map\[[\w.]+\](.+)$/.exec(type)?.[1];
    if (map !== undefined) return `map ${this.#resolve(importPath, map)}`;
    const [prefix, name] = type.includes('.') ? type.split('.') : [undefined, type];
    const owner = prefix === undefined ? importPath : this.#package(importPath)?.imports.get(prefix);
    if (owner === undefined || name === undefined) throw new Error(`${importPath}: the type ${type} is unknown.`);
    return specialTypes[`${owner}.${name}`] ?? this.#resolveNamed(owner, name);
  }

  #resolveNamed(importPath: string, name: string): string {
    const read = this.#package(importPath);
    const key = `${packageName(importPath)}.${name}`;
    const struct = read?.structs.get(name);
    if (struct !== undefined) {
      if (!this.types.has(key)) {
        const fields = new Map<string, VersionField>();
        this.types.set(key, fields);
        const comment = read?.structComments.get(name) ?? [];
        this.typeDescriptions.set(key, describe(comment));
        if (comment.includes('+structType=atomic')) this.atomicTypes.add(key);
        this.#readFields(importPath, struct, fields);
      }
      return key;
    }
    const named = read?.named.get(name);
    if (named === undefined || read === undefined) throw new Error(`${key} is unknown in ${this.#version.kubernetes}.`);
    if (named.type !== 'string') return this.#resolve(importPath, named.type);
    const constants = read.constants.get(name);
    if (constants === undefined) return 'string';
    this.enumerations.set(key, {
      marked: named.comment.some((line) => /^\+(?:k8s:)?enum\b/.test(line)),
      constants: constants.map(({ value }) => value),
    });
    return `enum ${key}`;
  }

  #readFields(importPath: string, struct: readonly GoField[], fields: Map<string, VersionField>): void {
    for (const field of struct) {
      if (field.name === undefined) this.#readEmbedded(importPath, field.type, fields);
      else fields.set(field.name, this.#readField(importPath, field));
    }
  }

  #readEmbedded(importPath: string, type: string, fields: Map<string, VersionField>): void {
    const key = this.#resolve(importPath, type);
    for (const [name, field] of this.types.get(key) ?? []) fields.set(name, field);
    this.types.delete(key);
  }

  #readField(importPath: string, field: GoField): VersionField {
    const marker = (name: string) =>
      field.comment.flatMap((line) => (line.startsWith(`+${name}=`) ? [line.slice(name.length + 2).trim()] : []));
    const keys = marker('listMapKey');
    const gates = marker('featureGate');
    const patch = describePatches(field, marker('listType')[0], marker('mapType')[0]);
    const [initial] = [...marker('default'), ...marker('kubebuilder:default')];
    const isOptional =
      field.isOmitted ||
      field.comment.some((line) => /^\+(?:k8s:)?(?:optional|kubebuilder:validation:Optional)\b/.test(line));
    return {
      type: this.#resolve(importPath, field.type),
      ...(isOptional ? {} : { required: true }),
      ...(keys.length === 0 ? {} : { keys }),
      ...(gates.length === 0 ? {} : { gate: gates.join(', ') }),
      ...(initial === undefined ? {} : { default: initial.replace(/^"(.*)"$/, '$1') }),
      ...(patch === '' ? {} : { patch }),
      description: describe(field.comment),
    };
  }
}

/**
 * Returns how several users share a field, and how strategic merge patches change it, separated by `|`: `set` or
 * `atomic`, the strategy of the patch such as `merge`, and its merge key after `/`. Lists are atomic by default.
 */
function describePatches(
  { patchStrategy, patchMergeKey }: GoField,
  listType: string | undefined,
  mapType: string | undefined,
): string {
  const isAtomic = mapType === 'atomic' || (listType === 'atomic' && patchStrategy !== undefined);
  return [
    ...(listType === 'set' ? ['set'] : []),
    ...(isAtomic ? ['atomic'] : []),
    ...(patchStrategy === undefined ? [] : [patchStrategy]),
    ...(patchMergeKey === undefined ? [] : [`/${patchMergeKey}`]),
  ].join('|');
}

/** Joins the lines of a comment to paragraphs, without markers. */
function describe(comment: readonly string[]): string {
  const lines = comment.filter((line) => !/^\s*\+[\w:]/.test(line) && !/^(?:TODO|---)/.test(line));
  return lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n(?!\s*[-*])\s*/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
