/** Asks for a machine config pool to pause or resume. */
import * as l10n from '@vscode/l10n';
import { machineConfigPools } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import { getPoolStatus } from '#core/status/nodes/poolStatus.ts';
import { isKnown, listItems } from '#core/status/snapshotIndex.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import type { OperationContext } from '../context.ts';
import type { PoolChange } from './changePool.ts';

/** Asks for a pool. Returns its name, or undefined if there is none to change or the user cancels. */
export async function askPool(
  { notify, clock }: OperationContext,
  { context, snapshot, history }: OpenCluster,
  title: string,
  { paused, placeHolder, none }: PoolChange,
): Promise<string | undefined> {
  const pools = listItems(snapshot, 'machineConfigPools').filter((pool) => pool.paused !== paused);
  if (pools.length === 0) {
    const unread = l10n.t`The cluster's ${machineConfigPools.plural} haven't been read yet.`;
    await notify.tell('info', isKnown(snapshot, 'machineConfigPools') ? none(context) : unread);
    return undefined;
  }
  const items = pools.map((pool) => ({
    label: pool.name,
    description: getPoolStatus(snapshot, pool, clock.now(), history).headline,
    value: pool.name,
  }));
  const answers = await askNamed(l10n.t`${title} on ${context}`, (before) =>
    before.has('pool') ? undefined : { name: 'pool', placeHolder, items },
  );
  return answers?.get('pool');
}
