/** The one item of the status bar: of all open clusters, what needs a look first. Pure. */
import type { ClusterState } from '../../../core/live/clusterState.ts';
import type { Phase, Progress } from '../../../core/live/status/progress.ts';
import { escaped } from './markdown.ts';
import { timeOfDay } from './words.ts';

export interface OpenClusterStatus {
  readonly context: string;
  readonly progress: Progress;
  readonly state: ClusterState;
  /** Of the KataConfig: when the cluster last said that it is so. */
  readonly asOf?: number;
}

export interface StatusItem {
  readonly text: string;
  /** Markdown. */
  readonly tooltip: string;
  readonly accessibility: string;
}

/** The first is the most pressing. A login that has ended comes after what is wrong: nothing is known of that cluster any more. */
const order: readonly (Phase | 'log in')[] = ['failed', 'blocked', 'log in', 'installing', 'uninstalling', 'updating', 'installed'];

const icons: Partial<Readonly<Record<Phase, string>>> = {
  failed: 'error',
  blocked: 'warning',
  installing: 'sync',
  uninstalling: 'sync',
  updating: 'sync',
  installed: 'pass',
};

/** Undefined where no open cluster has kata: then there is nothing to say. @param now milliseconds since 1970 */
export function statusOf(clusters: readonly OpenClusterStatus[], now: number): StatusItem | undefined {
  const rank = (cluster: OpenClusterStatus): number => {
    const place = order.indexOf(pressing(cluster));
    return place < 0 ? order.length : place;
  };
  const [first, ...others] = clusters.toSorted((one, other) => rank(one) - rank(other));
  if (first === undefined || rank(first) === order.length) return undefined;
  const more = others.filter((cluster) => rank(cluster) < order.length);
  const loggedOut = pressing(first) === 'log in';
  const words = loggedOut ? `${first.progress.words}, log in` : first.progress.words;
  const old = isOld(first.state) ? ` (as of ${first.asOf === undefined ? 'earlier' : timeOfDay(first.asOf, now)})` : '';
  const name = clusters.length > 1 ? `${first.context}: ` : '';
  const rest = more.length === 0 ? '' : more.length === 1 ? ' +1 cluster' : ` +${more.length} clusters`;
  return {
    text: `$(${loggedOut ? 'key' : (icons[first.progress.phase] ?? 'question')}) ${name}${words}${old}${rest}`,
    tooltip: [...[first, ...others].map((cluster) => line(cluster, now)), 'Click to show the clusters.'].join('\n\n'),
    accessibility: `OpenShift sandboxed containers: ${name}${words}${old}${more.length > 0 ? `, and ${more.length} more` : ''}`,
  };
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
  const age = isOld(state) ? (asOf === undefined ? 'never read' : `as of ${timeOfDay(asOf, now)}`) : 'live';
  return `**${escaped(context)}**: ${escaped(progress.words)} (${age})`;
}
