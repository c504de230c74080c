/** Validates an object against the schema of a CRD or of a cluster, as the API server does. */
import type { SchemaError } from '../../yaml/validateSchema.ts';
import { findMapEntry, type MapNode, type PathSegment, type ScalarNode, type YamlNode } from '../../yaml/node.ts';
import type { CrdSchema } from './crdSchema.ts';
import { createPatternBudget, type PatternBudget } from './crdPattern.ts';
import { findViolatedCombination, hasFixedFields } from './crdCombinations.ts';
import { findRepeatedItems, findViolatedLimit } from './crdLimits.ts';
import { isCheckedElsewhere } from './findCrd.ts';

/** A value that is outside of the bounds of its field, or an item that a list already contains. */
export interface LimitError {
  readonly type: 'limit';
  readonly path: readonly PathSegment[];
  readonly node: YamlNode;
  /** The bound in the words of the CRD, such as `minimum: 1`. */
  readonly limit: string;
}

/** A value that violates a combination of restrictions. */
export interface CombinationError {
  readonly type: 'combination';
  readonly path: readonly PathSegment[];
  readonly node: YamlNode;
  /** The beginning of the combination as JSON, such as `"oneOf":[{"required":["a"]}]`. */
  readonly combination: string;
}

export type CrdError = SchemaError | LimitError | CombinationError;

/** Maximum number of errors to report. */
const maxErrors = 300;

/**
 * Returns the unknown and missing fields, wrong types, and wrong values of an object. Doesn't check the fields that
 * the API server validates itself, and reports nothing about unknown values.
 */
function validateByCrd(root: MapNode, schema: CrdSchema): readonly CrdError[] {
  const found = createResult();
  for (const { key, value } of root.entries) {
    if (key.unknown || key.text.startsWith('$') || isCheckedElsewhere(key.text)) continue;
    checkEntry({ parent: root, field: key.text, value }, schema, [], found);
  }
  checkRequired(root, schema, [], found);
  return found.errors;
}

/** The errors so far, and the steps that are left. */
interface Result {
  readonly errors: CrdError[];
  readonly budget: PatternBudget;
}

const createResult = (): Result => ({ errors: [], budget: createPatternBudget() });

/** Fields that the API server requires of an object in another object. */
const embeddedFields = ['apiVersion', 'kind'];

/**
 * Adds an error for each required field that a mapping lacks. Skips fields with a default, because the API server sets
 * them before it validates.
 */
function checkRequired(parent: MapNode, schema: CrdSchema, path: readonly PathSegment[], found: Result): void {
  const required = schema.isEmbedded ? [...new Set([...embeddedFields, ...schema.required])] : schema.required;
  if (required.length === 0 || parent.entries.some(({ key }) => key.unknown)) return;
  for (const field of required) {
    const own = schema.properties.get(field);
    const isChecked = own?.hasDefault !== true && !(path.length === 0 && isCheckedElsewhere(field));
    if (!isChecked) continue;
    const value = findMapEntry(parent, field)?.value;
    if (value === undefined || (own?.isNullable === false && isNull(value)))
      found.errors.push({ type: 'missing-field', path, parent, field });
  }
}

/** Returns whether a value is null. The API server drops a null of a field that doesn't allow it. */
function isNull(node: YamlNode): boolean {
  return node.type === 'scalar' && !node.unknown && node.value === null;
}

interface Entry {
  readonly parent: MapNode;
  readonly field: string;
  readonly value: YamlNode;
}

function checkEntry({ parent, field, value }: Entry, of: CrdSchema, path: readonly PathSegment[], found: Result) {
  const schema = of.properties.get(field) ?? of.additional;
  if (schema !== undefined) check(value, schema, [...path, field], found);
  else if (!of.isOpen && !(of.isEmbedded && isCheckedElsewhere(field)))
    found.errors.push({ type: 'unknown-field', path, parent, field });
}

function check(node: YamlNode, schema: CrdSchema, path: readonly PathSegment[], found: Result): void {
  if (found.errors.length >= maxErrors || (node.type === 'scalar' && (node.unknown || node.value === null))) return;
  const expected = expectedTypes(schema);
  if (expected.length > 0 && !expected.some((type) => isOfType(node, type))) {
    found.errors.push({ type: 'wrong-type', path, node, expected });
    return;
  }
  const before = found.errors.length;
  checkContent(node, schema, path, found);
  // Another error in the value is often the cause, such as a misspelled field that a combination requires.
  const combination = found.errors.length === before ? findViolatedCombination(node, schema, found.budget) : undefined;
  if (combination !== undefined) found.errors.push({ type: 'combination', path, node, combination });
}

function checkContent(node: YamlNode, schema: CrdSchema, path: readonly PathSegment[], found: Result): void {
  if (node.type === 'scalar') {
    if (schema.values !== undefined && !isListed(node, schema.values))
      found.errors.push({ type: 'not-in-enum', path, node, allowed: schema.values });
    else checkLimits(node, schema, path, found);
  } else if (node.type === 'seq') {
    checkLimits(node, schema, path, found);
    const { items } = schema;
    if (items !== undefined)
      for (const [index, item] of node.items.entries()) checkItem(item, items, [...path, index], found);
  } else {
    checkLimits(node, schema, path, found);
    checkRequired(node, schema, path, found);
    for (const { key, value } of node.entries)
      if (!key.unknown && !key.text.startsWith('$'))
        checkEntry({ parent: node, field: key.text, value }, schema, path, found);
  }
}

function checkItem(item: YamlNode, schema: CrdSchema, path: readonly PathSegment[], found: Result): void {
  const expected = expectedTypes(schema);
  // The API server drops a null only from a mapping.
  if (isNull(item) && !schema.isNullable && !schema.hasDefault && expected.length > 0)
    found.errors.push({ type: 'wrong-type', path, node: item, expected });
  else check(item, schema, path, found);
}

function checkLimits(node: YamlNode, schema: CrdSchema, path: readonly PathSegment[], found: Result): void {
  const { limits } = schema;
  if (limits === undefined || (node.type === 'map' && !hasFixedFields(node, schema))) return;
  const limit = findViolatedLimit(node, limits, found.budget);
  if (limit !== undefined) found.errors.push({ type: 'limit', path, node, limit });
  if (node.type !== 'seq' || limits.listKeys === undefined) return;
  const keys = limits.listKeys;
  for (const item of findRepeatedItems(node.items, keys))
    found.errors.push({
      type: 'limit',
      path: [...path, node.items.indexOf(item)],
      node: item,
      limit: keys.length === 0 ? 'x-kubernetes-list-type: set' : `x-kubernetes-list-map-keys: ${keys.join(', ')}`,
    });
}

function expectedTypes({ type, isIntOrString }: CrdSchema): readonly string[] {
  if (isIntOrString) return ['integer', 'string'];
  return type === undefined ? [] : [type];
}

function isOfType(node: YamlNode, type: string): boolean {
  if (node.type !== 'scalar') return type === (node.type === 'map' ? 'object' : 'array');
  if (type === 'integer') return Number.isInteger(node.value);
  return typeof node.value === type;
}

function isListed({ value }: ScalarNode, values: readonly unknown[]): boolean {
  return values.includes(value);
}

/** Returns whether a value and everything in it conform to the schema. Missing fields are accepted. */
export function isAccepted(node: YamlNode, schema: CrdSchema | 'open'): boolean {
  const found = createResult();
  if (schema !== 'open') check(node, schema, [], found);
  return found.errors.every(({ type }) => type === 'missing-field');
}

const validated = new WeakMap<MapNode, { readonly schema: CrdSchema; readonly errors: readonly CrdError[] }>();

/** Returns the errors of an object like `validateByCrd`. Caches them, because several rules use them. */
export function crdErrors(root: MapNode, schema: CrdSchema): readonly CrdError[] {
  const known = validated.get(root);
  if (known?.schema === schema) return known.errors;
  const errors = validateByCrd(root, schema);
  validated.set(root, { schema, errors });
  return errors;
}
