/** The id of the pod VM image is empty before the KataConfig is made again: only then a new image is made. Source: OSC 1.12 §4.3. */
import * as l10n from '@vscode/l10n';
import { verifyingEmptyImageId } from '#core/product/docSections.ts';
import { itemNamed, surroundingsOf } from '#core/status/snapshotIndex.ts';
import { peerPodsConfigOf } from '#core/status/peerPods/peerPodsConfig.ts';
import { oneLine } from '#core/text/phrases.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { gitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { Step } from '#core/operations/procedure.ts';
import { liveReference } from '#core/operations/changes/references.ts';
import type { Situation } from '#core/operations/observedCluster.ts';
import { isSettled, stepOf, unseen, type Told } from '../stepStatus.ts';

export function imageIdStep(situation: Situation): Step {
  const target = liveReference('configMaps', peerPodsConfigMapName);
  const key = peerPodsConfigOf(situation.snapshot)?.knowledge?.imageKey;
  const shape = {
    id: 'image-id',
    title: l10n.t`Clear the pod VM image ID`,
    docs: verifyingEmptyImageId,
    changes: key === undefined ? [] : [{ how: 'merge', target, patch: { data: { [key]: '' } } } as const],
    until: key === undefined ? [] : [{ object: target, jsonpath: `{.data.${key}}`, is: '', minutes: 30 }],
  };
  return stepOf(shape, tell(situation));
}

function tell({ snapshot, context }: Situation): Told {
  if (!isSettled(snapshot, 'configMaps')) return unseen(snapshot, 'configMaps');
  if (surroundingsOf(snapshot).kataConfig !== undefined) return { state: 'later', headline: l10n.t`When the KataConfig is gone` };
  const config = peerPodsConfigOf(snapshot);
  if (config === undefined) {
    return {
      state: 'blocked',
      headline: l10n.t`${peerPodsConfigMapName} is not there`,
      meaning: l10n.t`Peer pods cannot be made again without it.`,
      todo: l10n.t`Configure peer pods.`,
    };
  }
  const { image, knowledge } = config;
  const map = itemNamed(snapshot, 'configMaps', peerPodsConfigMapName);
  if (knowledge?.imageKey === undefined)
    return {
      state: 'done',
      headline: l10n.t`No key for it is known`,
      evidence: [l10n.t`Which key of ${peerPodsConfigMapName} names the image is not known for "${oneLine(config.provider, 60)}".`],
    };
  const evidence = [
    image === ''
      ? l10n.t`${knowledge.imageKey} of ${peerPodsConfigMapName} is empty.`
      : l10n.t`${knowledge.imageKey} of ${peerPodsConfigMapName} is ${oneLine(image, 200)}.`,
  ];
  if (image === '') return { state: 'done', headline: l10n.t`It is empty`, evidence };
  // Emptied under that job, nobody would remove the image.
  if (!isSettled(snapshot, 'jobs')) return { ...unseen(snapshot, 'jobs'), evidence };
  if ((itemNamed(snapshot, 'jobs', 'osc-podvm-image-deletion')?.active ?? 0) > 0)
    return { state: 'waiting', headline: l10n.t`The image is being removed`, evidence };
  return {
    state: 'ready',
    headline: l10n.t`${knowledge.imageKey} is not empty`,
    evidence,
    meaning: l10n.t`With an id there, the operator makes no new image, and virtual machines start from the old one.`,
    gate: {
      question: l10n.t`Empty ${knowledge.imageKey} of ${peerPodsConfigMapName} on ${context}?`,
      consequences: [
        l10n.t`The operator makes a new image. Now it names ${oneLine(image, 200)}: keep that id if the image is your own.`,
        l10n.t`If that image is still in the cloud, it stays there, and costs money, until somebody removes it.`,
        ...gitOpsConsequences(map === undefined ? [] : [{ kind: 'ConfigMap', ...map }]),
      ],
    },
  };
}
