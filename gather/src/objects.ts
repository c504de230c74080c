/** Reads files of objects: YAML with one or a list, or text of `oc describe`. */
import { isMap, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import { readDescribed } from '../../core/diagnosis/describeText.ts';

/** An object as it was written, and where. */
export interface RawObject {
  readonly raw: unknown;
  /** The first line, and that after the last; from 0. */
  readonly from: number;
  readonly to: number;
}

/** Aliases that a document may follow: nobody who gathers writes any. */
const maxAliasCount = 20;

/** Undefined: it is no YAML. */
export function objectsInYaml(text: string): readonly RawObject[] | undefined {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'silent', schema: 'core' });
  const found: RawObject[] = [];
  for (const document of documents) {
    if (document.errors.length > 0) return undefined;
    const { contents } = document;
    if (!isMap(contents)) continue;
    const items = contents.get('items', true);
    const all = isSeq(items) ? items.items : [contents];
    for (const item of all) {
      if (!isMap(item)) continue;
      const [from = 0, , to = text.length] = item.range ?? [];
      try {
        const raw: unknown = item.toJS(document, { maxAliasCount });
        found.push({ raw, from: lines.linePos(from).line - 1, to: lines.linePos(to).line });
      } catch {
        return undefined;
      }
    }
  }
  return found;
}

/** Never fails: what is no such text holds no objects. */
export function objectsInDescription(text: string): readonly RawObject[] {
  return readDescribed(text).map(({ object, from, to }) => ({ raw: object, from, to }));
}
