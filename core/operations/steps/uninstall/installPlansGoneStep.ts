/** InstallPlans belong to the Subscription, and usually go with it. Source: notes/cluster.md 5.2. */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import type { InstallPlan } from '#core/cluster/resources/installPlan.ts';
import { itemsOf } from '#core/status/snapshotIndex.ts';
import { countWords } from '#core/text/counts.ts';
import type { Step } from '#core/operations/procedure.ts';
import { liveReference } from '#core/operations/changes/references.ts';
import type { Situation } from '#core/operations/observedCluster.ts';
import { isOurs, orderGuard } from '../removalOrder.ts';
import { isSettled, stepOf, unseen, type Told } from '../stepStatus.ts';

export function installPlansGoneStep(situation: Situation): Step {
  const left = leftPlans(situation);
  const shape = {
    id: 'install-plans-gone',
    removes: true,
    title: l10n.t`Delete the InstallPlans`,
    docs: uninstallingOperator,
    changes: left.map(({ name, uid }) => ({ how: 'delete', target: liveReference('installPlans', name), uid }) as const),
    until: left.map(({ name }) => ({ object: liveReference('installPlans', name), is: 'gone', minutes: 5 })),
  };
  return stepOf(shape, tell(situation, left));
}

/** Plans with releases of others, too, are not ours. */
function leftPlans({ snapshot }: Situation): readonly InstallPlan[] {
  return itemsOf(snapshot, 'installPlans').filter(({ csvs }) => csvs.length > 0 && csvs.every(isOurs));
}

function tell(situation: Situation, left: readonly InstallPlan[]): Told {
  if (!isSettled(situation.snapshot, 'installPlans')) return unseen(situation.snapshot, 'installPlans');
  if (left.length === 0) return { state: 'done', headline: l10n.t`Not needed` };
  const early = orderGuard(situation);
  if (early !== undefined) return early;
  const evidence = left.slice(0, 10).map(({ name, csvs }) => l10n.t`InstallPlan ${name} was for ${csvs.slice(0, 3).join(', ')}.`);
  if (left.every(({ deleting }) => deleting !== undefined)) return { state: 'waiting', headline: l10n.t`Are being removed`, evidence };
  return { state: 'ready', headline: countWords(left.length, 'InstallPlan'), evidence };
}
