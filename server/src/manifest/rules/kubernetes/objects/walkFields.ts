/**
 * Compares an object with the tables of Kubernetes fields, as the API server does with strict validation. Reports only
 * what every API server rejects, regardless of its version. `fieldVersion.ts` handles the versions.
 */
import { requiresFields } from '#core/kubernetes/requiredFields.ts';
import type { KubernetesField, KubernetesType, KubernetesValue } from '#core/kubernetes/tables.ts';
import type { SchemaError } from '#server/engine/yaml/validateSchema.ts';
import type { MapEntry, MapNode, PathSegment, ScalarNode, YamlNode } from '#server/engine/yaml/node.ts';

/** A place in an object where a value differs from its field, or a field that only some versions have. */
export type FieldProblem =
  | {
      readonly type: 'unknown-field';
      readonly path: readonly PathSegment[];
      readonly parent: MapNode;
      readonly entry: MapEntry;
      /** The fields that the mapping can have. */
      readonly fields: ReadonlyMap<string, KubernetesField>;
    }
  | {
      readonly type: 'versioned-field';
      readonly path: readonly PathSegment[];
      readonly entry: MapEntry;
      readonly field: KubernetesField;
    }
  | {
      readonly type: 'gated-field';
      readonly path: readonly PathSegment[];
      readonly entry: MapEntry;
      readonly field: KubernetesField;
    }
  | Extract<SchemaError, { readonly type: 'wrong-type' }>
  | {
      readonly type: 'unknown-value';
      readonly path: readonly PathSegment[];
      readonly node: ScalarNode;
      readonly values: readonly KubernetesValue[];
    }
  | {
      readonly type: 'versioned-value';
      readonly path: readonly PathSegment[];
      readonly node: ScalarNode;
      readonly value: KubernetesValue;
    }
  | { readonly type: 'quantity'; readonly path: readonly PathSegment[]; readonly node: ScalarNode };

/** A scalar with its type, for checks of its format. */
export interface TypedScalar {
  readonly path: readonly PathSegment[];
  readonly node: ScalarNode;
  /** The name of the object type that has the field, such as `core.v1.ContainerPort`. */
  readonly owner: string;
  readonly field: string;
}

/** A mapping whose type requires fields. */
export interface TypedObject {
  readonly path: readonly PathSegment[];
  readonly node: MapNode;
  /** Name of the type, such as `core.v1.EnvVar`. */
  readonly type: string;
}

/** The result of a walk. */
export interface WalkResult {
  readonly problems: readonly FieldProblem[];
  readonly scalars: readonly TypedScalar[];
  /** The mappings whose types require fields. */
  readonly objects: readonly TypedObject[];
  /** True if the object contains a directive of a strategic merge patch, such as `$patch`. */
  readonly hasDirective: boolean;
}

/** Limits of a walk. Larger objects are checked up to the limit. */
const maxNodes = 20_000;
const maxProblems = 200;
const maxDepth = 60;

/** Metadata of workloads that other rules check. */
const checkedElsewhere: ReadonlySet<string> = new Set(['name', 'generateName', 'namespace', 'labels', 'annotations']);

/**
 * Walks through an object.
 * @param type the type of the object, from the tables
 * @param isWorkload true if other rules check the metadata, as they do for workloads that run in a Kata sandbox
 */
export function walkFields(
  root: MapNode,
  type: KubernetesType & { readonly type: 'object' },
  isWorkload: boolean,
): WalkResult {
  const walk = new Walk(isWorkload);
  walk.visitObject(root, type, []);
  return walk;
}

/**
 * Fields whose values the API server decodes but doesn't validate, by type. It accepts a StatefulSet with an invalid
 * claim template, tried on kube-apiserver 1.20.2.
 */
const unvalidated: Readonly<Record<string, string>> = { 'apps.v1.StatefulSetSpec': 'volumeClaimTemplates' };

/** Returns whether a key is a directive of a strategic merge patch. */
function isDirective(key: string): boolean {
  return /^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/.test(key);
}

class Walk implements WalkResult {
  readonly problems: FieldProblem[] = [];
  readonly scalars: TypedScalar[] = [];
  readonly objects: TypedObject[] = [];
  hasDirective = false;
  readonly #isWorkload: boolean;
  #nodes = 0;
  #isValidated = true;

  constructor(isWorkload: boolean) {
    this.#isWorkload = isWorkload;
  }

  visitObject(node: MapNode, type: KubernetesType & { readonly type: 'object' }, path: readonly PathSegment[]): void {
    const fields = type.fields();
    if (this.#isValidated && requiresFields(type.name)) this.objects.push({ path, node, type: type.name });
    for (const entry of node.entries) {
      const { key, value } = entry;
      if (isDirective(key.text)) this.hasDirective = true;
      if (key.unknown || key.text.startsWith('$') || this.#isOver(path)) continue;
      const field = fields.get(key.text);
      const at = [...path, key.text];
      if (field === undefined) {
        this.problems.push({ type: 'unknown-field', path: at, parent: node, entry, fields });
        continue;
      }
      if (this.#isWorkload && type.name === 'meta.v1.ObjectMeta' && checkedElsewhere.has(key.text)) continue;
      if (field.since !== undefined || field.until !== undefined)
        this.problems.push({ type: 'versioned-field', path: at, entry, field });
      if (field.gates.length > 0) this.problems.push({ type: 'gated-field', path: at, entry, field });
      const isValidated = this.#isValidated;
      if (Object.hasOwn(unvalidated, type.name) && unvalidated[type.name] === field.name) this.#isValidated = false;
      this.#visit(value, field.type, at, { owner: type.name, field: field.name });
      this.#isValidated = isValidated;
    }
  }

  #visit(
    node: YamlNode,
    type: KubernetesType,
    path: readonly PathSegment[],
    of: Pick<TypedScalar, 'owner' | 'field'>,
  ): void {
    // The API server reads null as if the field was omitted.
    if (this.#isOver(path) || (node.type === 'scalar' && (node.unknown || node.value === null))) return;
    switch (type.type) {
      case 'any':
        return;
      case 'object':
        if (node.type === 'map') this.visitObject(node, type, path);
        else this.#wrongType(node, path, 'object');
        return;
      case 'map':
        if (node.type !== 'map') this.#wrongType(node, path, 'object');
        else
          for (const { key, value } of node.entries)
            if (!key.unknown) this.#visit(value, type.values, [...path, key.text], of);
        return;
      case 'list':
        if (node.type !== 'seq') this.#wrongType(node, path, 'array');
        else for (const [index, item] of node.items.entries()) this.#visit(item, type.items, [...path, index], of);
        return;
      case 'enum':
        if (node.type === 'scalar' && typeof node.value === 'string') {
          if (this.#isValidated) {
            this.#visitValue(node, type, path);
            this.scalars.push({ path, node, ...of });
          }
        } else this.#wrongType(node, path, 'string');
        return;
      case 'scalar':
        this.#visitScalar(node, type.scalar, path, of);
    }
  }

  #visitScalar(
    node: YamlNode,
    scalar: (KubernetesType & { readonly type: 'scalar' })['scalar'],
    path: readonly PathSegment[],
    of: Pick<TypedScalar, 'owner' | 'field'>,
  ): void {
    const expected = expectedTypes[scalar];
    if (node.type !== 'scalar' || !isOfType(node, expected)) {
      this.#wrongType(node, path, ...expected);
      return;
    }
    if (!this.#isValidated) return;
    this.scalars.push({ path, node, ...of });
    if (scalar === 'quantity') this.problems.push({ type: 'quantity', path, node });
  }

  #visitValue(
    node: ScalarNode,
    { values, isOpen }: KubernetesType & { readonly type: 'enum' },
    path: readonly PathSegment[],
  ): void {
    // An empty string is the same as no value for most fields.
    if (isOpen || node.text === '') return;
    const value = values.find((one) => one.value === node.text);
    if (value === undefined) this.problems.push({ type: 'unknown-value', path, node, values });
    else if (value.since !== undefined || value.until !== undefined)
      this.problems.push({ type: 'versioned-value', path, node, value });
  }

  #wrongType(node: YamlNode, path: readonly PathSegment[], ...expected: readonly string[]): void {
    this.problems.push({ type: 'wrong-type', path, node, expected });
  }

  #isOver(path: readonly PathSegment[]): boolean {
    this.#nodes += 1;
    return this.#nodes > maxNodes || this.problems.length >= maxProblems || path.length > maxDepth;
  }
}

const expectedTypes: Readonly<
  Record<(KubernetesType & { readonly type: 'scalar' })['scalar'], readonly ScalarTypeName[]>
> = {
  string: ['string'],
  boolean: ['boolean'],
  int32: ['integer'],
  int64: ['integer'],
  number: ['number'],
  bytes: ['string'],
  time: ['string'],
  quantity: ['number', 'string'],
  intOrString: ['integer', 'string'],
};

type ScalarTypeName = 'string' | 'boolean' | 'integer' | 'number';

function isOfType({ value }: ScalarNode, expected: readonly ScalarTypeName[]): boolean {
  return expected.some((type) => (type === 'integer' ? Number.isInteger(value) : typeof value === type));
}
