/**
 * Creates the step for the pod VM image. A job of the operator creates it after the nodes are updated. Source: OSC 1.12
 * §3.4.
 */
import * as l10n from '@vscode/l10n';
import { verifyingImage } from '#core/product/docSections.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { listPeerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  toWaitingStepStatus,
  isListKnown,
  createStep,
  describeUnreadableKind,
  type StepStatus,
} from '../stepStatus.ts';

export function imageStep(situation: ObservedCluster): ProcedureStep {
  const shape = {
    id: 'pod-vm-image',
    title: l10n.t`Build the pod VM image`,
    docs: verifyingImage,
    changes: [],
    // The operator creates this runtime class after the image, with every cloud provider.
    until: [{ object: createWatchedReference('runtimeClasses', 'kata-remote'), is: 'present', minutes: 180 }],
  };
  return createStep(shape, tell(situation));
}

function tell({ snapshot }: ObservedCluster): StepStatus {
  if (!isListKnown(snapshot, 'configMaps')) return describeUnreadableKind(snapshot, 'configMaps');
  const config = getPeerPodsConfig(snapshot);
  const part = listPeerPodsParts(snapshot).find(({ id }) => id === 'podVmImage');
  if (config === undefined || part === undefined) {
    return {
      state: 'blocked',
      headline: l10n.t`${peerPodsConfigMapName} doesn't exist`,
      meaning: l10n.t`peer-pods-cm stores the ID of the pod VM image. If peer-pods-cm doesn't exist, the operator doesn't create an image.`,
      todo: l10n.t`Configure peer pods.`,
    };
  }
  if (config.image !== '')
    return {
      state: 'done',
      headline: sanitizeLine(config.image, 80),
      evidence: [l10n.t`Image in ${peerPodsConfigMapName}: ${sanitizeLine(config.image, 200)}.`],
    };
  return toWaitingStepStatus(part);
}
