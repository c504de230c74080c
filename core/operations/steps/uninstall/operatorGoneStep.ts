/**
 * Creates the step that checks whether the operator is gone. If it isn't gone, the operator can still remove its
 * finalizer from the KataConfig. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { removingKataConfig } from '#core/product/docSections.ts';
import { findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { findCsv, findSubscription } from '#core/status/operator/olmParts.ts';
import { findItem, indexSnapshot, isOperatorRunning } from '#core/status/snapshotIndex.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { operatorDeploymentName } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

export function operatorGoneStep(situation: ObservedCluster): ProcedureStep {
  return createStep(
    { id: 'operator-gone', title: l10n.t`Stop the operator`, docs: removingKataConfig, changes: [], until: [] },
    tell(situation),
  );
}

function tell({ snapshot }: ObservedCluster): StepStatus {
  for (const id of ['kataConfigs', 'deployments', 'subscriptions', 'clusterServiceVersions'] as const) {
    if (!isListKnown(snapshot, id)) return describeUnreadableKind(snapshot, id);
  }
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig === undefined) return { state: 'done', headline: l10n.t`No KataConfig` };
  const blocked = { state: 'blocked' } as const;
  if (isOperatorRunning(snapshot) === true) {
    return {
      ...blocked,
      headline: l10n.t`The operator is running`,
      meaning: l10n.t`After Kata is uninstalled from all nodes, the operator removes the finalizer automatically.`,
      todo: l10n.t`Delete the KataConfig, and wait until the operator uninstalls Kata.`,
    };
  }
  // Without OLM, the operator consists only of a Deployment.
  const manager = findItem(snapshot, 'deployments', operatorDeploymentName);
  const rest =
    findSubscription(snapshot)?.name ??
    findCsv(snapshot)?.name ??
    findClusterExtension(snapshot)?.name ??
    (manager === undefined ? undefined : l10n.t`the Deployment ${manager.name}`);
  if (rest !== undefined) {
    return {
      ...blocked,
      headline: l10n.t`The operator is still installed`,
      meaning: l10n.t`The operator isn't running, but ${rest} still exists. When the operator runs again, it can uninstall Kata from the nodes.`,
      todo: l10n.t`Check the operator status, and fix what prevents the operator from running.`,
    };
  }
  if (kataConfig.deleting === undefined) {
    return {
      ...blocked,
      headline: l10n.t`The KataConfig isn't marked for deletion`,
      meaning: l10n.t`The finalizer of the KataConfig can be removed only after you request the deletion of the KataConfig.`,
      todo: l10n.t(
        "Reinstall the operator. If you can't, mark the KataConfig for deletion with `oc delete kataconfig {0} --wait=false`. The next step can then remove its finalizer.",
        kataConfig.name,
      ),
    };
  }
  const finalizers = kataConfig.finalizers.slice(0, 5).join(', ');
  return {
    state: 'done',
    headline: l10n.t`The operator isn't installed`,
    evidence: [
      kataConfig.finalizers.length === 1
        ? l10n.t`KataConfig ${kataConfig.name} is marked for deletion and has the finalizer ${finalizers}.`
        : l10n.t`KataConfig ${kataConfig.name} is marked for deletion and has the finalizers ${finalizers}.`,
    ],
  };
}
