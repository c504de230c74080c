/** Pauses or resumes a machine config pool. Doesn't use VS Code. */
import { machineConfigPools } from '#core/cluster/watchedKinds/machineConfigPool.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import type { PausePoolChoices } from '#core/operations/procedures/pausePool.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationContext } from '../context.ts';
import { chooseForAction } from './chooseClusterToChange.ts';

/** Whether to pause or resume the pool, and the texts for a command without a row. */
export interface PoolChange extends Pick<PausePoolChoices, 'paused'> {
  readonly placeHolder: string;
  /** Returns the message if there is no pool to change. */
  readonly none: (context: string) => string;
}

/** Asks for a pool. Returns its name, or undefined if there is none to change or the user cancels. */
type AskPool = (
  tools: OperationContext,
  cluster: OpenCluster,
  title: string,
  change: PoolChange,
) => Promise<string | undefined>;

/**
 * Pauses or resumes the pool of a row. Without a row of a pool, asks for the pool.
 * @param given the argument that VS Code passes to a command
 * @param askPool asks for the pool if there is no row
 */
export async function changePool(
  tools: OperationContext,
  given: unknown,
  procedure: Procedure<PausePoolChoices>,
  change: PoolChange,
  askPool: AskPool,
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
