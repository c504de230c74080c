/** Resets the log level of the nodes with Kata to the default. */
import { defaultLogLevel } from '#core/status/kataConfig/verboseLogLevel.ts';
import * as l10n from '@vscode/l10n';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import type { Action } from '../context.ts';
import { changeLogLevel } from './setLogLevel.ts';

export const resetLogLevel: Action = async (tools, given) => {
  const cluster = await chooseToChange(tools, given, l10n.t`Reset Log Level`);
  if (cluster !== undefined) await changeLogLevel(tools, cluster, defaultLogLevel);
};
