/**
 * Finds the resource kind of a status pair, from a word before the pair in the same sentence or from the heading above.
 * Supports the Chinese and English terms of the documentation.
 */
import { decodeEdge, type EdgeStatus } from '../../edge/table/decodeEdge.ts';
import type { EdgeResource } from '../../edge/table/edgePair.ts';
import type { FoundPair } from '../edgePairsInText.ts';
import { linesIn } from '../textLines.ts';

export interface PairWithResource extends FoundPair {
  /** Undefined if the text doesn't name a resource kind that can have the status. */
  readonly resource?: EdgeResource;
}

/** Maximum number of lines that are searched for headings. */
const mostLines = 100_000;
/** Maximum number of characters before a pair that are searched for a resource word. */
const reach = 200;

const kinds: readonly (readonly [pattern: RegExp, resource: EdgeResource])[] = [
  [/^(?:节点池|node[ -]?pools?|pools?)$/i, 'nodePool'],
  [/^(?:节点|nodes?)$/i, 'node'],
  [/^(?:集群|clusters?)$/i, 'cluster'],
  [/^(?:组件|components?|add-?ons?)$/i, 'component'],
];
const words = /节点池|节点|集群|组件|\b(?:node[ -]?pools?|pools?|nodes?|clusters?|components?|add-?ons?)\b/gi;
/** Matches the text between two pairs with the same subject, such as in `{Stopped, [*]}或者{Starting, [*]}`. */
const connector = /^[\s,，、/|→>-]*(?:或者|或|和|及|以及|or|and|then|to)?[\s,，、/|→>-]*$/i;

/** Returns the resource kind if a line is a heading that contains only a resource word. Ignores Markdown markers. */
export function resourceOfHeading(line: string): EdgeResource | undefined {
  const title = line
    .trim()
    .slice(0, 60)
    .replace(/^(?:#{1,6}|\d{1,2}(?:\.\d{1,2}){0,3}\.?)\s+/, '')
    .replace(/(?:状态说明|状态|\s+status)?[:：]?$/i, '');
  return kindOf(title);
}

function kindOf(word: string): EdgeResource | undefined {
  return kinds.find(([pattern]) => pattern.test(word))?.[1];
}

/** Adds the resource kind to each pair. The pairs must be in text order. */
export function withResources(text: string, pairs: readonly FoundPair[]): readonly PairWithResource[] {
  const headings = headingsIn(text);
  let last: PairWithResource | undefined;
  let next = 0;
  return pairs.map((pair) => {
    while ((headings[next]?.start ?? Infinity) < pair.start) next += 1;
    const resource =
      possible(pair.status, wordBefore(text, pair, last)) ?? possible(pair.status, headings[next - 1]?.resource);
    last = { ...pair, ...(resource === undefined ? {} : { resource }) };
    return last;
  });
}

function headingsIn(text: string): readonly { readonly start: number; readonly resource: EdgeResource }[] {
  const found = [];
  for (const { text: line, start } of linesIn(text, mostLines)) {
    const resource = line.length > 80 ? undefined : resourceOfHeading(line);
    if (resource !== undefined) found.push({ start, resource });
  }
  return found;
}

/** Returns the resource kind of the last resource word in the sentence before a pair. */
function wordBefore(text: string, { start }: FoundPair, last: PairWithResource | undefined): EdgeResource | undefined {
  const from = Math.max(last?.end ?? 0, start - reach);
  const between = text.slice(from, start);
  if (last?.end === from && connector.test(between)) return last.resource;
  const sentence = between.split(/[\n。！？；]|[.!?;]\s/).at(-1) ?? '';
  return kindOf([...sentence.matchAll(words)].at(-1)?.[0] ?? '');
}

/**
 * Returns the resource kind only if it can have the status. Otherwise, the word belongs to another part of the text.
 */
function possible(status: EdgeStatus, resource: EdgeResource | undefined): EdgeResource | undefined {
  if (resource === undefined) return undefined;
  const { rows, gaps } = decodeEdge(status, resource);
  return rows.length > 0 || gaps.length === 0 ? resource : undefined;
}
