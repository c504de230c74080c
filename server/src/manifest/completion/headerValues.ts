/** The values of `apiVersion` and `kind` in a document that is only being begun: later, its schema knows them. */
import { formatKindApiVersion, type KindKnowledge } from '#core/kinds/field.ts';
import { knownKinds } from '#core/kinds/index.ts';

/** What may stand at the end of a line, in place of what was typed of it. */
export interface HeaderValues {
  /** How many characters of the value are there already. */
  readonly typed: number;
  readonly values: readonly { readonly text: string; readonly detail: string }[];
}

/** Longer documents have begun long ago. */
const maxLength = 2000;

/**
 * The known kinds or apiVersions that fit what the document says already; undefined where none can stand, or another
 * kind stands.
 * @param offset where the cursor is, in the document's text
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
  // Several kinds of ours are ConfigMaps: one word for all of them.
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
