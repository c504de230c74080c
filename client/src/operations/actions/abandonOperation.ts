/** Removes a paused operation from the tree. Changes that were already made aren't reverted. */
import * as l10n from '@vscode/l10n';
import { operationContext } from '../engine/chooseOperation.ts';
import type { OperationCommand } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

export const abandonOperation: OperationCommand = {
  id: 'osc.procedure.abandon',
  title: 'Abandon Operation',
  icon: 'trash',
  palette: 'osc.operationPaused',
  // Not a button of the row: it would replace Stop Operation under the pointer. The operation has a row for it.
  menus: [clusterRow('2@1', 'paused')],
  async run(tools, given) {
    const context = await operationContext(tools, given, l10n.t`Abandon Operation`, 'paused');
    if (context !== undefined) await tools.abandon(context);
  },
};
