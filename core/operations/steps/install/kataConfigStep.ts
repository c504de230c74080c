/**
 * Creates the step that creates the KataConfig. It requires confirmation, because nodes reboot. A cluster has only one
 * KataConfig, with any name. Sources: OSC 1.12 §3.3; notes/cluster.md 5.1.
 */
import * as l10n from '@vscode/l10n';
import { creatingKataConfig } from '#core/product/docSections.ts';
import type { DocSection } from '#core/product/docSection.ts';
import { getBoolean, omitUndefined, getString } from '#core/common/json.ts';
import { readSelector } from '#core/labels/labelSelector.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { listSelectedNodes, formatPoolSelector } from '#core/status/nodes/nodeSelection.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { peerPodsConfigMapName, featureGatesName } from '#core/product/namespaces.ts';
import { namesOf, describeRebootConsequences, rebootGate } from '#core/operations/rebootConsequences.ts';
import {
  daemonSetFallbackTodo,
  installsByDaemonSet,
  requiresMachineConfig,
} from '#core/operations/daemonSetInstallation.ts';
import type { KubernetesManifest } from '#core/operations/lookups/lookup.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference, getManifestReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { crdProblem, crdRemoved } from '../crdProblem.ts';
import {
  toWaitingStepStatus,
  isListKnown,
  createStep,
  describeUnreadableKind,
  type StepStatus,
} from '../stepStatus.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * Creates the step. The gate is included until the step is done, so that the user confirms it before the first change.
 */
export function kataConfigStep(
  situation: ObservedCluster,
  manifest: KubernetesManifest,
  docs: DocSection = creatingKataConfig,
): ProcedureStep {
  const target = getManifestReference(manifest) ?? createWatchedReference('kataConfigs', '');
  const shape = {
    id: 'kataconfig',
    title: l10n.t`Create the KataConfig`,
    docs,
    changes: [{ how: 'apply', target, object: manifest }],
    until: [{ object: target, is: 'present', minutes: 2 }],
  } as const;
  const told = tell(situation);
  return createStep(shape, told.state === 'done' ? told : { ...told, gate: creationGate(situation, manifest) });
}

/** Returns the node selection of a KataConfig: its selector, and whether it requires eligibility. */
export function readNodeSelection(
  manifest: KubernetesManifest,
): Pick<KataConfig, 'poolSelector' | 'checkNodeEligibility' | 'enablePeerPods'> {
  return {
    ...omitUndefined({ poolSelector: readSelector(manifest, 'spec', 'kataConfigPoolSelector') }),
    // This also applies with peer pods. The operator then doesn't check whether eligible nodes exist but still selects
    // only those.
    checkNodeEligibility: getBoolean(manifest, 'spec', 'checkNodeEligibility') ?? false,
    enablePeerPods: getBoolean(manifest, 'spec', 'enablePeerPods') ?? false,
  };
}

/**
 * Returns the consequences of creating this KataConfig that require confirmation.
 * @param imageGoes true if the current pod VM image is removed first
 */
export function creationGate(
  situation: ObservedCluster,
  manifest: KubernetesManifest,
  imageGoes = false,
): ConfirmationGate {
  const choice = readNodeSelection(manifest);
  const names = namesOf(situation, listSelectedNodes(choice, situation.snapshot));
  const name = getString(manifest, 'metadata', 'name') ?? '';
  const nobody =
    names?.length === 0
      ? [
          l10n.t`The KataConfig selects no nodes (${sanitizeLine(formatPoolSelector(choice), 200)}). A node reboots as soon as it matches the selector.`,
        ]
      : [];
  return {
    question: l10n.t`Create KataConfig ${sanitizeLine(name, 80)} on ${situation.context}?`,
    consequences: [
      ...nobody,
      ...describeRebootConsequences(situation, names, 'install'),
      ...customPools(situation, names),
      ...(choice.enablePeerPods ? [imageConsequence(situation, imageGoes)] : []),
    ],
    ...rebootGate(situation, names),
    typed: situation.context,
  };
}

/**
 * Describes selected nodes that are already in another custom pool. Source: openshift/machine-config-operator@00d4bfc3
 * pkg/helpers (GetPoolsForNode, "belongs to 2 custom roles").
 */
function customPools({ snapshot }: ObservedCluster, names: readonly string[] = []): readonly string[] {
  const { customPools: pools, converged } = indexSnapshot(snapshot);
  const found = converged ? [] : names.filter((name) => pools.get(name)?.some((pool) => pool !== 'kata-oc') === true);
  if (found.length === 0) return [];
  const nodes = formatNames(found, 5);
  return [
    found.length === 1
      ? l10n.t`${nodes} is already in another custom pool. The Machine Config Operator doesn't update nodes in 2 custom pools, so it can't install Kata or updates on this node. Exclude the node with kataConfigPoolSelector.`
      : l10n.t`${nodes} are already in another custom pool. The Machine Config Operator doesn't update nodes in 2 custom pools, so it can't install Kata or updates on these nodes. Exclude the nodes with kataConfigPoolSelector.`,
  ];
}

/** Describes which pod VM image is used. Source: OSC 1.12 §3.4, §4.3. */
function imageConsequence({ snapshot }: ObservedCluster, imageGoes: boolean): string {
  const image = imageGoes ? '' : (getPeerPodsConfig(snapshot)?.image ?? '');
  if (image === '')
    return l10n.t`The operator then creates the pod VM image in the cloud, which can take a long time and incurs costs.`;
  return l10n.t`${peerPodsConfigMapName} already specifies pod VM image ${sanitizeLine(image, 120)}. Pod VMs boot from it, and the operator doesn't create a new one.`;
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot } = situation;
  if (!isListKnown(snapshot, 'kataConfigs')) return describeUnreadableKind(snapshot, 'kataConfigs');
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig === undefined)
    return (
      crdProblem(situation) ??
      crdRemoved(situation) ??
      hostedProblem(situation) ?? { state: 'ready', headline: l10n.t`Not found` }
    );
  const { name, poolSelector, logLevel, enablePeerPods, deleting } = kataConfig;
  const evidence = [
    `KataConfig ${name}: ${[
      sanitizeLine(formatPoolSelector({ ...omitUndefined({ poolSelector }) }), 200),
      ...(logLevel === undefined ? [] : [l10n.t`log level ${sanitizeLine(logLevel, 20)}`]),
      enablePeerPods ? l10n.t`with peer pods` : l10n.t`without peer pods`,
    ].join(', ')}.`,
  ];
  if (deleting === undefined) return { state: 'done', headline: name, evidence };
  const { state, meaning = '', todo } = toWaitingStepStatus(explainKataConfig(kataConfig, snapshot));
  return {
    state,
    headline: l10n.t`Deleting ${name}`,
    evidence,
    meaning: `${l10n.t`You can create a new KataConfig after the old one is deleted.`}${getSentenceSeparator()}${meaning}`,
    ...omitUndefined({ todo }),
  };
}

/**
 * Describes a feature gate that requires the Machine Config Operator on a cluster without it. The operator then fails.
 * Source: openshift/sandboxed-containers-operator@0896cdd1 controllers/deployment_mode_handler.go.
 */
function hostedProblem(situation: ObservedCluster): StepStatus | undefined {
  const { snapshot } = situation;
  if (!installsByDaemonSet(situation) || !requiresMachineConfig(snapshot)) return undefined;
  return {
    state: 'blocked',
    headline: l10n.t`No MachineConfigPools in this cluster`,
    meaning: l10n.t`deploymentMode is MachineConfig in ${featureGatesName}, but the cluster has no Machine Config Operator to install Kata on the nodes.`,
    todo: daemonSetFallbackTodo(),
  };
}
