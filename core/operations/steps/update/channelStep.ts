/**
 * Creates the step that changes the channel of the Subscription. Source: operator-framework/api
 * pkg/operators/v1alpha1/subscription_types.go.
 */
import * as l10n from '@vscode/l10n';
import { updatingOperator } from '#core/product/docSections.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { documentedSubscription as documented } from '#core/product/namespaces.ts';
import { describeGitOpsConsequences } from '#core/operations/changes/gitOpsNotice.ts';
import { openShiftWarning } from '#core/operations/preflightFindings/openShiftFinding.ts';
import {
  describeDeprecatedChannel,
  describeNextUpdate,
  isDeprecatedChannel,
} from '#core/operations/preflightFindings/updatePathTexts.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { describeMissingCatalogEntry } from '../installObstacles.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

export function channelStep(situation: ObservedCluster, channel: string): ProcedureStep {
  const target = createWatchedReference('subscriptions', findSubscription(situation.snapshot)?.name ?? documented.name);
  const shape = {
    id: 'channel',
    title: l10n.t`Switch to channel ${sanitizeLine(channel, 60)}`,
    docs: updatingOperator,
    changes: [{ how: 'merge', target, patch: { spec: { channel } } }],
    until: [{ object: target, jsonpath: '{.spec.channel}', is: channel, minutes: 1 }],
  } as const;
  return createStep(shape, tell(situation, channel));
}

function tell(situation: ObservedCluster, channel: string): StepStatus {
  const { snapshot, context } = situation;
  if (!isListKnown(snapshot, 'subscriptions')) return describeUnreadableKind(snapshot, 'subscriptions');
  const subscription = findSubscription(snapshot);
  // If the Subscription is missing, the next step reports it.
  if (subscription === undefined) return { state: 'done', headline: l10n.t`No Subscription` };
  if (subscription.channel === channel) return { state: 'done', headline: channel };
  const { source, sourceNamespace, name } = subscription;
  const warning = openShiftWarning(situation, channel);
  const missing = describeMissingCatalogEntry(situation, { channel, source, sourceNamespace });
  if (missing !== undefined) return missing;
  return {
    state: 'ready',
    headline: l10n.t({
      message: 'From {0}',
      args: [sanitizeLine(subscription.channel, 60)],
      comment: ['The state of a step that changes the update channel. {0} is the old channel.'],
    }),
    gate: {
      question: l10n.t`Switch Subscription ${name} on ${context} to channel ${sanitizeLine(channel, 60)}?`,
      consequences: [
        subscription.approval === 'Manual'
          ? l10n.t`After you approve the update, OLM updates the operator to the release in channel ${sanitizeLine(channel, 60)}.`
          : l10n.t`OLM automatically updates the operator to the release in channel ${sanitizeLine(channel, 60)}.`,
        ...describeNextUpdate(situation, channel),
        ...(isDeprecatedChannel(channel, source) ? [describeDeprecatedChannel()] : []),
        ...(warning === undefined ? [] : [warning]),
        ...describeGitOpsConsequences([{ kind: 'Subscription', ...subscription }]),
      ],
    },
  };
}
