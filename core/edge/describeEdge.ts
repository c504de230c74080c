/** Describes an edge hosting status as text. */
import * as l10n from '@vscode/l10n';
import { decodeEdge, rowName, rowNotes, type EdgeStatus } from './table/decodeEdge.ts';
import {
  consoleWords,
  edgeNames,
  edgeSource,
  getResourceTitle,
  formatOneResource,
  type EdgePair,
  type EdgeResource,
} from './table/edgePair.ts';
import type { EdgeCause, EdgeItem } from './edgeCauses.ts';
import { sanitizeLine } from '../text/sanitize.ts';
import { formatAlternatives, formatList, selectPlural, getSentenceSeparator } from '../text/grammar.ts';
import type { TextRange } from '../text/parsedText.ts';
import type { ExplainedStatus } from '../status/explainedStatus.ts';
import type { Message } from '#core/text/message.ts';

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
  const { rows, gaps, resources, anyOf } = decoded;
  const several = new Set(rows.map((row) => row.resource)).size > 1;
  const aboutOf = ({ resource: whose, phase, condition }: EdgePair): string =>
    [...(several ? [getResourceTitle(whose)] : []), ...(anyOf ? [`{${phase}, [${condition}]}`] : [])].join(' ');
  const told = rows.map((row) => (aboutOf(row) === '' ? row.meaning() : `${aboutOf(row)}: ${row.meaning()}`));
  const shown = [...new Set(rows.map(consoleWords))].slice(0, 4);
  const { words, notes: causeNotes } = causeWords(cause);
  const next = listNextSteps(rows, several, anyOf, aboutOf);
  const severity = decoded.severity ?? 'unknown';
  return {
    ...place,
    vocabulary: 'edge',
    what: statusOf(rows.length === 0 && resource === undefined ? [] : resources),
    ...(name === '' ? {} : { name: sanitizeLine(name, 100) }),
    text: sanitizeLine(text, 200),
    severity,
    headline:
      rows.length === 0
        ? l10n.t`Not in the status table`
        : anyOf && rows.length > 1
          ? l10n.t`One of ${rows.length} possible states`
          : several
            ? formatAlternatives(shown)
            : formatList(shown),
    meaning:
      rows.length === 0
        ? l10n.t`Unknown status. The published status table doesn't contain it.`
        : [...(anyOf && rows.length > 1 ? [l10n.t`Any of the following applies.`] : []), ...told].join(
            getSentenceSeparator(),
          ),
    ...(decoded.passing === undefined ? {} : { passing: decoded.passing }),
    ...(next.length === 0 || next.length > mostSteps ? {} : { next: next.join(getSentenceSeparator()) }),
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

/** Returns the next steps. Rows with the same step share one entry. */
function listNextSteps(
  rows: readonly EdgePair[],
  several: boolean,
  anyOf: boolean,
  aboutOf: (row: EdgePair) => string,
): readonly string[] {
  const steps = [...new Set(rows.map((row) => row.next()))];
  return steps.map((step) => {
    const about = rows
      .filter((row) => row.next() === step)
      .map((row, index) =>
        anyOf ? aboutOf(row) : index === 0 ? getResourceTitle(row.resource) : edgeNames[row.resource](),
      );
    return steps.length === 1 || !(several || anyOf) ? step : `${about.join(', ')}: ${step}`;
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
    headline: first === undefined ? '' : consoleWords(first),
    meaning: [
      ...(rows.length === 1 ? [] : [l10n.t`Several states are displayed this way.`]),
      ...rows.map((row) => `${rowName(row)}: ${row.meaning()}`),
    ].join(getSentenceSeparator()),
    ...(rows.length === 1 && first !== undefined ? { next: first.next(), passing: first.passing } : {}),
    notKnown: [],
    notes: [
      ...rowNotes(rows),
      ...(rows.length === 1
        ? []
        : [l10n.t`To find out which state it is, check the phase and conditions in the API response.`]),
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

/** Messages for causes in resources that weren't read. */
const notRead: Readonly<Record<EdgeResource, Message>> = {
  cluster: () => l10n.t`The cause is in the cluster, which wasn't read. Add its API response to this one.`,
  nodePool: () => l10n.t`The cause is in the node pools, which weren't read. Add their API response to this one.`,
  node: () => l10n.t`The cause is in the nodes, which weren't read. Add their API response to this one.`,
  component: () => l10n.t`The cause is in the components, which weren't read. Add their API response to this one.`,
};

/** Messages for the number of additional causes. */
const moreCauses: Readonly<Record<EdgeResource, (count: number) => string>> = {
  cluster: (count) =>
    selectPlural(
      count,
      l10n.t`${count} more cluster is also a cause.`,
      l10n.t`${count} more clusters are also causes.`,
    ),
  nodePool: (count) =>
    selectPlural(
      count,
      l10n.t`${count} more node pool is also a cause.`,
      l10n.t`${count} more node pools are also causes.`,
    ),
  node: (count) =>
    selectPlural(count, l10n.t`${count} more node is also a cause.`, l10n.t`${count} more nodes are also causes.`),
  component: (count) =>
    selectPlural(
      count,
      l10n.t`${count} more component is also a cause.`,
      l10n.t`${count} more components are also causes.`,
    ),
};

function causeWords(cause: EdgeCause | undefined): {
  readonly words: readonly string[];
  readonly notes: readonly string[];
} {
  if (cause === undefined) return { words: [], notes: [] };
  if (cause.contradicts !== undefined)
    return {
      words: [],
      notes: [
        `${itemWords(cause.contradicts)}${getSentenceSeparator()}${l10n.t`This doesn't explain the status. The responses might be from different times.`}`,
      ],
    };
  if (cause.chain.length === 0) return { words: [], notes: [notRead[cause.lookAt]()] };
  const others = cause.others === 0 ? [] : [moreCauses[cause.lookAt](cause.others)];
  return { words: cause.chain.map(itemWords), notes: others };
}

const statusOfOne: Readonly<Record<EdgeResource, Message>> = {
  cluster: () => l10n.t`Status of a cluster (edge hosting)`,
  nodePool: () => l10n.t`Status of a node pool (edge hosting)`,
  node: () => l10n.t`Status of a node (edge hosting)`,
  component: () => l10n.t`Status of a component (edge hosting)`,
};

/** Returns a title. A single resource kind has its own complete sentence for translation. */
function statusOf(resources: readonly EdgeResource[]): string {
  const [first, ...more] = resources;
  if (first === undefined) return l10n.t`Status of a resource (edge hosting)`;
  return more.length === 0
    ? statusOfOne[first]()
    : l10n.t`Status of ${formatAlternatives(resources.map(formatOneResource))} (edge hosting)`;
}
