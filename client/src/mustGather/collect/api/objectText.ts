/**
 * Formats objects as in a must-gather: YAML without managed fields, Secret values, or text that looks like a
 * credential. Independent of VS Code.
 */
import { stringify } from 'yaml';
import { omitUndefined, getString, type JsonObject } from '#core/common/json.ts';
import { redactAndCount, type Redacted } from '#core/redaction/index.ts';
import { removeHiddenFields } from '#client/clusters/documents/objectYaml.ts';

/** API version and kind of an object. Servers omit them in lists. */
export interface KindName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const options = { sortMapEntries: true, aliasDuplicateObjects: false, indentSeq: false, lineWidth: 0 } as const;

/** Formats one object. Returns undefined if the object is nested too deeply. */
export function objectText(raw: JsonObject, kind: KindName, path: string): Redacted | undefined {
  return text(`---\n`, () => stringify(plain(raw, kind), options), path);
}

/** Formats a list item for the `items:` of a list. */
export function itemText(raw: JsonObject, kind: KindName, path: string): Redacted | undefined {
  return text('', () => stringify([plain(raw, kind)], options), path);
}

/** Returns the head of a list, which ends with `items`. Items must follow unless the list is empty. */
export function listHead(empty: boolean): string {
  return `---\napiVersion: v1\nkind: List\nmetadata:\n  resourceVersion: ""\nitems:${empty ? ' []' : ''}\n`;
}

/**
 * Returns a name that is a valid file name on every system. Returns undefined if the API server wouldn't accept the
 * name or if it contains a colon, which Windows doesn't allow.
 */
export function fileName(raw: unknown, field: 'name' | 'namespace' = 'name'): string | undefined {
  const name = getString(raw, 'metadata', field);
  return name !== undefined && /^[A-Za-z0-9][\w.-]{0,252}$/.test(name) ? name : undefined;
}

function plain(raw: JsonObject, { group, version, kind }: KindName): JsonObject {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  // Lists omit the kind. Metadata-only objects have the kind that was requested.
  const named =
    raw['kind'] === undefined || raw['kind'] === 'PartialObjectMetadata'
      ? { ...raw, ...omitUndefined({ apiVersion, kind }) }
      : raw;
  return removeHiddenFields(named, kind);
}

function text(head: string, write: () => string, path: string): Redacted | undefined {
  try {
    const redacted = redactAndCount(write(), path);
    return { ...redacted, text: `${head}${redacted.text}` };
  } catch {
    return undefined;
  }
}
