/**
 * Objects as a must-gather has them: YAML without who wrote which field, without values of Secrets, and without what
 * looks like a credential. Without VS Code.
 */
import { stringify } from 'yaml';
import { omitUndefined, getString, type JsonObject } from '#core/common/json.ts';
import { redactText } from '#core/redaction/index.ts';
import { removeHiddenFields } from '#client/clusters/documents/objectYaml.ts';

/** How objects of a kind are named: servers leave it out in lists. */
export interface KindName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

const options = { sortMapEntries: true, aliasDuplicateObjects: false, indentSeq: false, lineWidth: 0 } as const;

/** Of one object. Undefined: it is nested too deeply to be written. */
export function objectText(raw: JsonObject, kind: KindName, path: string): string | undefined {
  return text(`---\n`, () => stringify(plain(raw, kind), options), path);
}

/** An item of a list, to be written below `items:`. */
export function itemText(raw: JsonObject, kind: KindName, path: string): string | undefined {
  return text('', () => stringify([plain(raw, kind)], options), path);
}

/** The head of a list; it is whole only with `items` behind it. */
export function listHead(empty: boolean): string {
  return `---\napiVersion: v1\nkind: List\nmetadata:\n  resourceVersion: ""\nitems:${empty ? ' []' : ''}\n`;
}

/**
 * A name that can be that of a file on every system; undefined: no API server would have let it in, or it has a colon,
 * which Windows does not take.
 */
export function fileName(raw: unknown, field: 'name' | 'namespace' = 'name'): string | undefined {
  const name = getString(raw, 'metadata', field);
  return name !== undefined && /^[A-Za-z0-9][\w.-]{0,252}$/.test(name) ? name : undefined;
}

function plain(raw: JsonObject, { group, version, kind }: KindName): JsonObject {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  // What a list leaves out; metadata that came alone are those of the kind that was asked for.
  const named =
    raw['kind'] === undefined || raw['kind'] === 'PartialObjectMetadata'
      ? { ...raw, ...omitUndefined({ apiVersion, kind }) }
      : raw;
  return removeHiddenFields(named, kind);
}

function text(head: string, write: () => string, path: string): string | undefined {
  try {
    return `${head}${redactText(write(), path)}`;
  } catch {
    return undefined;
  }
}
