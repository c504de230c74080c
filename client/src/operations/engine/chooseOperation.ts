/** Finds the cluster whose operation a command applies to. */
import { commands } from 'vscode';
import type { Tools } from '../context.ts';

/**
 * Returns the context of the cluster; undefined if the user cancels. Opens a closed cluster with a paused operation, because the user wants to continue there.
 * @param given the argument that VS Code passes to a command
 */
export async function operationContext({ clusters }: Pick<Tools, 'clusters'>, given: unknown, title: string): Promise<string | undefined> {
  const named = typeof given === 'string' ? given : undefined;
  const paused = clusters.operations.paused.map(({ context }) => context);
  const [only, ...others] = paused;
  const isRow = typeof given === 'object' && given !== null;
  const context = named ?? (!isRow && others.length === 0 && clusters.open().length === 0 ? only : undefined);
  if (context === undefined) return (await clusters.chooseAny(given, title))?.cluster.context;
  if (clusters.cluster(context) === undefined && paused.includes(context)) await commands.executeCommand('osc.cluster.open', context);
  return context;
}
