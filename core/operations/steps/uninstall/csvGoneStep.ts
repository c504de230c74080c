/**
 * The release goes, and the operator with it. Without this it runs on after its Subscription, and a later Subscription
 * fails because of it. The documents do not have this step: they delete the namespace. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { namesWords } from '#core/text/phrases.ts';
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
    title: l10n.t`Delete the release`,
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
    // The Deployment goes with its release; one that OLM does not own stays, and would make everything anew.
    if (!isInstalledWithoutOlm(snapshot)) return { state: 'done', headline: l10n.t`Not needed` };
    const early = getRemovalBlocker(situation);
    if (early !== undefined) return early;
    return {
      state: 'waiting',
      headline: l10n.t`The operator still runs`,
      evidence: [
        l10n.t`Deployment ${operatorDeploymentName} has available pods, and there is no ClusterServiceVersion of the operator.`,
      ],
      meaning: l10n.t`Kubernetes removes the operator together with its release, usually within a minute. If it was installed without a Subscription, it stays.`,
      todo: l10n.t`If it lasts, remove the operator in the way in which it was installed: by its ClusterExtension, or by its manifests.`,
    };
  }
  const evidence = ours.map(({ name, phase }) => `ClusterServiceVersion ${name}: ${sanitizeLine(phase, 40)}.`);
  if (ours.every(({ deleting }) => deleting !== undefined))
    return { state: 'waiting', headline: l10n.t`Is being removed`, evidence };
  const headline = namesWords(
    ours.map(({ name }) => name),
    2,
  );
  const gate: ConfirmationGate = {
    question: l10n.t`Delete the release ${headline} on ${context}?`,
    consequences: [l10n.t`The operator stops, and its webhook goes.`],
  };
  const early = getRemovalBlocker(situation);
  if (early !== undefined) return { ...early, gate };
  return {
    state: 'ready',
    headline,
    evidence,
    meaning: l10n.t`A release that is left behind runs on, and keeps a later Subscription from installing anything.`,
    gate,
  };
}
