/** Resets the log level of the Kata nodes to the default. */
import { defaultLogLevel, levelToReset } from '#core/status/kataConfig/verboseLogLevel.ts';
import * as l10n from '@vscode/l10n';
import { logLevelProcedure } from '#core/operations/procedures/logLevel.ts';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationCommand } from '../context.ts';
import { changeLogLevel } from './setLogLevel.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

export const resetLogLevel: OperationCommand = {
  id: 'osc.kata.resetLogLevel',
  title: 'Reset Log Level to info',
  icon: 'discard',
  palette: 'osc.logLevelChanged && !config.osc.readOnly',
  menus: [
    clusterRow('inline@1', 'logLevel', '!config.osc.readOnly'),
    clusterRow('1@1', 'logLevel', '!config.osc.readOnly'),
  ],
  async run(tools, given) {
    const only = {
      includes: ({ snapshot }: Pick<OpenCluster, 'snapshot'>) => levelToReset(snapshot) !== undefined,
      none: l10n.t`Nothing to reset: the log level is already ${defaultLogLevel} on all open clusters.`,
    };
    const cluster = await chooseToChange(tools, given, l10n.t`Reset Log Level`, logLevelProcedure, 'setLogLevel', only);
    if (cluster !== undefined) await changeLogLevel(tools, cluster, defaultLogLevel);
  },
};
