/**
 * Parses the output of `oc describe` for custom resources into objects. The output is meant for people: keys are in
 * alphabetical order, each level is indented by two spaces, and list items follow each other without a marker.
 * Multi-line strings are printed unchanged, so unknown text without indentation is treated as part of a multi-line
 * string. Source: kubernetes/kubectl pkg/describe (printUnstructuredContent).
 */
import type { JsonObject } from '../common/json.ts';

/** An object and its position in the text. */
export interface DescribedObject {
  readonly object: JsonObject;
  /** First line, and the line after the last one. Lines start at 0. */
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly indent: number;
  /** Undefined for a list item or the continuation of a string. */
  readonly key?: string;
  readonly text: string;
}

const deepest = 40;
const mostLines = 200_000;
/** Keys without indentation. */
const parts = new Set(['API Version', 'Kind', 'Metadata', 'Spec', 'Status']);
/** Fields of our kinds that are lists of mappings. In the output, a list with one item looks like a mapping. */
const lists = new Set(['conditions', 'ownerReferences', 'source', 'requirementStatus', 'history', 'matchExpressions']);

/** Returns all objects in order. Never throws. Omits unreadable parts. */
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
  // A title or a key with other characters is printed unchanged.
  return key !== undefined && /^[A-Z][A-Za-z0-9 -]*$|^\S+$/.test(key)
    ? [{ indent, key, text: (found?.[2] ?? '').trim() }]
    : [{ indent, text: trimmed }];
}

/** Parses the fields of a mapping. */
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
    // The continuation of a string can look like a field, so the first occurrence is used.
    if (!fields.has(name))
      fields.set(
        name,
        line.text === '' && below.length > 0 ? belowOf(name, below, depth + 1) : scalar(name, line.text),
      );
  }
  return Object.fromEntries(fields);
}

/** Parses a list of strings, a list of mappings, or a mapping. */
function belowOf(name: string, lines: readonly Line[], depth: number): unknown {
  const [first] = lines;
  const own = lines.filter(({ indent }) => indent === first?.indent);
  if (own.every(({ key }) => key === undefined)) return own.map(({ text }) => text);
  if (!lists.has(name)) return fieldsOf(lines, depth);
  const titles = own.map(({ key }) => key);
  // If no key occurs twice, the list has one item, whose keys can be in any order.
  const isOne = new Set(titles).size === titles.length;
  const items: Line[][] = [];
  let last: string | undefined;
  for (const line of lines) {
    const title = line.indent === first?.indent ? line.key : undefined;
    // Keys are in alphabetical order, so a smaller key starts the next item.
    const starts = !isOne && title !== undefined && last !== undefined && fieldName(title) <= last;
    if (items.length === 0 || starts) items.push([]);
    if (title !== undefined) last = fieldName(title);
    items.at(-1)?.push(line);
  }
  return items.map((item) => fieldsOf(item, depth));
}

/**
 * Converts a title to a field name: `Kata Nodes` to `kataNodes`, `API Version` to `apiVersion`. Titles with other
 * characters are already field names.
 */
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

/** Parses a value. Numbers and booleans are printed like strings, so the field name determines the type. */
function scalar(name: string, text: string): unknown {
  if (text === '<nil>') return undefined;
  if ((text === 'true' || text === 'false') && name !== 'status' && name !== 'message' && name !== 'reason')
    return text === 'true';
  return /^\d{1,9}$/.test(text) && /(?:Count|[rR]eplicas|[gG]eneration)$/.test(name) ? Number(text) : text;
}
