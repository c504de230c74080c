/**
 * Reads the bounds of a schema, and checks values against them. Counts texts in characters, as the API server does.
 * Source: kubernetes/kubernetes@490ffa43
 * staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/validation/validation.go.
 */
import type { JsonObject } from '#core/common/json.ts';
import { numericKeywords } from '#core/kinds/custom/numericKeywords.ts';
import { copyString } from '../../yaml/yamlDocument.ts';
import type { YamlNode } from '../../yaml/node.ts';
import { violatesPattern, type PatternBudget } from './crdPattern.ts';

type Keyword = (typeof numericKeywords)[number];

/** The bounds of a value. */
export interface CrdLimits extends Readonly<Partial<Record<Keyword, number>>> {
  /** True if the value must not equal `minimum`. */
  readonly exclusiveMinimum?: true;
  /** True if the value must not equal `maximum`. */
  readonly exclusiveMaximum?: true;
  /** Regular expression as written. Checked only if RE2 and JavaScript read it in the same way. */
  readonly pattern?: string;
  /** Fields that identify the items of a list. Empty if equal items aren't allowed. */
  readonly listKeys?: readonly string[];
}

/** Maximum length of a pattern, and number of fields that identify an item. */
const maxPattern = 1000;
const maxKeys = 10;

/** Returns the bounds of a schema, or undefined if there are none. */
export function readLimits(schema: JsonObject): CrdLimits | undefined {
  const found: Record<string, unknown> = {};
  for (const keyword of numericKeywords) {
    const value = schema[keyword];
    if (typeof value === 'number' && Number.isFinite(value)) found[keyword] = value;
  }
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum']) if (schema[keyword] === true) found[keyword] = true;
  const { pattern, 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': keys } = schema;
  if (typeof pattern === 'string' && pattern.length <= maxPattern) found['pattern'] = copyString(pattern);
  if (listType === 'set') found['listKeys'] = [];
  if (listType === 'map' && Array.isArray(keys) && keys.length <= maxKeys) {
    const names = (keys as readonly unknown[]).filter((key) => typeof key === 'string');
    if (names.length > 0 && names.length === keys.length) found['listKeys'] = names.map(copyString);
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

/**
 * Returns the bound that a value violates, in the words of the CRD, such as `minimum: 1`.
 * @param budget the steps that are left for patterns
 * @returns undefined if the value is allowed, or if this can't be determined
 */
export function findViolatedLimit(node: YamlNode, limits: CrdLimits, budget: PatternBudget): string | undefined {
  if (node.type === 'seq') return countProblem(node.items.length, limits, 'Items');
  if (node.type === 'map')
    return node.entries.some(({ key }) => key.unknown)
      ? undefined
      : countProblem(node.entries.length, limits, 'Properties');
  if (typeof node.value === 'number') return numberProblem(node.value, limits);
  return typeof node.value === 'string' ? textProblem(node.value, limits, budget) : undefined;
}

function countProblem(count: number, limits: CrdLimits, what: 'Items' | 'Properties' | 'Length'): string | undefined {
  const { [`min${what}` as const]: least, [`max${what}` as const]: most } = limits;
  if (least !== undefined && count < least) return `min${what}: ${least}`;
  return most !== undefined && count > most ? `max${what}: ${most}` : undefined;
}

function numberProblem(value: number, limits: CrdLimits): string | undefined {
  const { minimum, maximum, multipleOf, exclusiveMinimum, exclusiveMaximum } = limits;
  if (minimum !== undefined && (value < minimum || (value === minimum && exclusiveMinimum === true)))
    return `minimum: ${minimum}${exclusiveMinimum === true ? ', exclusiveMinimum: true' : ''}`;
  if (maximum !== undefined && (value > maximum || (value === maximum && exclusiveMaximum === true)))
    return `maximum: ${maximum}${exclusiveMaximum === true ? ', exclusiveMaximum: true' : ''}`;
  // The remainder of fractions isn't exact.
  const isWhole = Number.isSafeInteger(value) && multipleOf !== undefined && Number.isSafeInteger(multipleOf);
  return isWhole && multipleOf > 0 && value % multipleOf !== 0 ? `multipleOf: ${multipleOf}` : undefined;
}

function textProblem(value: string, limits: CrdLimits, budget: PatternBudget): string | undefined {
  if (limits.minLength !== undefined || limits.maxLength !== undefined) {
    const most = limits.maxLength ?? limits.minLength ?? 0;
    // A character has at most two code units, so a much longer text needn't be counted.
    const length = value.length > 2 * most + 2 ? value.length : Array.from(value).length;
    const found = countProblem(length, limits, 'Length');
    if (found !== undefined) return found;
  }
  const { pattern } = limits;
  return pattern !== undefined && violatesPattern(value, pattern, budget) ? `pattern: ${pattern}` : undefined;
}

/** Maximum number of items of a list in which equal items are searched. */
const maxItems = 1000;

/** Returns the items of a list that repeat an earlier item, with the fields that identify them. */
export function findRepeatedItems(items: readonly YamlNode[], keys: readonly string[]): readonly YamlNode[] {
  const known = new Set<string>();
  return items.slice(0, maxItems).filter((item) => {
    const id = idOf(item, keys);
    if (id === undefined) return false;
    const isRepeated = known.has(id);
    known.add(id);
    return isRepeated;
  });
}

/** Returns the text that identifies an item. Undefined if a part of it is missing, and might have a default. */
function idOf(item: YamlNode, keys: readonly string[]): string | undefined {
  if (item.type === 'scalar')
    return keys.length > 0 || item.unknown || item.value === null ? undefined : JSON.stringify(item.value);
  if (item.type !== 'map' || keys.length === 0) return undefined;
  const values: unknown[] = [];
  for (const name of keys) {
    const value = item.entries.find(({ key }) => key.text === name)?.value;
    if (value?.type !== 'scalar' || value.unknown || value.value === null) return undefined;
    values.push(value.value);
  }
  return JSON.stringify(values);
}
