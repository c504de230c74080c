/**
 * Creates the row of a node in a list of the KataConfig. The row shows the state. The tooltip shows the reason, the
 * start time, and the expected duration.
 */
import * as l10n from '@vscode/l10n';
import { isDraining } from '#core/cluster/history.ts';
import { nodes, type ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Explanation, Health } from '#core/status/explanation.ts';
import type { NodeGroup } from '#core/status/nodes/nodeGroups.ts';
import { formatBlockingBudgets, summarizeDrain, type BlockingPod } from '#core/status/nodes/blockingPods.ts';
import {
  displayedHealth,
  getNodeState,
  getNodeStatus,
  type NodeState,
  type NodeStatus,
} from '#core/status/nodes/nodeStatus.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatDuration } from '#core/text/durations.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { sparkline, sparklineText } from '#core/metrics/panels/sparkline.ts';
import { explainedView, LazyExplanation, renderProse } from '#client/tree/model/explainedNode.ts';
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
  const { snapshot } = seen;
  const node = indexSnapshot(snapshot).nodes.get(name);
  const row: TreeNode = {
    ...rowOf({ seen, name, node, group, parent }),
    about: new LazyExplanation(name, () => explainNode(seen, name, node)),
  };
  if (node === undefined || !hasPodRows(seen, parent)) return row;
  return { ...row, children: () => nodePodNodes(seen, node), demands: { kind: 'nodePods', node: name } };
}

/** Returns whether the row has the pods of the node as children. A must-gather contains only some of the pods. */
function hasPodRows({ gathered }: ClusterTreeInput, parent: string | undefined): boolean {
  return parent === undefined && gathered !== true;
}

function explainNode(
  seen: ClusterTreeInput,
  name: string,
  node: ClusterNode | undefined,
): { readonly explanation: Explanation; readonly details: string } {
  const { snapshot, now, history } = seen;
  const story = getNodeStatus(snapshot, name, now, history);
  const drain = summarizeDrain({ node: name, pods: blockingPodsOf(seen, node), cut: false });
  return {
    explanation: {
      health: displayedHealth(story),
      headline: story.headline,
      meaning: joinSentences(story.stuck ?? story.evidence[0] ?? story.headline, ...drain),
      ...(story.next === undefined ? {} : { next: story.next }),
      ...(story.todo === undefined ? {} : { todo: story.todo }),
    },
    details: joinParagraphs(details(story, now), lastChangeText(seen, 'node', name), sandboxes(seen, name)),
  };
}

interface RowInput {
  readonly seen: ClusterTreeInput;
  readonly name: string;
  readonly node: ClusterNode | undefined;
  readonly group: Pick<NodeGroup, 'health'> | undefined;
  readonly parent: string | undefined;
}

type VisibleRow = Pick<TreeNode, 'view' | 'word' | 'target'>;

/** A row with the values that it shows. */
interface KeptRow {
  readonly shown: readonly unknown[];
  readonly row: VisibleRow;
}

/** Caches the last row of each node, by the ID of its parent. Most rows are the same when one of thousands changes. */
const rows = new WeakMap<ClusterNode, Map<string, KeptRow>>();

function rowOf(input: RowInput): VisibleRow {
  const { seen, name, node, group, parent } = input;
  const { context, snapshot, now, history } = seen;
  const state = getNodeState(snapshot, name, now, history);
  const visible: VisibleState = {
    state,
    health: displayedHealth(state),
    label: shortNodeName(name, snapshot),
    blocking: blockingPodsOf(seen, node),
    contextValue: contextValueOf(seen, node),
    hasPods: node !== undefined && hasPodRows(seen, parent),
  };
  if (node === undefined) return createRow(input, visible);
  const { label, health, blocking, contextValue, hasPods } = visible;
  const shown = [context, label, state.headline, state.state, health, group?.health, blocking, contextValue, hasPods];
  const ofNode = rows.get(node) ?? new Map<string, KeptRow>();
  const kept = ofNode.get(parent ?? '');
  if (kept?.shown.every((value, index) => value === shown[index]) === true) return kept.row;
  const row = createRow(input, visible);
  ofNode.set(parent ?? '', { shown, row });
  rows.set(node, ofNode);
  return row;
}

/** Everything that the row of a node shows, apart from its name. */
interface VisibleState {
  readonly state: NodeState;
  readonly health: Health;
  readonly label: string;
  readonly blocking: readonly BlockingPod[];
  readonly contextValue: string;
  readonly hasPods: boolean;
}

function createRow(
  { seen, name, node, group, parent }: RowInput,
  { state, health, label, blocking, contextValue, hasPods }: VisibleState,
): VisibleRow {
  const { headline } = state;
  return {
    ...explainedView({
      // Uses the UID if the node is known, because a recreated node with the same name is a different node.
      id: `${parent ?? seen.context}/node:${node?.uid ?? name}`,
      label,
      fullName: name,
      explanation: { health, headline },
      description: [group === undefined ? headline : wordOfState(state, health, group), formatBlockingBudgets(blocking)]
        .filter((part) => part !== undefined && part !== '')
        .join(' · '),
      context: [contextValue],
      collapsible: hasPods ? 'collapsed' : 'none',
    }),
    target: createNodeTarget(seen, nodes, { name }),
  };
}

/** Caches the context values of the rows of nodes, because they are the same for all nodes. */
const contextValues = new WeakMap<ClusterTreeInput, string>();

function contextValueOf(seen: ClusterTreeInput, node: ClusterNode | undefined): string {
  const known = contextValues.get(seen);
  const shared =
    known ??
    ['osc-object', 'osc-node', 'osc-named', ...eventContext]
      .concat(
        permissionContext(seen, ['showNodeLogs', 'openNodeShell', 'cordonNode']),
        seen.console ? 'osc-console' : [],
      )
      .join(' ');
  if (known === undefined) contextValues.set(seen, shared);
  return node === undefined ? shared : `${shared} ${node.cordoned ? 'osc-cordoned' : 'osc-schedulable'}`;
}

/** Returns the pods that block the drain of a node. Returns an empty list if they weren't read. */
function blockingPodsOf({ nodePods }: ClusterTreeInput, node: ClusterNode | undefined): readonly BlockingPod[] {
  if (node === undefined || !isDraining(node)) return noPods;
  const blocking = nodePods?.get(node.name)?.blocking;
  return blocking?.kind === 'value' ? blocking.value.pods : noPods;
}

const noPods: readonly BlockingPod[] = [];

/** Returns the state if it differs from the state of the group, otherwise an empty string. */
function wordOfState({ state, headline }: NodeState, health: Health, group: Pick<NodeGroup, 'health'>): string {
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
  return (countFirstParts(snapshot.nodes.items).get(first) ?? 0) > 1 ? name : first;
}

type NodeItems = Snapshot['nodes']['items'];

/** Caches how many names have the same first part, by the node list of a snapshot. */
const firstParts = new WeakMap<NodeItems, ReadonlyMap<string, number>>();

function countFirstParts(items: NodeItems): ReadonlyMap<string, number> {
  const known = firstParts.get(items);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { name } of items.values()) counts.set(firstPart(name), (counts.get(firstPart(name)) ?? 0) + 1);
  firstParts.set(items, counts);
  return counts;
}

function firstPart(name: string): string {
  const end = name.indexOf('.');
  return end === -1 ? name : name.slice(0, end);
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
