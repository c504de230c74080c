/**
 * Explains the status under the mouse pointer if the text definitely is one: an edge hosting status, or the status of a
 * KataConfig.
 */
import type { Hover, Position } from 'vscode-languageserver';
import { describeDenials } from '#core/explain/describeLine.ts';
import { blocksIn } from '#core/explain/statusBlocks.ts';
import { certainPairs, isCertainStatus } from '#core/explain/certainPairs.ts';
import { describeEdgeStatus } from '#core/edge/describeEdge.ts';
import { explainText } from '#core/explain/explainText.ts';
import { messagesIn } from '#core/explain/kataMessages.ts';
import { statusMarkdown } from '#core/explain/statusMarkdown.ts';
import type { ParseText } from '#core/text/parsedText.ts';
import type { ExplainedStatus } from '#core/status/explainedStatus.ts';
import { newestRelease, type Release } from '#core/product/releases.ts';
import { explainKataConfigAt } from './kataConfigStatus.ts';
import { parsePasted } from './explainYaml.ts';
import {
  findMapEntry,
  findYamlNode,
  locateYamlNode,
  toPlainValue,
  type YamlNode,
  type NodeLocation,
  type PathSegment,
} from '../engine/yaml/node.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import { findDocument, type PlacedDocument } from '../engine/yaml/yamlDocument.ts';
import type { Span } from '../engine/text/span.ts';
import { decoded } from './check.ts';
import { listStatusDocuments } from './statusDocuments.ts';
import { findStatusFilters, type FilterEntry } from './filters.ts';
import { mayHoldStatus } from './mayContainStatus.ts';

/** Maximum number of characters to read before and after the pointer, because JSON can be on one line. */
const near = 2000;
/** Maximum number of characters of a denial to read on each side of the pointer. */
const longestMessage = 20_000;

interface Explanation extends Span {
  readonly told: ExplainedStatus;
}

/**
 * Returns the hover. Returns undefined if the text isn't definitely a status.
 * @param release release for the documentation links
 */
export function statusHover(file: OpenFile, position: Position, release: Release = newestRelease): Hover | undefined {
  const offset = file.text.offsetAt(position);
  const found =
    file.language === 'markdown' ? inMarkdown(file.text.getText(), offset, release) : inValues(file, offset, release);
  if (found === undefined) return undefined;
  return {
    contents: { kind: 'markdown', value: statusMarkdown(found.told) },
    range: { start: file.text.positionAt(found.start), end: file.text.positionAt(found.end) },
  };
}

/**
 * Returns the explanation of the pair `{Phase, [Conditions]}` that contains an offset. Searches only the line of the
 * offset.
 * @param within range to search
 */
function pairAt(text: string, offset: number, within: Span = { start: 0, end: text.length }): Explanation | undefined {
  const from = Math.max(within.start, offset - near, text.lastIndexOf('\n', offset - 1) + 1);
  const newline = text.indexOf('\n', offset);
  const line = text.slice(from, Math.min(within.end, offset + near, newline < 0 ? text.length : newline));
  const pair = certainPairs(line).find(({ start, end }) => from + start <= offset && offset <= from + end);
  if (pair === undefined) return undefined;
  const place = { start: from + pair.start, end: from + pair.end };
  return { ...place, told: describeEdgeStatus(pair.status, place, { text: text.slice(place.start, place.end) }) };
}

function inMarkdown(text: string, offset: number, release: Release): Explanation | undefined {
  const pair = pairAt(text, offset);
  if (pair !== undefined) return pair;
  const block = blocksIn(text).find(({ start, end }) => start <= offset && offset < end);
  if (block !== undefined && !isOfOthers(text.slice(block.start, block.end))) {
    const found = explainText(text.slice(block.start, block.end), { parse: parsePasted, release }).told.find(
      isKnownOfKata,
    );
    if (found !== undefined) return { told: found, ...block };
  }
  const denial = denialAt(text, offset);
  if (denial !== undefined) return denial;
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(from, from + near).split('\n', 1)[0] ?? '';
  const [message] = messagesIn(line);
  // Other messages are ordinary sentences that could be from anywhere.
  if (message === undefined || !/kata|RuntimeClass/i.test(message.condition.message)) return undefined;
  const place = { start: from + message.start, end: from + message.end };
  const told = explainText(message.condition.message, { release }).told.find(isKnownOfKata);
  return told === undefined || offset < place.start || offset > place.end ? undefined : { told, ...place };
}

/**
 * Returns the explanation of the denied request whose message contains an offset. Searches the whole line, because a
 * message can be long.
 */
function denialAt(text: string, offset: number): Explanation | undefined {
  const from = Math.max(offset - longestMessage, text.lastIndexOf('\n', offset - 1) + 1);
  const line = text.slice(from, offset + longestMessage).split('\n', 1)[0] ?? '';
  const told = describeDenials(line, from).find(({ start, end }) => start <= offset && offset <= end);
  return told === undefined ? undefined : { told, start: told.start, end: told.end };
}

/**
 * Returns whether an `InProgress` condition isn't from a KataConfig: it doesn't mention Kata, and its message isn't a
 * known one.
 */
function isOfOthers(block: string): boolean {
  return !/kata/i.test(block) && /\bmessage:[ \t]*\S/.test(block) && messagesIn(block).length === 0;
}

function isKnownOfKata({ vocabulary, notKnown }: ExplainedStatus): boolean {
  return vocabulary === 'kata' && notKnown.length === 0;
}

function inValues(file: OpenFile, offset: number, release: Release): Explanation | undefined {
  const placed = findDocument(listStatusDocuments(file), offset);
  if (placed === undefined || !mayHoldStatus(placed.document)) return undefined;
  const { root, template } = placed.document.parsed;
  const at = offset - placed.start;
  const place = template ? undefined : locateYamlNode(root, at);
  // In JSON, only strings contain pairs. Other brackets are lists.
  const inText =
    place === undefined
      ? undefined
      : { start: placed.start + place.scalar.start, end: placed.start + place.scalar.end };
  const pair =
    file.language === 'yaml' || inText !== undefined
      ? pairAt(file.text.getText(), offset, file.language === 'json' ? inText : undefined)
      : undefined;
  if (pair !== undefined) return pair;
  if (root === undefined || place === undefined) return undefined;
  const found =
    inFilter(placed, place, decoded(file.uri)) ??
    inStatus(file, placed, place) ??
    explainKataConfigAt(root, place, release);
  return found === undefined || inText === undefined ? undefined : { told: found, ...inText };
}

/** Explains a filter status, using the listed resource kind. */
function inFilter(
  { document, start }: PlacedDocument,
  { scalar }: NodeLocation,
  path: string,
): ExplainedStatus | undefined {
  const {
    text,
    parsed: { root },
  } = document;
  for (const { entries, resource } of findStatusFilters(root, text, path)) {
    const entry = entries.find(({ node }) => node.start <= scalar.start && scalar.end <= node.end);
    if (entry === undefined || !isCertainStatus(toPlainValue(entry.node), [])) continue;
    const status = { phase: entry.phase?.text ?? '', conditions: wordsOf(entry) };
    return describeEdgeStatus(
      status,
      { start: start + entry.node.start, end: start + entry.node.end },
      resource === undefined ? {} : { resource },
    );
  }
  return undefined;
}

function wordsOf({ condition }: FilterEntry): readonly string[] {
  return condition === undefined ? [] : [condition.text];
}

/** Explains the status of a resource, with its cause among the other resources in the file. */
function inStatus(file: OpenFile, placed: PlacedDocument, { path, onKey }: NodeLocation): ExplainedStatus | undefined {
  const steps = statusPath(placed.document.parsed.root, path, onKey);
  if (steps === undefined) return undefined;
  const { root } = placed.document.parsed;
  const item = steps.at(-1) === 'Status' ? steps.slice(0, -1) : steps;
  const node = findYamlNode(root, item);
  if (node === undefined) return undefined;
  const above = item
    .map((_, index) => findYamlNode(root, item.slice(0, index)))
    .flatMap((one) => (one === undefined ? [] : [shallow(one)]));
  if (!isCertainStatus(toPlainValue(node), above.toReversed())) return undefined;
  const start = placed.start + node.start;
  return toldIn(file).find(
    (told) => told.vocabulary === 'edge' && told.start === start && told.end === placed.start + node.end,
  );
}

/**
 * Returns the path of the map that contains `Phase` if the position is in a status or on its `Status` key. Otherwise,
 * returns undefined.
 */
function statusPath(
  root: YamlNode | undefined,
  path: readonly PathSegment[],
  onKey: boolean,
): readonly PathSegment[] | undefined {
  if (onKey && path.at(-1) === 'Status') return hasPhase(findYamlNode(root, path)) ? path : undefined;
  const at = path.findLastIndex((step) => step === 'Phase' || step === 'Conditions');
  const own = at < 0 ? undefined : path.slice(0, at);
  return own !== undefined && path.length - at <= 3 && hasPhase(findYamlNode(root, own)) ? own : undefined;
}

function hasPhase(node: YamlNode | undefined): boolean {
  return findMapEntry(node, 'Phase')?.value.type === 'scalar';
}

/**
 * Returns the scalar values next to a status, which identify its resource. Other contents are omitted, except for
 * `ResponseMetadata`.
 */
function shallow(node: YamlNode): unknown {
  if (node.type !== 'map') return {};
  const own = node.entries.filter(({ key, value }) => value.type === 'scalar' || key.text === 'ResponseMetadata');
  return toPlainValue({ ...node, entries: own });
}

const explained = new WeakMap<OpenFile, { readonly version: number; readonly told: readonly ExplainedStatus[] }>();

/** Returns all statuses of the file, because any of them can be the cause of another. */
function toldIn(file: OpenFile): readonly ExplainedStatus[] {
  const known = explained.get(file);
  if (known?.version === file.version) return known.told;
  const parse: ParseText = () =>
    listStatusDocuments(file)
      .filter(({ document }) => mayHoldStatus(document))
      .flatMap(({ document, start }) => {
        const { root } = document.parsed;
        if (root === undefined) return [];
        const placeOf = (path: readonly PathSegment[]) => {
          const node = findYamlNode(root, path);
          return node === undefined ? undefined : { start: start + node.start, end: start + node.end };
        };
        return [{ value: toPlainValue(root), placeOf }];
      });
  const { told } = explainText(file.text.getText(), { parse });
  explained.set(file, { version: file.version, told });
  return told;
}
