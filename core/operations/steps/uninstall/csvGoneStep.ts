/**
 * The release goes, and the operator with it. Without this it runs on after its Subscription, and a later Subscription fails because of it.
 * The documents do not have this step: they delete the namespace. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import { itemsOf } from '#core/status/snapshotIndex.ts';
import { namesWords, oneLine } from '#core/text/phrases.ts';
import type { Gate, Step } from '#core/operations/procedure.ts';
import { liveReference, managerName } from '#core/operations/changes/references.ts';
import type { Situation } from '#core/operations/observedCluster.ts';
import { runsOtherwise } from '../installObstacles.ts';
import { isOurs, orderGuard } from '../removalOrder.ts';
import { isSettled, stepOf, unseen, type Told } from '../stepStatus.ts';

export function csvGoneStep(situation: Situation): Step {
  const ours = itemsOf(situation.snapshot, 'clusterServiceVersions').filter(({ name }) => isOurs(name));
  const shape = {
    id: 'csv-gone',
    removes: true,
    title: l10n.t`Delete the release`,
    docs: uninstallingOperator,
    changes: ours.map(({ name, uid }) => ({ how: 'delete', target: liveReference('clusterServiceVersions', name), uid }) as const),
    until: ours.map(({ name }) => ({ object: liveReference('clusterServiceVersions', name), is: 'gone', minutes: 5 })),
  };
  return stepOf(shape, tell(situation));
}

function tell(situation: Situation): Told {
  const { snapshot, context } = situation;
  if (!isSettled(snapshot, 'clusterServiceVersions')) return unseen(snapshot, 'clusterServiceVersions');
  const ours = itemsOf(snapshot, 'clusterServiceVersions').filter(({ name }) => isOurs(name));
  if (ours.length === 0) {
    // The Deployment goes with its release; one that OLM does not own stays, and would make everything anew.
    if (!runsOtherwise(snapshot)) return { state: 'done', headline: l10n.t`Not needed` };
    const early = orderGuard(situation);
    if (early !== undefined) return early;
    return {
      state: 'waiting',
      headline: l10n.t`The operator still runs`,
      evidence: [l10n.t`Deployment ${managerName} has available pods, and there is no ClusterServiceVersion of the operator.`],
      meaning: l10n.t`Kubernetes removes the operator together with its release, usually within a minute. If it was installed without a Subscription, it stays.`,
      todo: l10n.t`If it lasts, remove the operator in the way in which it was installed: by its ClusterExtension, or by its manifests.`,
    };
  }
  const evidence = ours.map(({ name, phase }) => `ClusterServiceVersion ${name}: ${oneLine(phase, 40)}.`);
  if (ours.every(({ deleting }) => deleting !== undefined)) return { state: 'waiting', headline: l10n.t`Is being removed`, evidence };
  const headline = namesWords(
    ours.map(({ name }) => name),
    2,
  );
  const gate: Gate = { question: l10n.t`Delete the release ${headline} on ${context}?`, consequences: [l10n.t`The operator stops, and its webhook goes.`] };
  const early = orderGuard(situation);
  if (early !== undefined) return { ...early, gate };
  return {
    state: 'ready',
    headline,
    evidence,
    meaning: l10n.t`A release that is left behind runs on, and keeps a later Subscription from installing anything.`,
    gate,
  };
}
