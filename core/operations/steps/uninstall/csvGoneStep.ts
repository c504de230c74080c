/**
 * Creates the step that deletes the CSV and thereby the operator. Otherwise, the operator keeps running after its
 * Subscription is deleted, and a later Subscription fails. The procedure in the OSC documentation doesn't need this
 * step, because it deletes the namespace. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference, operatorDeploymentName } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { isInstalledWithoutOlm } from '../installObstacles.ts';
import { isOperatorCsv, getRemovalBlocker } from '../removalOrder.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

export function csvGoneStep(situation: ObservedCluster): ProcedureStep {
  const ours = listItems(situation.snapshot, 'clusterServiceVersions').filter(({ name }) => isOperatorCsv(name));
  const shape = {
    id: 'csv-gone',
    removes: true,
    title: l10n.t`Delete the CSV`,
    docs: uninstallingOperator,
    changes: ours.map(
      ({ name, uid }) =>
        ({ how: 'delete', target: createWatchedReference('clusterServiceVersions', name), uid }) as const,
    ),
    until: ours.map(({ name }) => ({
      object: createWatchedReference('clusterServiceVersions', name),
      is: 'gone',
      minutes: 5,
    })),
  };
  return createStep(shape, tell(situation));
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot, context } = situation;
  if (!isListKnown(snapshot, 'clusterServiceVersions'))
    return describeUnreadableKind(snapshot, 'clusterServiceVersions');
  const ours = listItems(snapshot, 'clusterServiceVersions').filter(({ name }) => isOperatorCsv(name));
  if (ours.length === 0) {
    // The Deployment is deleted with its CSV. A Deployment without OLM remains and would recreate everything.
    if (!isInstalledWithoutOlm(snapshot)) return { state: 'done', headline: l10n.t`Nothing left to do` };
    const early = getRemovalBlocker(situation);
    if (early !== undefined) return early;
    return {
      state: 'waiting',
      headline: l10n.t`The operator is still running`,
      evidence: [
        l10n.t`Deployment ${operatorDeploymentName} has available pods, but the operator has no ClusterServiceVersion.`,
      ],
      meaning: l10n.t`Kubernetes removes the operator after its CSV is deleted, usually within a minute. An operator that was installed without a CSV isn't removed automatically.`,
      todo: l10n.t`If this continues, remove the operator the way it was installed: through its ClusterExtension or its manifests.`,
    };
  }
  const evidence = ours.map(({ name, phase }) => `ClusterServiceVersion ${name}: ${sanitizeLine(phase, 40)}.`);
  if (ours.every(({ deleting }) => deleting !== undefined))
    return { state: 'waiting', headline: l10n.t`Being deleted`, evidence };
  const headline = formatNames(
    ours.map(({ name }) => name),
    2,
  );
  const gate: ConfirmationGate = {
    question: l10n.t`Delete CSV ${headline} on ${context}?`,
    consequences: [l10n.t`The operator stops, and its webhook is deleted.`],
  };
  const early = getRemovalBlocker(situation);
  if (early !== undefined) return { ...early, gate };
  return {
    state: 'ready',
    headline,
    evidence,
    meaning: l10n.t`A remaining CSV keeps the operator running and prevents a later Subscription from installing anything.`,
    gate,
  };
}
