/**
 * Starts the extension in a browser, such as vscode.dev. Supports language features and policies. Other features
 * explain that they need VS Code on a computer, as listed in docs/web.md.
 */
import type { ExtensionContext } from 'vscode';
import { attachInitdata } from '../commands/attachInitdata.ts';
import { attachPolicy } from '../commands/attachPolicy.ts';
import { checkAllFiles } from '../commands/checkAllFiles.ts';
import { registerCommand, type ExtensionCommand } from '../commands/command.ts';
import { explainDenial } from '../commands/explainDenial.ts';
import { explainRule } from '../commands/explainRule.ts';
import { explainStatus } from '../commands/explainStatus.ts';
import { generatePolicy } from '../commands/generatePolicy.ts';
import { newManifest } from '../commands/newManifest.ts';
import { newPolicy } from '../commands/newPolicy.ts';
import { openEmbedded } from '../commands/openEmbedded.ts';
import { openRulePage } from '../commands/openRulePage.ts';
import { replayPolicy } from '../commands/replayPolicy.ts';
import { restartServer } from '../commands/restartServer.ts';
import { selectRelease } from '../commands/selectRelease.ts';
import { showLog } from '../commands/showLog.ts';
import { showPolicyTable } from '../commands/showPolicyTable.ts';
import { registerPolicyProviders } from '../activation/registerPolicy.ts';
import { applyLocale } from '../vscode/locale.ts';
import { registerUnavailableCommands, absentViews } from './unavailable.ts';
import { createWebServices } from './services.ts';

/** The commands that work in a browser. */
export const webCommands: readonly ExtensionCommand[] = [
  attachInitdata,
  attachPolicy,
  checkAllFiles,
  explainDenial,
  explainRule,
  explainStatus,
  generatePolicy,
  newManifest,
  newPolicy,
  openEmbedded,
  openRulePage,
  replayPolicy,
  restartServer,
  selectRelease,
  showLog,
  showPolicyTable,
];

export function activate(context: ExtensionContext): void {
  applyLocale();
  const services = createWebServices(context);
  const manifest: unknown = context.extension.packageJSON;
  context.subscriptions.push(
    ...webCommands.map((command) => registerCommand(command, services)),
    ...registerUnavailableCommands(manifest, new Set(webCommands.map(({ id }) => id)), services.notify),
    ...absentViews(),
    ...registerPolicyProviders(services.policy, services.notify),
  );
  services.language.startWhenNeeded();
}
