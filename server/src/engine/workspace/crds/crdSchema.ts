/**
 * Reads the structural schema of a CustomResourceDefinition (CRD). Limits apply, because files can have any origin.
 * Source for the keywords: kubernetes/kubernetes@b70f2bbc
 * staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.
 */
import { copyString } from '../../yaml/yamlDocument.ts';
import { findMapEntry, findYamlNode, getYamlString, type YamlNode } from '../../yaml/node.ts';

/** The part of a schema that features use. */
export interface CrdSchema {
  /** Type of the value. Undefined if any type is allowed. */
  readonly type: CrdType | undefined;
  readonly description: string;
  /** Fields of a mapping. */
  readonly properties: ReadonlyMap<string, CrdSchema>;
  /** Schema of the items of a list. */
  readonly items: CrdSchema | undefined;
  /** Schema of the values of a mapping with any keys. */
  readonly additional: CrdSchema | undefined;
  /** True if the API server keeps fields that aren't in `properties`. */
  readonly isOpen: boolean;
  /** True if the value can be a number or a string, such as `25%`. */
  readonly isIntOrString: boolean;
  /** True if the value is a complete object with its own `apiVersion`, `kind`, and `metadata`. */
  readonly isEmbedded: boolean;
  /** All allowed values, if the schema lists them. */
  readonly values: readonly (string | number | boolean)[] | undefined;
  readonly required: readonly string[];
  /** True if the API server adds the field if it's missing. */
  readonly hasDefault: boolean;
  /** Default as text. Undefined if there is none, or if it isn't a scalar. */
  readonly default: string | undefined;
}

/** A type in a CRD. */
type CrdType = 'object' | 'array' | 'string' | 'boolean' | 'integer' | 'number';

/** Reason why a CRD isn't used. */
export type CrdProblem = 'syntax' | 'too-large' | 'recursive' | 'no-schema' | 'unknown-type';

const types: ReadonlySet<string> = new Set<CrdType>(['object', 'array', 'string', 'boolean', 'integer', 'number']);

/**
 * Maximum nesting, number of fields in one version of a CRD, length of a description, and number of enum values. Real
 * CRDs have fewer.
 */
const maxDepth = 50;
const maxFields = 20_000;
const maxDescription = 1000;
const maxValues = 200;

/** Cancels the reading of a schema that can't be used. Thrown and caught only in this file. */
class Unusable extends Error {
  readonly problem: CrdProblem;
  constructor(problem: CrdProblem) {
    super(problem);
    this.problem = problem;
  }
}

interface Budget {
  fields: number;
}

/**
 * Reads a schema.
 * @param keepsUnknown true if the CRD turns off pruning, so that every mapping keeps unknown fields
 * @returns the schema and its number of fields, or the reason why it isn't used
 */
export function readCrdSchema(
  node: YamlNode | undefined,
  keepsUnknown: boolean,
): { readonly schema: CrdSchema; readonly fields: number } | CrdProblem {
  const budget: Budget = { fields: 0 };
  try {
    const schema = readNode(node, keepsUnknown, 0, budget);
    return schema.type === 'object' ? { schema, fields: budget.fields } : 'no-schema';
  } catch (error) {
    if (error instanceof Unusable) return error.problem;
    throw error;
  }
}

function readNode(node: YamlNode | undefined, keepsUnknown: boolean, depth: number, budget: Budget): CrdSchema {
  if (node?.type !== 'map') throw new Unusable('no-schema');
  if (findMapEntry(node, '$ref') !== undefined) throw new Unusable('recursive');
  budget.fields += 1;
  if (depth > maxDepth || budget.fields > maxFields) throw new Unusable('too-large');
  const type = typeOf(node);
  const below = (child: YamlNode) => readNode(child, keepsUnknown, depth + 1, budget);
  const fields = findYamlNode(node, ['properties']);
  const properties = new Map<string, CrdSchema>();
  if (fields?.type === 'map')
    for (const { key, value } of fields.entries) properties.set(copyString(key.text), below(value));
  const items = findYamlNode(node, ['items']);
  const additional = findYamlNode(node, ['additionalProperties']);
  const isIntOrString = isTrue(node, 'x-kubernetes-int-or-string');
  return {
    type: isIntOrString ? undefined : type,
    description: copyString((getYamlString(node, ['description']) ?? '').slice(0, maxDescription)),
    properties,
    items: items === undefined ? undefined : below(items),
    additional: additional?.type === 'map' ? below(additional) : undefined,
    isOpen:
      keepsUnknown ||
      isTrue(node, 'x-kubernetes-preserve-unknown-fields') ||
      (additional?.type === 'scalar' && additional.value === true) ||
      // A mapping without any field is usually meant to accept all of them.
      (properties.size === 0 && additional?.type !== 'map'),
    isIntOrString,
    isEmbedded: isTrue(node, 'x-kubernetes-embedded-resource'),
    values: valuesOf(findYamlNode(node, ['enum'])),
    required: stringsOf(findYamlNode(node, ['required'])),
    hasDefault: findMapEntry(node, 'default') !== undefined,
    default: scalarText(findYamlNode(node, ['default'])),
  };
}

function typeOf(node: YamlNode): CrdType | undefined {
  const type = findYamlNode(node, ['type']);
  if (type === undefined) return undefined;
  const name = type.type === 'scalar' && typeof type.value === 'string' ? type.value : '';
  if (!isCrdType(name)) throw new Unusable('unknown-type');
  return name;
}

function isCrdType(name: string): name is CrdType {
  return types.has(name);
}

function isTrue(node: YamlNode, field: string): boolean {
  const value = findYamlNode(node, [field]);
  return value?.type === 'scalar' && value.value === true;
}

function valuesOf(node: YamlNode | undefined): CrdSchema['values'] {
  if (node?.type !== 'seq' || node.items.length === 0 || node.items.length > maxValues) return undefined;
  const values: (string | number | boolean)[] = [];
  for (const item of node.items) {
    if (item.type !== 'scalar' || item.unknown || item.value === null) return undefined;
    values.push(typeof item.value === 'string' ? copyString(item.value) : item.value);
  }
  return values;
}

function stringsOf(node: YamlNode | undefined): readonly string[] {
  if (node?.type !== 'seq') return [];
  return node.items.slice(0, maxValues).flatMap((item) => (item.type === 'scalar' ? [copyString(item.text)] : []));
}

function scalarText(node: YamlNode | undefined): string | undefined {
  return node?.type === 'scalar' && !node.unknown && node.value !== null
    ? copyString(node.text.slice(0, maxDescription))
    : undefined;
}
