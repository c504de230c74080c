/** Formats the recorded transitions for display and export. */
import * as l10n from '@vscode/l10n';
import type { ClusterHistory, DerivedFrom, Happening, Transition } from '#core/cluster/history.ts';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeMarkdown, sanitizeLine } from '#core/text/sanitize.ts';
import { nodeListText } from '../nodes/nodeListText.ts';
import { formatTimestamp } from '#core/common/time.ts';

/** An entry of a timeline. */
export interface TimelineEntry {
  /** Time of the change, in milliseconds since 1970. */
  readonly at: number;
  /** Earliest possible time if the cluster wasn't observed for a while. */
  readonly earliest?: number;
  /** Source of the time if the change wasn't recorded. */
  readonly derived?: DerivedFrom;
  /** True if the time is in the future, because the clock of the computer was set back. */
  readonly isFuture?: true;
  /** Name of the object, such as `worker-1`, `kata-oc`, or `example-kataconfig`. */
  readonly name: string;
  readonly about: Transition['about'];
  /** Description such as `Installing` or `Rebooted`. */
  readonly words: string;
}

/**
 * Returns the recorded changes, oldest first.
 * @param node limits the result to this node. Undefined for all
 */
export function timelineOf(history: ClusterHistory, node?: string): readonly TimelineEntry[] {
  return history.transitions
    .filter(({ about, name }) => node === undefined || (about === 'node' && name === node))
    .map(({ at, earliest, derived, isFuture, about, name, what }) => ({
      at,
      ...omitUndefined({ earliest, derived, isFuture }),
      about,
      name,
      words: describeTransition(what),
    }));
}

/** Marks a description if the change wasn't recorded, but derived, or if its time is wrong. */
export function markSource(words: string, { derived, isFuture }: Pick<Transition, 'derived' | 'isFuture'>): string {
  if (isFuture === true) return l10n.t`${words} (time in the future, because the clock of this computer was set back)`;
  switch (derived) {
    case 'object':
      return l10n.t`${words} (derived from a time in the object)`;
    case 'managedFields':
      return l10n.t`${words} (derived from managed fields)`;
    case 'event':
      return l10n.t`${words} (derived from an event)`;
    default:
      return words;
  }
}

/** Describes a transition in a few words. */
export function describeTransition(what: Happening): string {
  switch (what.kind) {
    case 'list':
      if (what.to !== undefined) return nodeListText[what.to].title();
      return what.from === 'uninstalling' || what.from === 'waitingToUninstall'
        ? l10n.t`Kata isn't installed`
        : l10n.t`No longer listed in the KataConfig status`;
    case 'boot':
      return l10n.t`Rebooted`;
    case 'ready':
      return what.status === 'True'
        ? l10n.t`Ready`
        : what.status === 'Unknown'
          ? l10n.t`Kubelet isn't reporting`
          : l10n.t`Not ready`;
    case 'daemon':
      return `machine-config-daemon: ${sanitizeLine(what.state, 40)}${what.reason === '' ? '' : `: ${sanitizeLine(what.reason)}`}`;
    case 'drain':
      return what.is === 'asked' ? l10n.t`Draining` : l10n.t`Drained`;
    case 'cordon':
      return what.cordoned ? l10n.t`Cordoned` : l10n.t`Uncordoned`;
    case 'condition':
      if (what.reason === '' && what.message === '')
        return what.status === 'False'
          ? l10n.t`No operation in progress`
          : l10n.t`InProgress is ${sanitizeLine(what.status, 20)}`;
      return [sanitizeLine(what.reason, 60), sanitizeLine(what.message)].filter((part) => part !== '').join(': ');
    case 'pool':
      return poolWords[what.is]();
    case 'event': {
      const said = [sanitizeLine(what.reason, 60), sanitizeLine(what.message)].filter((part) => part !== '').join(': ');
      return what.count === 1 ? said : l10n.t`${said} (${what.count} times)`;
    }
    case 'came':
      return l10n.t`Created`;
    case 'deleting':
      return l10n.t`Deletion requested`;
    default:
      return l10n.t`Deleted`;
  }
}

const poolWords = {
  updating: () => l10n.t`Node update started`,
  updated: () => l10n.t`No node update in progress`,
  paused: () => l10n.t`Paused`,
  resumed: () => l10n.t`Resumed`,
  degraded: () => l10n.t`Degraded`,
  recovered: () => l10n.t`No longer degraded`,
  retargeted: () => l10n.t`Target configuration changed`,
} as const;

const headings = [
  () => l10n.t({ message: 'Time', args: [], comment: ['A column heading: when it happened or was measured.'] }),
  () =>
    l10n.t({
      message: 'Object',
      args: [],
      comment: ['A column heading in a timeline: the node, pool, or other object that changed.'],
    }),
  () => l10n.t({ message: 'Event', args: [], comment: ['A column heading in a timeline: what happened.'] }),
];

/** Scope of a timeline. */
export interface TimelineScope {
  /** Name of the kubeconfig context. */
  readonly cluster: string;
  /** Limits the timeline to this node. Undefined for all. */
  readonly node?: string;
  /** True if the history was reconstructed from a must-gather instead of recorded live. */
  readonly gathered?: boolean;
}

/** Returns the timeline as a Markdown document. Times are in UTC. */
export function historyAsMarkdown(history: ClusterHistory, { cluster, node, gathered }: TimelineScope): string {
  const entries = timelineOf(history, node);
  const changes = entries.map(({ at, earliest, name, words, ...source }) => {
    const time =
      earliest === undefined
        ? formatTimestamp(at)
        : l10n.t`between ${formatTimestamp(earliest)} and ${formatTimestamp(at)}`;
    return { at, row: `| ${time} | ${sanitizeMarkdown(name)} | ${sanitizeMarkdown(markSource(words, source))} |` };
  });
  const gaps = (history.gaps ?? []).map(({ from, to }) => {
    const time = l10n.t`between ${formatTimestamp(from)} and ${formatTimestamp(to)}`;
    return { at: from, row: `| ${time} | | ${l10n.t`Not recorded, because the cluster wasn't open`} |` };
  });
  // A gap precedes the changes that were derived for it.
  const rows = [...gaps, ...changes].toSorted((one, other) => one.at - other.at).map(({ row }) => row);
  const where = sanitizeMarkdown(cluster);
  return [
    `# ${node === undefined ? l10n.t`History of ${where}` : l10n.t`History of ${sanitizeMarkdown(node)} in ${where}`}`,
    '',
    gathered === true
      ? l10n.t`Reconstructed from timestamps in the must-gather, so only the last occurrence of each event is known. All times are UTC.`
      : history.began === undefined
        ? l10n.t`No history recorded yet.`
        : l10n.t`Recorded since ${formatTimestamp(history.began)}. Earlier events are unknown. All times are UTC.`,
    ...(history.forgotten === 0 ? [] : ['', l10n.t`Oldest entries discarded: ${history.forgotten}.`]),
    ...(rows.length === 0
      ? ['', gathered === true ? l10n.t`No events found in the must-gather.` : l10n.t`No changes recorded.`]
      : ['', `| ${headings.map((heading) => heading()).join(' | ')} |`, '| --- | --- | --- |', ...rows]),
    '',
  ].join('\n');
}

/** Returns the timeline as JSON. Times are in UTC, as RFC 3339. */
export function historyAsJson(history: ClusterHistory, scope: TimelineScope): string {
  return `${JSON.stringify(historyValue(history, scope), undefined, 2)}\n`;
}

/** Returns the content of `historyAsJson` as a value. */
function historyValue(history: ClusterHistory, { cluster, node }: TimelineScope): object {
  const transitions = history.transitions
    .filter(({ about, name }) => node === undefined || (about === 'node' && name === node))
    .map(({ at, earliest, derived, isFuture, about, name, what }) => ({
      time: formatTimestamp(at),
      ...(earliest === undefined ? {} : { earliest: formatTimestamp(earliest) }),
      ...omitUndefined({ derived, isFuture }),
      about,
      name,
      what,
      words: describeTransition(what),
    }));
  const began = history.began === undefined ? {} : { watchedSince: formatTimestamp(history.began) };
  const gaps = (history.gaps ?? []).map(({ from, to }) => ({ from: formatTimestamp(from), to: formatTimestamp(to) }));
  return { cluster, ...began, forgotten: history.forgotten, ...(gaps.length === 0 ? {} : { gaps }), transitions };
}
