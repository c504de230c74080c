/** Sends nothing more on a cluster. What was sent goes on, and the same command continues from there. */
import * as l10n from '@vscode/l10n';
import { operationContext } from '../engine/chooseOperation.ts';
import type { OperationActionHandler } from '../context.ts';

export const stop: OperationActionHandler = async (tools, given) => {
  const context = await operationContext(tools, given, l10n.t`Stop Operation`, 'running');
  if (context !== undefined) tools.stop(context);
};
