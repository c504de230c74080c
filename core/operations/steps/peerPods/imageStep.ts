/** The image that virtual machines of peer pods start from: a job of the operator makes it, after the nodes. Source: OSC 1.12 §3.4. */
import * as l10n from '@vscode/l10n';
import { verifyingImage } from '#core/product/docSections.ts';
import { oneLine } from '#core/text/phrases.ts';
import { peerPodsConfigOf } from '#core/status/peerPods/peerPodsConfig.ts';
import { peerPodsParts } from '#core/status/peerPods/peerPodsParts.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { Step } from '#core/operations/procedure.ts';
import { liveReference } from '#core/operations/changes/references.ts';
import type { Situation } from '#core/operations/observedCluster.ts';
import { followed, isSettled, stepOf, unseen, type Told } from '../stepStatus.ts';

export function imageStep(situation: Situation): Step {
  const shape = {
    id: 'pod-vm-image',
    title: l10n.t`Build the pod VM image`,
    docs: verifyingImage,
    changes: [],
    // The class comes after the image, and there is one for every cloud.
    until: [{ object: liveReference('runtimeClasses', 'kata-remote'), is: 'present', minutes: 180 }],
  };
  return stepOf(shape, tell(situation));
}

function tell({ snapshot }: Situation): Told {
  if (!isSettled(snapshot, 'configMaps')) return unseen(snapshot, 'configMaps');
  const config = peerPodsConfigOf(snapshot);
  const part = peerPodsParts(snapshot).find(({ id }) => id === 'podVmImage');
  if (config === undefined || part === undefined) {
    return {
      state: 'blocked',
      headline: l10n.t`${peerPodsConfigMapName} is not there`,
      meaning: l10n.t`The id of the image stands in it, and nobody makes one without it.`,
      todo: l10n.t`Configure peer pods.`,
    };
  }
  if (config.image !== '')
    return { state: 'done', headline: oneLine(config.image, 80), evidence: [l10n.t`${peerPodsConfigMapName} names the image ${oneLine(config.image, 200)}.`] };
  return followed(part);
}
