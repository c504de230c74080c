/**
 * Creates the step that deletes the ClusterExtension with which OLM v1 installed the operator. OLM v1 then deletes the
 * objects of its bundle, including the KataConfig CRD. Source: openshift/sandboxed-containers-operator@24f3950d
 * docs/olm/MIGRATION.md.
 */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { getRemovalBlocker } from '../removalOrder.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

export function extensionGoneStep(situation: ObservedCluster): ProcedureStep {
  const ours = listItems(situation.snapshot, 'clusterExtensions');
  const shape = {
    id: 'extension-gone',
    removes: true,
    title: l10n.t`Delete the ClusterExtension`,
    docs: uninstallingOperator,
    changes: ours.map(
      ({ name, uid }) => ({ how: 'delete', target: createWatchedReference('clusterExtensions', name), uid }) as const,
    ),
    until: ours.map(({ name }) => ({
      object: createWatchedReference('clusterExtensions', name),
      is: 'gone',
      minutes: 10,
    })),
  };
  return createStep(shape, tell(situation));
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot, context } = situation;
  if (!isListKnown(snapshot, 'clusterExtensions')) return describeUnreadableKind(snapshot, 'clusterExtensions');
  const ours = listItems(snapshot, 'clusterExtensions');
  if (ours.length === 0) return { state: 'done', headline: l10n.t`Nothing left to do` };
  const headline = formatNames(ours.map(({ name }) => name));
  if (ours.every(({ deleting }) => deleting !== undefined))
    return { state: 'waiting', headline: l10n.t`Being deleted`, meaning: deletesCrd() };
  const gate: ConfirmationGate = {
    question: l10n.t`Delete ClusterExtension ${headline} on ${context}?`,
    consequences: [
      deletesCrd(),
      l10n.t`The ServiceAccount, the ClusterRole, and the ClusterRoleBinding of the installer remain.`,
      ...describeGitOpsConsequences(ours.map((one) => ({ kind: 'ClusterExtension', ...one }))),
    ],
    typed: context,
  };
  const early = getRemovalBlocker(situation);
  return early === undefined ? { state: 'ready', headline, gate } : { ...early, gate };
}

function deletesCrd(): string {
  return l10n.t`OLM v1 deletes the operator, its webhook, and the KataConfig CRD.`;
}
