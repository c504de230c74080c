/**
 * Finds leftovers of earlier must-gathers on a cluster and offers to delete them. The confirmation lists their names.
 */
import * as l10n from '@vscode/l10n';
import {
  describeLeftovers,
  formatLeftover,
  type LeftoverObject,
  type CreatedResources,
} from '#core/mustGather/leftoverObjects.ts';
import { isAlive } from '#client/processes/isProcessAlive.ts';
import { readOnlyMessage } from '#client/operations/engine/run/planRejection.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { MustGatherContext } from '#client/mustGather/context.ts';
import { deleteLeft, lookForLeft } from './leftovers.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';

/**
 * Result of a cleanup. `nothing`: no leftovers found. `deleted`: the leftovers were deleted. `kept`: the user kept
 * them, or the check failed and the error was reported.
 */
export type Swept = 'nothing' | 'deleted' | 'kept';

/** Lists the created resources of runs whose process has exited. Nothing else cleans up these resources anymore. */
export async function listOrphanedRuns({
  gatherings,
}: Pick<MustGatherContext, 'gatherings'>): Promise<readonly CreatedResources[]> {
  const all = await gatherings.store.all();
  return all.filter(({ process: owner, context }) =>
    owner === process.pid ? gatherings.targetOf(context) === undefined : !isAlive(owner),
  );
}

/**
 * Checks a cluster for leftovers and offers to delete them.
 * @param made resources that runs on this cluster created
 */
export async function cleanUpCluster(
  tools: MustGatherContext,
  cluster: OpenCluster,
  made: readonly CreatedResources[],
): Promise<Swept> {
  const { notify, gatherings } = tools;
  const signal = AbortSignal.timeout(60_000);
  const looked = await showProgress(l10n.t`Checking ${cluster.context} for must-gather leftovers...`, () =>
    Promise.all(made.map(async (one) => ({ one, left: await lookForLeft(cluster.connection, one, signal) }))),
  );
  const left = new Map<string, LeftoverObject>();
  for (const { one, left: found } of looked) {
    if (!found.ok) {
      void notify.tell(
        'warning',
        `${found.error}${getSentenceSeparator()}${l10n.t`Fix the problem, then run Clean Up Must-Gather Leftovers.`}`,
      );
      return 'kept';
    }
    for (const object of found.value) left.set(object.uid, object);
    if (found.value.length === 0) await gatherings.store.forget(one);
  }
  if (left.size === 0) return 'nothing';
  return (await offer(tools, cluster, [...left.values()])) ? 'deleted' : 'kept';
}

async function offer(
  tools: MustGatherContext,
  cluster: OpenCluster,
  left: readonly LeftoverObject[],
): Promise<boolean> {
  const { notify, settings, gatherings } = tools;
  if (settings.readOnly()) {
    const names = left.map(formatLeftover).join(', ');
    void notify.tell(
      'warning',
      joinSentences(
        l10n.t`Must-gather leftovers on ${cluster.context}: ${names}.`,
        readOnlyMessage(l10n.t`Disable osc.readOnly, then run Clean Up Must-Gather Leftovers.`),
      ),
    );
    return false;
  }
  const yes = await notify.confirm(
    l10n.t`Delete the leftovers from your must-gather on ${cluster.context}?`,
    describeLeftovers(left),
    l10n.t`Delete`,
  );
  if (!yes) return false;
  const problems = await showProgress(l10n.t`Deleting must-gather leftovers on ${cluster.context}...`, () =>
    deleteLeft(cluster.connection, left),
  );
  if (problems.length > 0) {
    notify.error(
      [l10n.t`Some must-gather leftovers on ${cluster.context} couldn't be deleted.`, ...problems].join(
        getSentenceSeparator(),
      ),
    );
    return false;
  }
  for (const { kind, name, namespace } of left) {
    if (kind === 'Namespace') await gatherings.store.forget({ namespace: name });
    else if (kind === 'Pod' && namespace !== undefined) await gatherings.store.forget({ namespace, pod: name });
  }
  void notify.tell('info', l10n.t`Deleted on ${cluster.context}: ${left.map(formatLeftover).join(', ')}.`);
  return true;
}
