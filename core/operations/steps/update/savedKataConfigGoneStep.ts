/**
 * Creates the step that deletes the saved KataConfig after an update recreated it. If the new one differs or doesn't
 * exist, the user must confirm.
 */
import * as l10n from '@vscode/l10n';
import { recreatingKataConfig } from '#core/product/docSections.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { savedKataConfigName, operatorNamespace } from '#core/product/namespaces.ts';
import { isEqual } from '#core/operations/changes/plannedObject.ts';
import { savedKataConfigReference } from '#core/operations/changes/savedKataConfig.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { getLookupResult, getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { describeSavedLocation, describeKataConfigSettings } from './saveKataConfigStep.ts';
import { createStep, describeFailedLookup, type StepStatus } from '../stepStatus.ts';

/**
 * Creates the step that deletes the saved KataConfig.
 * @param forGood true if the KataConfig won't be recreated, so that the saved one can be deleted after confirmation
 */
export function keptGoneStep(situation: ObservedCluster, forGood = false): ProcedureStep {
  const uid = getLookupValue(situation, 'keptKataConfig')?.found?.uid;
  const shape = {
    id: 'kept-gone',
    removes: true,
    title: l10n.t`Delete the saved KataConfig`,
    docs: recreatingKataConfig,
    changes: [{ how: 'delete', target: savedKataConfigReference, ...(uid === undefined ? {} : { uid }) }],
    until: [{ object: savedKataConfigReference, is: 'gone', minutes: 1 }],
  } as const;
  return createStep(shape, tell(situation, forGood));
}

/** Returns whether a KataConfig is saved. Returns false if this is unknown. */
export function isOneKept(situation: ObservedCluster): boolean {
  return getLookupValue(situation, 'keptKataConfig')?.found !== undefined;
}

function tell(situation: ObservedCluster, forGood: boolean): StepStatus {
  const kept = getLookupResult(situation, 'keptKataConfig');
  if (kept.kind === 'unknown') return describeFailedLookup(describeSavedLocation(), kept.problem);
  const { found } = kept.value;
  if (found === undefined) return { state: 'done', headline: l10n.t`Nothing left to do` };
  if (found.deleting !== undefined) return { state: 'waiting', headline: l10n.t`Being deleted` };
  const evidence = found.kataConfig === undefined ? [] : [describeKataConfigSettings(found.kataConfig)];
  const { kataConfig } = indexSnapshot(situation.snapshot);
  if (kataConfig === undefined && !forGood)
    return { state: 'later', headline: l10n.t`Waiting for the new KataConfig`, evidence };
  const now = getLookupValue(situation, 'wholeKataConfig')?.found;
  if (kataConfig !== undefined && now?.uid !== kataConfig.uid)
    return {
      state: 'unknown',
      headline: l10n.t`Not read yet`,
      meaning: l10n.t`The KataConfig changed. The extension is reading it again.`,
      evidence,
    };
  const same = now?.manifest !== undefined && found.kataConfig !== undefined && isEqual(now.manifest, found.kataConfig);
  // Nothing is lost, and the user already agreed to this deletion when they confirmed saving the KataConfig.
  if (same) return { state: 'ready', headline: l10n.t`Same as the new KataConfig`, evidence };
  return {
    state: 'ready',
    headline:
      kataConfig === undefined
        ? l10n.t`No KataConfig in the cluster`
        : l10n.t`Different from the KataConfig in the cluster`,
    evidence,
    gate: gateOf(situation, evidence),
  };
}

function gateOf({ context, snapshot }: ObservedCluster, evidence: readonly string[]): ConfirmationGate {
  const { kataConfig } = indexSnapshot(snapshot);
  return {
    question: l10n.t`Delete ConfigMap ${savedKataConfigName} in ${operatorNamespace} on ${context}?`,
    consequences: [
      ...evidence.map((line) => l10n.t`The ConfigMap contains the KataConfig that an update deleted: ${line}`),
      kataConfig === undefined
        ? l10n.t`The cluster has no KataConfig. Deleting the ConfigMap discards the saved KataConfig.`
        : l10n.t`KataConfig ${kataConfig.name} in the cluster differs from the saved KataConfig and isn't changed.`,
    ],
    ...(kataConfig === undefined ? { typed: context } : {}),
  };
}
