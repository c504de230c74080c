/** Hides a completed operation. */
import * as l10n from '@vscode/l10n';
import type { OperationCommand } from '../context.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

export const dismissOperation: OperationCommand = {
  id: 'osc.procedure.dismiss',
  title: 'Hide Completed Operation',
  icon: 'close',
  palette: false,
  menus: [clusterRow('inline@1', 'completed'), clusterRow('1@1', 'completed')],
  async run(tools, given) {
    const chosen = await tools.clusters.chooseAny(given, l10n.t`Hide Completed Operation`);
    if (chosen !== undefined) tools.dismiss(chosen.cluster);
  },
};
