/** Every command. A new command is one file and one line here (and its title in package.json). */
import type { Disposable } from 'vscode';
import type { Services } from '../services.ts';
import { registerCommand, type Command } from './command.ts';
import { explainRule } from './explainRule.ts';
import { newManifest } from './newManifest.ts';
import { openRulePage } from './openRulePage.ts';
import { restartServer } from './restartServer.ts';
import { selectRelease } from './selectRelease.ts';
import { showLog } from './showLog.ts';

export const allCommands: readonly Command[] = [explainRule, newManifest, openRulePage, restartServer, selectRelease, showLog];

export function registerCommands(services: Services): Disposable[] {
  return allCommands.map((command) => registerCommand(command, services));
}
