/**
 * Creates the step that deletes install plans. They belong to the Subscription and are usually deleted with it. Source:
 * notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { uninstallingOperator } from '#core/product/docSections.ts';
import type { InstallPlan } from '#core/cluster/watchedKinds/installPlan.ts';
import { listItems } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import type { ProcedureStep } from '#core/operations/procedure.ts';
import { createWatchedReference } from '#core/operations/changes/references.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { isOperatorCsv, getRemovalBlocker } from '../removalOrder.ts';
import { isListKnown, createStep, describeUnreadableKind, type StepStatus } from '../stepStatus.ts';

export function installPlansGoneStep(situation: ObservedCluster): ProcedureStep {
  const left = leftPlans(situation);
  const shape = {
    id: 'install-plans-gone',
    removes: true,
    title: l10n.t`Delete the InstallPlans`,
    docs: uninstallingOperator,
    changes: left.map(
      ({ name, uid }) => ({ how: 'delete', target: createWatchedReference('installPlans', name), uid }) as const,
    ),
    until: left.map(({ name }) => ({ object: createWatchedReference('installPlans', name), is: 'gone', minutes: 5 })),
  };
  return createStep(shape, tell(situation, left));
}

/** Returns the remaining install plans. Excludes those that also contain CSVs of other operators. */
function leftPlans({ snapshot }: ObservedCluster): readonly InstallPlan[] {
  return listItems(snapshot, 'installPlans').filter(({ csvs }) => csvs.length > 0 && csvs.every(isOperatorCsv));
}

function tell(situation: ObservedCluster, left: readonly InstallPlan[]): StepStatus {
  if (!isListKnown(situation.snapshot, 'installPlans'))
    return describeUnreadableKind(situation.snapshot, 'installPlans');
  if (left.length === 0) return { state: 'done', headline: l10n.t`Nothing left to do` };
  const early = getRemovalBlocker(situation);
  if (early !== undefined) return early;
  const evidence = left
    .slice(0, 10)
    .map(({ name, csvs }) => l10n.t`InstallPlan ${name} is for ${csvs.slice(0, 3).join(', ')}.`);
  if (left.every(({ deleting }) => deleting !== undefined))
    return { state: 'waiting', headline: l10n.t`Being deleted`, evidence };
  return { state: 'ready', headline: formatCount(left.length, 'InstallPlan'), evidence };
}
