/**
 * Updates OSC: OpenShift, the operator and, with peer pods, the pod VM image. An operator update doesn't renew the
 * image, so the procedure deletes and recreates the KataConfig. The creation times of the KataConfig and the CSV show
 * whether it was recreated. The KataConfig to recreate is saved on the cluster. Source: OSC 1.12 §4, §4.1 to §4.4.
 */
import * as l10n from '@vscode/l10n';
import { deletingKataConfig, recreatingKataConfig, updating } from '#core/product/docSections.ts';
import { omitUndefined } from '#core/common/json.ts';
import { findCsv } from '#core/status/operator/olmParts.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import {
  savedKataConfigName,
  operatorNamespace,
  documentedSubscription as documented,
} from '#core/product/namespaces.ts';
import { consequenceFacts } from '../rebootConsequences.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { keptCommand } from '../changes/savedKataConfig.ts';
import { keptUpdate, type UpdateChoices } from './savedChoices.ts';
import { defineProcedure, sequenceSteps, isSettledStep, type ProcedureStep } from '../procedure.ts';
import { createWatchedReference } from '../changes/references.ts';
import { getLookupResult, getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import { channelStep } from '../steps/update/channelStep.ts';
import { imageIdStep } from '../steps/peerPods/imageIdStep.ts';
import { imageStep } from '../steps/peerPods/imageStep.ts';
import { kataConfigGoneStep } from '../steps/uninstall/kataConfigGoneStep.ts';
import { readNodeSelection, creationGate, kataConfigStep } from '../steps/install/kataConfigStep.ts';
import { keepStep, describeKataConfigSettings, describeSavedLocation } from '../steps/update/saveKataConfigStep.ts';
import { isOneKept, keptGoneStep } from '../steps/update/savedKataConfigGoneStep.ts';
import { nodesStep } from '../steps/nodes/nodesStep.ts';
import { isTooOldForUpdate, openShiftStep } from '../steps/update/openShiftStep.ts';
import { podsGoneStep } from '../steps/uninstall/podsGoneStep.ts';
import { releaseStep } from '../steps/update/releaseStep.ts';
import { waitingPlan } from '../steps/install/installPlanStep.ts';
import { runtimeClassesStep } from '../steps/install/runtimeClassesStep.ts';
import { createStep, describeFailedLookup, type StepStatus } from '../steps/stepStatus.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/**
 * State of the pod VM image during an update. `none`: no peer pods; `old`: the image is older than the operator;
 * `between`: the KataConfig is deleted to renew the image; `renewed`: done; `unknown`: can't be determined.
 */
export type Renewal = 'none' | 'old' | 'between' | 'renewed' | 'unknown';

export function renewalOf(situation: Pick<ObservedCluster, 'snapshot' | 'facts'>): Renewal {
  const { snapshot } = situation;
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig === undefined) {
    const kept = getLookupResult(situation, 'keptKataConfig');
    return kept.kind === 'unknown' ? 'unknown' : kept.value.found === undefined ? 'none' : 'between';
  }
  if (!kataConfig.enablePeerPods) return 'none';
  if (kataConfig.deleting !== undefined) return 'old';
  const made = findCsv(snapshot)?.created;
  if (made === undefined || kataConfig.created === undefined) return 'unknown';
  return kataConfig.created >= made ? 'renewed' : 'old';
}

export const update = defineProcedure<UpdateChoices>({
  id: 'update',
  title: () => l10n.t`Update Kata`,
  label: () =>
    l10n.t({
      message: 'Update',
      args: [],
      comment: ['A noun: the short name of the operation that updates Kata, in the Clusters view. Keep it short.'],
    }),
  docs: updating,
  facts: [
    'kataPods',
    'kataConfigCrd',
    'keptKataConfig',
    'packageManifest',
    'catalogues',
    'infrastructure',
    'wholeKataConfig',
    ...consequenceFacts,
  ],
  kept: keptUpdate,
  asks: 'once',
  steps(situation, { channel }) {
    const renewal = renewalOf(situation);
    const openShift = openShiftStep(situation, hasNotBegun(situation, renewal), channel);
    const next = [
      ...(channel === undefined ? [] : [channelStep(situation, channel)]),
      withUpdateGate(situation, releaseStep(situation, channel)),
      ...renewalSteps(situation, renewal),
    ];
    // Gates are confirmed together before the first change. While OpenShift is too old, there is nothing to confirm.
    const waits = !isSettledStep(openShift) && isTooOldForUpdate(situation, channel);
    return sequenceSteps([openShift, ...(waits ? next.map(withoutGate) : next)]);
  },
});

/**
 * Removes the gate of a step. Use this only for later steps, because a change without a gate is sent without
 * confirmation.
 */
function withoutGate({ gate: _gate, ...step }: ProcedureStep): ProcedureStep {
  return step;
}

/** ID of the step that recreates the KataConfig. */
const recreation = 'kataconfig';

/**
 * Adds the consequences of an operator update that its install plan doesn't show. Source: domain/01-kataconfig.md 1.7
 * (Kata is an RHCOS extension).
 */
function withUpdateGate({ snapshot }: ObservedCluster, step: ProcedureStep): ProcedureStep {
  const { gate } = step;
  if (gate === undefined) return step;
  const before = getOperatorVersion(snapshot);
  const [after] = waitingPlan({ snapshot })?.csvs.filter((csv) => csv.startsWith(documented.startingCsvPrefix)) ?? [];
  const version = after?.slice(documented.startingCsvPrefix.length);
  const peerPods = indexSnapshot(snapshot).kataConfig?.enablePeerPods === true;
  return {
    ...step,
    gate: {
      ...gate,
      consequences: [
        ...(before === undefined || version === undefined
          ? []
          : [l10n.t`OpenShift sandboxed containers: ${sanitizeLine(before, 40)} → ${sanitizeLine(version, 40)}.`]),
        ...gate.consequences,
        l10n.t`No nodes reboot. OLM replaces only the operator. Kata on the nodes is updated with OpenShift.`,
        l10n.t`Running sandboxes keep their VM and shim until their pods restart.`,
        ...(peerPods
          ? [
              l10n.t`With peer pods, the operation then renews the pod VM image. It deletes and recreates the KataConfig, and nodes reboot twice. You confirm this step before it starts.`,
            ]
          : []),
      ],
    },
  };
}

/**
 * Returns true if the KataConfig hasn't yet been deleted to renew the image. Until the deletion, nodes can still reboot
 * because of earlier changes. Afterward, they reboot because of the KataConfig.
 */
function hasNotBegun({ snapshot }: ObservedCluster, renewal: Renewal): boolean {
  return renewal !== 'between' && renewal !== 'renewed' && indexSnapshot(snapshot).kataConfig?.deleting === undefined;
}

function renewalSteps(situation: ObservedCluster, renewal: Renewal): readonly ProcedureStep[] {
  if (renewal === 'none') return isOneKept(situation) ? [keptGoneStep(situation)] : [];
  const again = toMakeAgain(situation);
  // A saved KataConfig normally has peer pods, but another client might have replaced it.
  const peerPods = again === undefined || readNodeSelection(again).enablePeerPods;
  const why = reasons(situation);
  const before = [
    podsGoneStep(situation),
    keepStep(situation, why),
    goneStep(situation, why),
    ...(peerPods ? [imageIdStep(situation)] : []),
  ];
  const after = [
    againStep(situation, again),
    nodesStep(situation),
    ...(peerPods ? [imageStep(situation)] : []),
    runtimeClassesStep(situation, peerPods),
  ];
  switch (renewal) {
    case 'renewed':
      return [
        ...before.map((step) =>
          createStep(plain(step), { state: 'done', headline: l10n.t`The image matches this release` }),
        ),
        ...after,
        keptGoneStep(situation),
      ];
    case 'between':
      return [...before, ...after, keptGoneStep(situation)];
    case 'unknown':
      return [...before, ...after, keptGoneStep(situation)].map((step) => createStep(plain(step), unclear(situation)));
    default:
      // The lookups still describe the old KataConfig. The user confirms the cost of recreating it before its deletion.
      return [
        ...before,
        ...[...after, keptGoneStep(situation)].map((step) => {
          const gate = step.id === recreation && again !== undefined ? creationGate(situation, again, true) : undefined;
          return createStep(plain(step), { state: 'later', headline: l10n.t`Not started`, ...omitUndefined({ gate }) });
        }),
      ];
  }
}

/** Returns the current or the saved KataConfig. */
function toMakeAgain(situation: ObservedCluster): KubernetesManifest | undefined {
  const now =
    indexSnapshot(situation.snapshot).kataConfig === undefined
      ? undefined
      : getLookupValue(situation, 'wholeKataConfig')?.found?.manifest;
  return now ?? getLookupValue(situation, 'keptKataConfig')?.found?.kataConfig;
}

/** Returns why the image is probably from an earlier release, one sentence each. */
function reasons({ snapshot }: ObservedCluster): readonly string[] {
  const { kataConfig } = indexSnapshot(snapshot);
  const csv = findCsv(snapshot);
  if (kataConfig?.created === undefined || csv?.created === undefined || kataConfig.created >= csv.created) return [];
  return [
    l10n.t`The pod VM image is probably from an earlier release. The KataConfig was created at ${formatTimestamp(kataConfig.created)}, and ${sanitizeLine(csv.name, 100)} was installed at ${formatTimestamp(csv.created)}. Updating the operator doesn't update the image.`,
  ];
}

function unclear(situation: ObservedCluster): StepStatus {
  const kept = getLookupResult(situation, 'keptKataConfig');
  if (indexSnapshot(situation.snapshot).kataConfig === undefined && kept.kind === 'unknown')
    return describeFailedLookup(describeSavedLocation(), kept.problem);
  return {
    state: 'unknown',
    headline: l10n.t`Can't determine whether the pod VM image must be renewed`,
    meaning: l10n.t`Can't determine whether the pod VM image is older than the operator release, because no CSV shows when the release was installed.`,
  };
}

/** Returns a step without the data that describes the cluster state. */
function plain({
  id,
  title,
  docs,
  changes,
  until,
}: ProcedureStep): Omit<ProcedureStep, 'state' | 'headline' | 'evidence'> {
  return { id, title, changes, until, ...(docs === undefined ? {} : { docs }) };
}

function goneStep(situation: ObservedCluster, why: readonly string[]): ProcedureStep {
  return kataConfigGoneStep(situation, deletingKataConfig, [
    ...why,
    l10n.t`The complete KataConfig is saved in the ConfigMap ${savedKataConfigName} in ${operatorNamespace} and recreated from it. Nodes then reboot a second time.`,
    l10n.t`If the update is interrupted, restore the KataConfig: \`${keptCommand}\``,
  ]);
}

function againStep(situation: ObservedCluster, again: KubernetesManifest | undefined): ProcedureStep {
  if (again !== undefined) {
    const step = kataConfigStep(situation, again, recreatingKataConfig);
    return step.state === 'ready'
      ? {
          ...step,
          evidence: [
            `${l10n.t`This step recreates the KataConfig from the ConfigMap ${savedKataConfigName} in ${operatorNamespace}.`}${getSentenceSeparator()}${describeKataConfigSettings(again)}`,
          ],
        }
      : step;
  }
  const { kataConfig } = indexSnapshot(situation.snapshot);
  const target = createWatchedReference('kataConfigs', kataConfig?.name ?? '');
  const until = [{ object: target, is: 'present', minutes: 2 }];
  const shape = {
    id: recreation,
    title: l10n.t`Create the KataConfig`,
    docs: recreatingKataConfig,
    changes: [],
    until,
  };
  if (kataConfig !== undefined) return createStep(shape, { state: 'done', headline: kataConfig.name });
  return createStep(shape, {
    state: 'blocked',
    headline: l10n.t`Can't read the saved KataConfig`,
    meaning: l10n.t`The KataConfig was deleted so that it could be recreated, but the ConfigMap ${savedKataConfigName} in ${operatorNamespace} doesn't contain a valid KataConfig.`,
    todo: l10n.t`Create the KataConfig yourself. To select its settings, run Install Kata.`,
  });
}
