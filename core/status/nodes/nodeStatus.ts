/**
 * Determines the status of a node and why it's stuck. Combines the lists of the KataConfig, the pool, the node, and the
 * annotations of the Machine Config Daemon. Sources: domain/01-kataconfig.md 1.6, 1.7;
 * openshift/machine-config-operator pkg/daemon/constants.
 */
import * as l10n from '@vscode/l10n';
import type { FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import { emptyHistory, findListEntry, isDraining, type ClusterHistory } from '#core/cluster/history.ts';
import type { NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { daemonSetInstallLabel } from '#core/product/nodeLabels.ts';
import { formatDuration } from '#core/text/durations.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Health } from '../explanation.ts';
import { countWithoutSandbox, explainSandboxesOfNode, failedSandboxesOf } from './failedSandboxes.ts';
import { getNodeListText } from '../daemonSetMode/daemonSetListText.ts';
import { getInstallLabel } from '../daemonSetMode/daemonSetMode.ts';
import { describeDaemonSetNode } from '../daemonSetMode/daemonSetNode.ts';
import { nodeListText } from './nodeListText.ts';
import { getNodeExclusion, hasKataRole } from './nodeSelection.ts';
import { tellApart } from './unlistedNode.ts';
import { contextOf, isOrdinaryUpdate, type NodeContext } from './nodeContext.ts';
import { reusingState } from './reuse/reusedState.ts';
import { tellWaiting } from './waitingNode.ts';
import { tellFailed, tellWork, type NodeStatusText } from './activeNode.ts';
import { indexSnapshot } from '../snapshotIndex.ts';
import { joinSentences } from '#core/text/grammar.ts';

export interface NodeStatus {
  /** List of the KataConfig that contains the node. If none contains it yet, the list that it should be in. */
  readonly list?: NodeList;
  /** Status in a few words. */
  readonly headline: string;
  /** Step in one word, for a row. Omitted if the title of the list is sufficient. */
  readonly state?: string;
  readonly health: Health;
  /** Start of the current state, if known, in milliseconds since 1970. */
  readonly since?: number;
  /** Observed facts, one per line. */
  readonly evidence: readonly string[];
  /** What happens next automatically. */
  readonly next?: string;
  /** What the user can do, with commands in backticks. */
  readonly todo?: string;
  /** Estimated completion time, based on other nodes of this cluster, in milliseconds since 1970. */
  readonly expected?: { readonly from: number; readonly to: number };
  /** Reason why the node is stuck, in one or two sentences. Undefined if it isn't stuck. */
  readonly stuck?: string;
}

/** The status of a node without the evidence, which takes the most time. */
export type NodeState = Omit<NodeStatus, 'evidence'>;

/**
 * Returns the status of a node.
 * @param now milliseconds since 1970
 * @param history recorded changes. Without them, some times are unknown
 */
export function getNodeStatus(
  snapshot: Snapshot,
  name: string,
  now: number,
  history: ClusterHistory = emptyHistory,
): NodeStatus {
  const { nodes, lists } = indexSnapshot(snapshot);
  const node = nodes.get(name);
  if (node === undefined) return unseen(lists.get(name), snapshot);
  const evidence = evidenceOf(contextOf(snapshot, node, now, history));
  return { ...stateOf({ snapshot, node, now, history }), evidence };
}

/** Returns the state of a node for its row. Takes little time if the state is the same as before a change. */
export function getNodeState(
  snapshot: Snapshot,
  name: string,
  now: number,
  history: ClusterHistory = emptyHistory,
): NodeState {
  const { nodes, lists } = indexSnapshot(snapshot);
  const node = nodes.get(name);
  return node === undefined ? unseen(lists.get(name), snapshot) : stateOf({ snapshot, node, now, history });
}

/** Returns the health of a node for its row. */
export function nodeHealth(
  snapshot: Snapshot,
  name: string,
  now: number,
  history: ClusterHistory = emptyHistory,
): Health {
  return displayedHealth(getNodeState(snapshot, name, now, history));
}

const stateOf = /* @__PURE__ */ reusingState((context): NodeState => {
  const believed = believedList(context);
  const list = context.listed ?? believed;
  return { ...(list === undefined ? {} : { list }), ...words(context, believed) };
});

/** Returns the displayed health. A node that should make progress but doesn't needs attention. */
export function displayedHealth({ health, stuck }: Pick<NodeStatus, 'health' | 'stuck'>): Health {
  return stuck !== undefined && health === 'busy' ? 'attention' : health;
}

/**
 * Returns the list that the node's annotations indicate, because the operator updates its lists after the annotations.
 * If nodes can no longer be read, the annotations might be older than the KataConfig, and the list of the KataConfig is
 * returned.
 */
function believedList({ hasOldNodes, listed, derived, node, daemonSet }: NodeContext): NodeList | undefined {
  if (hasOldNodes || (daemonSet === undefined && node.mcoState === undefined)) return listed;
  return derived;
}

function words(context: NodeContext, list: NodeList | undefined): NodeStatusText {
  const { index } = context;
  if (index.kataConfig === undefined && list !== 'failedToInstall' && list !== 'failedToUninstall')
    return tellApart(context);
  const byDaemonSet = wordsOfDaemonSet(context);
  if (byDaemonSet !== undefined) return byDaemonSet;
  switch (list) {
    case 'failedToInstall':
    case 'failedToUninstall':
      return tellFailed(context);
    case 'installing':
    case 'uninstalling': {
      const told = tellWork(context);
      return isOrdinaryUpdate(context) ? { ...told, headline: l10n.t`${told.headline} (unrelated to Kata)` } : told;
    }
    case 'waitingToInstall':
    case 'waitingToUninstall': {
      const told = tellWaiting(context);
      return isOrdinaryUpdate(context)
        ? {
            ...told,
            next: l10n.t`The Machine Config Operator drains the node, writes its configuration, and reboots it. This update is unrelated to Kata.`,
          }
        : told;
    }
    case 'installed':
      return installed(context);
    default:
      return tellApart(context);
  }
}

/** Describes a node that the KataConfig selects, if a DaemonSet installs Kata. */
function wordsOfDaemonSet(context: NodeContext): NodeStatusText | undefined {
  const { index, node, daemonSet } = context;
  const { kataConfig } = index;
  if (daemonSet === undefined || kataConfig === undefined) return undefined;
  if (!hasKataRole(node) && getNodeExclusion(kataConfig, node, false) !== undefined) return undefined;
  return getInstallLabel(node) === 'installed' && kataConfig.deleting === undefined
    ? installed(context)
    : describeDaemonSetNode(context, daemonSet);
}

function installed(context: NodeContext): NodeStatusText {
  const { snapshot, index, node, history } = context;
  const { kataConfig } = index;
  const since = findListEntry(history, node.name);
  const seen = since?.what.kind === 'list' && since.what.to === 'installed' ? { since: since.at } : {};
  if (node.ready !== 'True') {
    return {
      headline: l10n.t`Installed, not ready`,
      state: down(),
      health: 'attention',
      ...(node.readySince === undefined ? {} : { since: node.readySince }),
      stuck: l10n.t`Kata is installed, but the node isn't ready and can't run pods.`,
      todo: l10n.t('To find the cause, run `oc describe node {0}`.', node.name),
    };
  }
  if (kataConfig?.deleting !== undefined) {
    return {
      headline: l10n.t`Installed, uninstall pending`,
      health: 'busy',
      ...seen,
      next: l10n.t`When the uninstall starts, the node reboots without Kata.`,
    };
  }
  const failing = failedSandboxesOf(snapshot).byNode.get(node.name);
  if (failing !== undefined) {
    const { meaning, todo } = explainSandboxesOfNode(node.name, failing, context.now);
    return {
      headline: countWithoutSandbox(failing.length),
      health: 'attention',
      ...sinceFirst(failing),
      stuck: meaning,
      todo,
    };
  }
  if (node.cordoned) {
    return {
      headline: l10n.t`Installed, cordoned`,
      health: 'ok',
      ...seen,
      todo: l10n.t('To accept new pods, uncordon the node: `oc adm uncordon {0}`.', node.name),
    };
  }
  if (kataConfig?.runtimeClasses.length === 0) {
    return {
      headline: nodeListText.installed.title(),
      health: 'ok',
      ...seen,
      next: l10n.t`Pods can use Kata after it's installed on all nodes. The operator creates the runtime classes last.`,
    };
  }
  return { headline: nodeListText.installed.title(), health: 'ok', ...seen };
}

/** Returns when sandboxes first failed, according to Events. */
function sinceFirst(failing: readonly FailedSandbox[]): { readonly since?: number } {
  const times = failing.flatMap(({ first }) => first ?? []);
  return times.length === 0 ? {} : { since: Math.min(...times) };
}

function down(): string {
  return l10n.t({
    message: 'Down',
    args: [],
    comment: ["The state of a node that isn't ready. At most 7 letters."],
  });
}

/** Describes a node without data. The KataConfig might still list it. */
function unseen(list: NodeList | undefined, snapshot: Snapshot): NodeStatus {
  const { state } = snapshot.nodes;
  const why =
    state.kind === 'forbidden'
      ? l10n.t`You don't have permission to list nodes.`
      : snapshot.nodes.asOf === undefined
        ? l10n.t`Nodes haven't been read yet.`
        : l10n.t`The node doesn't exist.`;
  if (list === undefined) return { headline: l10n.t`Unknown`, health: 'unknown', evidence: [why] };
  const { title, health, next } = getNodeListText(list, snapshot);
  return {
    list,
    headline: title(),
    health,
    next: next(),
    evidence: [why, l10n.t`The KataConfig lists the node as "${title()}".`],
  };
}

function evidenceOf(context: NodeContext): readonly string[] {
  const { node, index, snapshot, listed, now, history, poolName, pool } = context;
  const lines: string[] = [];
  const since = findListEntry(history, node.name);
  if (listed !== undefined)
    lines.push(listedLine(nodeListText[listed].title(), since === undefined ? undefined : now - since.at));
  else if (index.kataConfig !== undefined) lines.push(l10n.t`The KataConfig doesn't list the node.`);
  if (context.daemonSet !== undefined) lines.push(...daemonSetLines(context));
  else if (node.mcoState === undefined) lines.push(l10n.t`The node has no Machine Config Daemon annotations.`);
  else {
    const state = sanitizeLine(node.mcoState, 40);
    const why = sanitizeLine(node.mcoReason ?? '');
    lines.push(
      node.mcoReason === undefined || node.mcoReason === ''
        ? l10n.t`Machine Config Daemon state: ${state}.`
        : l10n.t`Machine Config Daemon state: ${state} (${why}).`,
      configLine(context),
    );
  }
  if (context.daemonSet === undefined) lines.push(...differenceLines(context));
  if (isDraining(node)) lines.push(l10n.t`A drain was requested and isn't complete.`);
  if (node.ready !== 'True') {
    const ready = sanitizeLine(node.ready, 20);
    lines.push(
      node.readySince === undefined
        ? l10n.t`Ready condition: ${ready}.`
        : l10n.t`Ready condition: ${ready} for ${formatDuration(now - node.readySince)}.`,
    );
  }
  if (node.cordoned) lines.push(l10n.t`The node is cordoned and accepts no new pods.`);
  if (listed === 'installed' && failedSandboxesOf(snapshot).knowledge === 'notAllowed')
    lines.push(
      l10n.t`Can't check for failed sandboxes. You don't have permission to list events or to read the affected pods.`,
    );
  if (pool !== undefined) lines.push(formatPoolProgress(poolName, pool));
  if (snapshot.nodes.state.kind !== 'live')
    lines.push(l10n.t`The node data isn't live. Last updated: ${ageWords(snapshot.nodes.asOf, now)}.`);
  if (isOrdinaryUpdate(context) && (listed === 'uninstalling' || listed === 'waitingToUninstall')) {
    lines.push(
      l10n.t`Kata wasn't installed on the node. While a worker node without Kata is being updated, the operator lists the node as uninstalling.`,
    );
  }
  return lines;
}

/** Describes the label with the progress of the installation, and a difference from the list of the KataConfig. */
function daemonSetLines({ node, index, listed, derived }: NodeContext): readonly string[] {
  const label = getInstallLabel(node);
  return [
    label === undefined
      ? l10n.t`A DaemonSet installs Kata on this cluster. The node has no label ${daemonSetInstallLabel}.`
      : l10n.t`A DaemonSet installs Kata on this cluster. The label ${daemonSetInstallLabel} of the node is "${sanitizeLine(label, 60)}".`,
    ...(index.kataConfig !== undefined && derived !== undefined && listed !== derived
      ? [
          l10n.t`According to the label, the KataConfig status should list the node as "${nodeListText[derived].title()}". The operator updates the lists after the label changes.`,
        ]
      : []),
  ];
}

/** Describes a difference between the list of the KataConfig and the annotations of the node. */
function differenceLines({ node, index, snapshot, listed, derived, now }: NodeContext): readonly string[] {
  if (
    listed !== derived &&
    index.kataConfig !== undefined &&
    node.mcoState !== undefined &&
    (listed !== undefined || derived !== undefined)
  ) {
    const differ =
      derived === undefined
        ? l10n.t`The KataConfig status and the node annotations differ. According to the annotations, the KataConfig status shouldn't list the node.`
        : l10n.t`The KataConfig status and the node annotations differ. According to the annotations, the KataConfig status should list the node as "${nodeListText[derived].title()}".`;
    const [ofList, ofNode] = [ageWords(snapshot.kataConfigs.asOf, now), ageWords(snapshot.nodes.asOf, now)];
    const read = l10n.t({
      message: 'Last read: KataConfig {0}, node {1}. The operator updates the KataConfig lists after the node changes.',
      args: [ofList, ofNode],
      comment: ['{0} and {1} are "5 min ago" or "never".'],
    });
    return [joinSentences(differ, read)];
  }
  return [];
}

/**
 * Returns the line about the list of the node.
 * @param time how long the node has been in the list. Undefined if unknown
 */
function listedLine(title: string, time: number | undefined): string {
  return time === undefined
    ? l10n.t`The KataConfig lists the node as "${title}".`
    : l10n.t`The KataConfig has listed the node as "${title}" for ${formatDuration(time)}.`;
}

/** Returns the number of updated nodes of a pool as a sentence. */
export function formatPoolProgress(
  name: string,
  { conditions, updatedCount, machineCount, paused }: MachineConfigPool,
): string {
  if (findStatusCondition(conditions, 'Updating')?.status === 'True')
    return paused
      ? l10n.t`Machine config pool ${name}: ${updatedCount} of ${machineCount} nodes updated (updating, paused).`
      : l10n.t`Machine config pool ${name}: ${updatedCount} of ${machineCount} nodes updated (updating).`;
  return paused
    ? l10n.t`Machine config pool ${name}: ${updatedCount} of ${machineCount} nodes updated (paused).`
    : l10n.t`Machine config pool ${name}: ${updatedCount} of ${machineCount} nodes updated.`;
}

function configLine({ node, pool }: NodeContext): string {
  const { currentConfig, desiredConfig } = node;
  const has = configWords(currentConfig);
  if (currentConfig !== desiredConfig)
    return l10n.t`Current machine config: ${has}. Desired machine config: ${configWords(desiredConfig)}.`;
  if (pool?.target === undefined || pool.target === currentConfig)
    return l10n.t`Current machine config: ${has} (up to date).`;
  return l10n.t`Current machine config: ${has}. The pool's new machine config ${configWords(pool.target)} isn't assigned to the node yet.`;
}

/** Shortens a configuration name to `rendered-kata-oc-1a2b3c4d...`, which is enough to distinguish it. */
function configWords(name: string | undefined): string {
  return name === undefined || name === ''
    ? l10n.t`none`
    : sanitizeLine(name.replace(/([0-9a-f]{8})[0-9a-f]{24}$/, '$1…'), 80);
}

function ageWords(asOf: number | undefined, now: number): string {
  return asOf === undefined ? l10n.t`never` : l10n.t`${formatDuration(now - asOf)} ago`;
}
