/**
 * Reads `allOf`, `anyOf`, `oneOf`, and `not` of a schema, and evaluates them. In a CRD, they can only restrict the
 * values of fields that are defined outside of them. A result that isn't certain is `unknown`, and isn't reported.
 * Source: kubernetes/kubernetes@01d1e251
 * staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/validation.go (ValidateStructural).
 */
import { isJsonObject, type JsonObject } from '#core/common/json.ts';
import { numericKeywords } from '#core/kinds/custom/numericKeywords.ts';
import { oncePerObject } from '../../oncePerObject.ts';
import { copyString } from '../../yaml/yamlDocument.ts';
import { findMapEntry, type MapNode, type YamlNode } from '../../yaml/node.ts';
import { findViolatedLimit, readLimits, type CrdLimits } from './crdLimits.ts';
import type { PatternBudget } from './crdPattern.ts';

/** The part of the schema of a value that determines defaults. Every `CrdSchema` has it. */
interface ValueSchema {
  readonly properties: ReadonlyMap<string, ValueSchema>;
  readonly items: ValueSchema | undefined;
  readonly hasDefault: boolean;
}

const lists = ['allOf', 'anyOf', 'oneOf'] as const;

/** The combinations of a schema. */
export interface CrdCombinations {
  readonly allOf: readonly Restriction[];
  readonly anyOf: readonly Restriction[];
  readonly oneOf: readonly Restriction[];
  readonly not: readonly Restriction[];
  /** The combinations as JSON, for messages. */
  readonly text: string;
}

/** Restricts a value. */
interface Restriction {
  readonly types: readonly string[];
  readonly values: readonly unknown[] | undefined;
  readonly required: readonly string[];
  readonly limits: CrdLimits | undefined;
  readonly properties: ReadonlyMap<string, Restriction>;
  readonly items: Restriction | undefined;
  readonly combinations: CrdCombinations | undefined;
  /** True if the restriction contains other keywords, such as `format`, so that a value might not conform to it. */
  readonly hasOthers: boolean;
}

/** Maximum number of restrictions in a combination with its parts, nesting, listed names or values, and text length. */
const maxRestrictions = 300;
const maxDepth = 8;
const maxListed = 500;
const maxText = 100;

/** Cancels the reading of combinations that can't be used. Thrown and caught only in this file. */
class Unusable extends Error {}

/** Returns the combinations of a schema. Returns undefined if there are none, or if they're too large. */
export function readCombinations(schema: JsonObject): CrdCombinations | undefined {
  try {
    return read(schema, 0, { left: maxRestrictions });
  } catch (error) {
    if (error instanceof Unusable) return undefined;
    throw error;
  }
}

interface Budget {
  left: number;
}

function read(schema: JsonObject, depth: number, budget: Budget): CrdCombinations | undefined {
  const own = [...lists, 'not'].filter((keyword) => Object.hasOwn(schema, keyword));
  if (own.length === 0) return undefined;
  const all = (keyword: string): readonly Restriction[] => {
    const value = Object.hasOwn(schema, keyword) ? schema[keyword] : [];
    const parts: readonly unknown[] = keyword === 'not' && isJsonObject(value) ? [value] : listOf(value);
    return parts.map((part) => readRestriction(part, depth + 1, budget));
  };
  // Only the text of the outermost combination is displayed.
  const text = depth > 0 ? '{}' : JSON.stringify(Object.fromEntries(own.map((keyword) => [keyword, schema[keyword]])));
  return {
    allOf: all('allOf'),
    anyOf: all('anyOf'),
    oneOf: all('oneOf'),
    not: all('not'),
    text: copyString(text.slice(1, -1).slice(0, maxText)),
  };
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length > maxListed) throw new Unusable();
  return value;
}

/** Keywords that this module evaluates, or that don't restrict the value. */
const known: ReadonlySet<string> = new Set([
  ...numericKeywords,
  ...lists,
  'not',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'type',
  'enum',
  'required',
  'properties',
  'items',
  'description',
  'title',
]);

function readRestriction(value: unknown, depth: number, budget: Budget): Restriction {
  budget.left -= 1;
  if (!isJsonObject(value) || depth > maxDepth || budget.left < 0) throw new Unusable();
  const below = (child: unknown) => readRestriction(child, depth + 1, budget);
  const own = (field: string) => (Object.hasOwn(value, field) ? value[field] : undefined);
  const [type, properties, items, values, required] = ['type', 'properties', 'items', 'enum', 'required'].map(own);
  return {
    types: typeof type === 'string' ? [type] : [],
    values: values === undefined ? undefined : listOf(values),
    required: required === undefined ? [] : listOf(required).filter((name) => typeof name === 'string'),
    limits: readLimits(value),
    properties: isJsonObject(properties)
      ? new Map(Object.entries(properties).map(([name, child]) => [copyString(name), below(child)] as const))
      : new Map(),
    items: items === undefined ? undefined : below(items),
    combinations: read(value, depth, budget),
    hasOthers: Object.keys(value).some((keyword) => !known.has(keyword)),
  };
}

/** Result of a restriction for a value. `unknown` if the rules can't determine it. */
type Verdict = 'yes' | 'no' | 'unknown';

/** Returns the name of the combination that a value violates. Returns undefined if none certainly is. */
export function findViolatedCombination(
  node: YamlNode,
  schema: ValueSchema & { readonly combinations: CrdCombinations | undefined },
  budget: PatternBudget,
): string | undefined {
  const { combinations } = schema;
  return combinations !== undefined && evaluateAll(node, combinations, schema, budget) === 'no'
    ? combinations.text
    : undefined;
}

function evaluateAll(
  node: YamlNode,
  combinations: CrdCombinations,
  schema: ValueSchema | undefined,
  budget: PatternBudget,
): Verdict {
  const of = (list: readonly Restriction[]) => list.map((one) => evaluate(node, one, schema, budget));
  return every([
    ...of(combinations.allOf),
    ...(combinations.anyOf.length === 0 ? [] : [some(of(combinations.anyOf))]),
    ...(combinations.oneOf.length === 0 ? [] : [exactlyOne(of(combinations.oneOf))]),
    ...of(combinations.not).map(negate),
  ]);
}

function every(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('no') ? 'no' : verdicts.includes('unknown') ? 'unknown' : 'yes';
}

function some(verdicts: readonly Verdict[]): Verdict {
  return negate(every(verdicts.map(negate)));
}

function exactlyOne(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.filter((verdict) => verdict === 'yes').length > 1) return 'no';
  return verdicts.includes('unknown') ? 'unknown' : verdicts.includes('yes') ? 'yes' : 'no';
}

function negate(verdict: Verdict): Verdict {
  return verdict === 'unknown' ? 'unknown' : verdict === 'yes' ? 'no' : 'yes';
}

/**
 * Evaluates a restriction.
 * @param schema schema of the value, which determines the defaults. Undefined if the value has none
 */
function evaluate(
  node: YamlNode,
  restriction: Restriction,
  schema: ValueSchema | undefined,
  budget: PatternBudget,
): Verdict {
  // The API server drops a null that the field doesn't allow.
  if (node.type === 'scalar' && (node.unknown || node.value === null)) return 'unknown';
  const { types, values, limits, combinations, hasOthers } = restriction;
  return every([
    ...types.map((type) => toVerdict(isOfType(node, type))),
    ...(values === undefined ? [] : [node.type === 'scalar' ? toVerdict(values.includes(node.value)) : 'unknown']),
    ...(limits === undefined ? [] : [evaluateLimits(node, limits, schema, budget)]),
    ...(node.type === 'map' ? evaluateFields(node, restriction, schema, budget) : []),
    ...(node.type === 'seq' && restriction.items !== undefined
      ? node.items.map((item) => evaluate(item, restriction.items ?? restriction, schema?.items, budget))
      : []),
    ...(combinations === undefined ? [] : [evaluateAll(node, combinations, schema, budget)]),
    ...(hasOthers ? ['unknown' as const] : []),
  ]);
}

function toVerdict(value: boolean): Verdict {
  return value ? 'yes' : 'no';
}

function isOfType(node: YamlNode, type: string): boolean {
  if (node.type !== 'scalar') return type === (node.type === 'map' ? 'object' : 'array');
  return type === 'integer' ? Number.isInteger(node.value) : typeof node.value === type;
}

function evaluateLimits(
  node: YamlNode,
  limits: CrdLimits,
  schema: ValueSchema | undefined,
  budget: PatternBudget,
): Verdict {
  if (node.type === 'map' && !hasFixedFields(node, schema)) return 'unknown';
  if (findViolatedLimit(node, limits, budget) !== undefined) return 'no';
  const isCertain = limits.pattern === undefined && limits.multipleOf === undefined && limits.listKeys === undefined;
  return isCertain ? 'yes' : 'unknown';
}

/** Returns the fields of a schema that have a default. */
const defaultsOf = oncePerObject(({ properties }: ValueSchema): readonly string[] =>
  [...properties].flatMap(([name, { hasDefault }]) => (hasDefault ? [name] : [])),
);

/** Returns whether the API server validates exactly these fields: it adds none as defaults, and drops no null. */
export function hasFixedFields({ entries }: MapNode, schema: ValueSchema | undefined): boolean {
  if (schema === undefined) return false;
  if (entries.some(({ key, value }) => key.unknown || (value.type === 'scalar' && value.value === null))) return false;
  const withDefault = defaultsOf(schema);
  if (withDefault.length === 0) return true;
  const names = new Set(entries.map(({ key }) => key.text));
  return withDefault.every((name) => names.has(name));
}

function evaluateFields(
  node: MapNode,
  { required, properties }: Restriction,
  schema: ValueSchema | undefined,
  budget: PatternBudget,
): readonly Verdict[] {
  const hasUnknownKeys = node.entries.some(({ key }) => key.unknown);
  const valueOf = (name: string) => findMapEntry(node, name)?.value;
  // Without the schema of the field, a missing field might have a default.
  const mayHaveDefault = (name: string) => hasUnknownKeys || schema?.properties.get(name)?.hasDefault !== false;
  return [
    ...required.map((name): Verdict => {
      const value = valueOf(name);
      if (value === undefined) return mayHaveDefault(name) ? 'unknown' : 'no';
      return value.type === 'scalar' && value.value === null ? 'unknown' : 'yes';
    }),
    ...[...properties].map(([name, restriction]): Verdict => {
      const value = valueOf(name);
      if (value === undefined) return mayHaveDefault(name) ? 'unknown' : 'yes';
      return evaluate(value, restriction, schema?.properties.get(name), budget);
    }),
  ];
}
