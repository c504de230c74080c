/**
 * Reads what `oc describe` prints of custom resources back into objects. Source: kubernetes/kubectl pkg/describe
 * (printUnstructuredContent: keys in the order of the alphabet, two blanks a level, items of lists one after the other
 * without any mark). It is text for people. Texts over several lines are printed as they are: what stands at the margin
 * and is no part of an object belongs to one.
 */
import type { JsonObject } from '../common/json.ts';

/** An object, and where it stands. */
export interface DescribedObject {
  readonly object: JsonObject;
  /** The first line, and that after the last; from 0. */
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly indent: number;
  /** Undefined: an item of a list, or the rest of a text. */
  readonly key?: string;
  readonly text: string;
}

const deepest = 40;
const mostLines = 200_000;
/** What stands at the margin. */
const parts = new Set(['API Version', 'Kind', 'Metadata', 'Spec', 'Status']);
/** The fields of our kinds that are lists of maps: a list of one item looks like a map. */
const lists = new Set(['conditions', 'ownerReferences', 'source', 'requirementStatus', 'history', 'matchExpressions']);

/** All objects of a text, in its order. Never throws; what cannot be read is left out. */
export function parseDescribe(text: string): readonly DescribedObject[] {
  const lines = text.split(/\r?\n/, mostLines);
  const starts = lines.flatMap((line, index) =>
    /^Name:\s/.test(line) && lines[index + 1]?.startsWith('Namespace:') === true ? [index] : [],
  );
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? lines.length;
    return { object: readOne(lines.slice(from, to)), from, to };
  });
}

function readOne(texts: readonly string[]): JsonObject {
  const first = (title: string): string | undefined => {
    const found = texts
      .find((line) => line.startsWith(`${title}:`))
      ?.slice(title.length + 1)
      .trim();
    return found === undefined || found === '' || found === '<none>' ? undefined : found;
  };
  const start = texts.findIndex((line) => line.startsWith('API Version:'));
  const end = texts.findLastIndex((line) => line.startsWith('Events:'));
  const body = start < 0 ? [] : texts.slice(start, end < start ? texts.length : end).flatMap(lineOf);
  const content = fieldsOf(body, 0);
  const metadata = typeof content['metadata'] === 'object' && content['metadata'] !== null ? content['metadata'] : {};
  const namespace = first('Namespace');
  return {
    ...content,
    metadata: { ...metadata, name: first('Name') ?? '', ...(namespace === undefined ? {} : { namespace }) },
  };
}

function lineOf(text: string): readonly Line[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const indent = text.length - text.trimStart().length;
  const found = /^([^:\s][^:]{0,200}):(?:\s+(.*))?$/.exec(trimmed);
  const key = found?.[1];
  if (indent === 0)
    return key !== undefined && parts.has(key) ? [{ indent, key, text: (found?.[2] ?? '').trim() }] : [];
  // A title, or a key with other marks, which is printed as it is.
  return key !== undefined && /^[A-Z][A-Za-z0-9 -]*$|^\S+$/.test(key)
    ? [{ indent, key, text: (found?.[2] ?? '').trim() }]
    : [{ indent, text: trimmed }];
}

/** The fields of one map. */
function fieldsOf(lines: readonly Line[], depth: number): JsonObject {
  const [first] = lines;
  const fields = new Map<string, unknown>();
  if (first === undefined || depth > deepest) return {};
  for (let index = 0; index < lines.length;) {
    const line = lines[index];
    index += 1;
    if (line?.key === undefined || line.indent !== first.indent) continue;
    const below: Line[] = [];
    for (let next = lines[index]; next !== undefined && next.indent > line.indent; next = lines[index]) {
      below.push(next);
      index += 1;
    }
    const name = fieldName(line.key);
    // The rest of a text may look like a field: the first is the field.
    if (!fields.has(name))
      fields.set(
        name,
        line.text === '' && below.length > 0 ? belowOf(name, below, depth + 1) : scalar(name, line.text),
      );
  }
  return Object.fromEntries(fields);
}

/** A list of texts, a list of maps, or a map. */
function belowOf(name: string, lines: readonly Line[], depth: number): unknown {
  const [first] = lines;
  const own = lines.filter(({ indent }) => indent === first?.indent);
  if (own.every(({ key }) => key === undefined)) return own.map(({ text }) => text);
  if (!lists.has(name)) return fieldsOf(lines, depth);
  const items: Line[][] = [];
  let last: string | undefined;
  for (const line of lines) {
    const title = line.indent === first?.indent ? line.key : undefined;
    // Where the order of the keys begins anew, the next item does.
    if (items.length === 0 || (title !== undefined && last !== undefined && fieldName(title) <= last)) items.push([]);
    if (title !== undefined) last = fieldName(title);
    items.at(-1)?.push(line);
  }
  return items.map((item) => fieldsOf(item, depth));
}

/** `Kata Nodes`: `kataNodes`; `API Version`: `apiVersion`. What has other marks was printed as it is. */
export function fieldName(title: string): string {
  if (/[^a-zA-Z -]/.test(title)) return title;
  const [first = '', ...rest] = title.replaceAll(' - ', '-').split(' ');
  return [
    first === first.toUpperCase() && first.length > 1
      ? first.toLowerCase()
      : `${first.slice(0, 1).toLowerCase()}${first.slice(1)}`,
    ...rest,
  ].join('');
}

/** Numbers and truth are printed as texts are: by the name of the field is told which it was. */
function scalar(name: string, text: string): unknown {
  if (text === '<nil>') return undefined;
  if ((text === 'true' || text === 'false') && name !== 'status' && name !== 'message' && name !== 'reason')
    return text === 'true';
  return /^\d{1,9}$/.test(text) && /(?:Count|[rR]eplicas|[gG]eneration)$/.test(name) ? Number(text) : text;
}
