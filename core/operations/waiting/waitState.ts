/**
 * Determines whether the cluster has reached the state that `osc-tools wait` waits for, and what prevents it. Messages
 * of this file are always in English. Explanations use the language of the process. All functions are pure.
 */
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot, SnapshotPart } from '#core/cluster/snapshot.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { optionalKindIds } from '#core/cluster/optionalKinds.ts';
import { watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { evidenceOf } from '#core/status/evidence.ts';
import type { Explanation, Health } from '#core/status/explanation.ts';
import { listKataProblems, missingRuntimeClass } from '#core/status/health/kataProblems.ts';
import { explainAbsence } from '#core/status/kataConfig/explainAbsence.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { getKataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { getNodeExclusion } from '#core/status/nodes/nodeSelection.ts';
import { displayedHealth, getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { findPoolBlocker, firstHindrance, listRelevantPools } from '#core/status/nodes/pools.ts';
import { isOperatorInstalled } from '#core/status/operator/clusterExtensionParts.ts';
import { getOperatorState, getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { KataPods } from '../lookups/kata/kataPods.ts';
import type { ReadResult } from '../lookups/lookup.ts';
import { compareInstalledVersion, type WaitTarget } from './waitTarget.ts';

export interface WaitState {
  /**
   * `reached`: the wait is over; `waiting`: the cluster continues automatically; `blocked`: only a person can change
   * the state; `failed`: the operation failed, but the cluster might retry it; `missing`: the node, pool, or
   * namespace doesn't exist; `unreadable`: the user doesn't have permission.
   */
  readonly kind: 'reached' | 'waiting' | 'blocked' | 'failed' | 'missing' | 'unreadable';
  /** State in one sentence or phrase. */
  readonly text: string;
  readonly cause?: string;
  /** What the user can do, with commands in backticks. */
  readonly todo?: string;
}

/** Data to evaluate. */
export interface WaitInput {
  readonly snapshot: Snapshot;
  /** Pods with a Kata runtime class. Undefined if they weren't read. */
  readonly pods?: ReadResult<KataPods>;
  /** Name of the namespace of the pods, if it doesn't exist. */
  readonly missingNamespace?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Maximum number of names in a message. */
const mostNames = 5;

/** Returns the parts of a snapshot that the target depends on. */
export function partsFor({ kind }: WaitTarget): readonly SnapshotPart[] {
  if (kind === 'podsGone') return ['kataConfigs'];
  if (kind === 'pool') return ['machineConfigPools', 'nodes'];
  const common: readonly SnapshotPart[] = [
    'kataConfigs',
    'nodes',
    'machineConfigPools',
    'machineConfigs',
    'runtimeClasses',
    'subscriptions',
    'operatorGroups',
    'installPlans',
    'clusterServiceVersions',
    'clusterVersions',
    'deployments',
    'daemonSets',
    // Requested only on clusters with Node Feature Discovery.
    ...optionalKindIds,
  ];
  return kind === 'image' || kind === 'installed' ? [...common, 'configMaps', 'secrets', 'jobs', 'peerPods'] : common;
}

/** Evaluates the target. */
export function evaluateWait(target: WaitTarget, input: WaitInput): WaitState {
  const { snapshot } = input;
  switch (target.kind) {
    case 'installed':
      return installedState(input);
    case 'uninstalled':
      return uninstalledState(snapshot);
    case 'updated':
      return updatedState(snapshot, target.version);
    case 'node':
      return nodeState(input, target.name);
    case 'pool':
      return poolState(snapshot, target.name);
    case 'image':
      return imageState(snapshot);
    default:
      return podsState(input);
  }
}

const kindOfHealth: Readonly<Record<Health, WaitState['kind']>> = {
  failed: 'failed',
  attention: 'blocked',
  busy: 'waiting',
  unknown: 'waiting',
  ok: 'waiting',
};

/** Creates a state from an explanation that doesn't mean that the target is reached. */
function stateOf({ health, headline, meaning, todo }: Explanation, kind = kindOfHealth[health]): WaitState {
  return kind === 'waiting'
    ? { kind, text: headline }
    : { kind, text: headline, cause: meaning, ...omitUndefined({ todo }) };
}

function unreadable(snapshot: Snapshot, id: WatchedKindId): WaitState | undefined {
  if (evidenceOf(snapshot, id) !== 'notAllowed') return undefined;
  const { group, plural } = watchedKinds[id];
  const { state } = snapshot[id];
  const verb = state.kind === 'forbidden' ? state.verb : 'list';
  return {
    kind: 'unreadable',
    text: `you don't have permission to ${verb} ${group === '' ? plural : `${plural}.${group}`}`,
  };
}

/**
 * Time in milliseconds for which a node must not be ready before it counts as stuck. After a reboot, a node can report
 * its new configuration before it's ready.
 */
const readyGrace = 120_000;

function installedState({ snapshot, now }: WaitInput): WaitState {
  const forbidden = unreadable(snapshot, 'kataConfigs');
  if (forbidden !== undefined) return forbidden;
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig === undefined) return withoutKataConfig(snapshot);
  const { phase, done, total, words } = getKataStatus(snapshot);
  const missing = missingRuntimeClass(snapshot);
  if (phase === 'installed' && done === total && total > 0)
    // The operator restores its runtime classes.
    return missing === undefined ? { kind: 'reached', text: words } : { kind: 'waiting', text: missing.headline };
  const state = whileDeleting(kataConfig, snapshot) ?? stateOf(explainKataConfig(kataConfig, snapshot));
  return state.kind === 'waiting' ? (blockedInstall(snapshot, now) ?? state) : state;
}

/** Returns the pool or node that blocks the installation, although the KataConfig status doesn't contain a problem. */
function blockedInstall(snapshot: Snapshot, now: number): WaitState | undefined {
  const index = indexSnapshot(snapshot);
  const hindrance = firstHindrance(index, listRelevantPools(index, 'install'));
  if (hindrance !== undefined) {
    const { health, what, todo } = hindrance;
    return { kind: kindOfHealth[health], text: getKataStatus(snapshot).words, cause: what, ...omitUndefined({ todo }) };
  }
  const isSettling = [...index.nodes.values()].some(
    ({ ready, readySince = 0 }) => ready !== 'True' && now - readySince < readyGrace,
  );
  const problem = isSettling ? undefined : listKataProblems(snapshot, now).find(({ of }) => of === 'node');
  return problem === undefined ? undefined : stateOf(problem);
}

/** Returns the state if the KataConfig is being deleted. Only a person can create a new one. */
function whileDeleting(kataConfig: KataConfig, snapshot: Snapshot): WaitState | undefined {
  if (kataConfig.deleting === undefined) return undefined;
  const { headline, todo } = explainKataConfig(kataConfig, snapshot);
  const name = sanitizeLabel(kataConfig.name);
  return {
    kind: 'blocked',
    text: `KataConfig ${name} is being deleted`,
    cause: `${headline}.`,
    ...omitUndefined({ todo }),
  };
}

/** Returns why nothing is installed: OLM installs the operator, or a person must do the next step. */
function withoutKataConfig(snapshot: Snapshot): WaitState {
  const { health, parts } = getOperatorState(snapshot);
  const worst = parts.find((part) => part.health === health);
  const isSettled = health === 'ok' || health === 'unknown' || worst === undefined;
  return isSettled ? stateOf(explainAbsence(snapshot), 'blocked') : stateOf(worst);
}

function uninstalledState(snapshot: Snapshot): WaitState {
  const forbidden = unreadable(snapshot, 'kataConfigs');
  if (forbidden !== undefined) return forbidden;
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig === undefined) {
    const evidence = evidenceOf(snapshot, 'kataConfigs');
    return evidence === 'none' && snapshot.nodes.state.kind !== 'absent'
      ? { kind: 'reached', text: 'No KataConfig exists' }
      : { kind: 'waiting', text: 'KataConfigs not read yet' };
  }
  if (kataConfig.deleting === undefined)
    return {
      kind: 'blocked',
      text: `KataConfig ${sanitizeLabel(kataConfig.name)} isn't being deleted`,
      cause: 'The operator uninstalls Kata only if you delete the KataConfig.',
      todo: `Delete the KataConfig: \`oc delete kataconfig ${sanitizeLabel(kataConfig.name)}\`.`,
    };
  return stateOf(explainKataConfig(kataConfig, snapshot));
}

function updatedState(snapshot: Snapshot, wanted: string): WaitState {
  const forbidden = unreadable(snapshot, 'clusterServiceVersions');
  if (forbidden !== undefined) return forbidden;
  const version = getOperatorVersion(snapshot);
  const { health, parts } = getOperatorState(snapshot);
  const worst = parts.find((part) => part.health === health);
  if (version === undefined) {
    if (worst === undefined) return withoutKataConfig(snapshot);
    // OLM installs nothing without a Subscription.
    return stateOf(worst, health === 'ok' ? 'blocked' : kindOfHealth[health]);
  }
  const installed = `OSC ${sanitizeLabel(version)}`;
  const order = compareInstalledVersion(version, wanted);
  if (order === 0 && health !== 'failed' && isOperatorInstalled(snapshot)) {
    const { phase, words } = getKataStatus(snapshot);
    // Without a KataConfig, there are no nodes to update.
    if (phase === 'none') return { kind: 'reached', text: `${installed} is installed` };
    if (phase === 'installed') return { kind: 'reached', text: `${installed}, ${words}` };
    const { kataConfig } = indexSnapshot(snapshot);
    return kataConfig === undefined
      ? { kind: 'waiting', text: words }
      : stateOf(explainKataConfig(kataConfig, snapshot));
  }
  if (order !== undefined && order > 0)
    return { kind: 'blocked', text: `${installed} is installed`, cause: `This version is newer than ${wanted}.` };
  if (worst !== undefined && (health === 'failed' || health === 'attention' || health === 'busy'))
    return stateOf(worst);
  return { kind: 'waiting', text: `${installed} is installed` };
}

function nodeState({ snapshot, now }: WaitInput, name: string): WaitState {
  const forbidden = unreadable(snapshot, 'nodes') ?? unreadable(snapshot, 'kataConfigs');
  if (forbidden !== undefined) return forbidden;
  const { nodes, lists, kataConfig, converged } = indexSnapshot(snapshot);
  const node = nodes.get(name);
  if (node === undefined)
    return evidenceOf(snapshot, 'nodes') === 'fresh'
      ? { kind: 'missing', text: `node ${name} not found (${named('nodes', [...nodes.keys()])})` }
      : { kind: 'waiting', text: 'Nodes not read yet' };
  if (kataConfig === undefined) return withoutKataConfig(snapshot);
  const deleting = whileDeleting(kataConfig, snapshot);
  if (deleting !== undefined) return deleting;
  const status = getNodeStatus(snapshot, name, now);
  const text = `${name}: ${status.headline}`;
  if (lists.get(name) === 'installed' && node.ready === 'True' && status.health !== 'busy')
    return { kind: 'reached', text };
  const { stuck: cause, todo } = status;
  const isExcluded = !lists.has(name) && getNodeExclusion(kataConfig, node, converged) !== undefined;
  const kind = isExcluded ? 'blocked' : kindOfHealth[displayedHealth(status)];
  return kind === 'waiting' ? { kind, text } : { kind, text, ...omitUndefined({ cause, todo }) };
}

function poolState(snapshot: Snapshot, name: string): WaitState {
  const forbidden = unreadable(snapshot, 'machineConfigPools');
  if (forbidden !== undefined) return forbidden;
  const index = indexSnapshot(snapshot);
  const pool = index.pools.get(name);
  if (pool === undefined) {
    const evidence = evidenceOf(snapshot, 'machineConfigPools');
    return evidence === 'fresh' || evidence === 'none'
      ? { kind: 'missing', text: `pool ${name} not found (${named('pools', [...index.pools.keys()])})` }
      : { kind: 'waiting', text: 'MachineConfigPools not read yet' };
  }
  const text = `${name}: ${pool.updatedCount} of ${formatCount(pool.machineCount, 'node')} updated`;
  // The same condition as `kubectl wait mcp NAME --for=condition=Updated`.
  if (pool.isOutdated !== true && findStatusCondition(pool.conditions, 'Updated')?.status === 'True')
    return { kind: 'reached', text };
  const blocker = findPoolBlocker(index, name);
  if (blocker === undefined) return { kind: 'waiting', text };
  const { health, what: cause, todo } = blocker;
  return { kind: kindOfHealth[health], text, cause, ...omitUndefined({ todo }) };
}

function imageState(snapshot: Snapshot): WaitState {
  const forbidden = unreadable(snapshot, 'configMaps') ?? unreadable(snapshot, 'kataConfigs');
  if (forbidden !== undefined) return forbidden;
  const parts = listPeerPodsParts(snapshot);
  const image = parts.find(({ id }) => id === 'podVmImage');
  if (image === undefined)
    return {
      kind: 'blocked',
      text: "Peer pods aren't configured",
      cause: "The operator doesn't create a pod VM image.",
    };
  const text = `Pod VM image: ${image.headline}`;
  if (image.health === 'ok' && image.missing === undefined && (getPeerPodsConfig(snapshot)?.image ?? '') !== '')
    return { kind: 'reached', text };
  const broken = parts.find(
    ({ id, health }) => (id === 'peerPodsConfigMap' || id === 'peerPodsSecret') && health === 'failed',
  );
  if (image.health === 'busy' && broken !== undefined)
    return { ...stateOf(broken, 'blocked'), text: `${broken.name}: ${broken.headline}` };
  const kind = image.health === 'ok' ? 'blocked' : kindOfHealth[image.health];
  return { ...stateOf(image, kind), text };
}

function podsState({ pods, missingNamespace }: WaitInput): WaitState {
  if (missingNamespace !== undefined)
    return { kind: 'missing', text: `namespace ${sanitizeLabel(missingNamespace)} not found` };
  if (pods === undefined) return { kind: 'waiting', text: 'Pods not read yet' };
  if (pods.kind === 'problem') {
    const { why, message } = pods.problem;
    const text = message.replace(/\.$/, '');
    return { kind: why === 'forbidden' ? 'unreadable' : 'waiting', text };
  }
  const found = pods.kind === 'value' ? pods.value.pods : [];
  if (found.length === 0) return { kind: 'reached', text: 'No Kata pods exist' };
  const left = found.filter(({ deleting }) => deleting === undefined);
  const listed = left.length === 0 ? found : left;
  const names = listed.map(({ namespace, name }) => `${sanitizeLabel(namespace)}/${sanitizeLabel(name)}`);
  const text = `${formatCount(listed.length, 'Kata pod')}: ${shortList(names)}`;
  return left.length === 0
    ? { kind: 'waiting', text: `${text} (being deleted)` }
    : {
        kind: 'blocked',
        text,
        cause: 'Pods with a Kata runtime class block an uninstall, regardless of their phase.',
        todo: 'Delete the workloads that own the pods.',
      };
}

function named(what: string, names: readonly string[]): string {
  return names.length === 0 ? `no ${what} exist` : `${what}: ${shortList(names.map(sanitizeLabel))}`;
}

function shortList(names: readonly string[]): string {
  return `${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? ', …' : ''}`;
}
