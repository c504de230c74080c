/**
 * Creates the step that clears the pod VM image ID before the KataConfig is recreated. The operator creates a new image
 * only if the ID is empty. Source: OSC 1.12 §4.3.
 */
import * as l10n from '@vscode/l10n';
import { verifyingEmptyImageId } from '#core/product/docSections.ts';
import { findItem, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace, peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

export function imageIdStep(situation: ObservedCluster): ProcedureStep {
  const target = createWatchedReference('configMaps', peerPodsConfigMapName);
  const config = getPeerPodsConfig(situation.snapshot);
  const key = config?.knowledge?.imageKey;
  const shape = {
    id: 'image-id',
    title: l10n.t`Clear the pod VM image ID`,
    docs: verifyingEmptyImageId,
    changes: key === undefined ? [] : [{ how: 'merge', target, patch: { data: { [key]: '' } } } as const],
    until: key === undefined ? [] : [{ object: target, jsonpath: `{.data.${key}}`, is: '', minutes: 30 }],
    // If the provider is unknown, so is the key. Then only the user can clear it.
    ...(config !== undefined && config.knowledge === undefined ? { isManual: true as const } : {}),
  };
  return createStep(shape, tell(situation));
}

function tell({ snapshot, context }: ObservedCluster): StepStatus {
  if (!isListKnown(snapshot, 'configMaps')) return describeUnreadableKind(snapshot, 'configMaps');
  if (indexSnapshot(snapshot).kataConfig !== undefined)
    return { state: 'later', headline: l10n.t`Waiting for KataConfig deletion` };
  const config = getPeerPodsConfig(snapshot);
  if (config === undefined) {
    return {
      state: 'blocked',
      headline: l10n.t`${peerPodsConfigMapName} doesn't exist`,
      meaning: l10n.t`Peer pods can't be set up again without peer-pods-cm.`,
      todo: l10n.t`Configure peer pods.`,
    };
  }
  const { image, knowledge } = config;
  const map = findItem(snapshot, 'configMaps', peerPodsConfigMapName);
  const provider = sanitizeLine(config.provider, 60);
  if (knowledge === undefined)
    return {
      state: 'open',
      headline: l10n.t`Unknown cloud provider`,
      evidence: [l10n.t`CLOUD_PROVIDER in ${peerPodsConfigMapName} is "${provider}".`],
      meaning: l10n.t`It's unknown which key in ${peerPodsConfigMapName} contains the image ID for this cloud provider.`,
      todo: l10n.t(
        'If a key contains the ID of the pod VM image, clear it before the KataConfig is recreated: `oc edit configmap {0} -n {1}`.',
        peerPodsConfigMapName,
        operatorNamespace,
      ),
    };
  if (knowledge.imageKey === undefined)
    return {
      state: 'done',
      headline: l10n.t`Not required`,
      evidence: [l10n.t`The operator doesn't create images for ${provider}.`],
    };
  const evidence = [
    image === ''
      ? l10n.t`${knowledge.imageKey} in ${peerPodsConfigMapName} is empty.`
      : l10n.t`${knowledge.imageKey} in ${peerPodsConfigMapName} is ${sanitizeLine(image, 200)}.`,
  ];
  if (image === '') return { state: 'done', headline: l10n.t`Empty`, evidence };
  // If the ID were cleared while this job runs, the image would not be deleted.
  if (!isListKnown(snapshot, 'jobs')) return { ...describeUnreadableKind(snapshot, 'jobs'), evidence };
  if ((findItem(snapshot, 'jobs', 'osc-podvm-image-deletion')?.active ?? 0) > 0)
    return { state: 'waiting', headline: l10n.t`Deleting the image`, evidence };
  return {
    state: 'ready',
    headline: l10n.t`${knowledge.imageKey} isn't empty`,
    evidence,
    meaning: l10n.t`If an ID is set, the operator doesn't create a new image, and pod VMs boot from the old one.`,
    gate: {
      question: l10n.t`Clear ${knowledge.imageKey} in ${peerPodsConfigMapName} on ${context}?`,
      consequences: [
        l10n.t`The operator creates a new image. The current ID is ${sanitizeLine(image, 200)}. If you built this image yourself, save the ID.`,
        l10n.t`If the current image still exists in the cloud, it incurs costs until it's deleted.`,
        ...describeGitOpsConsequences(map === undefined ? [] : [{ kind: 'ConfigMap', ...map }]),
      ],
    },
  };
}
