/** OLM updates the operator to the newest release of its channel. Sources: OSC 1.12 §4.1; notes/cluster.md 5.1. */
import * as l10n from '@vscode/l10n';
import { updatingOperator } from '#core/product/docSections.ts';
import type { Subscription } from '#core/cluster/watchedKinds/subscription.ts';
import { findCsv, listOlmParts, findSubscription } from '#core/status/operator/olmParts.ts';
import { namesWords } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { documentedSubscription as documented } from '#core/product/namespaces.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { approval, approvalGate, waitingPlan } from '../install/installPlanStep.ts';
import { notNeededStatus, isInstalledWithoutOlm } from '../installObstacles.ts';
import { isListKnown, createStep, toStepStatus, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

export function releaseStep(situation: ObservedCluster): ProcedureStep {
  const target = createWatchedReference('subscriptions', findSubscription(situation.snapshot)?.name ?? documented.name);
  const waiting = waitingPlan(situation);
  const shape = {
    id: 'release',
    title: l10n.t`Update the operator`,
    docs: updatingOperator,
    changes: waiting === undefined ? [] : [approval(waiting)],
    until: [{ object: target, jsonpath: '{.status.state}', is: 'AtLatestKnown', minutes: 30 }],
  };
  return createStep(shape, tell(situation));
}

function tell(situation: ObservedCluster): StepStatus {
  const { snapshot } = situation;
  if (isInstalledWithoutOlm(snapshot))
    return { ...notNeededStatus(), headline: l10n.t`The operator was installed in another way: update it in that way` };
  if (!isListKnown(snapshot, 'subscriptions')) return describeUnreadableKind(snapshot, 'subscriptions');
  const subscription = findSubscription(snapshot);
  if (subscription === undefined) {
    return {
      state: 'blocked',
      headline: l10n.t`There is no Subscription`,
      meaning: l10n.t`Nothing updates the operator: there is no Subscription to it.`,
      todo: l10n.t`Install the operator.`,
    };
  }
  const { installedCsv, channel, state } = subscription;
  const evidence = [installedWords(subscription)];
  const plan = waitingPlan(situation);
  if (plan !== undefined) {
    return {
      state: 'ready',
      headline: l10n.t`Waiting for approval: ${sanitizeLine(namesWords(plan.csvs, 2), 120)}`,
      evidence,
      meaning: l10n.t`The InstallPlan ${plan.name} waits for a yes.`,
      gate: approvalGate(situation, plan),
    };
  }
  const parts = listOlmParts(snapshot);
  // What has gone wrong first, then what is under way.
  const wrong =
    parts.find(({ health }) => health === 'failed') ??
    parts.find(({ id, health }) => id === 'subscription' && health !== 'ok');
  if (wrong !== undefined) return { ...toStepStatus(wrong), evidence };
  const release = parts.find(({ id }) => id === 'csv');
  if (release === undefined || findCsv(snapshot)?.name !== installedCsv)
    return { state: 'waiting', headline: l10n.t`OLM is at it`, evidence };
  if (release.health !== 'ok') return { ...toStepStatus(release, 'waiting'), evidence };
  const found = getLookupValue(situation, 'packageManifest')?.found;
  const newest =
    found?.catalogue === subscription.source
      ? found.channels.find(({ name }) => name === channel)?.currentCsv
      : undefined;
  const behind = newest !== undefined && newest !== installedCsv;
  return {
    state: 'done',
    headline: release.headline,
    evidence: [
      ...evidence,
      state === undefined ? l10n.t`OLM calls it nothing.` : l10n.t`OLM calls it ${sanitizeLine(state, 40)}.`,
      ...(behind
        ? [
            l10n.t`The channel ${sanitizeLine(channel, 60)} has ${newest}, which OLM has no way to from here, or has not seen yet.`,
          ]
        : []),
    ],
  };
}

function installedWords({ name, installedCsv, currentCsv }: Subscription): string {
  const next = currentCsv === installedCsv ? undefined : currentCsv;
  if (installedCsv === undefined) {
    return next === undefined
      ? l10n.t`The Subscription ${name} has installed nothing yet.`
      : l10n.t`The Subscription ${name} has installed nothing yet, and ${next} is to follow.`;
  }
  return next === undefined
    ? l10n.t`The Subscription ${name} has installed ${installedCsv}.`
    : l10n.t`The Subscription ${name} has installed ${installedCsv}, and ${next} is to follow.`;
}
