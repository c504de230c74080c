/**
 * Describes problems with the KataConfig CRD, such as a blocked deletion. Source: notes/cluster.md 5.2 (measured on a
 * real API server).
 */
import * as l10n from '@vscode/l10n';
import { deletingCrd } from '#core/product/docSections.ts';
import { findStatusCondition } from '#core/cluster/objects/clusterObject.ts';
import { findCsv, findInstallPlan, findSubscription } from '#core/status/operator/olmParts.ts';
import { indexSnapshot, isOperatorRunning } from '#core/status/snapshotIndex.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { formatList } from '#core/text/grammar.ts';
import { crdReference } from '../changes/references.ts';
import { getLookupResult, getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import type { StepStatus } from './stepStatus.ts';

/** Describes a CRD that is being deleted. Returns undefined if no problem is visible. */
export function crdProblem(situation: ObservedCluster): StepStatus | undefined {
  const found = getLookupValue(situation, 'kataConfigCrd')?.found;
  if (found?.deleting === undefined) return undefined;
  const terminating = findStatusCondition(found.conditions, 'Terminating');
  const said = terminating === undefined ? undefined : sanitizeLine(terminating.message || terminating.reason);
  const evidence = [
    said === undefined
      ? l10n.t`CustomResourceDefinition ${crdReference.name} is being deleted`
      : l10n.t`CustomResourceDefinition ${crdReference.name} is being deleted: ${said}`,
  ];
  const { kataConfig } = indexSnapshot(situation.snapshot);
  if (kataConfig === undefined) {
    return {
      state: 'waiting',
      headline: l10n.t`The KataConfig CRD is being deleted`,
      evidence,
      meaning: l10n.t`You can't create a KataConfig while the KataConfig CRD is being deleted.`,
      docs: deletingCrd,
    };
  }
  // If the operator is installed, it's about to delete the KataConfig.
  const { snapshot } = situation;
  const nobody =
    isOperatorRunning(snapshot) === false &&
    findSubscription(snapshot) === undefined &&
    findCsv(snapshot) === undefined;
  return {
    state: nobody ? 'blocked' : 'waiting',
    headline: l10n.t`The KataConfig CRD is being deleted`,
    evidence,
    meaning: nobody
      ? l10n.t`KataConfig ${kataConfig.name} blocks the deletion of the KataConfig CRD. The operator must remove the KataConfig's finalizer but isn't running. You can't create another KataConfig while the CRD is being deleted.`
      : l10n.t`Kubernetes deletes the KataConfig CRD only after KataConfig ${kataConfig.name} is deleted. You can't create another KataConfig while the CRD is being deleted.`,
    ...(nobody
      ? {
          todo: l10n.t`Reinstall the operator so that it can uninstall Kata from the nodes.`,
        }
      : {}),
    docs: deletingCrd,
  };
}

/**
 * Describes a CRD that was deleted after installation. OLM runs an install plan only once, so it doesn't restore the
 * CRD.
 */
export function crdRemoved(situation: ObservedCluster): StepStatus | undefined {
  const { snapshot } = situation;
  const subscription = findSubscription(snapshot);
  const crd = getLookupResult(situation, 'kataConfigCrd');
  if (
    subscription === undefined ||
    crd.kind === 'unknown' ||
    crd.value.found !== undefined ||
    findInstallPlan(subscription, snapshot)?.phase !== 'Complete'
  )
    return undefined;
  // Lookups run periodically, but watch events arrive immediately. A live watch of KataConfig resources shows that the
  // CRD exists again.
  const { state, asOf = 0 } = snapshot.kataConfigs;
  if (state.kind === 'live' && asOf > crd.asOf) return undefined;
  const release = findCsv(snapshot)?.name;
  return {
    state: 'blocked',
    headline: l10n.t`The KataConfig CRD was deleted`,
    evidence: [l10n.t`CustomResourceDefinition ${crdReference.name} doesn't exist.`],
    meaning: l10n.t`The KataConfig CRD was deleted after the install plan completed. OLM doesn't recreate it, and the CSV is waiting for it.`,
    todo: l10n.t`Delete the Subscription and the CSV (${formatList([`\`oc delete subscription ${subscription.name} -n ${operatorNamespace}\``, ...(release === undefined ? [] : [`\`oc delete csv ${release} -n ${operatorNamespace}\``])])}), then continue.`,
  };
}
