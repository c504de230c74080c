/** Pauses a machine config pool. */
import * as l10n from '@vscode/l10n';
import { pausePoolProcedure } from '#core/operations/procedures/pausePool.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';
import { askPool } from '../configure/askPool.ts';
import { changePool } from '../configure/changePool.ts';
import type { OperationCommand } from '../context.ts';

export const pausePool: OperationCommand = {
  id: 'osc.pool.pause',
  title: 'Pause Pool...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [clusterRow('1@3', 'runningPool', '!config.osc.readOnly')],
  run: (tools, given) =>
    changePool(
      tools,
      given,
      pausePoolProcedure,
      {
        paused: true,
        placeHolder: l10n.t`Select the machine config pool to pause`,
        none: (context) => l10n.t`No machine config pool on ${context} can be paused.`,
      },
      askPool,
    ),
};
