/** An open cluster: how what is shown stands to what it has, in words, and all that is known of kata on it. */
import * as l10n from '@vscode/l10n';
import { given } from '../../../../core/json.ts';
import { clusterState, type ClusterState } from '../../../../core/live/clusterState.ts';
import { progressOf } from '../../../../core/live/status/progress.ts';
import type { Health } from '../../../../core/live/status/explanation.ts';
import type { ContextInfo } from '../contexts.ts';
import { lookOf } from '../health.ts';
import { escaped, paragraphs } from '../markdown.ts';
import type { TreeNode } from '../nodeView.ts';
import type { Seen } from '../seen.ts';
import { liveWord, timeOfDay } from '../words.ts';
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
  const unverified = info.unverified === true ? [l10n.t`certificate not verified`] : [];
  const description = [words, ...unverified, ...kata, ...(checksFiles ? [l10n.t`checks files`] : [])].join(' · ');
  return {
    view: {
      id: seen.context,
      label: info.name,
      description,
      tooltip: paragraphs(`**${escaped(info.name)}**: ${escaped(words)}`, meaning, contextDetails(info)),
      icon,
      contextValue: `osc-open osc-named${state.kind === 'unauthorized' ? ' osc-loggedOut' : ''}`,
      accessibility: l10n.t`Cluster ${info.name}, ${description}`,
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
  const since = (at: number | undefined, words: string): string => (at === undefined ? words : `${l10n.t`as of ${timeOfDay(at, now)}`}, ${words}`);
  switch (state.kind) {
    case 'live':
      return { words: liveWord(), icon: 'vm-active', meaning: l10n.t`What is shown is what the cluster has, and follows it.` };
    case 'forbidden':
      if (snapshot.kataConfigs.state.kind === 'forbidden')
        return {
          words: l10n.t`no rights to see kata`,
          ...look('attention'),
          icon: 'lock',
          meaning: paragraphs(
            l10n.t`You may not read KataConfigs there, so nothing can be said of kata.`,
            l10n.t`**To do:** ask an administrator for the right that is named below.`,
          ),
        };
      return { words: l10n.t`live, in part`, icon: 'vm-active', meaning: l10n.t`What you may read is live. What you may not read is named below.` };
    case 'idle':
    case 'syncing':
      return { words: l10n.t`reading`, icon: 'loading~spin', meaning: l10n.t`The cluster is being read.` };
    case 'paused':
      return {
        words: since(state.asOf, l10n.t`paused`),
        icon: 'debug-pause',
        meaning: l10n.t`Nobody looked, so the cluster is not followed. It goes on as soon as the view is shown.`,
      };
    case 'unauthorized':
      if (state.trouble.status === undefined)
        return {
          words: since(snapshot.kataConfigs.asOf, l10n.t`no credentials`),
          ...look('attention'),
          icon: 'key',
          meaning: paragraphs(escaped(state.trouble.message), l10n.t`**To do:** mend that, then _Try Again_ below.`),
        };
      return {
        words: since(snapshot.kataConfigs.asOf, l10n.t`log in`),
        ...look('attention'),
        icon: 'key',
        meaning: paragraphs(escaped(state.trouble.message), l10n.t`**To do:** log in again; the kubeconfig is followed, and the view goes on by itself.`),
      };
    case 'unreachable':
      return {
        words: l10n.t`unreachable`,
        ...look('failed'),
        meaning: paragraphs(l10n.t`Nothing of the cluster could be read yet.`, escaped(state.trouble.message), next(state.next, now)),
      };
    default:
      return {
        words: since(state.asOf, l10n.t`reconnecting`),
        ...look('attention'),
        icon: 'sync-ignored',
        meaning: paragraphs(l10n.t`What is shown may be old.`, escaped(state.trouble.message), next(state.next, now)),
      };
  }
}

function next(at: number | undefined, now: number): string {
  return at === undefined ? l10n.t`It is tried again; _Refresh_ tries now.` : l10n.t`It is tried again at ${timeOfDay(at, now)}; _Refresh_ tries now.`;
}
