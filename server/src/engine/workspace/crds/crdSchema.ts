/**
 * Reads the structural schema of a custom resource: from a CustomResourceDefinition (CRD), or from the OpenAPI document
 * of a cluster. Limits apply, because both can have any origin.
 * Source for the keywords: kubernetes/kubernetes@b70f2bbc
 * staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.
 */
import { isJsonObject, type JsonObject } from '#core/common/json.ts';
import { copyString } from '../../yaml/yamlDocument.ts';
import { readCombinations, type CrdCombinations } from './crdCombinations.ts';
import { readLimits, type CrdLimits } from './crdLimits.ts';

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
  /** True if null is a value of the field. Otherwise, the API server drops a null. */
  readonly isNullable: boolean;
  /** All allowed values, if the schema lists them. */
  readonly values: readonly (string | number | boolean)[] | undefined;
  readonly required: readonly string[];
  /** Bounds of numbers, texts, and lists. */
  readonly limits: CrdLimits | undefined;
  /** `allOf`, `anyOf`, `oneOf`, and `not`. */
  readonly combinations: CrdCombinations | undefined;
  /** Rules in the Common Expression Language. Only the API server evaluates them. */
  readonly rules: readonly CrdRule[] | undefined;
  /** True if the API server adds the field if it's missing. */
  readonly hasDefault: boolean;
  /** Default as text. Undefined if there is none, or if it isn't a scalar. */
  readonly default: string | undefined;
  /** Schemas of `allOf`, `anyOf`, and `oneOf`. Only the second process reads them (server/src/lsp/yamlServer). */
  readonly combined?: CombinedSchemas | undefined;
}

/** Schemas that restrict a value further. */
interface CombinedSchemas {
  /** All of them apply. */
  readonly all: readonly CrdSchema[];
  /** At least one schema of each list applies. */
  readonly any: readonly (readonly CrdSchema[])[];
}

/** A rule of `x-kubernetes-validations`. */
interface CrdRule {
  readonly rule: string;
  readonly message: string;
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
/** Maximum number of rules of a field, and length of each rule and its message. */
const maxRules = 5;
const maxRule = 300;

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
 * @param value value of `openAPIV3Schema`, or the schema of a kind in an OpenAPI document without references
 * @param keepsUnknown true if the CRD turns off pruning, so that every mapping keeps unknown fields
 * @returns the schema and its number of fields, or the reason why it isn't used
 */
export function readCrdSchema(
  value: unknown,
  keepsUnknown: boolean,
): { readonly schema: CrdSchema; readonly fields: number } | CrdProblem {
  const budget: Budget = { fields: 0 };
  try {
    const schema = readNode(value, keepsUnknown, 0, budget);
    return schema.type === 'object' ? { schema, fields: budget.fields } : 'no-schema';
  } catch (error) {
    if (error instanceof Unusable) return error.problem;
    throw error;
  }
}

const noProperties: ReadonlyMap<string, CrdSchema> = new Map();
const noNames: readonly string[] = [];

function readNode(value: unknown, keepsUnknown: boolean, depth: number, budget: Budget): CrdSchema {
  if (!isJsonObject(value)) throw new Unusable('no-schema');
  if (own(value, '$ref') !== undefined) throw new Unusable('recursive');
  budget.fields += 1;
  if (depth > maxDepth || budget.fields > maxFields) throw new Unusable('too-large');
  const below = (child: unknown) => readNode(child, keepsUnknown, depth + 1, budget);
  const fields = own(value, 'properties');
  const properties = isJsonObject(fields)
    ? new Map(Object.entries(fields).map(([name, child]) => [copyString(name), below(child)] as const))
    : noProperties;
  const [type, items, additional] = [typeOf(value), own(value, 'items'), own(value, 'additionalProperties')];
  const isIntOrString = isTrue(value, 'x-kubernetes-int-or-string');
  const byDefault = own(value, 'default');
  return {
    type: isIntOrString ? undefined : type,
    description: copyString(textOf(own(value, 'description')).slice(0, maxDescription)),
    properties,
    items: items === undefined ? undefined : below(items),
    additional: isJsonObject(additional) ? below(additional) : undefined,
    isOpen:
      keepsUnknown ||
      isTrue(value, 'x-kubernetes-preserve-unknown-fields') ||
      additional === true ||
      // A mapping without any field is usually meant to accept all of them.
      (properties.size === 0 && !isJsonObject(additional)),
    isIntOrString,
    isEmbedded: isTrue(value, 'x-kubernetes-embedded-resource'),
    isNullable: isTrue(value, 'nullable'),
    values: valuesOf(own(value, 'enum')),
    required: namesOf(own(value, 'required')),
    limits: readLimits(value),
    combinations: readCombinations(value),
    rules: rulesOf(own(value, 'x-kubernetes-validations')),
    hasDefault: Object.hasOwn(value, 'default'),
    default: isScalar(byDefault) ? copyString(String(byDefault).slice(0, maxDescription)) : undefined,
    ...(isIntOrString ? {} : readCombined(value, below)),
  };
}

/** Maximum number of schemas in `allOf`, `anyOf`, or `oneOf`. */
const maxCombined = 50;

/** Reads `allOf`, `anyOf`, and `oneOf`. Omits one that can't be read, because it only restricts the value further. */
function readCombined(
  value: JsonObject,
  below: (child: unknown) => CrdSchema,
): { readonly combined?: CombinedSchemas } {
  const read = (keyword: string): readonly CrdSchema[] => {
    const list = own(value, keyword);
    if (!Array.isArray(list) || list.length > maxCombined) return [];
    try {
      return (list as readonly unknown[]).map(below);
    } catch (error) {
      if (error instanceof Unusable && error.problem !== 'too-large') return [];
      throw error;
    }
  };
  const all = read('allOf');
  const any = [read('anyOf'), read('oneOf')].filter((list) => list.length > 0);
  return all.length === 0 && any.length === 0 ? {} : { combined: { all, any } };
}

function own(value: JsonObject, field: string): unknown {
  return Object.hasOwn(value, field) ? value[field] : undefined;
}

function isTrue(value: JsonObject, field: string): boolean {
  return own(value, field) === true;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function typeOf(value: JsonObject): CrdType | undefined {
  const type = own(value, 'type');
  if (type === undefined) return undefined;
  const name = textOf(type);
  if (!isCrdType(name)) throw new Unusable('unknown-type');
  return name;
}

function isCrdType(name: string): name is CrdType {
  return types.has(name);
}

function valuesOf(list: unknown): CrdSchema['values'] {
  if (!Array.isArray(list) || list.length === 0 || list.length > maxValues) return undefined;
  const values: (string | number | boolean)[] = [];
  for (const item of list as readonly unknown[]) {
    // Whether null is allowed depends only on `nullable`.
    if (item === null) continue;
    if (!isScalar(item)) return undefined;
    values.push(typeof item === 'string' ? copyString(item) : item);
  }
  return values.length === 0 ? undefined : values;
}

function namesOf(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return noNames;
  const names = (list as readonly unknown[]).slice(0, maxValues).filter((item) => typeof item === 'string');
  return names.length === 0 ? noNames : names.map(copyString);
}

function rulesOf(list: unknown): CrdSchema['rules'] {
  if (!Array.isArray(list)) return undefined;
  const rules = (list as readonly unknown[]).slice(0, maxRules).flatMap((item): CrdRule[] => {
    const rule = isJsonObject(item) ? textOf(own(item, 'rule')) : '';
    const message = isJsonObject(item) ? textOf(own(item, 'message')) : '';
    return rule === ''
      ? []
      : [{ rule: copyString(rule.slice(0, maxRule)), message: copyString(message.slice(0, maxRule)) }];
  });
  return rules.length === 0 ? undefined : rules;
}
