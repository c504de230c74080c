/** Applies merge patches and strategic merge patches. Pure functions. */
import type { Schema } from '#simulator/resources/schema.ts';
import { findFieldSchema } from '#simulator/resources/schema.ts';
import { isJsonObject, isSameJson, getValue } from '#simulator/store/kubeObject.ts';

/** Applies a merge patch (RFC 7386). */
export function mergePatched(value: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result: Record<string, unknown> = { ...(isJsonObject(value) ? value : {}) };
  for (const [field, wanted] of Object.entries(patch)) {
    if (wanted === null) delete result[field];
    else define(result, field, mergePatched(getValue(result, field), wanted));
  }
  return result;
}

/** Sets a field. `__proto__` is treated like any other name. */
function define(target: Record<string, unknown>, field: string, value: unknown): void {
  Object.defineProperty(target, field, { value, enumerable: true, configurable: true, writable: true });
}

const directives = ['$patch', '$retainKeys'];

/**
 * Applies a strategic merge patch, which kubectl uses for built-in kinds. Lists with a merge key are merged item by
 * item.
 */
export function strategicPatched(value: unknown, patch: unknown, schema: Schema | undefined): unknown {
  if (!isJsonObject(patch)) return patch;
  const directive = patch['$patch'];
  const content = Object.fromEntries(Object.entries(patch).filter(([key]) => !directives.includes(key)));
  if (directive === 'replace') return content;
  if (directive === 'delete') return undefined;
  const current = isJsonObject(value) ? value : {};
  const result: Record<string, unknown> = { ...current };
  const retain = patch['$retainKeys'];
  if (Array.isArray(retain)) for (const key of Object.keys(result)) if (!retain.includes(key)) delete result[key];
  for (const [key, wanted] of Object.entries(content)) {
    const special = /^\$(deleteFromPrimitiveList|setElementOrder)\/(.*)$/s.exec(key);
    if (special !== null) {
      const field = special[2] ?? '';
      const list = result[field];
      if (special[1] === 'deleteFromPrimitiveList' && Array.isArray(list) && Array.isArray(wanted))
        result[field] = list.filter((item: unknown) => !wanted.includes(item));
      continue;
    }
    const inner = findFieldSchema(schema, key);
    if (wanted === null) delete result[key];
    else if (Array.isArray(wanted))
      define(result, key, patchedList(getValue(result, key), wanted, inner, patch[`$setElementOrder/${key}`]));
    else {
      const next = strategicPatched(getValue(result, key), wanted, inner);
      if (next === undefined) delete result[key];
      else define(result, key, next);
    }
  }
  for (const [key, order] of Object.entries(content)) {
    const field = /^\$setElementOrder\/(.*)$/s.exec(key)?.[1];
    if (field !== undefined && Array.isArray(result[field]) && content[field] === undefined)
      result[field] = ordered(result[field], order, findFieldSchema(schema, field)?.['x-kubernetes-patch-merge-key']);
  }
  return result;
}

function patchedList(
  value: unknown,
  patch: readonly unknown[],
  schema: Schema | undefined,
  order: unknown,
): readonly unknown[] {
  const merges = schema?.['x-kubernetes-patch-strategy']?.includes('merge') === true;
  const plain = patch.filter(
    (item) => !isJsonObject(item) || item['$patch'] === undefined || Object.keys(item).length > 1,
  );
  if (
    !merges ||
    patch.some((item) => isJsonObject(item) && item['$patch'] === 'replace' && Object.keys(item).length === 1)
  ) {
    return plain.map((item) => strategicPatched({}, item, schema?.items));
  }
  const key = schema['x-kubernetes-patch-merge-key'];
  const current: readonly unknown[] = Array.isArray(value) ? value : [];
  if (key === undefined)
    return ordered(
      [...current, ...plain.filter((item) => !current.some((other) => isSameJson(item, other)))],
      order,
      key,
    );
  let result = current;
  for (const item of plain) {
    const wanted = getValue(item, key);
    const isMeant = (other: unknown): boolean => isSameJson(getValue(other, key), wanted);
    if (isJsonObject(item) && item['$patch'] === 'delete') result = result.filter((other) => !isMeant(other));
    else if (result.some(isMeant))
      result = result.map((other) => (isMeant(other) ? strategicPatched(other, item, schema.items) : other));
    else result = [...result, strategicPatched({}, item, schema.items)];
  }
  return ordered(result, order, key);
}

/** Sorts a list in the order of the client. Items that the client doesn't list keep their position. */
function ordered(list: readonly unknown[], order: unknown, key: string | undefined): readonly unknown[] {
  if (!Array.isArray(order)) return list;
  const nameOf = (item: unknown): unknown => (key === undefined ? item : getValue(item, key));
  const rank = (item: unknown): number => order.findIndex((other: unknown) => isSameJson(nameOf(other), nameOf(item)));
  const known = list.filter((item) => rank(item) >= 0).sort((one, other) => rank(one) - rank(other));
  return list.map((item) => (rank(item) >= 0 ? known.shift() : item));
}
