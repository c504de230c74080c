/** The one item of the status bar: of all open clusters, what needs a look first. Pure. */
import * as l10n from '@vscode/l10n';
import type { ClusterState } from '../../../core/live/clusterState.ts';
import { currentStep } from '../../../core/lifecycle/procedure.ts';
import type { Health } from '../../../core/live/status/explanation.ts';
import type { Phase, Progress } from '../../../core/live/status/progress.ts';
import { countWords, oneLine } from '../../../core/live/words.ts';
import { lookOf } from './health.ts';
import { escaped } from './markdown.ts';
import type { RunSeen } from './runSeen.ts';
import { placeOf } from './runWords.ts';
import { liveWord, timeOfDay } from './words.ts';

export interface OpenClusterStatus {
  readonly context: string;
  readonly progress: Progress;
  readonly state: ClusterState;
  /** Of the KataConfig: when the cluster last said that it is so. */
  readonly asOf?: number;
  /** What is being done there from this window. */
  readonly run?: RunSeen;
}

export interface StatusItem {
  readonly text: string;
  /** Markdown. */
  readonly tooltip: string;
  readonly accessibility: string;
  /** What a click runs; undefined: it shows the clusters. */
  readonly command?: { readonly id: string; readonly arguments: readonly unknown[] };
}

/** The first is the most pressing. A login that has ended comes after what is wrong: nothing is known of that cluster any more. */
const order: readonly (Phase | 'log in')[] = ['failed', 'blocked', 'log in', 'installing', 'uninstalling', 'updating', 'installed'];

/** Characters of what goes on: there is little room. */
const longestRun = 60;

const icons: Partial<Readonly<Record<Phase, string>>> = {
  failed: 'error',
  blocked: 'warning',
  installing: 'sync',
  uninstalling: 'sync',
  updating: 'sync',
  installed: 'pass',
};

/** For who hears the item: what its icon says. */
const spoken: Partial<Readonly<Record<Phase, Health>>> = {
  failed: 'failed',
  blocked: 'attention',
  installing: 'busy',
  uninstalling: 'busy',
  updating: 'busy',
  installed: 'ok',
};

/**
 * Undefined where no open cluster has Kata and no operation is paused: then there is nothing to say.
 * @param now milliseconds since 1970
 * @param paused operations on clusters that aren't open
 */
export function statusOf(clusters: readonly OpenClusterStatus[], now: number, paused: readonly Doing[] = []): StatusItem | undefined {
  const doing: readonly Partial<Doing>[] = clusters.filter(({ run }) => run !== undefined && run.state !== 'done');
  const { context, run } = doing.find((one) => one.run?.state !== 'paused') ?? doing[0] ?? paused[0] ?? {};
  if (context !== undefined && run !== undefined) return runItem({ context, run }, clusters, now);
  const rank = (cluster: OpenClusterStatus): number => {
    const place = order.indexOf(pressing(cluster));
    return place < 0 ? order.length : place;
  };
  const [first, ...others] = clusters.toSorted((one, other) => rank(one) - rank(other));
  if (first === undefined || rank(first) === order.length) return undefined;
  const more = others.filter((cluster) => rank(cluster) < order.length);
  const loggedOut = pressing(first) === 'log in';
  const words = loggedOut ? `${first.progress.words}, ${l10n.t`log in`}` : first.progress.words;
  const old = isOld(first.state) ? ` (${first.asOf === undefined ? l10n.t`as of earlier` : l10n.t`as of ${timeOfDay(first.asOf, now)}`})` : '';
  const name = clusters.length > 1 ? `${first.context}: ` : '';
  const rest = more.length === 0 ? '' : ` +${countWords(more.length, 'cluster')}`;
  const heard = `OpenShift sandboxed containers: ${name}${words}${old}, ${lookOf(loggedOut || first.progress.warns === true ? 'attention' : (spoken[first.progress.phase] ?? 'unknown')).word}`;
  return {
    text: `$(${loggedOut ? 'key' : first.progress.warns === true ? 'warning' : (icons[first.progress.phase] ?? 'question')}) ${name}${words}${old}${rest}`,
    tooltip: [...[first, ...others].map((cluster) => line(cluster, now)), l10n.t`Click to show the clusters.`].join('\n\n'),
    accessibility: more.length > 0 ? l10n.t`${heard}, and ${more.length} more` : heard,
  };
}

/** An operation, and where it runs or is paused. */
interface Doing {
  readonly context: string;
  readonly run: RunSeen;
}

/** What somebody does from this window comes before all else: `Install kata 5/8: …`. */
function runItem({ context, run: { title, state, words, steps } }: Doing, clusters: readonly OpenClusterStatus[], now: number): StatusItem {
  const isOpen = clusters.some((cluster) => cluster.context === context);
  const name = !isOpen || clusters.length > 1 ? `${context}: ` : '';
  const place = placeOf(steps);
  const current = currentStep(steps);
  // What it waits for: the step itself is told by its number.
  const told = state === 'working' && current?.state === 'waiting' ? current.headline : words;
  const said = `${title}${place === undefined ? '' : ` ${place}`}: ${oneLine(told, longestRun)}`;
  return {
    text: `$(${runIcons[state]}) ${name}${escapedIcons(said)}`,
    tooltip: [
      `**${escaped(context)}**: ${escaped(title)}: ${escaped(words)}`,
      ...clusters.filter((cluster) => cluster.context !== context).map((cluster) => line(cluster, now)),
      state === 'asking' ? l10n.t`Click to answer.` : l10n.t`Click to show the clusters.`,
    ].join('\n\n'),
    // A question waits here, not in a message that leaves.
    ...(state === 'asking' ? { command: { id: 'osc.procedure.goOn', arguments: [context] } } : {}),
    accessibility: `OpenShift sandboxed containers: ${name}${said}, ${lookOf(state === 'working' ? 'busy' : 'attention').word}`,
  };
}

const runIcons: Readonly<Record<RunSeen['state'], string>> = {
  working: 'sync~spin',
  asking: 'warning',
  held: 'warning',
  paused: 'debug-pause',
  done: 'pass',
};

/** What a cluster says makes no icon of itself. */
function escapedIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

/** Whether something goes on, so that the cluster is followed also while nobody looks at the tree. */
export function isMoving({ phase }: Progress): boolean {
  // What is blocked or has failed is not over: it goes on as soon as somebody mends it.
  return phase !== 'none' && phase !== 'installed' && phase !== 'unknown';
}

function pressing({ progress, state }: OpenClusterStatus): Phase | 'log in' {
  const { phase } = progress;
  return state.kind === 'unauthorized' && phase !== 'failed' && phase !== 'blocked' && order.includes(phase) ? 'log in' : phase;
}

function isOld({ kind }: ClusterState): boolean {
  return kind !== 'live' && kind !== 'forbidden';
}

function line({ context, progress, state, asOf }: OpenClusterStatus, now: number): string {
  const age = isOld(state) ? (asOf === undefined ? l10n.t`never read` : l10n.t`as of ${timeOfDay(asOf, now)}`) : liveWord();
  return `**${escaped(context)}**: ${escaped(progress.words)} (${age})`;
}
