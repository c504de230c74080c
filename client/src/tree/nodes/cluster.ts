/** An open cluster: how what is shown stands to what it has, in words, and all that is known of kata on it. */
import { given } from '../../../../core/json.ts';
import { clusterState, type ClusterState } from '../../../../core/live/clusterState.ts';
import { progressOf } from '../../../../core/live/status/progress.ts';
import type { Health } from '../../../../core/live/status/explanation.ts';
import type { ContextInfo } from '../contexts.ts';
import { lookOf } from '../health.ts';
import { escaped, paragraphs } from '../markdown.ts';
import type { TreeNode } from '../nodeView.ts';
import type { Seen } from '../seen.ts';
import { capital, timeOfDay } from '../words.ts';
import { contextDetails } from './closedCluster.ts';
import { clusterRows } from './clusterRows.ts';

/** How it stands. */
interface Standing {
  /** Behind the name. */
  readonly words: string;
  readonly icon: string;
  readonly color?: string;
  /** A sentence, and what to do. */
  readonly meaning: string;
}

/**
 * @param checksFiles files are checked against it, and there is more than one it could be
 * @param oneOfSeveral others are open too: how far kata is stands in its own row, so that all can be seen at a glance while they are closed up
 */
export function clusterNode(seen: Seen, info: ContextInfo, checksFiles: boolean, oneOfSeveral = false): TreeNode {
  const state = clusterState(seen.snapshot);
  const { words, icon, color, meaning } = standingOf(state, seen);
  const progress = oneOfSeveral ? progressOf(seen.snapshot) : undefined;
  const kata = progress === undefined || progress.phase === 'unknown' ? [] : [progress.words];
  const description = [words, ...kata, ...(checksFiles ? ['checks files'] : [])].join(' · ');
  return {
    view: {
      id: seen.context,
      label: info.name,
      description,
      tooltip: paragraphs(`**${escaped(info.name)}**: ${escaped(words)}`, meaning, contextDetails(info)),
      icon,
      contextValue: `osc-open osc-named${state.kind === 'unauthorized' ? ' osc-loggedOut' : ''}`,
      accessibility: `Cluster ${info.name}, ${description}`,
      collapsible: 'expanded',
      ...given({ color }),
    },
    target: { context: seen.context },
    children: () => clusterRows(seen, info, state),
  };
}

function standingOf(state: ClusterState, { now, snapshot }: Seen): Standing {
  const look = (health: Health): Pick<Standing, 'icon' | 'color'> => {
    const { icon, color } = lookOf(health);
    return { icon, ...given({ color }) };
  };
  const asOf = (at: number | undefined): string => (at === undefined ? '' : `as of ${timeOfDay(at, now)}, `);
  switch (state.kind) {
    case 'live':
      return { words: 'live', icon: 'vm-active', meaning: 'What is shown is what the cluster has, and follows it.' };
    case 'forbidden':
      if (snapshot.kataConfigs.state.kind === 'forbidden')
        return {
          words: 'no rights to see kata',
          ...look('attention'),
          icon: 'lock',
          meaning: paragraphs(
            'You may not read KataConfigs there, so nothing can be said of kata.',
            '**To do:** ask an administrator for the right that is named below.',
          ),
        };
      return { words: 'live, in part', icon: 'vm-active', meaning: 'What you may read is live. What you may not read is named below.' };
    case 'idle':
    case 'syncing':
      return { words: 'reading', icon: 'loading~spin', meaning: 'The cluster is being read.' };
    case 'paused':
      return {
        words: `${asOf(state.asOf)}paused`,
        icon: 'debug-pause',
        meaning: 'Nobody looked, so the cluster is not followed. It goes on as soon as the view is shown.',
      };
    case 'unauthorized':
      if (state.trouble.status === undefined)
        return {
          words: `${asOf(snapshot.kataConfigs.asOf)}no credentials`,
          ...look('attention'),
          icon: 'key',
          meaning: paragraphs(escaped(capital(state.trouble.message)), '**To do:** mend that, then _Try Again_ below.'),
        };
      return {
        words: `${asOf(snapshot.kataConfigs.asOf)}log in`,
        ...look('attention'),
        icon: 'key',
        meaning: paragraphs(escaped(capital(state.trouble.message)), '**To do:** log in again; the kubeconfig is followed, and the view goes on by itself.'),
      };
    case 'unreachable':
      return {
        words: 'unreachable',
        ...look('failed'),
        meaning: paragraphs('Nothing of the cluster could be read yet.', escaped(capital(state.trouble.message)), next(state.next, now)),
      };
    default:
      return {
        words: `${asOf(state.asOf)}reconnecting`,
        ...look('attention'),
        icon: 'sync-ignored',
        meaning: paragraphs('What is shown may be old.', escaped(capital(state.trouble.message)), next(state.next, now)),
      };
  }
}

function next(at: number | undefined, now: number): string {
  return `It is tried again${at === undefined ? '' : ` at ${timeOfDay(at, now)}`}; _Refresh_ tries now.`;
}
