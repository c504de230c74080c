/**
 * Creates the step that deletes the KataConfig CRD, which OLM doesn't delete. It's the last step of an uninstall.
 * Sources: OSC 1.12 §5.4; notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { deletingCrd } from '#core/product/docSections.ts';
import { findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { findCsv, findSubscription } from '#core/status/operator/olmParts.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { crdReference } from '#core/operations/changes/references.ts';
import { getLookupResult, getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { crdProblem } from '../crdProblem.ts';
import { getRemovalBlocker } from '../removalOrder.ts';
import { createStep, describeFailedLookup, type StepStatus } from '../stepStatus.ts';

export function crdGoneStep(situation: ObservedCluster): ProcedureStep {
  const uid = getLookupValue(situation, 'kataConfigCrd')?.found?.uid;
  const shape = {
    id: 'crd-gone',
    removes: true,
    title: l10n.t`Delete the CRD`,
    docs: deletingCrd,
    changes: [{ how: 'delete', target: crdReference, ...(uid === undefined ? {} : { uid }) }],
    until: [{ object: crdReference, is: 'gone', minutes: 5 }],
  } as const;
  return createStep(shape, tell(situation));
}

function tell(situation: ObservedCluster): StepStatus {
  const fact = getLookupResult(situation, 'kataConfigCrd');
  if (fact.kind === 'unknown') return describeFailedLookup(l10n.t`the KataConfig CRD`, fact.problem);
  if (fact.value.found === undefined) return { state: 'done', headline: l10n.t`Nothing left to do` };
  const problem = crdProblem(situation);
  if (problem !== undefined) return problem;
  const gate: ConfirmationGate = {
    question: l10n.t`Delete the KataConfig CRD on ${situation.context}?`,
    consequences: [
      l10n.t`The cluster no longer recognizes KataConfig resources. If a KataConfig exists when the CRD is deleted, that KataConfig is also deleted.`,
      l10n.t`Reinstalling the operator recreates the CRD.`,
    ],
    typed: situation.context,
  };
  const early = getRemovalBlocker(situation);
  if (early !== undefined) return { ...early, gate };
  const { snapshot } = situation;
  if (
    findSubscription(snapshot) !== undefined ||
    findCsv(snapshot) !== undefined ||
    findClusterExtension(snapshot) !== undefined
  )
    return { state: 'later', headline: l10n.t`Waiting for operator removal`, gate };
  return { state: 'ready', headline: crdReference.name, gate };
}
