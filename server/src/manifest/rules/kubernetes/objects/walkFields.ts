/**
 * Compares an object with the tables of Kubernetes fields, as the API server does with strict validation. Reports only
 * problems that every API server rejects, regardless of its version. `fieldVersion.ts` handles the versions.
 */
import type { KubernetesField, KubernetesScalar, KubernetesType, KubernetesValue } from '#core/kubernetes/tables.ts';
import type { SchemaError } from '#server/engine/yaml/validateSchema.ts';
import {
  findMapEntry,
  type MapEntry,
  type MapNode,
  type PathSegment,
  type ScalarNode,
  type YamlNode,
} from '#server/engine/yaml/node.ts';
import { planObject, type FieldPlan, type ObjectPlan } from './objectPlan.ts';

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
    };

/** A scalar with its type, for checks of its format. */
export interface TypedScalar {
  readonly path: readonly PathSegment[];
  readonly node: ScalarNode;
  /** The name of the object type that has the field, such as `core.v1.ContainerPort`. */
  readonly owner: string;
  readonly field: string;
}

/** A mapping that lacks a field that its type requires. */
export interface TypedObject {
  readonly path: readonly PathSegment[];
  readonly node: MapNode;
  /** Name of the type, such as `core.v1.EnvVar`. */
  readonly type: string;
}

/** The result of a walk. */
export interface WalkResult {
  readonly problems: readonly FieldProblem[];
  /** The strings whose format the API server checks, and the numbers that have a range. */
  readonly scalars: readonly TypedScalar[];
  /** The quantities that can't be read, and those below zero. */
  readonly quantities: readonly Pick<TypedScalar, 'path' | 'node'>[];
  /** The mappings that lack a field that their type requires. */
  readonly objects: readonly TypedObject[];
  /** True if the object contains a directive of a strategic merge patch, such as `$patch`. */
  readonly hasDirective: boolean;
}

/** Limits of a walk. Larger objects are checked up to the limit. */
const maxNodes = 20_000;
const maxProblems = 200;
const maxDepth = 60;

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
  walk.visitObject(root, planObject(type));
  return walk;
}

/** Returns whether a key is a directive of a strategic merge patch. */
function isDirective(key: string): boolean {
  return /^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/.test(key);
}

class Walk implements WalkResult {
  readonly problems: FieldProblem[] = [];
  readonly scalars: TypedScalar[] = [];
  readonly quantities: Pick<TypedScalar, 'path' | 'node'>[] = [];
  readonly objects: TypedObject[] = [];
  hasDirective = false;
  readonly #isWorkload: boolean;
  /** The path of the current node. Results contain copies, so that a valid object needs none. */
  readonly #path: PathSegment[] = [];
  #nodes = 0;
  #isValidated = true;

  constructor(isWorkload: boolean) {
    this.#isWorkload = isWorkload;
  }

  visitObject(node: MapNode, plan: ObjectPlan): void {
    if (this.#isValidated && lacksRequired(node, plan))
      this.objects.push({ path: [...this.#path], node, type: plan.name });
    for (const entry of node.entries) {
      const { text, unknown } = entry.key;
      if (text.startsWith('$')) {
        if (isDirective(text)) this.hasDirective = true;
        continue;
      }
      if (unknown || this.#isOver()) continue;
      this.#path.push(text);
      const field = plan.fields.get(text);
      if (field === undefined)
        this.problems.push({
          type: 'unknown-field',
          path: [...this.#path],
          parent: node,
          entry,
          fields: plan.fieldsByName,
        });
      else if (!this.#isWorkload || !field.isMetadata) this.#visitField(entry, field);
      this.#path.pop();
    }
  }

  #visitField(entry: MapEntry, plan: FieldPlan): void {
    const { field } = plan;
    if (plan.hasVersions) this.problems.push({ type: 'versioned-field', path: [...this.#path], entry, field });
    if (plan.hasGates) this.problems.push({ type: 'gated-field', path: [...this.#path], entry, field });
    const isValidated = this.#isValidated;
    if (plan.isUnvalidated) this.#isValidated = false;
    this.#visit(entry.value, field.type, plan);
    this.#isValidated = isValidated;
  }

  #visit(node: YamlNode, type: KubernetesType, plan: FieldPlan): void {
    // For the API server, null is the same as a missing field.
    if (this.#isOver() || (node.type === 'scalar' && (node.unknown || node.value === null))) return;
    switch (type.type) {
      case 'any':
        return;
      case 'object':
        if (node.type === 'map') this.visitObject(node, planObject(type));
        else this.#wrongType(node, ['object']);
        return;
      case 'map':
        if (node.type === 'map') this.#visitMap(node, type.values, plan);
        else this.#wrongType(node, ['object']);
        return;
      case 'list':
        if (node.type === 'seq') this.#visitList(node.items, type.items, plan);
        else this.#wrongType(node, ['array']);
        return;
      case 'enum':
        if (node.type !== 'scalar' || typeof node.value !== 'string') this.#wrongType(node, ['string']);
        else if (this.#isValidated) {
          this.#visitValue(node, type);
          this.#addScalar(node, plan);
        }
        return;
      case 'scalar':
        this.#visitScalar(node, type.scalar, plan);
    }
  }

  #visitMap({ entries }: MapNode, values: KubernetesType, plan: FieldPlan): void {
    for (const { key, value } of entries) {
      if (key.unknown) continue;
      this.#path.push(key.text);
      this.#visit(value, values, plan);
      this.#path.pop();
    }
  }

  #visitList(nodes: readonly YamlNode[], items: KubernetesType, plan: FieldPlan): void {
    let index = 0;
    for (const node of nodes) {
      this.#path.push(index);
      this.#visit(node, items, plan);
      this.#path.pop();
      index += 1;
    }
  }

  #visitScalar(node: YamlNode, scalar: KubernetesScalar, plan: FieldPlan): void {
    if (node.type !== 'scalar' || !isOfType(node, scalar)) {
      this.#wrongType(node, expectedTypes[scalar]);
      return;
    }
    if (!this.#isValidated) return;
    this.#addScalar(node, plan);
    if (scalar === 'quantity' && !plainQuantity.test(node.text)) this.quantities.push({ path: [...this.#path], node });
  }

  #addScalar(node: ScalarNode, { owner, field, hasFormat, hasRange }: FieldPlan): void {
    if (typeof node.value === 'string' ? hasFormat : hasRange)
      this.scalars.push({ path: [...this.#path], node, owner, field: field.name });
  }

  #visitValue(node: ScalarNode, { values, isOpen }: KubernetesType & { readonly type: 'enum' }): void {
    // An empty string is the same as no value for most fields.
    if (isOpen || node.text === '') return;
    const value = values.find((one) => one.value === node.text);
    if (value === undefined) this.problems.push({ type: 'unknown-value', path: [...this.#path], node, values });
    else if (value.since !== undefined || value.until !== undefined)
      this.problems.push({ type: 'versioned-value', path: [...this.#path], node, value });
  }

  #wrongType(node: YamlNode, expected: readonly string[]): void {
    this.problems.push({ type: 'wrong-type', path: [...this.#path], node, expected });
  }

  #isOver(): boolean {
    this.#nodes += 1;
    return this.#nodes > maxNodes || this.problems.length >= maxProblems || this.#path.length > maxDepth;
  }
}

/** Matches nearly all valid quantities, so that they needn't be read. */
const plainQuantity = /^\d{1,15}(?:[mkMGT]|[KMGT]i)?$/;

/** Returns whether a mapping might lack a field that its type requires. */
function lacksRequired(node: MapNode, { required, alternatives }: ObjectPlan): boolean {
  if (required?.some((field) => findMapEntry(node, field) === undefined) === true) return true;
  return alternatives?.every((field) => findMapEntry(node, field) === undefined) === true;
}

const expectedTypes: Readonly<Record<KubernetesScalar, readonly string[]>> = {
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

function isOfType({ value }: ScalarNode, scalar: KubernetesScalar): boolean {
  switch (scalar) {
    case 'string':
    case 'bytes':
    case 'time':
      return typeof value === 'string';
    case 'boolean':
    case 'number':
      return typeof value === scalar;
    case 'quantity':
      return typeof value === 'number' || typeof value === 'string';
    case 'intOrString':
      return typeof value === 'string' || Number.isInteger(value);
    default:
      return Number.isInteger(value);
  }
}
