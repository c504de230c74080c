/** The commands that don't belong to a feature. To add one, create a file in this folder and add it to the list. */
import type { Disposable } from 'vscode';
import type { Services } from '../activation/services.ts';
import { registerCommand, type ExtensionCommand } from './command.ts';
import { attachInitdata } from './attachInitdata.ts';
import { attachPolicy } from './attachPolicy.ts';
import { checkAllFiles } from './checkAllFiles.ts';
import { closeCluster, closeClusterRow } from './closeCluster.ts';
import { copyObjectName } from './copyObjectName.ts';
import { describeObject, describeRow } from './describeObject.ts';
import { explainDenial } from './explainDenial.ts';
import { explainObject } from './explainObject.ts';
import { explainRule } from './explainRule.ts';
import { explainStatus } from './explainStatus.ts';
import { exportHistory, exportHistoryRow } from './exportHistory.ts';
import { generatePolicy } from './generatePolicy.ts';
import { logIn, logInRow } from './logIn.ts';
import { logOut, logOutRow } from './logOut.ts';
import { newManifest } from './newManifest.ts';
import { newPolicy } from './newPolicy.ts';
import { openCluster, openClusterRow } from './openCluster.ts';
import { openExample } from './openExample.ts';
import { openObjectYaml } from './openObjectYaml.ts';
import { openEmbedded } from './openEmbedded.ts';
import { openRulePage } from './openRulePage.ts';
import { openSetting } from './openSetting.ts';
import { openTour } from './openTour.ts';
import { refreshClusters, refreshClustersRow } from './refreshClusters.ts';
import { replayPolicy } from './replayPolicy.ts';
import { reportIssue } from './reportIssue.ts';
import { restartServer } from './restartServer.ts';
import { revealInConsole } from './revealInConsole.ts';
import { featureCommands } from './featureCommands.ts';
import { selectRelease } from './selectRelease.ts';
import { showClusters } from './showClusters.ts';
import { showEvents, showEventsRow } from './showEvents.ts';
import { showLog } from './showLog.ts';
import { showMore } from './showMore.ts';
import { showPolicyTable } from './showPolicyTable.ts';
import { startDemoCluster } from './startDemoCluster.ts';
import { stopDemoCluster } from './stopDemoCluster.ts';
import { showTimeline, showTimelineRow } from './showTimeline.ts';
import { useForChecks, useForChecksRow } from './useForChecks.ts';

export const ownCommands: readonly ExtensionCommand[] = [
  attachInitdata,
  attachPolicy,
  checkAllFiles,
  closeCluster,
  closeClusterRow,
  copyObjectName,
  describeObject,
  describeRow,
  explainDenial,
  explainObject,
  explainRule,
  explainStatus,
  exportHistory,
  exportHistoryRow,
  generatePolicy,
  logIn,
  logInRow,
  logOut,
  logOutRow,
  newManifest,
  newPolicy,
  openCluster,
  openClusterRow,
  openExample,
  openObjectYaml,
  openEmbedded,
  openRulePage,
  openSetting,
  openTour,
  refreshClusters,
  refreshClustersRow,
  replayPolicy,
  reportIssue,
  restartServer,
  revealInConsole,
  selectRelease,
  showClusters,
  showEvents,
  showEventsRow,
  showLog,
  showMore,
  showPolicyTable,
  startDemoCluster,
  stopDemoCluster,
  showTimeline,
  showTimelineRow,
  useForChecks,
  useForChecksRow,
];

/** Registers all commands, including those of features. */
export function registerCommands(services: Services): Disposable[] {
  return [...ownCommands, ...featureCommands].map((command) => registerCommand(command, services));
}
