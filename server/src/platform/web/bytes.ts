import type { ByteConverter } from '../platform.ts';

/** Maximum number of arguments per call. */
const piece = 8192;

export const bytes: ByteConverter = {
  copyOf(text) {
    // Copies code units instead of characters, so that unpaired surrogates are preserved.
    const units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    return textOf(units);
  },
  utf8Length: (text) => new TextEncoder().encode(text).length,
  fromBase64(text) {
    const read = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from({ length: read.length }, (_, index) => read.charCodeAt(index));
  },
  toBase64: (given) => btoa(textOf(given)),
  sameData,
};

function textOf(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += piece) text += String.fromCharCode(...units.subarray(at, at + piece));
  return text;
}

function sameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (
    Array.isArray(one) !== Array.isArray(other) ||
    one instanceof Map !== other instanceof Map ||
    one instanceof Set !== other instanceof Set
  )
    return false;
  if (one instanceof Map && other instanceof Map) return sameEntries([...one], [...other]);
  if (one instanceof Set && other instanceof Set)
    return one.size === other.size && [...one].every((member) => other.has(member));
  return sameEntries(Object.entries(one), Object.entries(other));
}

/** Compares entries regardless of their order. */
function sameEntries(
  some: readonly (readonly [unknown, unknown])[],
  others: readonly (readonly [unknown, unknown])[],
): boolean {
  const byKey = new Map(others);
  return (
    some.length === others.length && some.every(([key, value]) => byKey.has(key) && sameData(value, byKey.get(key)))
  );
}
