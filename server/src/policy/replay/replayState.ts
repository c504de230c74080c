/**
 * Implements the state that a policy keeps between requests. The `ops` in its result (RFC 6902) change `data` for later
 * requests. As in the agent, either all operations of a patch apply or none.
 */
import * as l10n from '@vscode/l10n';
import { applyPatch, type Operation } from 'rfc6902';
import { toJsonText } from '../rego/values/formatValue.ts';
import { fromJson } from '../rego/values/parseJson.ts';
import { makeObject, RegoArray, RegoObject, RegoSet, emptyObject, type RegoValue } from '../rego/values/values.ts';

/** Initial state in the agent. */
export const initialData: RegoValue = makeObject([['pstate', emptyObject]]);

/** Returns data with this state in `pstate`. */
export function dataWith(state: RegoValue): RegoValue {
  return makeObject([['pstate', state]]);
}

export type Patched =
  | { readonly data: RegoValue; readonly problem?: undefined }
  | { readonly data?: undefined; readonly problem: string };

const maxOperations = 10_000;
const maxSize = 1_000_000;

/** Returns the data after these operations, or an error message. */
export function patched(data: RegoValue, ops: RegoValue): Patched {
  if (!(ops instanceof RegoArray)) return { problem: l10n.t("`ops` isn't a list of operations") };
  if (ops.items.length > maxOperations) return { problem: l10n.t`\`ops\` has more than ${maxOperations} operations` };
  // Wraps the data in an object, so that a path can also refer to the entire document.
  const root = { data: toPlain(data) };
  let size = sizeOf(data);
  for (const [index, item] of ops.items.entries()) {
    const operation = operationOf(item);
    if (typeof operation === 'string') return { problem: l10n.t`operation ${index + 1}: ${operation}` };
    // A copy adds at most the current size.
    size = operation.op === 'copy' ? size * 2 : size + sizeOf(item);
    if (size > maxSize) return { problem: l10n.t`the state is too large or nested too deeply` };
    try {
      const [error] = applyPatch(root, [operation]);
      if (error !== null && error !== undefined) {
        const change = `${operation.op} ${operation.path.slice(5)}`;
        return { problem: l10n.t`operation ${index + 1}: ${`${change}: ${wordsOf(error)}`}` };
      }
    } catch (error) {
      const thrown = error instanceof Error ? error.message : String(error);
      return { problem: l10n.t`operation ${index + 1}: ${thrown}` };
    }
  }
  try {
    return { data: fromJson(root.data) };
  } catch {
    return { problem: l10n.t`the state is too large or nested too deeply` };
  }
}

function wordsOf(error: Error): string {
  return error.name === 'MissingError'
    ? l10n.t`the path doesn't exist`
    : error.name === 'TestError'
      ? l10n.t`the \`test\` operation failed because the value at the path is different`
      : error.message;
}

type PathKey = 'path' | 'from';

function operationOf(item: RegoValue): Operation | string {
  if (!(item instanceof RegoObject)) return l10n.t`not an object`;
  const [op, value] = [item.get('op'), item.get('value')];
  const path = pointerIn(item, 'path');
  if (path === undefined) return l10n.t("`{0}` isn't a valid JSON Pointer", 'path');
  switch (op) {
    case 'remove':
      return { op, path };
    case 'add':
    case 'replace':
    case 'test':
      return value === undefined ? l10n.t`\`value\` is missing` : { op, path, value: toPlain(value) };
    case 'move':
    case 'copy': {
      const from = pointerIn(item, 'from');
      return from === undefined ? l10n.t("`{0}` isn't a valid JSON Pointer", 'from') : { op, path, from };
    }
    default:
      return l10n.t('`op` must be add, remove, replace, move, copy, or test');
  }
}

function pointerIn(item: RegoObject, key: PathKey): string | undefined {
  const pointer = item.get(key);
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  // Names of JavaScript built-ins aren't allowed as paths in data.
  return /\/(?:__proto__|constructor|prototype|toString|valueOf|hasOwnProperty)(?:\/|$)/.test(pointer)
    ? undefined
    : `/data${pointer}`;
}

/**
 * Converts a value to plain JavaScript values without losing digits: integers become bigint. As in the agent, sets
 * become lists.
 */
function toPlain(value: RegoValue): unknown {
  if (value instanceof RegoArray || value instanceof RegoSet) return value.items.map(toPlain);
  if (value instanceof RegoObject) {
    return Object.fromEntries(
      value.entries.map(([key, item]): [string, unknown] => [
        typeof key === 'string' ? key : toJsonText(key),
        toPlain(item),
      ]),
    );
  }
  return value;
}

function sizeOf(value: RegoValue): number {
  if (value instanceof RegoArray || value instanceof RegoSet)
    return value.items.reduce<number>((sum, item) => sum + sizeOf(item), 1);
  if (value instanceof RegoObject) return value.entries.reduce<number>((sum, [, item]) => sum + 1 + sizeOf(item), 1);
  return typeof value === 'string' ? 1 + (value.length >> 3) : 1;
}
