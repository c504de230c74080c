/**
 * Finds the table rows of a status pair and reports the parts that aren't in the table: unknown phases, unknown
 * conditions, and combinations of known values that no row has.
 */
import * as l10n from '@vscode/l10n';
import {
  wildcard,
  edgeResources,
  getResourceTitle,
  formatOneResource,
  type EdgePair,
  type EdgeResource,
  type EdgeSeverity,
} from './edgePair.ts';
import { findCondition, edgePairs, findPhase, type Word } from './vocabulary.ts';

/** A status as written, such as `{Failed, [Balance, ResourceCleanupFailed]}`. An empty list of conditions means `*`. */
export interface EdgeStatus {
  readonly phase: string;
  readonly conditions: readonly string[];
}

type EdgeUnknown = 'phase' | 'condition' | 'pair';

/** A part of the status that isn't in the table, described in a sentence. */
interface EdgeGap {
  readonly kind: EdgeUnknown;
  readonly words: string;
}

export interface EdgeDecoded {
  /** Resource kinds to which the status can belong. The rows contain the meaning of the status for each kind. */
  readonly resources: readonly EdgeResource[];
  readonly rows: readonly EdgePair[];
  /** True if the rows are alternatives, because of a wildcard or a missing condition. */
  readonly anyOf: boolean;
  readonly gaps: readonly EdgeGap[];
  readonly notes: readonly string[];
  /**
   * True for a phase that isn't a failure, with any condition, such as `{Running, [*]}`. The severity is then that of
   * the least severe row, because the resource has this phase in every row.
   */
  readonly anyCondition: boolean;
  /** True for `{Starting, [*]}` of a cluster, which the documentation mentions but the table doesn't contain. */
  readonly isStartingCluster: boolean;
  /** Severity of the worst row. Undefined if there are no rows, or if alternatives have different severities. */
  readonly severity?: EdgeSeverity;
  readonly passing?: boolean;
}

/** Maximum number of conditions of one status. */
const mostConditions = 20;
/** Phases that don't indicate a failure. For example, `{Running, [*]}` means that the resource is running. */
const phasesWithoutFailure: ReadonlySet<string> = new Set(['Running', 'Stopped']);
const severities: readonly EdgeSeverity[] = ['error', 'warning', 'info', 'ok'];

/**
 * Decodes a status. Never throws.
 * @param resource resource kind of the status, if known
 */
export function decodeEdge({ phase, conditions }: EdgeStatus, resource?: EdgeResource): EdgeDecoded {
  const first = findPhase(phase);
  const words = [
    ...new Map(
      conditions
        .slice(0, mostConditions)
        .map((text) => findCondition(text))
        .map((word) => [word.word, word]),
    ).values(),
  ];
  const wanted = words.length === 0 ? [{ word: wildcard, known: true }] : words;
  const anyOf = first.word === wildcard || wanted.some(({ word }) => word === wildcard);
  const candidates = resource === undefined ? bestResources(first.word, wanted) : [resource];
  const rows = candidates.flatMap((one) => rowsOf(one, first.word, wanted));
  const isAny = wanted.every(({ word }) => word === wildcard);
  const anyCondition = isAny && rows.length > 1 && phasesWithoutFailure.has(first.word);
  const isStartingCluster = isAny && first.word === 'Starting' && resource === 'cluster';
  const gaps = isStartingCluster ? [] : gapsOf(first, wanted, candidates, resource);
  const notes = [
    ...wanted.flatMap(({ note }) => note ?? []),
    ...rowNotes(rows),
    ...(first.word === 'Starting' && (resource === undefined || resource === 'cluster')
      ? [
          l10n.t`The documentation of ClusterNotRunning mentions the cluster status {Starting, [*]}, but the status table has no row for this pair.`,
        ]
      : []),
    ...(conditions.length > mostConditions ? [l10n.t`Only the first ${mostConditions} conditions were checked.`] : []),
  ];
  const present = severities.filter((severity) => rows.some((row) => row.severity === severity));
  const worst = isStartingCluster ? 'info' : anyCondition ? present.at(-1) : present[0];
  const certain =
    worst !== undefined &&
    (anyCondition ||
      isStartingCluster ||
      (!anyOf && resources(rows).length === 1) ||
      rows.every(({ severity }) => severity === worst));
  const passing = isStartingCluster ? true : rows[0]?.passing;
  return {
    resources: candidates,
    rows,
    anyOf,
    anyCondition,
    isStartingCluster,
    gaps,
    notes: [...new Set(notes)],
    ...(certain ? { severity: worst } : {}),
    ...(passing !== undefined && (rows.every((row) => row.passing === passing) || (!anyOf && certain))
      ? { passing: rows.every((row) => row.passing) }
      : {}),
  };
}

/** Returns the notes of rows. If there are several rows, each note starts with the name of its row. */
export function rowNotes(rows: readonly EdgePair[]): readonly string[] {
  return rows.flatMap((row) =>
    row.note === undefined ? [] : [rows.length === 1 ? row.note() : `${rowName(row)}: ${row.note()}`],
  );
}

/** Formats a row name, such as `Node {Failed, [Balance]}`. */
export function rowName({ resource, phase, condition }: EdgePair): string {
  return `${getResourceTitle(resource)} {${phase}, [${condition}]}`;
}

function rowsOf(resource: EdgeResource, phase: string, wanted: readonly Word[]): readonly EdgePair[] {
  return edgePairs.filter(
    (pair) =>
      pair.resource === resource &&
      (phase === wildcard || pair.phase === phase) &&
      wanted.some(({ word }) => word === wildcard || word === pair.condition),
  );
}

/** Returns the resource kinds whose rows explain the most conditions, or all kinds if none explains any. */
function bestResources(phase: string, wanted: readonly Word[]): readonly EdgeResource[] {
  const explained = (resource: EdgeResource): number =>
    wanted.filter((word) => rowsOf(resource, phase, [word]).length > 0).length;
  const most = Math.max(...edgeResources.map(explained));
  return edgeResources.filter((resource) => explained(resource) === most);
}

function gapsOf(
  phase: Word,
  wanted: readonly Word[],
  candidates: readonly EdgeResource[],
  resource: EdgeResource | undefined,
): readonly EdgeGap[] {
  const whose = resource === undefined ? l10n.t`any resource` : formatOneResource(resource);
  const gaps: EdgeGap[] = [];
  if (!phase.known) gaps.push({ kind: 'phase', words: l10n.t`The status table has no row with phase ${phase.word}.` });
  for (const { word, known } of wanted) {
    if (!known) gaps.push({ kind: 'condition', words: l10n.t`The status table has no row with condition ${word}.` });
    else if (phase.known && !candidates.some((one) => rowsOf(one, phase.word, [{ word, known }]).length > 0))
      gaps.push({
        kind: 'pair',
        words: l10n.t`The status table lists this phase and this condition but has no row ${`{${phase.word}, [${word}]}`} for ${whose}.`,
      });
  }
  const known = wanted.filter(({ word }) =>
    candidates.some((one) => rowsOf(one, phase.word, [{ word, known: true }]).length > 0),
  );
  if (known.length > 1 && !candidates.some((one) => known.every((word) => rowsOf(one, phase.word, [word]).length > 0)))
    gaps.push({ kind: 'pair', words: l10n.t`In the status table, no resource type has all of these conditions.` });
  return gaps;
}

function resources(rows: readonly EdgePair[]): readonly EdgeResource[] {
  return edgeResources.filter((resource) => rows.some((row) => row.resource === resource));
}
