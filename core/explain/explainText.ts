/**
 * Finds the statuses in any text and explains their meaning and the next step. Supports the terms of Kata and of edge
 * hosting. The input size is limited, and the function never throws. If it recognizes nothing, the result describes the
 * input to provide.
 */
import * as l10n from '@vscode/l10n';
import { installerName } from '#core/product/namespaces.ts';
import type { EdgeStatus } from '../edge/table/decodeEdge.ts';
import type { EdgeResource } from '../edge/table/edgePair.ts';
import { createEdgeIndex, type EdgeItem } from '../edge/edgeCauses.ts';
import { findPhase } from '../edge/table/vocabulary.ts';
import { isJsonObject, getString, getValue } from '../common/json.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { sectionFor } from '../product/sectionFor.ts';
import { hasKnownDocumentation, newestDocumentedRelease, newestRelease, type Release } from '../product/releases.ts';
import { blocksIn } from './statusBlocks.ts';
import { conditionBlocksIn } from './conditionBlocks.ts';
import { describedIn } from './describedStatus.ts';
import { otherService, partOfResponse, readEdgeItem } from '../edge/readEdgeItem.ts';
import { describeEdgeStatus } from '../edge/describeEdge.ts';
import { eventOf } from '../oc/eventLine.ts';
import { isKataValue, tellKataValue, type KataValueContext } from './describeKata.ts';
import { daemonSetInstallLabel } from '../product/nodeLabels.ts';
import { describeCsvPhase, tellEvent, tellLine, explainTerms } from './describeLine.ts';
import { labelledLines, pairsInText } from './edgePairsInText.ts';
import { explainCommands } from './commands/explainCommands.ts';
import { watchKataConfig } from './commands/knownCommands.ts';
import { statusMessages } from '../product/docSections.ts';
import { tablesIn } from './tables/readTable.ts';
import { explainMemoryTable } from './tables/memoryTable.ts';
import { explainTables } from './tables/explainTables.ts';
import { linesIn } from './textLines.ts';
import { groupEvents } from './events/groupEvents.ts';
import { explainConditions } from './objects/explainConditions.ts';
import { explainObject } from './objects/explainObject.ts';
import { explainTitles } from './titles/explainTitles.ts';
import { copiedRowsIn } from './edgeText/copiedRows.ts';
import { withResources } from './edgeText/resourceWords.ts';
import { walkValue, type Parsed, type ParseText, type TextRange } from '../text/parsedText.ts';
import type { TextStatus } from './textStatus.ts';

export interface ExplainOptions {
  /** Resource kind of edge hosting pairs, if known. */
  readonly resource?: EdgeResource;
  /** Release for the documentation links. Default: the newest release. */
  readonly release?: Release;
  /** Parses JSON and YAML. If undefined, the input is treated as plain text only. */
  readonly parse?: ParseText;
  /**
   * Current time, in milliseconds since 1970. If specified, the conditions of objects without an explanation of their
   * own are listed with their age.
   */
  readonly now?: number;
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
  const { told, left } = explainAll(text, options);
  return { told: told.map((one) => withDocsOf(withWatch(one), options.release ?? newestRelease)), left };
}

/** Adds the command that watches a KataConfig while Kata is being installed, updated, or uninstalled on nodes. */
function withWatch(status: TextStatus): TextStatus {
  const { docs, passing, todo } = status;
  if (passing !== true || todo !== undefined || docs?.title !== statusMessages.title) return status;
  return { ...status, todo: l10n.t('Follow the progress: `{0}`', watchKataConfig) };
}

/**
 * Replaces the documentation link with the link for a release, unless it's the newest documented release or a release
 * whose documentation has no known address. For these, the link can lead to a section that only the documentation of
 * older releases contains.
 */
function withDocsOf(status: TextStatus, release: Release): TextStatus {
  const { docs, vocabulary } = status;
  if (docs === undefined || vocabulary === 'edge') return status;
  return release.id === newestDocumentedRelease.id || !hasKnownDocumentation(release)
    ? status
    : { ...status, docs: sectionFor(docs, release.id) };
}

function explainAll(text: string, options: ExplainOptions): ExplainResult {
  const own = text.slice(0, longest);
  const left =
    own.length < text.length ? [l10n.t`Only the first ${longest / 1_000_000} million characters were analyzed.`] : [];
  const values = parsed(own, options);
  if (values.told.length > 0) return bounded(values.told, [...left, ...values.left]);
  const described = describedIn(own).flatMap(({ object, ...place }) => {
    const status =
      getString(object, 'kind') === 'KataConfig' || getString(object, 'kind') === undefined
        ? tellKataValue(object, place, { form: 'oc describe', ...contextIn(own) })
        : explainObject(object, place, 'oc describe');
    return status === undefined ? [] : [status];
  });
  const besides = [...left, ...values.left];
  const inYaml = blocksIn(own).flatMap((block) => inBlock(own, block, options));
  const outside = inYaml.filter((block) => !described.some((other) => overlap(block, other)));
  const blocks = [
    ...described,
    ...outside,
    ...conditionBlocksIn(own)
      .filter((block) => ![...described, ...outside].some((other) => overlap(block, other)))
      .map(({ condition, ...place }) => tellKataValue(condition, place)),
  ];
  const tables = explainTables(tablesIn(own));
  const titles = explainTitles(own, blocks);
  const commands = explainCommands(own, options.release ?? newestRelease);
  const memory = explainMemoryTable(own);
  const known = [...blocks, ...tables.ranges, ...titles.ranges, ...commands, ...memory];
  const lines = inLines(own, options).filter((line) => !known.some((place) => overlap(place, line)));
  const all = [...titles.blocks, ...titles.titles, ...tables.statuses, ...commands, ...memory, ...lines];
  const notes = [...besides, ...tables.notes];
  return all.length > 0 ? bounded(all, notes) : { told: [nothingKnown(own)], left: notes };
}

/** Returns what a text shows about the cluster of its KataConfig. */
function contextIn(text: string): KataValueContext {
  return {
    runtimeClass: text.includes('kata-remote') ? 'kata-remote' : '',
    hasMachineConfigs: /\bMachineConfig(?:Pool)?s?\b|machineconfigpool/.test(text),
    isDaemonSetMode: text.includes(daemonSetInstallLabel) || text.includes(installerName),
  };
}

function overlap(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && one.end > other.start;
}

function bounded(told: readonly TextStatus[], left: readonly string[]): ExplainResult {
  const all = groupEvents(told).toSorted((one, other) => one.start - other.start);
  return {
    told: all.slice(0, most),
    left:
      all.length > most ? [...left, l10n.t`Additional statuses without an explanation: ${all.length - most}.`] : left,
  };
}

function parsed(
  text: string,
  { parse, resource, now }: ExplainOptions,
  context = contextIn(text),
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
      const place = document.placeOf(path) ?? whole;
      if (item !== undefined) {
        const csvPhase = resource === undefined ? csvPhaseOf(item, place) : [];
        told.push(...csvPhase);
        // Edge hosting doesn't use all phases of a ClusterServiceVersion.
        if (csvPhase.length === 0 || findPhase(item.status.phase).known) items.push({ item, place });
        return true;
      }
      const one =
        event !== undefined
          ? tellEvent(event, place)
          : kata !== undefined
            ? tellKataValue(kata, place, context)
            : explainObject(value, place);
      if (one !== undefined) told.push(one);
      const conditionPlace = (index: number): TextRange =>
        document.placeOf([...path, 'status', 'conditions', index]) ?? place;
      const conditions = one === undefined && now !== undefined ? explainConditions(value, conditionPlace, now) : [];
      told.push(...conditions);
      return one !== undefined || conditions.length > 0;
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

/** Explains a phase without conditions or other fields as the phase of a ClusterServiceVersion. */
function csvPhaseOf({ status, id, name, resource }: EdgeItem, place: TextRange): readonly TextStatus[] {
  const isAlone = status.conditions.length === 0 && id === '' && name === '' && resource === undefined;
  return isAlone ? describeCsvPhase(status.phase, place) : [];
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
  return parsed(text.slice(start, end), options, contextIn(text)).told.map((told) => ({ ...told, start, end }));
}

function isEmptyAnswer({ value }: Parsed): boolean {
  const items = getValue(value, 'Result', 'Items');
  return isJsonObject(value) && Array.isArray(items) && items.length === 0;
}

function inLines(text: string, { resource }: ExplainOptions): readonly TextStatus[] {
  const rows = copiedRowsIn(text).map(({ status, resource: own, ...place }) =>
    describePair(status, place, undefined, resource ?? own),
  );
  const pairs = withResources(text, pairsInText(text)).map(({ status, resource: own, start, end }) =>
    describePair(status, { start, end }, text.slice(start, end), resource ?? own),
  );
  const lines = text.split('\n', mostLines);
  // Single words count as a status only if the text contains little else.
  const short = rows.length === 0 && lines.filter((line) => line.trim() !== '').length <= 3;
  const fields = short ? labelledLines(lines) : undefined;
  if (fields !== undefined) return [describePair(fields, { start: 0, end: text.length }, undefined, resource)];
  const known = [...rows, ...pairs];
  const told: TextStatus[] = [...known];
  for (const line of linesIn(text, mostLines)) {
    const trimmed = line.text.trim();
    if (trimmed === '' || known.some((place) => overlap(place, line))) continue;
    const words = short ? explainTerms(trimmed, line.start, resource) : [];
    told.push(...(words.length > 0 ? words : tellLine(trimmed, line.start)));
    if (told.length > most) break;
  }
  return told;
}

function describePair(
  status: EdgeStatus,
  place: TextRange,
  text: string | undefined,
  resource: EdgeResource | undefined,
): TextStatus {
  return describeEdgeStatus(status, place, {
    ...(text === undefined ? {} : { text }),
    ...(resource === undefined ? {} : { resource }),
  });
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
