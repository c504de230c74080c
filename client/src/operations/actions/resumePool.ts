/** Resumes a paused machine config pool. */
import * as l10n from '@vscode/l10n';
import { resumePoolProcedure } from '#core/operations/procedures/pausePool.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';
import { askPool } from '../configure/askPool.ts';
import { changePool } from '../configure/changePool.ts';
import type { OperationCommand } from '../context.ts';

export const resumePool: OperationCommand = {
  id: 'osc.pool.resume',
  title: 'Resume Pool...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [clusterRow('1@3', 'pausedPool', '!config.osc.readOnly')],
  run: (tools, given) =>
    changePool(
      tools,
      given,
      resumePoolProcedure,
      {
        paused: false,
        placeHolder: l10n.t`Select the machine config pool to resume`,
        none: (context) => l10n.t`No machine config pool on ${context} is paused.`,
      },
      askPool,
    ),
};
