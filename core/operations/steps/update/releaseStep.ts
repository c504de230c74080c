/**
 * Creates the step in which OLM updates the operator to the latest release in its channel. Sources: OSC 1.12 §4.1;
 * notes/cluster.md 5.1.
 */
import * as l10n from '@vscode/l10n';
import { updatingOperator } from '#core/product/docSections.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Subscription } from '#core/cluster/watchedKinds/subscription.ts';
import { findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { findCsv, listOlmParts, findSubscription } from '#core/status/operator/olmParts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { documentedSubscription as documented, operatorNamespace } from '#core/product/namespaces.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import {
  describeNextUpdate,
  findNextUpdate,
  listSubscriptionWarnings,
} from '#core/operations/preflightFindings/updatePathTexts.ts';
import { approval, approvalGate, waitingPlan } from '../install/installPlanStep.ts';
import { notNeededStatus, isInstalledWithoutOlm } from '../installObstacles.ts';
import { isListKnown, createStep, toStepStatus, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';
import { joinSentences } from '#core/text/grammar.ts';

/**
 * Creates the step.
 * @param channel the channel that the update changes to; by default the channel of the Subscription
 */
export function releaseStep(situation: ObservedCluster, channel?: string): ProcedureStep {
  const target = createWatchedReference('subscriptions', findSubscription(situation.snapshot)?.name ?? documented.name);
  const waiting = waitingPlan(situation);
  const shape = {
    id: 'release',
    title: l10n.t`Update the operator`,
    docs: updatingOperator,
    changes: waiting === undefined ? [] : [approval(waiting)],
    until: [{ object: target, jsonpath: '{.status.state}', is: 'AtLatestKnown', minutes: 30 }],
  };
  return createStep(shape, tell(situation, channel));
}

function tell(situation: ObservedCluster, wanted: string | undefined): StepStatus {
  const { snapshot } = situation;
  const extension = findClusterExtension(snapshot);
  if (isInstalledWithoutOlm(snapshot))
    return {
      ...notNeededStatus(),
      headline:
        extension === undefined
          ? l10n.t`Operator installed without OLM (update it the way it was installed)`
          : l10n.t`Operator installed by OLM v1 (update it with ClusterExtension ${extension.name})`,
    };
  if (!isListKnown(snapshot, 'subscriptions')) return describeUnreadableKind(snapshot, 'subscriptions');
  const subscription = findSubscription(snapshot);
  if (subscription === undefined) return explainMissingSubscription(snapshot);
  const { installedCsv } = subscription;
  const evidence = [installedWords(subscription), ...describePath(situation, wanted)];
  const plan = waitingPlan(situation);
  if (plan !== undefined) {
    return {
      state: 'ready',
      headline: l10n.t`Waiting for approval: ${sanitizeLine(formatNames(plan.csvs, 2), 120)}`,
      evidence,
      meaning: l10n.t`Install plan ${plan.name} is waiting for approval.`,
      gate: approvalGate(situation, plan),
    };
  }
  const parts = listOlmParts(snapshot);
  // Failures come first, followed by components in progress.
  const wrong =
    parts.find(({ health }) => health === 'failed') ??
    parts.find(({ id, health }) => id === 'subscription' && health !== 'ok');
  if (wrong !== undefined) return { ...toStepStatus(wrong), evidence };
  const release = parts.find(({ id }) => id === 'csv');
  if (release === undefined || findCsv(snapshot)?.name !== installedCsv)
    return { state: 'waiting', headline: l10n.t`Waiting for OLM`, evidence };
  if (release.health !== 'ok') return { ...toStepStatus(release, 'waiting'), evidence };
  const path = findNextUpdate(situation, wanted);
  if (path?.kind === 'no channel') return describeMissingChannel(subscription, wanted ?? subscription.channel);
  return {
    state: 'done',
    headline: release.headline,
    evidence: [...evidence, ...describeInstalled(situation, subscription, path?.kind === 'next')],
  };
}

/** Returns the version that OLM installs next, and the problems of the Subscription. */
function describePath(situation: ObservedCluster, channel: string | undefined): readonly string[] {
  return [
    ...describeNextUpdate(situation, channel),
    ...listSubscriptionWarnings(situation, channel).map(({ meaning, todo }) => joinSentences(meaning, todo ?? '')),
  ];
}

function describeMissingChannel({ name, source }: Subscription, channel: string): StepStatus {
  return {
    state: 'blocked',
    headline: l10n.t`Channel ${sanitizeLine(channel, 60)} doesn't exist`,
    evidence: [l10n.t`Subscription ${name}: channel ${sanitizeLine(channel, 60)}, catalog ${source}`],
    meaning: l10n.t`OLM doesn't update the operator, because the catalog doesn't contain the channel.`,
    todo: l10n.t`Run the update again, and change to another channel. Documented channel: ${documented.channel}.`,
  };
}

/**
 * Describes the state of an installed release.
 * @param hasNext whether the next version is known
 */
function describeInstalled(
  situation: ObservedCluster,
  { installedCsv, channel, source, state }: Subscription,
  hasNext: boolean,
): readonly string[] {
  const found = getLookupValue(situation, 'packageManifest')?.found;
  const newest =
    found?.catalogue === source ? found.channels.find(({ name }) => name === channel)?.currentCsv : undefined;
  const isBehind = newest !== undefined && newest !== installedCsv;
  return [
    state === undefined
      ? l10n.t`The Subscription has no state.`
      : l10n.t`Subscription state: ${sanitizeLine(state, 40)}.`,
    ...(isBehind && !hasNext
      ? [
          l10n.t`Channel ${sanitizeLine(channel, 60)} provides ${newest}, but OLM has no update path from the installed version or hasn't detected the release yet.`,
        ]
      : []),
  ];
}

/**
 * Describes an operator without a Subscription. OLM creates no new CSV while one from an earlier Subscription exists.
 */
function explainMissingSubscription(snapshot: Snapshot): StepStatus {
  const stray = findCsv(snapshot)?.name;
  const installAgain = l10n.t`Install the operator.`;
  return {
    state: 'blocked',
    headline: l10n.t`No Subscription`,
    meaning: joinSentences(
      l10n.t`The operator has no Subscription, so OLM doesn't update it.`,
      stray === undefined ? '' : l10n.t`CSV ${stray} from an earlier Subscription still exists. OLM won't adopt it.`,
    ),
    todo:
      stray === undefined
        ? installAgain
        : joinSentences(
            l10n.t(
              'Delete the CSV so that OLM can install the operator again: `oc delete csv {0} -n {1}`.',
              stray,
              operatorNamespace,
            ),
            installAgain,
          ),
  };
}

function installedWords({ name, installedCsv, currentCsv }: Subscription): string {
  const next = currentCsv === installedCsv ? undefined : currentCsv;
  if (installedCsv === undefined) {
    return next === undefined
      ? l10n.t`Subscription ${name} hasn't installed anything yet.`
      : l10n.t`Subscription ${name} hasn't installed anything yet. Next: ${next}.`;
  }
  return next === undefined
    ? l10n.t`Subscription ${name} has installed ${installedCsv}.`
    : l10n.t`Subscription ${name} has installed ${installedCsv}. Next: ${next}.`;
}
