/** Every command. A new command is one file and one line here (and its title in package.json). */
import type { Disposable } from 'vscode';
import type { Services } from '../services.ts';
import { registerCommand, type Command } from './command.ts';
import { attachPolicy } from './attachPolicy.ts';
import { explainDenial } from './explainDenial.ts';
import { explainRule } from './explainRule.ts';
import { newManifest } from './newManifest.ts';
import { newPolicy } from './newPolicy.ts';
import { openPacked } from './openPacked.ts';
import { openRulePage } from './openRulePage.ts';
import { replayPolicy } from './replayPolicy.ts';
import { restartServer } from './restartServer.ts';
import { selectRelease } from './selectRelease.ts';
import { showLog } from './showLog.ts';
import { showPolicyTable } from './showPolicyTable.ts';

export const allCommands: readonly Command[] = [
  attachPolicy,
  explainDenial,
  explainRule,
  newManifest,
  newPolicy,
  openPacked,
  openRulePage,
  replayPolicy,
  restartServer,
  selectRelease,
  showLog,
  showPolicyTable,
];

export function registerCommands(services: Services): Disposable[] {
  return allCommands.map((command) => registerCommand(command, services));
}
