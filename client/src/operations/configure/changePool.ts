/** Selects a machine config pool and pauses or resumes it. */
import * as l10n from '@vscode/l10n';
import { machineConfigPools } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import type { PausePoolChoices } from '#core/operations/procedures/pausePool.ts';
import { getPoolStatus } from '#core/status/nodes/poolStatus.ts';
import { isKnown, listItems } from '#core/status/snapshotIndex.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import type { OperationContext } from '../context.ts';
import { chooseForAction } from './chooseClusterToChange.ts';

/** Whether to pause or resume the pool, and the texts for a command without a row. */
export interface PoolChange extends Pick<PausePoolChoices, 'paused'> {
  readonly placeHolder: string;
  /** Returns the message if there is no pool to change. */
  readonly none: (context: string) => string;
}

/**
 * Pauses or resumes the pool of a row. Without a row of a pool, asks for the pool.
 * @param given the argument that VS Code passes to a command
 */
export async function changePool(
  tools: OperationContext,
  given: unknown,
  procedure: Procedure<PausePoolChoices>,
  change: PoolChange,
): Promise<void> {
  const title = procedure.title();
  const chosen = await chooseForAction(tools, given, title, 'pausePool');
  if (chosen === undefined) return;
  const { cluster, target } = chosen;
  const selected = target?.object;
  const pool =
    selected?.kind === machineConfigPools.kind ? selected.name : await askPool(tools, cluster, title, change);
  // A paused pool can block an operation on the cluster, so the change doesn't replace that operation.
  if (pool !== undefined) await tools.performAction(cluster, procedure, { pool, paused: change.paused });
}

async function askPool(
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
