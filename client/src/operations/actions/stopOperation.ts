/** Sends nothing more on a cluster. What was sent goes on, and the same command continues from there. */
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
