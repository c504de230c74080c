/** Finds the cluster with the operation that a command applies to. */
import * as l10n from '@vscode/l10n';
import { commands } from 'vscode';
import { isJsonObject } from '#core/common/json.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import type { OperationContext } from '../context.ts';
import { operationChoices, type OperationKind } from './operationChoices.ts';

/**
 * Returns the context of the cluster, or undefined if the user cancels. If run from the Command Palette, offers only
 * clusters with a matching operation, and opens the selected one if it's closed.
 * @param given the argument that VS Code passes to a command
 * @param kind lists only the clusters with such an operation
 */
export async function operationContext(
  { clusters }: Pick<OperationContext, 'clusters'>,
  given: unknown,
  title: string,
  kind: OperationKind,
): Promise<string | undefined> {
  // Tree rows and pages pass a cluster.
  if (isJsonObject(given) && ('node' in given || 'context' in given))
    return (await clusters.chooseAny(given, title))?.cluster.context;
  const paused = clusters.pausedOperations();
  const context =
    typeof given === 'string' ? given : await pick(operationChoices(clusters.open(), paused, kind), title);
  if (context !== undefined && clusters.cluster(context) === undefined && paused.some((one) => one.context === context))
    await commands.executeCommand('osc.cluster.open', context);
  return context;
}

async function pick(choices: ReturnType<typeof operationChoices>, title: string): Promise<string | undefined> {
  const [only, ...others] = choices;
  if (only === undefined) throw new Error(l10n.t`No operation is running or paused.`);
  if (others.length === 0) return only.label;
  return (await showPick(choices, { title, placeHolder: l10n.t`Select a cluster`, matchOnDescription: true }))?.label;
}
