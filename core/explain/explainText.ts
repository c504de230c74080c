/**
 * Finds the statuses in any text and explains their meaning and the next step. Supports the terms of Kata and of edge
 * hosting. The input size is limited, and the function never throws. For unknown terms, the result says what kind of
 * information is missing.
 */
import * as l10n from '@vscode/l10n';
import type { EdgeStatus } from '../edge/table/decodeEdge.ts';
import type { EdgeResource } from '../edge/table/edgePair.ts';
import { createEdgeIndex, type EdgeItem } from '../edge/edgeCauses.ts';
import { findCondition, findPhase } from '../edge/table/vocabulary.ts';
import { isJsonObject, getString, getValue } from '../common/json.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { blocksIn } from './statusBlocks.ts';
import { describedIn } from './describedStatus.ts';
import { otherService, partOfResponse, readEdgeItem } from '../edge/readEdgeItem.ts';
import { describeEdgeStatus } from '../edge/describeEdge.ts';
import { eventOf } from '../oc/eventLine.ts';
import { isKataValue, tellKataValue } from './describeKata.ts';
import { tellEvent, tellLine, explainTerms } from './describeLine.ts';
import { consoleRows, pairsInText } from './edgePairsInText.ts';
import { walkValue, type Parsed, type ParseText, type TextRange } from '../text/parsedText.ts';
import type { TextStatus } from './textStatus.ts';

export interface ExplainOptions {
  /** The resource type of edge hosting pairs. */
  readonly resource?: EdgeResource;
  /** Parses JSON and YAML. If undefined, the input is treated as plain text only. */
  readonly parse?: ParseText;
}

export interface ExplainResult {
  /** The explained statuses in the order of the text. Never empty. */
  readonly told: readonly TextStatus[];
  /** Sentences about the parts that weren't analyzed. */
  readonly left: readonly string[];
}

/** Maximum number of characters that are analyzed. A response with 100 resources has about a tenth of this number. */
const longest = 2_000_000;
/** Maximum number of statuses that are explained. */
const most = 1000;
/** Maximum number of lines that are analyzed in plain text. */
const mostLines = 5000;

export function explainText(text: string, options: ExplainOptions = {}): ExplainResult {
  const own = text.slice(0, longest);
  const left =
    own.length < text.length ? [l10n.t`Only the first ${longest / 1_000_000} million characters were analyzed.`] : [];
  const values = parsed(own, options);
  if (values.told.length > 0) return bounded(values.told, [...left, ...values.left]);
  const described = describedIn(own).map(({ object, start, end }) =>
    tellKataValue(object, { start, end }, 'oc describe'),
  );
  const besides = [...left, ...values.left];
  if (described.length > 0) return bounded(described, besides);
  const blocks = blocksIn(own).flatMap((block) => inBlock(own, block, options));
  const lines = [
    ...blocks,
    ...inLines(own, options).filter(
      ({ start, end }) => !blocks.some((block) => block.start < end && block.end > start),
    ),
  ];
  return lines.length > 0 ? bounded(lines, besides) : { told: [nothingKnown(own)], left: besides };
}

function bounded(told: readonly TextStatus[], left: readonly string[]): ExplainResult {
  const all = told.toSorted((one, other) => one.start - other.start);
  return {
    told: all.slice(0, most),
    left: all.length > most ? [...left, l10n.t`Not explained: ${all.length - most} more.`] : left,
  };
}

function parsed(
  text: string,
  { parse, resource }: ExplainOptions,
): { readonly told: readonly TextStatus[]; readonly left: readonly string[] } {
  const told: TextStatus[] = [];
  const left: string[] = [];
  const items: { readonly item: EdgeItem; readonly place: TextRange }[] = [];
  const whole = { start: 0, end: text.length };
  for (const document of parse?.(text) ?? []) {
    const complete = walkValue(document.value, (value, path, above) => {
      const service = otherService([value]);
      if (service !== undefined) {
        const other = l10n.t`A response from ${service} was skipped. It has the same format as an edge hosting (veecp) response but uses different terms.`;
        if (!left.includes(other)) left.push(other);
        return true;
      }
      const part = partOfResponse(value);
      if (part !== undefined && !left.includes(part)) left.push(part);
      const item = readEdgeItem(value, above, resource);
      const event = eventOf(value);
      const kata = isKataValue(value) && !above.some(isForeign) ? value : undefined;
      if (item === undefined && event === undefined && kata === undefined) return false;
      const place = document.placeOf(path) ?? whole;
      if (item !== undefined) items.push({ item, place });
      else if (event !== undefined) told.push(tellEvent(event, place));
      else if (kata !== undefined) told.push(tellKataValue(kata, place));
      return true;
    });
    if (!complete) left.push(l10n.t`Part of the text wasn't analyzed because it's too deeply nested or too long.`);
    if (isEmptyAnswer(document)) left.push(l10n.t`This response contains no resources.`);
  }
  const index = createEdgeIndex(items.map(({ item }) => item));
  for (const { item, place } of items) {
    const cause = index.causeOf(item);
    const name = item.name === '' ? item.id : item.name;
    told.push(
      describeEdgeStatus(item.status, place, {
        name,
        ...(item.resource === undefined ? {} : { resource: item.resource }),
        ...(cause === undefined ? {} : { cause }),
      }),
    );
  }
  return { told, left };
}

/**
 * Returns whether the value is an API object that is neither a KataConfig nor a list. Its conditions have a different
 * meaning.
 */
function isForeign(value: unknown): boolean {
  const kind = getString(value, 'kind');
  return kind !== undefined && !/(?:^KataConfig|List)$/.test(kind);
}

/** Explains a YAML block. If the block can't be parsed, its lines are analyzed one by one instead. */
function inBlock(text: string, { start, end }: TextRange, options: ExplainOptions): readonly TextStatus[] {
  return parsed(text.slice(start, end), options).told.map((told) => ({ ...told, start, end }));
}

function isEmptyAnswer({ value }: Parsed): boolean {
  const items = getValue(value, 'Result', 'Items');
  return isJsonObject(value) && Array.isArray(items) && items.length === 0;
}

function inLines(text: string, { resource }: ExplainOptions): readonly TextStatus[] {
  const pairs = pairsInText(text).map(({ status, start, end }) =>
    describeEdgeStatus(
      status,
      { start, end },
      { text: text.slice(start, end), ...(resource === undefined ? {} : { resource }) },
    ),
  );
  const lines = text.split('\n', mostLines);
  // Single words count as a status only if the text contains little else.
  const short = lines.filter((line) => line.trim() !== '').length <= 3;
  const row = short ? rowInLines(lines) : undefined;
  if (row !== undefined)
    return [
      describeEdgeStatus(
        row,
        { start: 0, end: text.length },
        { text, ...(resource === undefined ? {} : { resource }) },
      ),
    ];
  const told: TextStatus[] = [...pairs];
  let start = 0;
  for (const line of lines) {
    const [from, to] = [start + line.length - line.trimStart().length, start + line.trimEnd().length];
    start += line.length + 1;
    if (from >= to || pairs.some((pair) => pair.start < to && pair.end > from)) continue;
    const trimmed = line.trim();
    const words = short ? explainTerms(trimmed, from, resource) : [];
    if (words.length > 0) told.push(...words);
    else {
      const one = tellLine(trimmed, from);
      if (one !== undefined) told.push(one);
    }
    if (told.length > most) break;
  }
  return told;
}

/**
 * Returns the status of a table row that has each cell on its own line, as copied from some pages: the phase, a
 * condition, and the console text.
 */
function rowInLines(lines: readonly string[]): EdgeStatus | undefined {
  const [first = '', second = '', ...others] = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && consoleRows(line).length === 0);
  const isRow = findPhase(first).known && findCondition(second).known && others.length === 0;
  return isRow ? { phase: first, conditions: [second] } : undefined;
}

function nothingKnown(text: string): TextStatus {
  const empty = text.trim() === '';
  return {
    start: 0,
    end: text.length,
    vocabulary: 'none',
    what: l10n.t`Text`,
    text: sanitizeLine(text, 200),
    severity: 'unknown',
    headline: empty ? l10n.t`Nothing to explain` : l10n.t`Unknown`,
    meaning: empty
      ? l10n.t`The text is empty.`
      : l10n.t`The text contains no known status: no edge hosting status pair, no KataConfig status, condition, or message, and no event or log line with a known cause.`,
    todo: l10n.t(
      'Provide the status itself: the output of `oc get kataconfig -o yaml` or `oc describe kataconfig`, or the Phase and Conditions from an API response.',
    ),
    notKnown: ['text'],
    notes: [],
  };
}
