/** The recorded transitions, for people and for files. */
import type { History, Happening, Transition } from './history.ts';
import { markdownText } from './markdownText.ts';
import { listWords } from './status/listWords.ts';
import { timestampOf } from './time.ts';
import { oneLine } from './words.ts';

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
export function timelineOf(history: History, node?: string): readonly TimelineEntry[] {
  return history.transitions
    .filter(({ about, name }) => node === undefined || (about === 'node' && name === node))
    .map(({ at, earliest, about, name, what }) => ({ at, ...(earliest === undefined ? {} : { earliest }), about, name, words: happeningWords(what) }));
}

/** A transition in a few words. */
export function happeningWords(what: Happening): string {
  switch (what.kind) {
    case 'list':
      if (what.to !== undefined) return listWords[what.to].title;
      return what.from === 'uninstalling' || what.from === 'waitingToUninstall' ? 'Without kata' : 'In no list of the KataConfig any more';
    case 'boot':
      return 'Rebooted';
    case 'ready':
      return what.status === 'True' ? 'Ready' : what.status === 'Unknown' ? 'Silent: the kubelet says nothing' : 'Not ready';
    case 'daemon':
      return `machine-config-daemon: ${oneLine(what.state, 40)}${what.reason === '' ? '' : `: ${oneLine(what.reason)}`}`;
    case 'drain':
      return what.is === 'asked' ? 'Pods are being moved away' : 'All pods have moved away';
    case 'cordon':
      return what.cordoned ? 'Cordoned: takes no new pods' : 'Takes pods again';
    case 'condition':
      if (what.reason === '' && what.message === '') return what.status === 'False' ? 'Nothing in progress' : `InProgress is ${oneLine(what.status, 20)}`;
      return [oneLine(what.reason, 60), oneLine(what.message)].filter((part) => part !== '').join(': ');
    case 'pool':
      return poolWords[what.is];
    case 'event':
      return `${[oneLine(what.reason, 60), oneLine(what.message)].filter((part) => part !== '').join(': ')}${what.count === 1 ? '' : ` (${what.count} times)`}`;
    case 'came':
      return 'Created';
    case 'deleting':
      return 'Deletion asked for';
    default:
      return 'Gone';
  }
}

const poolWords = {
  updating: 'Begins to update its nodes',
  updated: 'All nodes are updated, or it stopped updating them',
  paused: 'Paused',
  resumed: 'Not paused any more',
  degraded: 'Degraded',
  recovered: 'Not degraded any more',
  retargeted: 'Its nodes are to get another configuration',
} as const;

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
export function historyAsMarkdown(history: History, { cluster, node, gathered }: TimelineScope): string {
  const entries = timelineOf(history, node);
  const rows = entries.map(({ at, earliest, name, words }) => {
    const time = earliest === undefined ? timestampOf(at) : `between ${timestampOf(earliest)} and ${timestampOf(at)}`;
    return `| ${time} | ${markdownText(name)} | ${markdownText(words)} |`;
  });
  return [
    `# What happened ${node === undefined ? 'on' : `to ${markdownText(node)} of`} ${markdownText(cluster)}`,
    '',
    gathered === true
      ? 'Nobody watched: these are the times that the objects of the must-gather tell, each of the last time that it happened. All times are UTC.'
      : history.began === undefined
        ? 'Nothing was watched yet.'
        : `Watched since ${timestampOf(history.began)}. What happened before is not known. All times are UTC.`,
    ...(history.forgotten === 0 ? [] : ['', `The ${history.forgotten} oldest entries were forgotten.`]),
    ...(rows.length === 0 ? ['', gathered === true ? 'They tell none.' : 'Nothing changed.'] : ['', '| time | who | what |', '| --- | --- | --- |', ...rows]),
    '',
  ].join('\n');
}

/** The timeline for programs. Times are UTC, RFC 3339. */
export function historyAsJson(history: History, { cluster, node }: TimelineScope): string {
  const transitions = history.transitions
    .filter(({ about, name }) => node === undefined || (about === 'node' && name === node))
    .map(({ at, earliest, about, name, what }) => ({
      time: timestampOf(at),
      ...(earliest === undefined ? {} : { earliest: timestampOf(earliest) }),
      about,
      name,
      what,
      words: happeningWords(what),
    }));
  const began = history.began === undefined ? {} : { watchedSince: timestampOf(history.began) };
  return `${JSON.stringify({ cluster, ...began, forgotten: history.forgotten, transitions }, undefined, 2)}\n`;
}
