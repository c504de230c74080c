/** Describes an edge hosting status as text. */
import * as l10n from '@vscode/l10n';
import { decodeEdge, rowName, rowNotes, type EdgeDecoded, type EdgeStatus } from './table/decodeEdge.ts';
import {
  describeConsole,
  edgeNames,
  edgeSource,
  getResourceTitle,
  formatOneResource,
  type EdgePair,
  type EdgeResource,
} from './table/edgePair.ts';
import type { EdgeCause, EdgeItem } from './edgeCauses.ts';
import { actionsListing } from './listActions.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { formatAlternatives, formatList, selectPlural, getSentenceSeparator } from '../text/grammar.ts';
import type { TextRange } from '../text/parsedText.ts';
import type { ExplainedStatus } from '../status/explainedStatus.ts';

const docs = () => ({ title: `${edgeSource.title()}, ${edgeSource.date}`, url: edgeSource.url });

/** Explanation of an edge hosting status. */
export interface ExplainedEdgeStatus extends ExplainedStatus {
  /** The resource kinds that the status can belong to. */
  readonly resources: readonly EdgeResource[];
  /** The rows of the status table on which the explanation is based. */
  readonly rows: readonly EdgePair[];
}

/** Maximum number of next steps to show. */
const mostSteps = 4;

/** Formats a status, such as `{Failed, [Balance]}`. */
export function pairText({ phase, conditions }: EdgeStatus): string {
  return sanitizeLine(`{${phase}, [${conditions.join(', ')}]}`, 200);
}

/**
 * Explains a status.
 * @param more resource of the status and its cause, if known
 */
export function describeEdgeStatus(
  status: EdgeStatus,
  place: TextRange,
  more: {
    readonly resource?: EdgeResource;
    readonly name?: string;
    readonly cause?: EdgeCause;
    readonly text?: string;
    readonly notes?: readonly string[];
  } = {},
): ExplainedEdgeStatus {
  const { resource, name = '', cause, text = pairText(status) } = more;
  const decoded = decodeEdge(status, resource);
  const { rows, gaps, resources, anyOf, anyCondition } = decoded;
  const several = new Set(rows.map((row) => row.resource)).size > 1;
  const aboutOf = ({ resource: whose, phase, condition }: EdgePair): string =>
    [...(several ? [getResourceTitle(whose)] : []), ...(anyOf ? [`{${phase}, [${condition}]}`] : [])].join(' ');
  const told = rows.map((row) => (aboutOf(row) === '' ? row.meaning() : `${aboutOf(row)}: ${row.meaning()}`));
  const { words, notes: causeNotes } = causeWords(cause);
  const next = listNextSteps(rows, several, anyOf, aboutOf);
  const severity = decoded.severity ?? 'unknown';
  const summary = anyCondition
    ? anyConditionText(rows)
    : decoded.isStartingCluster
      ? startingClusterText()
      : rowsText(decoded, told, several);
  return {
    ...place,
    vocabulary: 'edge',
    what: statusOf(rows.length === 0 && resource === undefined ? [] : resources),
    ...(name === '' ? {} : { name: sanitizeLine(name, 100) }),
    text: sanitizeLine(text, 200),
    severity,
    ...summary,
    ...(decoded.passing === undefined ? {} : { passing: decoded.passing }),
    ...nextOf(next, decoded.isStartingCluster),
    notKnown: [...new Set(gaps.map(({ kind }) => kind))],
    notes: [
      ...gaps.map((gap) => sanitizeLine(gap.words)),
      ...decoded.notes.map((note) => sanitizeLine(note)),
      ...causeNotes,
      ...(more.notes ?? []),
    ],
    ...(words.length === 0 ? {} : { cause: words }),
    resources,
    rows,
    docs: docs(),
  };
}

interface SummaryText {
  readonly headline: string;
  readonly meaning: string;
}

/**
 * Describes the rows of a status.
 * @param meanings meaning of each row
 * @param several true if the rows belong to several resource kinds
 */
function rowsText({ rows, anyOf }: EdgeDecoded, meanings: readonly string[], several: boolean): SummaryText {
  if (rows.length === 0)
    return {
      headline: l10n.t`Not in the status table`,
      meaning: l10n.t`Unknown status. The published status table doesn't contain it.`,
    };
  if (anyOf && rows.length > 1)
    return {
      headline: l10n.t`One of ${rows.length} possible states`,
      meaning: [l10n.t`The status has one of the following meanings.`, ...meanings].join(getSentenceSeparator()),
    };
  const shown = [...new Set(rows.map(describeConsole))].slice(0, 4);
  return {
    headline: several ? formatAlternatives(shown) : formatList(shown),
    meaning: meanings.join(getSentenceSeparator()),
  };
}

/** Describes a phase with any condition. Each condition other than `Ok` adds its meaning. */
function anyConditionText(rows: readonly EdgePair[]): SummaryText {
  const isRunning = rows[0]?.phase === 'Running';
  const special = rows.filter(({ condition }) => condition !== 'Ok');
  return {
    headline: isRunning ? l10n.t`Running, with any condition` : l10n.t`Stopped, with any condition`,
    meaning: [
      isRunning
        ? l10n.t`The asterisk stands for any condition. The resource is running.`
        : l10n.t`The asterisk stands for any condition. The resource is stopped.`,
      ...special.map((row) => l10n.t`With condition ${row.condition} (${edgeNames[row.resource]()}): ${row.meaning()}`),
    ].join(getSentenceSeparator()),
  };
}

function startingClusterText(): SummaryText {
  return {
    headline: l10n.t`Starting`,
    meaning: l10n.t`The cluster is starting. Until it's running, its node pools and components can show ClusterNotRunning.`,
  };
}

function nextOf(next: readonly string[], isStartingCluster: boolean): { readonly next?: string } {
  if (isStartingCluster) return { next: l10n.t`The phase changes to ${'Running'}.` };
  return next.length === 0 || next.length > mostSteps ? {} : { next: next.join(getSentenceSeparator()) };
}

/** Returns the next steps. Rows with the same step share one entry. */
function listNextSteps(
  rows: readonly EdgePair[],
  several: boolean,
  anyOf: boolean,
  aboutOf: (row: EdgePair) => string,
): readonly string[] {
  const steps = [...new Set(rows.flatMap((row) => row.next?.() ?? []))];
  return steps.map((step) => {
    const about = rows
      .filter((row) => row.next?.() === step)
      .map((row, index) =>
        anyOf ? aboutOf(row) : index === 0 ? getResourceTitle(row.resource) : edgeNames[row.resource](),
      );
    const isForAll = steps.length === 1 && rows.every((row) => row.next !== undefined);
    return isForAll || !(several || anyOf) ? step : `${about.join(', ')}: ${step}`;
  });
}

/** Explains a console text, which can stand for several states. */
export function tellConsole(rows: readonly EdgePair[], place: TextRange, text: string): ExplainedEdgeStatus {
  const [first] = rows;
  const same = rows.every(({ severity }) => severity === first?.severity);
  return {
    ...place,
    vocabulary: 'edge',
    what: l10n.t`Console status (edge hosting)`,
    text: sanitizeLine(text, 200),
    severity: same && first !== undefined ? first.severity : 'unknown',
    headline: first === undefined ? '' : describeConsole(first),
    meaning: [
      ...(rows.length === 1 ? [] : [l10n.t`The console shows the same text for several states.`]),
      ...rows.map((row) => `${rowName(row)}: ${row.meaning()}`),
    ].join(getSentenceSeparator()),
    ...(rows.length === 1 && first !== undefined ? { passing: first.passing } : {}),
    ...(rows.length === 1 && first?.next !== undefined ? { next: first.next() } : {}),
    notKnown: [],
    notes: [
      ...rowNotes(rows),
      ...(rows.length === 1
        ? []
        : [l10n.t`To determine which state applies, check the phase and conditions in the API response.`]),
    ],
    resources: [...new Set(rows.map(({ resource }) => resource))],
    rows,
    docs: docs(),
  };
}

/** Describes a resource with its status, such as `Node pool p1 is {Scaling, [Progressing]}`. */
function itemWords({ resource, id, name, status }: EdgeItem): string {
  const [title, called, pair] = [
    getResourceTitle(resource),
    sanitizeLine(name === '' ? id : name, 100),
    pairText(status),
  ];
  return called === '' ? l10n.t`${title} (unnamed) is ${pair}.` : l10n.t`${title} ${called} is ${pair}.`;
}

function causeWords(cause: EdgeCause | undefined): {
  readonly words: readonly string[];
  readonly notes: readonly string[];
} {
  if (cause === undefined) return { words: [], notes: [] };
  if (cause.contradicts !== undefined)
    return {
      words: [],
      notes: [
        `${itemWords(cause.contradicts)}${getSentenceSeparator()}${l10n.t`This contradicts the explained status. The responses might be from different times.`}`,
      ],
    };
  if (cause.chain.length === 0)
    return {
      words: [],
      notes: [
        `${l10n.t`The responses don't contain the cause.`}${getSentenceSeparator()}${l10n.t`Add the responses from ${formatList(actionsListing(cause.lookAt))}.`}`,
      ],
    };
  const others =
    cause.others === 0
      ? []
      : [
          selectPlural(
            cause.others,
            l10n.t`${cause.others} other resource is also a cause.`,
            l10n.t`${cause.others} other resources are also causes.`,
          ),
        ];
  return { words: cause.chain.map(itemWords), notes: others };
}

/**
 * Returns a title, such as `Status of a node pool (edge hosting)`. An empty list means that the resource kind is
 * unknown.
 */
function statusOf(resources: readonly EdgeResource[]): string {
  const ones = resources.length === 0 ? [formatOneResource(undefined)] : resources.map(formatOneResource);
  return l10n.t`Status of ${formatAlternatives(ones)} (edge hosting)`;
}
