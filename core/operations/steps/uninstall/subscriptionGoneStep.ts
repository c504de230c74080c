/**
 * Creates the step that deletes the Subscription. Its CSV remains until a later step deletes it. Sources: OSC 1.12
 * §5.3; notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { findCsv } from '#core/status/operator/olmParts.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { documentedSubscription as documented } from '#core/product/namespaces.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { ConfirmationGate, ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { getRemovalBlocker } from '../removalOrder.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

export function subscriptionGoneStep(situation: ObservedCluster): ProcedureStep {
  const ours = listItems(situation.snapshot, 'subscriptions').filter((one) => one.package === documented.package);
  const shape = {
    id: 'subscription-gone',
    removes: true,
    title: l10n.t`Delete the Subscription`,
    docs: uninstallingOperator,
    changes: ours.map(
      ({ name, uid }) => ({ how: 'delete', target: createWatchedReference('subscriptions', name), uid }) as const,
    ),
    until: (ours.length === 0 ? [documented] : ours).map(({ name }) => ({
      object: createWatchedReference('subscriptions', name),
      is: 'gone',
      minutes: 5,
    })),
  };
  return createStep(shape, tell(situation));
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot, context } = situation;
  if (!isListKnown(snapshot, 'subscriptions')) return describeUnreadableKind(snapshot, 'subscriptions');
  const ours = listItems(snapshot, 'subscriptions').filter((one) => one.package === documented.package);
  if (ours.length === 0) return { state: 'done', headline: l10n.t`Nothing left to do` };
  const evidence = ours.map(({ name, installedCsv }) =>
    installedCsv === undefined
      ? l10n.t`Subscription ${name} hasn't installed anything yet.`
      : l10n.t`Subscription ${name} has installed ${installedCsv}.`,
  );
  const headline = formatNames(ours.map(({ name }) => name));
  if (ours.every(({ deleting }) => deleting !== undefined))
    return { state: 'waiting', headline: l10n.t`Being deleted`, evidence };
  const release = findCsv(snapshot)?.name;
  const gate: ConfirmationGate = {
    question: l10n.t`Delete Subscription ${headline} on ${context}?`,
    consequences: [
      l10n.t`OLM no longer updates the operator.`,
      ...(release === undefined
        ? []
        : [l10n.t`The operator (${release}) keeps running until the next step deletes its CSV.`]),
      ...describeGitOpsConsequences(ours.map((one) => ({ kind: 'Subscription', ...one }))),
    ],
  };
  const early = getRemovalBlocker(situation);
  return early === undefined ? { state: 'ready', headline, evidence, gate } : { ...early, gate };
}
