/** The Subscription follows another channel. Source: operator-framework/api pkg/operators/v1alpha1/subscription_types.go. */
import * as l10n from '@vscode/l10n';
import { updatingOperator } from '#core/product/docSections.ts';
import { subscriptionOf } from '#core/status/operator/olmParts.ts';
import { oneLine } from '#core/text/phrases.ts';
import { subscription as documented } from '#core/product/namespaces.ts';
import { gitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import { openShiftWarning } from '#core/operations/findings/openShiftFinding.ts';
import type { Step } from '#core/operations/procedure.ts';
import { liveReference } from '#core/operations/changes/references.ts';
import type { Situation } from '#core/operations/observedCluster.ts';
import { missingFromCatalogue } from '../installObstacles.ts';
import { isSettled, stepOf, unseen, type Told } from '../stepStatus.ts';

export function channelStep(situation: Situation, channel: string): Step {
  const target = liveReference('subscriptions', subscriptionOf(situation.snapshot)?.name ?? documented.name);
  const shape = {
    id: 'channel',
    title: l10n.t`Follow the channel ${oneLine(channel, 60)}`,
    docs: updatingOperator,
    changes: [{ how: 'merge', target, patch: { spec: { channel } } }],
    until: [{ object: target, jsonpath: '{.spec.channel}', is: channel, minutes: 1 }],
  } as const;
  return stepOf(shape, tell(situation, channel));
}

function tell(situation: Situation, channel: string): Told {
  const { snapshot, context } = situation;
  if (!isSettled(snapshot, 'subscriptions')) return unseen(snapshot, 'subscriptions');
  const subscription = subscriptionOf(snapshot);
  // The next step says so.
  if (subscription === undefined) return { state: 'done', headline: l10n.t`There is no Subscription` };
  if (subscription.channel === channel) return { state: 'done', headline: channel };
  const { source, sourceNamespace, name } = subscription;
  const warning = openShiftWarning(situation, channel);
  const missing = missingFromCatalogue(situation, { channel, source, sourceNamespace });
  if (missing !== undefined) return missing;
  return {
    state: 'ready',
    headline: l10n.t({ message: 'From {0}', args: [oneLine(subscription.channel, 60)], comment: ['{0} is the update channel that is left for another.'] }),
    gate: {
      question: l10n.t`Change the channel of the Subscription ${name} on ${context} to ${oneLine(channel, 60)}?`,
      consequences: [
        subscription.approval === 'Manual'
          ? l10n.t`The operator is updated to what the channel ${oneLine(channel, 60)} has, when you approve it.`
          : l10n.t`The operator is updated to what the channel ${oneLine(channel, 60)} has, by itself.`,
        ...(warning === undefined ? [] : [warning]),
        ...gitOpsConsequences([{ kind: 'Subscription', ...subscription }]),
      ],
    },
  };
}
