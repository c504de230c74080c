/**
 * Checks whether nodes can run Kata. A running sandbox proves that its node can run Kata. If no sandbox is running, the
 * check uses the labels of Node Feature Discovery. An installation isn't sufficient evidence, because Kata can be
 * installed on a node where virtualization is disabled. Peer pods run at the cloud provider, so their nodes don't
 * require virtualization (domain/02-peer-pods.md). Source: core/status/nodes/eligibility.ts; OSC 1.5 §2.1.2.
 */
import * as l10n from '@vscode/l10n';
import { nodeEligibility as docs } from '#core/product/docSections.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import { getEligibility, hasNfdLabels } from '#core/status/nodes/eligibility.ts';
import { findIneffectiveRule, getOpenShiftVersion, type IneffectiveRule } from '#core/status/nodes/ineffectiveRule.ts';
import { readNodeFeatures } from '#core/status/nodes/nodeFeatures.ts';
import { findTeeConflict } from '#core/status/nodes/teeConflict.ts';
import { isWorkerNode } from '#core/status/nodes/nodeSelection.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { getSentenceSeparator, selectPlural } from '#core/text/grammar.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import type { OwnedKataPod } from '#core/operations/lookups/kata/kataPods.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  createUnknownFinding,
  unseenFact,
  explainUnreadableKind,
} from '#core/operations/preflightFindings/unreadableData.ts';

const clouds: readonly string[] = ['AWS', 'Azure', 'GCP', 'IBMCloud', 'PowerVS'];

export const nodeEligibility = defineCheck({
  id: 'node-eligibility',
  title: () => l10n.t`Node eligibility`,
  area: 'Nodes',
  why: () =>
    l10n.t`Without peer pods, nodes require hardware virtualization. Node Feature Discovery detects it and labels the nodes.`,
  docs,
  kinds: ['nodes', 'kataConfigs', 'machineConfigPools', 'clusterVersions'],
  facts: ['infrastructure', 'kataPods', 'nodeFeatureDiscovery'],
  judge(situation) {
    const finding = judgeNodes(situation);
    const conflict = findTeeConflict(situation.snapshot);
    if (conflict === undefined || finding.verdict === 'none') return finding;
    if (finding.verdict === 'fail' || finding.verdict === 'warn')
      return { ...finding, evidence: [...finding.evidence, conflict.headline, conflict.meaning] };
    return { verdict: 'warn', ...conflict, evidence: finding.evidence };
  },
});

/** Determines whether the nodes can run Kata. */
function judgeNodes(situation: ObservedCluster): CheckFinding {
  const { snapshot } = situation;
  const unseen = explainUnreadableKind(situation, 'nodes');
  if (unseen !== undefined) return createUnknownFinding([unseen]);
  const { kataConfig, nodes, converged } = indexSnapshot(snapshot);
  const asked = kataConfig?.checkNodeEligibility === true && !converged;
  const workers = [...nodes.values()].filter(isWorkerNode);
  const able = workers.filter((node) => getEligibility(node) === 'eligible').map(({ name }) => name);
  const evidence = [
    able.length === 0
      ? l10n.t`${able.length} of ${workers.length} worker nodes with the label ${eligibleLabel}=true`
      : l10n.t`${able.length} of ${workers.length} worker nodes with the label ${eligibleLabel}=true: ${formatNames(able, 10)}`,
    ...listNodesWithMissingFeatures(snapshot, workers),
  ];
  if (able.length === 0 && asked) return notEligible(situation, evidence);
  const seen = sandboxFinding(situation, evidence);
  if (seen !== undefined) return seen;
  if (able.length > 0) {
    const headline =
      able.length === workers.length
        ? l10n.t`All worker nodes are eligible`
        : l10n.t`${able.length} of ${workers.length} worker nodes eligible`;
    return { verdict: 'pass', headline, evidence };
  }
  const platform = getLookupValue(situation, 'infrastructure')?.platform;
  if (platform !== undefined && clouds.includes(platform)) {
    return {
      verdict: 'none',
      headline: l10n.t`Not required for peer pods on ${platform}`,
      evidence: [l10n.t`Infrastructure object "cluster": platform ${platform}`],
    };
  }
  const ineffective = ineffectiveRule(situation);
  if (hasNfdLabels(snapshot) === true || ineffective !== undefined) {
    return {
      verdict: 'warn',
      headline: l10n.t`Node Feature Discovery didn't label any worker node as eligible`,
      evidence,
      meaning: l10n.t`Either hardware virtualization is disabled, so Kata pods can't start, or no Node Feature Discovery rule sets the label.`,
      todo: l10n.t`Make sure that hardware virtualization is enabled in the node firmware.`,
      ...ineffective,
    };
  }
  return {
    verdict: 'unknown',
    headline: l10n.t`Can't determine whether the nodes can run Kata`,
    evidence: [...evidence, l10n.t`No node has a Node Feature Discovery label.`, ...unseenSandboxes(situation)],
    meaning: l10n.t`Node Feature Discovery isn't required for an installation. If you know that the nodes have hardware virtualization, you can continue.`,
    todo: l10n.t`To let Node Feature Discovery check the nodes, make sure that its operator is installed and a NodeFeatureDiscovery resource exists.`,
  };
}

/** Returns one line per node that certainly lacks a required feature, with its source. */
function listNodesWithMissingFeatures(snapshot: Snapshot, workers: readonly ClusterNode[]): readonly string[] {
  const lines = workers.flatMap((node) => {
    const { required = [] } = readNodeFeatures(snapshot, node);
    const missing = required.filter(({ state }) => state === 'missing');
    const source = missing[0]?.source;
    if (source === undefined) return [];
    const names = formatNames(
      missing.map((feature) => feature.names.join('/')),
      4,
    );
    return [l10n.t`${node.name}: ${names} missing (${source})`];
  });
  return lines.slice(0, mostPods);
}

/** Returns the explanation if Node Feature Discovery ignores the rule for Kata. */
function ineffectiveRule(situation: ObservedCluster): Omit<IneffectiveRule, 'object'> | undefined {
  const known = getLookupValue(situation, 'nodeFeatureDiscovery');
  const found = known === undefined ? undefined : findIneffectiveRule(known, getOpenShiftVersion(situation.snapshot));
  if (found === undefined) return undefined;
  const { headline, meaning, todo } = found;
  return { headline, meaning, todo };
}

function notEligible(situation: ObservedCluster, evidence: readonly string[]): CheckFinding {
  const ineffective = ineffectiveRule(situation);
  return {
    verdict: 'fail',
    headline: ineffective?.headline ?? l10n.t`The KataConfig requires eligible nodes, but no worker node is eligible`,
    evidence,
    meaning: [
      l10n.t`While checkNodeEligibility is true, Kata isn't installed on any node.`,
      ...(ineffective === undefined ? [] : [ineffective.meaning]),
    ].join(getSentenceSeparator()),
    todo:
      ineffective?.todo ??
      (hasNfdLabels(situation.snapshot) === true
        ? l10n.t`Make sure that hardware virtualization is enabled in the firmware and that a Node Feature Discovery rule sets the label.`
        : l10n.t`Make sure that the Node Feature Discovery Operator and a NodeFeatureDiscovery resource exist and are healthy, or set checkNodeEligibility to false.`),
  };
}

/** Time after which a pod should have its sandbox, in milliseconds. */
const patience = 60_000;

/** Maximum number of listed nodes, pods, and commands. */
const [mostNodes, mostPods, mostCommands] = [3, 10, 3];

/** Returns the finding based on pods on nodes with Kata, or undefined if they're inconclusive. */
function sandboxFinding(situation: ObservedCluster, labels: readonly string[]): CheckFinding | undefined {
  const installed = indexSnapshot(situation.snapshot).kataConfig?.lists.installed ?? [];
  if (installed.length === 0) return undefined;
  const local = (getLookupValue(situation, 'kataPods')?.pods ?? []).filter(
    ({ node, runtimeClass }) => runtimeClass !== 'kata-remote' && installed.includes(node ?? ''),
  );
  const nodesOf = (pods: readonly OwnedKataPod[]): readonly string[] =>
    installed.filter((name) => pods.some(({ node }) => node === name));
  const running = nodesOf(local.filter(({ sandbox }) => sandbox?.isRunning === true));
  const missing = local.filter(({ sandbox }) => situation.now - (sandbox?.missingSince ?? situation.now) >= patience);
  const { nodes } = indexSnapshot(situation.snapshot);
  const count = formatCount(
    nodes.size === 0 ? installed.length : [...nodes.values()].filter(isWorkerNode).length,
    'node',
  );
  const state = l10n.t`Kata is installed on ${installed.length} of ${count}`;
  const runs = running.length === 0 ? [] : [l10n.t`Kata pods run on ${formatNames(running, 10)}`];
  if (missing.length > 0) {
    const names = formatNames(nodesOf(missing), mostNodes);
    const headline = selectPlural(
      missing.length,
      l10n.t`${missing.length} pod without a sandbox on ${names}`,
      l10n.t`${missing.length} pods without a sandbox on ${names}`,
    );
    return {
      verdict: 'warn',
      headline,
      summary: headline,
      evidence: [state, ...runs, ...missing.slice(0, mostPods).map(missingWords), ...labels],
      meaning: l10n.t`Kata is installed on the nodes, but the kubelet can't create sandboxes for these pods. A common cause is that hardware virtualization is disabled.`,
      todo: l10n.t`To view the events of each pod, run ${formatNames(missing.map(describeCommand), mostCommands)}. Make sure that hardware virtualization is enabled in the firmware of ${names}.`,
    };
  }
  if (running.length === 0) return undefined;
  const headline =
    running.length === installed.length
      ? l10n.t`Kata is installed and runs pods on ${installed.length} of ${count}`
      : l10n.t`Kata is installed on ${installed.length} of ${count} and runs pods on ${formatNames(running, mostNodes)}`;
  return { verdict: 'pass', headline, summary: headline, evidence: [...runs, ...labels] };
}

/** Returns the command that shows the events of a pod. */
function describeCommand({ namespace, name }: OwnedKataPod): string {
  return `\`oc describe pod ${name} -n ${namespace}\``;
}

function missingWords({ namespace, name, node, sandbox }: OwnedKataPod): string {
  return l10n.t`Pod ${name} in ${namespace} on ${node ?? ''}: no sandbox since ${formatTimestamp(sandbox?.missingSince ?? 0)}`;
}

/** Returns why the state of sandboxes is unknown, as evidence for an unknown result. */
function unseenSandboxes(situation: ObservedCluster): readonly string[] {
  const installed = indexSnapshot(situation.snapshot).kataConfig?.lists.installed ?? [];
  if (installed.length === 0) return [];
  const unseen = unseenFact(situation, 'kataPods');
  return unseen === undefined ? [l10n.t`No Kata pods are running on nodes with Kata installed.`] : [unseen.words];
}
