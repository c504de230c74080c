/**
 * Creates the row of a node in a list of the KataConfig. The row shows the state. The tooltip shows the reason, the
 * start time, and the expected duration.
 */
import * as l10n from '@vscode/l10n';
import { isDraining } from '#core/cluster/history.ts';
import { nodes, type ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Health } from '#core/status/explanation.ts';
import type { NodeGroup } from '#core/status/nodes/nodeGroups.ts';
import { formatBlockingBudgets, summarizeDrain, type BlockingPod } from '#core/status/nodes/blockingPods.ts';
import { getNodeStatus, displayedHealth, type NodeStatus } from '#core/status/nodes/nodeStatus.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatDuration } from '#core/text/durations.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { sparkline, sparklineText } from '#core/metrics/panels/sparkline.ts';
import { explainedNode, renderProse } from '#client/tree/model/explainedNode.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createNodeTarget, eventContext, permissionContext } from '#client/tree/model/objectTarget.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import { lastChangeText } from '../lastChange.ts';
import { nodePodNodes } from './nodePodNodes.ts';

/**
 * Creates the row.
 * @param group the group that lists the node; the row shows a state only if it differs from that of the group
 * @param parent ID of the parent, if another row already represents the node. The row then has no children
 */
export function clusterNodeNode(
  seen: ClusterTreeInput,
  name: string,
  group?: Pick<NodeGroup, 'health'>,
  parent?: string,
): TreeNode {
  const { context, snapshot, now, history } = seen;
  const story = getNodeStatus(snapshot, name, now, history);
  const node = indexSnapshot(snapshot).nodes.get(name);
  const health = displayedHealth(story);
  // A must-gather contains the pods of only some namespaces.
  const hasPods = node !== undefined && parent === undefined && seen.gathered !== true;
  const blocking = blockingPodsOf(seen, node);
  const drain = summarizeDrain({ node: name, pods: blocking, cut: false });
  const row = explainedNode({
    // Uses the UID if the node is known, because a recreated node with the same name is a different node.
    id: `${parent ?? context}/node:${node?.uid ?? name}`,
    label: shortNodeName(name, snapshot),
    fullName: name,
    explanation: {
      health,
      headline: story.headline,
      meaning: joinSentences(story.stuck ?? story.evidence[0] ?? story.headline, ...drain),
      ...(story.next === undefined ? {} : { next: story.next }),
      ...(story.todo === undefined ? {} : { todo: story.todo }),
    },
    description: [group === undefined ? story.headline : stateOf(story, health, group), formatBlockingBudgets(blocking)]
      .filter((part) => part !== undefined && part !== '')
      .join(' · '),
    details: joinParagraphs(details(story, now), lastChangeText(seen, 'node', name), sandboxes(seen, name)),
    target: createNodeTarget(seen, nodes, { name }),
    context: [
      'osc-object',
      'osc-node',
      'osc-named',
      ...eventContext,
      ...permissionContext(seen, ['showNodeLogs', 'openNodeShell', 'cordonNode']),
      ...(node === undefined ? [] : [node.cordoned ? 'osc-cordoned' : 'osc-schedulable']),
      ...(seen.console ? ['osc-console'] : []),
    ],
    ...(hasPods ? { children: () => nodePodNodes(seen, node) } : {}),
  });
  return hasPods ? { ...row, demands: { kind: 'nodePods', node: name } } : row;
}

/** Returns the pods that block the drain of a node. Returns an empty list if they weren't read. */
function blockingPodsOf({ nodePods }: ClusterTreeInput, node: ClusterNode | undefined): readonly BlockingPod[] {
  if (node === undefined || !isDraining(node)) return [];
  const blocking = nodePods?.get(node.name)?.blocking;
  return blocking?.kind === 'value' ? blocking.value.pods : [];
}

/** Returns the state if it differs from the state of the group, otherwise an empty string. */
function stateOf({ state, headline }: NodeStatus, health: Health, group: Pick<NodeGroup, 'health'>): string {
  if (health === 'failed') return group.health === 'failed' ? '' : l10n.t`Failed`;
  if (state !== undefined) return state;
  // Kata is installed, but sandboxes fail.
  if (health === 'attention' && group.health === 'ok')
    return l10n.t({
      message: 'Failing',
      args: [],
      comment: ['The state of a node on which Kata is installed and sandboxes fail. At most 7 letters.'],
    });
  if (health === 'attention')
    return l10n.t({
      message: 'Stuck',
      args: [],
      comment: ["The state of a node that doesn't continue without a manual action. At most 7 letters."],
    });
  return health === 'unknown' && group.health !== 'unknown' ? headline : '';
}

/**
 * Returns the name up to its first dot if that is unique, because long node names of cloud providers leave no space for
 * a state.
 */
export function shortNodeName(name: string, snapshot: Snapshot): string {
  const first = firstPart(name);
  if (first === name || /^\d+$/.test(first)) return name;
  const alike = [...indexSnapshot(snapshot).nodes.keys()].filter((other) => firstPart(other) === first);
  return alike.length > 1 ? name : first;
}

function firstPart(name: string): string {
  return name.split('.')[0] ?? name;
}

/** Formats the expected time range. Times in the past are replaced by the current time. */
function span({ from, to }: NonNullable<NodeStatus['expected']>, now: number): string {
  const [first, last] = [formatTimeOfDay(Math.max(from, now), now), formatTimeOfDay(Math.max(to, now), now)];
  return first === last ? first : l10n.t`${first} to ${last}`;
}

/** Shows the history of running sandboxes if the metrics view has read it. A tooltip sends no requests. */
function sandboxes({ running, now }: ClusterTreeInput, name: string): string | undefined {
  const samples = running?.byNode.get(name) ?? [];
  const words = running === undefined ? undefined : sparklineText(samples, running);
  if (running === undefined || words === undefined) return undefined;
  return l10n.t`**Running sandboxes:** ${sparkline(samples, running)} ${words} (${formatTimeOfDay(running.from, now)} to ${formatTimeOfDay(running.to, now)})`;
}

function details({ evidence, since, stuck, expected, health }: NodeStatus, now: number): string {
  const seen = stuck === undefined ? evidence.slice(1) : evidence;
  return joinParagraphs(
    since === undefined
      ? undefined
      : l10n.t`**Since:** ${formatTimeOfDay(since, now)} (${formatDuration(now - since)})`,
    expected === undefined || health !== 'busy' ? undefined : l10n.t`**Expected to finish:** ${span(expected, now)}`,
    seen.length === 0 ? undefined : seen.map((line) => `- ${renderProse(line)}`).join('\n'),
  );
}
