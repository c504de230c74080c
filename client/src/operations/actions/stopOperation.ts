/**
 * Stops an operation on a cluster. Changes that were already sent take effect. Running the same command again continues
 * the operation.
 */
import * as l10n from '@vscode/l10n';
import { operationContext } from '../engine/chooseOperation.ts';
import type { OperationCommand } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

export const stopOperation: OperationCommand = {
  id: 'osc.procedure.stop',
  title: 'Stop Operation',
  icon: 'debug-stop',
  palette: 'osc.procedureRuns',
  menus: [clusterRow('inline@1', 'run'), clusterRow('1@2', 'run')],
  async run(tools, given) {
    const context = await operationContext(tools, given, l10n.t`Stop Operation`, 'running');
    if (context !== undefined) tools.stop(context);
  },
};
