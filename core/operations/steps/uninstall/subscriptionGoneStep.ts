/** The Subscription goes; its release stays until it is removed, too. Sources: OSC 1.12 §5.3; notes/cluster.md 5.2. */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { csvOf } from '#core/status/operator/olmParts.ts';
import { itemsOf } from '#core/status/snapshotIndex.ts';
import { namesWords } from '#core/text/phrases.ts';
import { subscription as documented } from '#core/product/namespaces.ts';
import { gitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import type { Gate, Step } from '#core/operations/procedure.ts';
import { liveReference } from '#core/operations/changes/references.ts';
import type { Situation } from '#core/operations/observedCluster.ts';
import { orderGuard } from '../removalOrder.ts';
import { isSettled, stepOf, unseen, type Told } from '../stepStatus.ts';

export function subscriptionGoneStep(situation: Situation): Step {
  const ours = itemsOf(situation.snapshot, 'subscriptions').filter((one) => one.package === documented.package);
  const shape = {
    id: 'subscription-gone',
    removes: true,
    title: l10n.t`Delete the Subscription`,
    docs: uninstallingOperator,
    changes: ours.map(({ name, uid }) => ({ how: 'delete', target: liveReference('subscriptions', name), uid }) as const),
    until: (ours.length === 0 ? [documented] : ours).map(({ name }) => ({ object: liveReference('subscriptions', name), is: 'gone', minutes: 5 })),
  };
  return stepOf(shape, tell(situation));
}

function tell(situation: Situation): Told {
  const { snapshot, context } = situation;
  if (!isSettled(snapshot, 'subscriptions')) return unseen(snapshot, 'subscriptions');
  const ours = itemsOf(snapshot, 'subscriptions').filter((one) => one.package === documented.package);
  if (ours.length === 0) return { state: 'done', headline: l10n.t`Not needed` };
  const evidence = ours.map(({ name, installedCsv }) =>
    installedCsv === undefined ? l10n.t`Subscription ${name} has installed nothing yet.` : l10n.t`Subscription ${name} has installed ${installedCsv}.`,
  );
  const headline = namesWords(ours.map(({ name }) => name));
  if (ours.every(({ deleting }) => deleting !== undefined)) return { state: 'waiting', headline: l10n.t`Is being removed`, evidence };
  const release = csvOf(snapshot)?.name;
  const gate: Gate = {
    question: l10n.t`Delete the Subscription ${headline} on ${context}?`,
    consequences: [
      l10n.t`OLM no longer updates the operator.`,
      ...(release === undefined ? [] : [l10n.t`Its release ${release} still runs: it is removed in the next step.`]),
      ...gitOpsConsequences(ours.map((one) => ({ kind: 'Subscription', ...one }))),
    ],
  };
  const early = orderGuard(situation);
  return early === undefined ? { state: 'ready', headline, evidence, gate } : { ...early, gate };
}
