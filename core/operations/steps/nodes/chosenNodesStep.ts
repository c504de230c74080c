/**
 * Determines which nodes have Kata and which should have it, and creates the step that tracks the change until it's
 * complete. Source: domain/01-kataconfig.md 1.2, 1.6, 1.7.
 */
import * as l10n from '@vscode/l10n';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { firstHindrance, listRelevantPools } from '#core/status/nodes/pools.ts';
import { hasKataRole, isWorkerNode, getNodeExclusion } from '#core/status/nodes/nodeSelection.ts';
import { contextOf } from '#core/status/nodes/nodeContext.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { describeRebootConsequences } from '#core/operations/rebootConsequences.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { createStepWithDefaults, type StepOptions } from '../createStep.ts';

type Labelled = Pick<ClusterNode, 'name' | 'labels'>;

export interface NodeChange {
  /** Names of all nodes on which Kata should be installed. */
  readonly meant: readonly string[];
  /** Names of the nodes on which Kata will be installed. */
  readonly gain: readonly string[];
  /** Names of the nodes from which Kata will be uninstalled. */
  readonly lose: readonly string[];
}

/**
 * Determines the changes.
 * @param labels returns the planned labels of a node; by default the current ones
 */
export function computeNodeChange(
  situation: Pick<ObservedCluster, 'snapshot'>,
  kataConfig: KataConfig,
  labels: (node: ClusterNode) => Labelled['labels'] = same,
): NodeChange {
  const { nodes, converged } = indexSnapshot(situation.snapshot);
  const all = [...nodes.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const names = (list: readonly ClusterNode[]): readonly string[] => list.map(({ name }) => name);
  const meant = all.filter((node) => getNodeExclusion(kataConfig, { labels: labels(node) }, converged) === undefined);
  return {
    meant: names(meant),
    gain: names(meant.filter((node) => !hasKataRole(node))),
    lose: names(all.filter((node) => hasKataRole(node) && !meant.includes(node))),
  };
}

function same({ labels }: ClusterNode): Labelled['labels'] {
  return labels;
}

/** Describes the consequences in sentences. */
export function changeConsequences(situation: ObservedCluster, { meant, gain, lose }: NodeChange): readonly string[] {
  return [
    l10n.t`After the change, Kata runs on ${formatCount(meant.length, 'node')}: ${formatNames(meant, 20)}.`,
    ...gainWords(gain),
    ...loseWords(lose),
    ...describeRebootConsequences(situation, [...gain, ...lose], 'install', lose),
  ];
}

function gainWords(gain: readonly string[]): readonly string[] {
  if (gain.length === 0) return [];
  const names = formatNames(gain, 20);
  return [
    gain.length === 1
      ? l10n.t`Kata will be installed on node ${names}.`
      : l10n.t`Kata will be installed on nodes ${names}.`,
  ];
}

function loseWords(lose: readonly string[]): readonly string[] {
  if (lose.length === 0) return [];
  const names = formatNames(lose, 20);
  return [
    lose.length === 1
      ? l10n.t`Kata will be uninstalled from node ${names}. Pods that require Kata can no longer run there.`
      : l10n.t`Kata will be uninstalled from nodes ${names}. Pods that require Kata can no longer run there.`,
  ];
}

/**
 * Creates a step that follows all worker nodes until Kata is installed only on the selected nodes and no node is being
 * updated.
 */
export function chosenNodesStep(
  situation: ObservedCluster,
  kataConfig: KataConfig,
  parts: Pick<StepOptions, 'id' | 'title' | 'docs'>,
): ProcedureStep {
  const { snapshot, now, history } = situation;
  const index = indexSnapshot(snapshot);
  const { meant, gain, lose } = computeNodeChange(situation, kataConfig);
  const base = { ...parts, until: waitForPools(index) };
  const hindrance = firstHindrance(index, listRelevantPools(index, 'update'));
  const held =
    hindrance === undefined
      ? undefined
      : {
          state: 'blocked' as const,
          headline: l10n.t`Nodes are blocked`,
          meaning: hindrance.what,
          ...(hindrance.todo === undefined ? {} : { todo: hindrance.todo }),
        };
  if (gain.length + lose.length > 0) {
    const evidence = [
      ...gain.map((name) => l10n.t`Kata will be installed on ${name}`),
      ...lose.map((name) => l10n.t`Kata will be uninstalled from ${name}`),
    ].slice(0, 20);
    return createStepWithDefaults({
      ...base,
      evidence,
      ...(held ?? { state: 'waiting', headline: l10n.t`The operator hasn't selected the nodes yet` }),
    });
  }
  const behind = [...index.nodes.values()].filter(
    (node) => (isWorkerNode(node) || hasKataRole(node)) && !isUpdated(situation, node),
  );
  const words = l10n.t`Kata installed on ${formatCount(meant.length, 'node')}`;
  if (behind.length === 0)
    return createStepWithDefaults({
      ...base,
      state: 'done',
      headline: words,
      evidence: [l10n.t`Nodes with Kata: ${formatNames(meant, 20)}`],
    });
  const evidence = behind
    .slice(0, 20)
    .map(({ name }) => `${name}: ${getNodeStatus(snapshot, name, now, history).headline}`);
  return createStepWithDefaults({
    ...base,
    evidence,
    ...(held ?? { state: 'waiting', headline: l10n.t`Update pending on ${formatCount(behind.length, 'node')}` }),
  });
}

/** Returns the completion conditions of the step: each relevant machine config pool must be updated. */
function waitForPools(index: ReturnType<typeof indexSnapshot>): ProcedureStep['until'] {
  const minutes = 60 * Math.max(1, index.nodes.size);
  const pool = (name: string) => ({
    group: 'machineconfiguration.openshift.io',
    version: 'v1',
    plural: 'machineconfigpools',
    kind: 'MachineConfigPool',
    name,
  });
  return listRelevantPools(index, 'update').map((name) => ({
    object: pool(name),
    jsonpath: '{.status.conditions[?(@.type=="Updated")].status}',
    is: 'True',
    minutes,
  }));
}

/** Returns whether the node has the target configuration of its pool and is ready. */
function isUpdated({ snapshot, now, history }: ObservedCluster, node: ClusterNode): boolean {
  const target = contextOf(snapshot, node, now, history).pool?.target;
  const { currentConfig, desiredConfig, mcoState, ready } = node;
  return (
    target !== undefined &&
    currentConfig === target &&
    desiredConfig === target &&
    mcoState === 'Done' &&
    ready === 'True'
  );
}
