/** OLM updates the operator to the newest release of its channel. Sources: OSC 1.12 §4.1; notes/cluster.md 5.1. */
import { updatingOperator } from '../../docSections.ts';
import { csvOf, olmParts, subscriptionOf } from '../../live/status/olmParts.ts';
import { namesWords, oneLine } from '../../live/words.ts';
import { subscription as documented } from '../../namespaces.ts';
import type { Step } from '../procedure.ts';
import { liveReference } from '../references.ts';
import { knownFact, type Situation } from '../situation.ts';
import { approval, approvalGate, waitingPlan } from './installPlanStep.ts';
import { otherwise, runsOtherwise } from './obstacles.ts';
import { isSettled, stepOf, toldBy, unseen, type Told } from './told.ts';

export function releaseStep(situation: Situation): Step {
  const target = liveReference('subscriptions', subscriptionOf(situation.snapshot)?.name ?? documented.name);
  const waiting = waitingPlan(situation);
  const shape = {
    id: 'release',
    title: 'Update the operator',
    docs: updatingOperator,
    changes: waiting === undefined ? [] : [approval(waiting)],
    until: [{ object: target, jsonpath: '{.status.state}', is: 'AtLatestKnown', minutes: 30 }],
  };
  return stepOf(shape, tell(situation));
}

function tell(situation: Situation): Told {
  const { snapshot } = situation;
  if (runsOtherwise(snapshot)) return { ...otherwise, headline: 'The operator was installed in another way: update it in that way' };
  if (!isSettled(snapshot, 'subscriptions')) return unseen(snapshot, 'subscriptions');
  const subscription = subscriptionOf(snapshot);
  if (subscription === undefined) {
    return {
      state: 'blocked',
      headline: 'There is no Subscription',
      meaning: 'Nothing updates the operator: there is no Subscription to it.',
      todo: 'Install the operator.',
    };
  }
  const { installedCsv, currentCsv, channel, state } = subscription;
  const evidence = [
    `The Subscription ${subscription.name} has installed ${installedCsv ?? 'nothing yet'}${currentCsv === undefined || currentCsv === installedCsv ? '' : `, and ${currentCsv} is to follow`}.`,
  ];
  const plan = waitingPlan(situation);
  if (plan !== undefined) {
    return {
      state: 'ready',
      headline: `Waits for approval: ${oneLine(namesWords(plan.csvs, 2), 120)}`,
      evidence,
      meaning: `The InstallPlan ${plan.name} waits for a yes.`,
      gate: approvalGate(situation, plan),
    };
  }
  const parts = olmParts(snapshot);
  // What has gone wrong first, then what is under way.
  const wrong = parts.find(({ health }) => health === 'failed') ?? parts.find(({ id, health }) => id === 'subscription' && health !== 'ok');
  if (wrong !== undefined) return { ...toldBy(wrong), evidence };
  const release = parts.find(({ id }) => id === 'csv');
  if (release === undefined || csvOf(snapshot)?.name !== installedCsv) return { state: 'waiting', headline: 'OLM is at it', evidence };
  if (release.health !== 'ok') return { ...toldBy(release, 'waiting'), evidence };
  const found = knownFact(situation, 'packageManifest')?.found;
  const newest = found?.catalogue === subscription.source ? found.channels.find(({ name }) => name === channel)?.currentCsv : undefined;
  const behind = newest !== undefined && newest !== installedCsv;
  return {
    state: 'done',
    headline: release.headline,
    evidence: [
      ...evidence,
      `OLM calls it ${oneLine(state ?? 'nothing', 40)}.`,
      ...(behind ? [`The channel ${oneLine(channel, 60)} has ${newest}, which OLM has no way to from here, or has not seen yet.`] : []),
    ],
  };
}
