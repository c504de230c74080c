/** Every command. A new command is one file and one line here (and its title in package.json). */
import type { Disposable } from 'vscode';
import type { Services } from '../activation/services.ts';
import { registerCommand, type ExtensionCommand } from './command.ts';
import { attachPolicy } from './attachPolicy.ts';
import { checkAllFiles } from './checkAllFiles.ts';
import { closeCluster } from './closeCluster.ts';
import { copyObjectName } from './copyObjectName.ts';
import { explainDenial } from './explainDenial.ts';
import { explainObject } from './explainObject.ts';
import { explainRule } from './explainRule.ts';
import { explainStatus } from './explainStatus.ts';
import { exportHistory } from './exportHistory.ts';
import { logIn } from './logIn.ts';
import { newManifest } from './newManifest.ts';
import { newPolicy } from './newPolicy.ts';
import { openCluster } from './openCluster.ts';
import { openExample } from './openExample.ts';
import { openObjectYaml } from './openObjectYaml.ts';
import { openEmbedded } from './openEmbedded.ts';
import { openRulePage } from './openRulePage.ts';
import { openSetting } from './openSetting.ts';
import { openTour } from './openTour.ts';
import { refreshClusters } from './refreshClusters.ts';
import { replayPolicy } from './replayPolicy.ts';
import { reportIssue } from './reportIssue.ts';
import { restartServer } from './restartServer.ts';
import { revealInConsole } from './revealInConsole.ts';
import { roomCommands } from './featureCommands.ts';
import { rowCommands } from './rowCommands.ts';
import { selectRelease } from './selectRelease.ts';
import { showClusters } from './showClusters.ts';
import { showLog } from './showLog.ts';
import { showMore } from './showMore.ts';
import { showPolicyTable } from './showPolicyTable.ts';
import { startDemoCluster } from './startDemoCluster.ts';
import { stopDemoCluster } from './stopDemoCluster.ts';
import { showTimeline } from './showTimeline.ts';
import { useForChecks } from './useForChecks.ts';

const allCommands: readonly ExtensionCommand[] = [
  attachPolicy,
  checkAllFiles,
  closeCluster,
  copyObjectName,
  explainDenial,
  explainObject,
  explainRule,
  explainStatus,
  exportHistory,
  logIn,
  newManifest,
  newPolicy,
  openCluster,
  openExample,
  openObjectYaml,
  openEmbedded,
  openRulePage,
  openSetting,
  openTour,
  refreshClusters,
  replayPolicy,
  reportIssue,
  restartServer,
  revealInConsole,
  selectRelease,
  showClusters,
  showLog,
  showMore,
  showPolicyTable,
  startDemoCluster,
  stopDemoCluster,
  showTimeline,
  useForChecks,
  ...roomCommands,
  ...rowCommands,
];

export function registerCommands(services: Services): Disposable[] {
  return allCommands.map((command) => registerCommand(command, services));
}
