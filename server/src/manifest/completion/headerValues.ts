/** Offers the values of `apiVersion` and `kind` in a new document. In a longer document, the schema provides them. */
import { formatKindApiVersion, type KindKnowledge } from '#core/kinds/field.ts';
import { knownKinds } from '#core/kinds/index.ts';

/** Values to offer at the end of a line. They replace the typed part of the value. */
export interface HeaderValues {
  /** Number of characters of the value that are already typed. */
  readonly typed: number;
  readonly values: readonly { readonly text: string; readonly detail: string }[];
}

/** Maximum length of a new document in characters. */
const maxLength = 2000;

/**
 * Returns the supported kinds or apiVersions that match the document. Returns undefined if the cursor isn't after one
 * of these keys, or if no kind matches.
 * @param offset cursor offset in the text of the document
 */
export function headerValues(text: string, offset: number): HeaderValues | undefined {
  if (text.length > maxLength) return undefined;
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const [, key, typed = ''] = /^(apiVersion|kind):[ \t]+(\S*)$/.exec(line) ?? [];
  if (key === undefined) return undefined;
  const other = new RegExp(`^${key === 'kind' ? 'apiVersion' : 'kind'}:[ \\t]+["']?([^\\s"'#]+)`, 'm').exec(text)?.[1];
  const fitting = knownKinds.filter(
    (known) => other === undefined || other === (key === 'kind' ? formatKindApiVersion(known) : known.kind),
  );
  // Several supported kinds are ConfigMaps, which get one item.
  const distinct = fitting.filter(
    (known, index) => fitting.findIndex((other) => valueOf(other, key) === valueOf(known, key)) === index,
  );
  const values = distinct.map((known) => ({
    text: valueOf(known, key),
    detail: fitting.filter((other) => valueOf(other, key) === valueOf(known, key)).length > 1 ? '' : known.summary(),
  }));
  return values.length === 0 ? undefined : { typed: typed.length, values };
}

function valueOf(known: KindKnowledge, key: string): string {
  return key === 'kind' ? known.kind : formatKindApiVersion(known);
}
