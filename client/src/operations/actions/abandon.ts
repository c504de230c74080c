/** Removes a paused operation from the tree. Its changes stay on the cluster. */
import * as l10n from '@vscode/l10n';
import { operationContext } from '../engine/chooseOperation.ts';
import type { OperationActionHandler } from '../context.ts';

export const abandon: OperationActionHandler = async (tools, given) => {
  const context = await operationContext(tools, given, l10n.t`Abandon Operation`, 'paused');
  if (context !== undefined) await tools.abandon(context);
};
