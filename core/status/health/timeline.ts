/** The recorded transitions, for people and for files. */
import * as l10n from '@vscode/l10n';
import type { ClusterHistory, Happening, Transition } from '#core/cluster/history.ts';
import { sanitizeMarkdown, sanitizeLine } from '#core/text/sanitize.ts';
import { nodeListText } from '../nodes/nodeListText.ts';
import { formatTimestamp } from '#core/common/time.ts';

/** One line of a timeline. */
export interface TimelineEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It may have happened since then: nobody looked in between. */
  readonly earliest?: number;
  /** `worker-1`, `kata-oc`, `example-kataconfig`. */
  readonly name: string;
  readonly about: Transition['about'];
  /** `Installing`, `Rebooted`. */
  readonly words: string;
}

/** What was seen, oldest first. @param node only of this node; undefined: all */
export function timelineOf(history: ClusterHistory, node?: string): readonly TimelineEntry[] {
  return history.transitions
    .filter(({ about, name }) => node === undefined || (about === 'node' && name === node))
    .map(({ at, earliest, about, name, what }) => ({
      at,
      ...(earliest === undefined ? {} : { earliest }),
      about,
      name,
      words: happeningWords(what),
    }));
}

/** A transition in a few words. */
export function happeningWords(what: Happening): string {
  switch (what.kind) {
    case 'list':
      if (what.to !== undefined) return nodeListText[what.to].title();
      return what.from === 'uninstalling' || what.from === 'waitingToUninstall'
        ? l10n.t`Without kata`
        : l10n.t`In no list of the KataConfig any more`;
    case 'boot':
      return l10n.t`Rebooted`;
    case 'ready':
      return what.status === 'True'
        ? l10n.t`Ready`
        : what.status === 'Unknown'
          ? l10n.t`Silent: the kubelet says nothing`
          : l10n.t`Not ready`;
    case 'daemon':
      return `machine-config-daemon: ${sanitizeLine(what.state, 40)}${what.reason === '' ? '' : `: ${sanitizeLine(what.reason)}`}`;
    case 'drain':
      return what.is === 'asked' ? l10n.t`Pods are being moved away` : l10n.t`All pods have moved away`;
    case 'cordon':
      return what.cordoned ? l10n.t`Cordoned: takes no new pods` : l10n.t`Takes pods again`;
    case 'condition':
      if (what.reason === '' && what.message === '')
        return what.status === 'False'
          ? l10n.t`Nothing in progress`
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
      return l10n.t`Deletion asked for`;
    default:
      return l10n.t`Gone`;
  }
}

const poolWords = {
  updating: () => l10n.t`Begins to update its nodes`,
  updated: () => l10n.t`All nodes are updated, or it stopped updating them`,
  paused: () => l10n.t`Paused`,
  resumed: () => l10n.t`Not paused any more`,
  degraded: () => l10n.t`Degraded`,
  recovered: () => l10n.t`Not degraded any more`,
  retargeted: () => l10n.t`Its nodes are to get another configuration`,
} as const;

const headings = [
  () => l10n.t({ message: 'time', args: [], comment: ['The title of a column: when something happened.'] }),
  () =>
    l10n.t({
      message: 'who',
      args: [],
      comment: ['The title of a column: to which node, pool or object it happened.'],
    }),
  () => l10n.t({ message: 'what', args: [], comment: ['The title of a column: what happened.'] }),
];

/** Of what a timeline is. */
export interface TimelineScope {
  /** The context of the kubeconfig. */
  readonly cluster: string;
  /** Only of this node; undefined: all. */
  readonly node?: string;
  /** Nobody watched: it is what the objects of a must-gather tell. */
  readonly gathered?: boolean;
}

/** The timeline as a document. Times are UTC. */
export function historyAsMarkdown(history: ClusterHistory, { cluster, node, gathered }: TimelineScope): string {
  const entries = timelineOf(history, node);
  const rows = entries.map(({ at, earliest, name, words }) => {
    const time =
      earliest === undefined
        ? formatTimestamp(at)
        : l10n.t`between ${formatTimestamp(earliest)} and ${formatTimestamp(at)}`;
    return `| ${time} | ${sanitizeMarkdown(name)} | ${sanitizeMarkdown(words)} |`;
  });
  const where = sanitizeMarkdown(cluster);
  return [
    `# ${node === undefined ? l10n.t`What happened on ${where}` : l10n.t`What happened to ${sanitizeMarkdown(node)} of ${where}`}`,
    '',
    gathered === true
      ? l10n.t`Nobody watched: these are the times that the objects of the must-gather tell, each of the last time that it happened. All times are UTC.`
      : history.began === undefined
        ? l10n.t`Nothing was watched yet.`
        : l10n.t`Watched since ${formatTimestamp(history.began)}. What happened before is not known. All times are UTC.`,
    ...(history.forgotten === 0 ? [] : ['', l10n.t`The ${history.forgotten} oldest entries were forgotten.`]),
    ...(rows.length === 0
      ? ['', gathered === true ? l10n.t`They tell none.` : l10n.t`Nothing changed.`]
      : ['', `| ${headings.map((heading) => heading()).join(' | ')} |`, '| --- | --- | --- |', ...rows]),
    '',
  ].join('\n');
}

/** The timeline for programs. Times are UTC, RFC 3339. */
export function historyAsJson(history: ClusterHistory, { cluster, node }: TimelineScope): string {
  const transitions = history.transitions
    .filter(({ about, name }) => node === undefined || (about === 'node' && name === node))
    .map(({ at, earliest, about, name, what }) => ({
      time: formatTimestamp(at),
      ...(earliest === undefined ? {} : { earliest: formatTimestamp(earliest) }),
      about,
      name,
      what,
      words: happeningWords(what),
    }));
  const began = history.began === undefined ? {} : { watchedSince: formatTimestamp(history.began) };
  return `${JSON.stringify({ cluster, ...began, forgotten: history.forgotten, transitions }, undefined, 2)}\n`;
}
