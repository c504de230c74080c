/** Selects a node and cordons or uncordons it. */
import { nodes } from '#core/cluster/watchedKinds/node.ts';
import type { Procedure } from '#core/operations/procedure.ts';
import type { CordonChoices } from '#core/operations/procedures/objects/cordonNode.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { askNode } from '#client/logs/nodeLog/askNode.ts';
import type { OperationContext } from '../context.ts';
import { chooseForAction } from './chooseClusterToChange.ts';

/**
 * Cordons or uncordons the node of a row. Without a row of a node, asks for the node.
 * @param given the argument that VS Code passes to a command
 */
export async function changeScheduling(
  tools: OperationContext,
  given: unknown,
  procedure: Procedure<CordonChoices>,
): Promise<void> {
  const title = procedure.title();
  const chosen = await chooseForAction(tools, given, title, 'cordonNode');
  if (chosen === undefined) return;
  const { cluster, target } = chosen;
  const node = target?.object?.kind === nodes.kind ? target.object.name : await askNode(cluster, title);
  if (node === undefined) return;
  const uid = indexSnapshot(cluster.snapshot).nodes.get(node)?.uid;
  await tools.performAction(cluster, procedure, { node, uid });
}
