/** Applies JSON patches (RFC 6902) of kustomizations. Doesn't use VS Code. */
import { getString, getValue, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { isEqual } from '#core/operations/changes/plannedObject.ts';
import { withField } from './changeAtPath.ts';

/** Returns the segments of a JSON pointer, or undefined if it's invalid. */
function segmentsOf(pointer: string | undefined): readonly string[] | undefined {
  if (pointer === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the patched object, or undefined if an operation is invalid or can't be applied. */
export function applyJsonPatch(object: JsonObject, patch: readonly unknown[]): JsonObject | undefined {
  let result: unknown = object;
  for (const operation of patch) {
    const applied = applyOperation(result, operation);
    if (applied === undefined) return undefined;
    result = applied.value;
  }
  return isJsonObject(result) ? result : undefined;
}

interface Applied {
  readonly value: unknown;
}

function applyOperation(value: unknown, operation: unknown): Applied | undefined {
  const path = segmentsOf(getString(operation, 'path'));
  if (path === undefined) return undefined;
  const from = segmentsOf(getString(operation, 'from'));
  const wanted = getValue(operation, 'value');
  switch (getString(operation, 'op')) {
    case 'add':
      return wanted === undefined ? undefined : change(value, path, { how: 'add', wanted });
    case 'replace':
      return wanted === undefined ? undefined : change(value, path, { how: 'replace', wanted });
    case 'remove':
      return change(value, path, { how: 'remove' });
    case 'test':
      return isEqual(read(value, path), wanted) ? { value } : undefined;
    case 'copy':
    case 'move': {
      const source = from === undefined ? undefined : read(value, from);
      if (from === undefined || source === undefined) return undefined;
      const rest = getString(operation, 'op') === 'move' ? change(value, from, { how: 'remove' }) : { value };
      return rest === undefined ? undefined : change(rest.value, path, { how: 'add', wanted: source });
    }
    default:
      return undefined;
  }
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (here, segment) => (Array.isArray(here) ? here[indexOf(segment, here.length - 1) ?? -1] : getValue(here, segment)),
    value,
  );
}

type Change = { readonly how: 'add' | 'replace'; readonly wanted: unknown } | { readonly how: 'remove' };

function change(value: unknown, path: readonly string[], wanted: Change): Applied | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined) return wanted.how === 'remove' ? undefined : { value: wanted.wanted };
  if (Array.isArray(value)) return changeList(value, segment, rest, wanted);
  if (!isJsonObject(value)) return undefined;
  const exists = Object.hasOwn(value, segment);
  if (rest.length > 0 || wanted.how === 'replace') {
    if (!exists) return undefined;
    const inner = change(value[segment], rest, wanted);
    return inner === undefined ? undefined : { value: withField(value, segment, inner.value) };
  }
  if (wanted.how === 'remove') return exists ? { value: withField(value, segment, undefined) } : undefined;
  return { value: withField(value, segment, wanted.wanted) };
}

function changeList(
  list: readonly unknown[],
  segment: string,
  rest: readonly string[],
  wanted: Change,
): Applied | undefined {
  const isNew = rest.length === 0 && wanted.how === 'add';
  const index = isNew && segment === '-' ? list.length : indexOf(segment, isNew ? list.length : list.length - 1);
  if (index === undefined) return undefined;
  if (isNew) return { value: list.toSpliced(index, 0, wanted.wanted) };
  if (rest.length === 0 && wanted.how === 'remove') return { value: list.toSpliced(index, 1) };
  const inner = change(list[index], rest, wanted);
  return inner === undefined ? undefined : { value: list.with(index, inner.value) };
}

function indexOf(segment: string, last: number): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(segment) && Number(segment) <= last ? Number(segment) : undefined;
}
