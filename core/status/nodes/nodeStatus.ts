/**
 * What is the matter with one node, and why nothing moves: joins the lists of the KataConfig, its pool, the node and
 * the annotations of its machine-config-daemon. Sources: domain/01-kataconfig.md 1.6, 1.7;
 * openshift/machine-config-operator pkg/daemon/constants.
 */
import * as l10n from '@vscode/l10n';
import type { FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import { emptyHistory, findListEntry, isDraining, type ClusterHistory } from '#core/cluster/history.ts';
import type { NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { MachineConfigPool } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { durationWords } from '#core/text/durations.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Health } from '../explanation.ts';
import { countWithoutSandbox, explainSandboxesOfNode, failedSandboxesOf } from './failedSandboxes.ts';
import { nodeListText } from './nodeListText.ts';
import { tellApart } from './unlistedNode.ts';
import { contextOf, isOrdinaryUpdate, type NodeContext } from './nodeContext.ts';
import { tellWaiting } from './waitingNode.ts';
import { tellFailed, tellWork, type NodeStatusText } from './activeNode.ts';
import { indexSnapshot } from '../snapshotIndex.ts';

export interface NodeStatus {
  /** Where the KataConfig lists it; where that is not known yet, where it belongs. */
  readonly list?: NodeList;
  /** A few words. */
  readonly headline: string;
  /** The step in one word, for a row; omitted if the title of the list is enough. */
  readonly state?: string;
  readonly health: Health;
  /** Since when it is so, as far as that is known. Milliseconds since 1970. */
  readonly since?: number;
  /** What was seen, one fact each. */
  readonly evidence: readonly string[];
  /** What comes next by itself. */
  readonly next?: string;
  /** What the user can do. Commands stand in backticks. */
  readonly todo?: string;
  /** When it will be done, judged by other nodes of this cluster. Milliseconds since 1970. */
  readonly expected?: { readonly from: number; readonly to: number };
  /** Why nothing moves, in a sentence or two; absent: it does, or there is nothing to do. */
  readonly stuck?: string;
}

/** @param now milliseconds since 1970 @param history what was seen so far; without it less can be said of times */
export function getNodeStatus(
  snapshot: Snapshot,
  name: string,
  now: number,
  history: ClusterHistory = emptyHistory,
): NodeStatus {
  const { nodes, lists } = indexSnapshot(snapshot);
  const node = nodes.get(name);
  if (node === undefined) return unseen(lists.get(name), snapshot);
  const context = contextOf(snapshot, node, now, history);
  const { listed } = context;
  const believed = believedList(context);
  const list = listed ?? believed;
  return { ...(list === undefined ? {} : { list }), ...words(context, believed), evidence: evidenceOf(context) };
}

/**
 * Returns the health of a node as its row shows it, without its evidence, because groups can have thousands of nodes.
 */
export function nodeHealth(
  snapshot: Snapshot,
  name: string,
  now: number,
  history: ClusterHistory = emptyHistory,
): Health {
  const { nodes, lists } = indexSnapshot(snapshot);
  const node = nodes.get(name);
  if (node === undefined) return unseen(lists.get(name), snapshot).health;
  const context = contextOf(snapshot, node, now, history);
  return shownHealth(words(context, believedList(context)));
}

/** A node that should make progress and doesn't needs attention. */
export function shownHealth({ health, stuck }: Pick<NodeStatus, 'health' | 'stuck'>): Health {
  return stuck !== undefined && health === 'busy' ? 'attention' : health;
}

/**
 * The node's own annotations come first: the operator writes its lists after them. Unless they are older, because they
 * cannot be read any more.
 */
function believedList({ snapshot, listed, derived, node }: NodeContext): NodeList | undefined {
  const stale = snapshot.nodes.state.kind !== 'live' && (snapshot.nodes.asOf ?? 0) < (snapshot.kataConfigs.asOf ?? 0);
  if (stale || node.mcoState === undefined) return listed;
  return derived;
}

function words(context: NodeContext, list: NodeList | undefined): NodeStatusText {
  const { surroundings } = context;
  if (surroundings.kataConfig === undefined && list !== 'failedToInstall' && list !== 'failedToUninstall')
    return tellApart(context);
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

function installed({ snapshot, surroundings, node, history, now }: NodeContext): NodeStatusText {
  const { kataConfig } = surroundings;
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
    const { meaning, todo } = explainSandboxesOfNode(node.name, failing, now);
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

/** When sandboxes first failed, according to Events. */
function sinceFirst(failing: readonly FailedSandbox[]): { readonly since?: number } {
  const times = failing.flatMap(({ first }) => first ?? []);
  return times.length === 0 ? {} : { since: Math.min(...times) };
}

function down(): string {
  return l10n.t({
    message: 'Down',
    args: [],
    comment: ['The state of a node that is not ready: as short as possible, at most 7 letters.'],
  });
}

/** The KataConfig may name it all the same. */
function unseen(list: NodeList | undefined, snapshot: Snapshot): NodeStatus {
  const { state } = snapshot.nodes;
  const why =
    state.kind === 'forbidden'
      ? l10n.t`You don't have permission to list nodes.`
      : snapshot.nodes.asOf === undefined
        ? l10n.t`Nodes haven't been read yet.`
        : l10n.t`The node doesn't exist.`;
  if (list === undefined) return { headline: l10n.t`Unknown`, health: 'unknown', evidence: [why] };
  const { title, health, next } = nodeListText[list];
  return {
    list,
    headline: title(),
    health,
    next: next(),
    evidence: [why, l10n.t`The KataConfig lists the node as "${title()}".`],
  };
}

function evidenceOf(context: NodeContext): readonly string[] {
  const { node, surroundings, snapshot, listed, now, history, poolName, pool } = context;
  const lines: string[] = [];
  const since = findListEntry(history, node.name);
  if (listed !== undefined)
    lines.push(listedLine(nodeListText[listed].title(), since === undefined ? undefined : now - since.at));
  else if (surroundings.kataConfig !== undefined) lines.push(l10n.t`The KataConfig doesn't list the node.`);
  if (node.mcoState === undefined) lines.push(l10n.t`The node has no Machine Config Daemon annotations.`);
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
  lines.push(...differenceLines(context));
  const byDaemonSet = Object.hasOwn(node.labels, daemonSetLabel) ? node.labels[daemonSetLabel] : undefined;
  if (byDaemonSet !== undefined)
    lines.push(
      l10n.t`A DaemonSet installs Kata on the node and reports ${sanitizeLine(byDaemonSet, 60)} (based on unreleased source code).`,
    );
  if (isDraining(node)) lines.push(l10n.t`A drain was requested and isn't complete.`);
  if (node.ready !== 'True') {
    const ready = sanitizeLine(node.ready, 20);
    lines.push(
      node.readySince === undefined
        ? l10n.t`Ready condition: ${ready}.`
        : l10n.t`Ready condition: ${ready} for ${durationWords(now - node.readySince)}.`,
    );
  }
  if (node.cordoned) lines.push(l10n.t`The node is cordoned and accepts no new pods.`);
  if (listed === 'installed' && failedSandboxesOf(snapshot).knowledge === 'notAllowed')
    lines.push(
      l10n.t`Can't check for failed sandboxes. You don't have permission to list events or to read the pods in these events.`,
    );
  if (pool !== undefined) lines.push(poolLine(poolName, pool));
  if (snapshot.nodes.state.kind !== 'live')
    lines.push(l10n.t`No live node updates. Last updated: ${ageWords(snapshot.nodes.asOf, now)}.`);
  if (isOrdinaryUpdate(context) && (listed === 'uninstalling' || listed === 'waitingToUninstall')) {
    lines.push(
      l10n.t`Kata wasn't installed on the node. The operator lists every worker node without Kata as uninstalling while the node is updated.`,
    );
  }
  return lines;
}

/** Where the list of the KataConfig and the annotations of the node say different things. */
function differenceLines({ node, surroundings, snapshot, listed, derived, now }: NodeContext): readonly string[] {
  if (
    listed !== derived &&
    surroundings.kataConfig !== undefined &&
    node.mcoState !== undefined &&
    (listed !== undefined || derived !== undefined)
  ) {
    const differ =
      derived === undefined
        ? l10n.t`The KataConfig and the node annotations disagree. According to the annotations, the node belongs in no list.`
        : l10n.t`The KataConfig and the node annotations disagree. According to the annotations, the node belongs in the list "${nodeListText[derived].title()}".`;
    const [ofList, ofNode] = [ageWords(snapshot.kataConfigs.asOf, now), ageWords(snapshot.nodes.asOf, now)];
    const read = l10n.t({
      message: 'Last read: KataConfig {0}, node {1}. The operator updates the KataConfig lists after the node changes.',
      args: [ofList, ofNode],
      comment: ['{0} and {1} are "5 min ago" or "never".'],
    });
    return [`${differ} ${read}`];
  }
  return [];
}

/** @param time for how long; undefined: that is not known */
function listedLine(title: string, time: number | undefined): string {
  return time === undefined
    ? l10n.t`The KataConfig lists the node as "${title}".`
    : l10n.t`The KataConfig has listed the node as "${title}" for ${durationWords(time)}.`;
}

function poolLine(name: string, { conditions, updatedCount, machineCount, paused }: MachineConfigPool): string {
  if (findStatusCondition(conditions, 'Updating')?.status === 'True')
    return paused
      ? l10n.t`Machine config pool ${name}: ${updatedCount} of ${machineCount} nodes updated (updating, paused).`
      : l10n.t`Machine config pool ${name}: ${updatedCount} of ${machineCount} nodes updated (updating).`;
  return paused
    ? l10n.t`Machine config pool ${name}: ${updatedCount} of ${machineCount} nodes updated (paused).`
    : l10n.t`Machine config pool ${name}: ${updatedCount} of ${machineCount} nodes updated.`;
}

/** Source: openshift/sandboxed-containers-operator@5e13985f controllers/daemonset_reconcile.go. */
const daemonSetLabel = 'kataconfiguration.openshift.io/kata-ds-rpm-install';

function configLine({ node, pool }: NodeContext): string {
  const { currentConfig, desiredConfig } = node;
  const has = configWords(currentConfig);
  if (currentConfig !== desiredConfig)
    return l10n.t`Current machine config: ${has}. Desired machine config: ${configWords(desiredConfig)}.`;
  if (pool?.target === undefined || pool.target === currentConfig)
    return l10n.t`Current machine config: ${has} (up to date).`;
  return l10n.t`Current machine config: ${has}. The pool's new machine config ${configWords(pool.target)} isn't assigned to the node yet.`;
}

/** `rendered-kata-oc-1a2b3c4d…`: enough to tell them apart. */
function configWords(name: string | undefined): string {
  return name === undefined || name === ''
    ? l10n.t`none`
    : sanitizeLine(name.replace(/([0-9a-f]{8})[0-9a-f]{24}$/, '$1…'), 80);
}

function ageWords(asOf: number | undefined, now: number): string {
  return asOf === undefined ? l10n.t`never` : l10n.t`${durationWords(now - asOf)} ago`;
}
