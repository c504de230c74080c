/** Resets the log level of the nodes with Kata to the default. */
import { defaultLogLevel, levelToReset } from '#core/status/kataConfig/verboseLogLevel.ts';
import * as l10n from '@vscode/l10n';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationActionHandler } from '../context.ts';
import { changeLogLevel } from './setLogLevel.ts';

export const resetLogLevel: OperationActionHandler = async (tools, given) => {
  const only = {
    includes: ({ snapshot }: Pick<OpenCluster, 'snapshot'>) => levelToReset(snapshot) !== undefined,
    none: l10n.t`The log level of all open clusters is ${defaultLogLevel}.`,
  };
  const cluster = await chooseToChange(tools, given, l10n.t`Reset Log Level`, only);
  if (cluster !== undefined) await changeLogLevel(tools, cluster, defaultLogLevel);
};
