/**
 * Computes the name suffix of generated objects. Doesn't use VS Code. Source: kubernetes-sigs/kustomize
 * api/hasher/hasher.go.
 */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '#core/common/json.ts';
import { kindOf } from './kustomizedObject.ts';

/** Hexadecimal digits that Kustomize replaces, so that suffixes contain no words. */
const replacements: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };

/** Returns the suffix for a ConfigMap or Secret. Kustomize hashes an empty name instead of the name of the object. */
export function nameHash(object: JsonObject): string {
  const data = object['data'] ?? '';
  const more = (field: string): object => (isJsonObject(object[field]) ? { [field]: object[field] } : {});
  const content =
    kindOf(object) === 'Secret'
      ? { kind: 'Secret', type: object['type'] ?? '', name: '', data, ...more('stringData') }
      : { kind: 'ConfigMap', name: '', data, ...more('binaryData') };
  const hash = createHash('sha256').update(goJson(content)).digest('hex').slice(0, 10);
  return hash.replaceAll(/[013ae]/g, (digit) => replacements[digit] ?? digit);
}

/** Formats a value as the JSON encoder of Go does: keys sorted by their bytes, and HTML characters escaped. */
function goJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  if (isJsonObject(value)) {
    const keys = Object.keys(value).sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    return `{${keys.map((key) => `${goString(key)}:${goJson(value[key])}`).join(',')}}`;
  }
  return typeof value === 'string' ? goString(value) : JSON.stringify(value);
}

function goString(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
