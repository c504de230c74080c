/** Commands of this feature. To add a command, create a file in this folder and list it here. */
import type { OperationCommand } from '../context.ts';
import { abandonOperation } from './abandonOperation.ts';
import { applyComparedFolder } from './applyComparedFolder.ts';
import { closeFolder } from './closeFolder.ts';
import { refreshFolder } from './refreshFolder.ts';
import { showComparedObject } from './showComparedObject.ts';
import { showFolderDifferences } from './showFolderDifferences.ts';
import { applyFile } from './applyFile.ts';
import { applyFolder } from './applyFolder.ts';
import { checkReadiness } from './checkReadiness.ts';
import { compareFile } from './compareFile.ts';
import { compareFolder } from './compareFolder.ts';
import { configurePeerPods } from './configurePeerPods.ts';
import { cordonNode } from './cordonNode.ts';
import { createPullSecret } from './createPullSecret.ts';
import { createRunbook } from './createRunbook.ts';
import { deletePod } from './deletePod.ts';
import { dismissOperation } from './dismissOperation.ts';
import { enterCredentials } from './enterCredentials.ts';
import { continueOperation } from './continueOperation.ts';
import { findWorkload } from './findWorkload.ts';
import { groupWorkloads } from './groupWorkloads.ts';
import { install } from './install.ts';
import { checkSandbox } from './checkSandbox.ts';
import { copyPortTest } from './copyPortTest.ts';
import { openPorts } from './openPorts.ts';
import { pausePool } from './pausePool.ts';
import { resetLogLevel } from './resetLogLevel.ts';
import { restartWorkload } from './restartWorkload.ts';
import { resumePool } from './resumePool.ts';
import { sandboxWorkload } from './sandboxWorkload.ts';
import { scaleWorkload } from './scaleWorkload.ts';
import { setEligibility } from './setEligibility.ts';
import { setFeatureGates } from './setFeatureGates.ts';
import { setInstanceTypes } from './setInstanceTypes.ts';
import { setLogLevel } from './setLogLevel.ts';
import { setNamespaceFilter } from './setNamespaceFilter.ts';
import { setNodes } from './setNodes.ts';
import { setPeerPodsLimit } from './setPeerPodsLimit.ts';
import { showPermissions } from './showPermissions.ts';
import { stopOperation } from './stopOperation.ts';
import { uncordonNode } from './uncordonNode.ts';
import { uninstall } from './uninstall.ts';
import { update } from './update.ts';

export const operationCommands: readonly OperationCommand[] = [
  checkReadiness,
  install,
  update,
  uninstall,
  setLogLevel,
  resetLogLevel,
  setNodes,
  setEligibility,
  setFeatureGates,
  pausePool,
  resumePool,
  deletePod,
  restartWorkload,
  scaleWorkload,
  cordonNode,
  uncordonNode,
  configurePeerPods,
  enterCredentials,
  openPorts,
  copyPortTest,
  setPeerPodsLimit,
  setInstanceTypes,
  createPullSecret,
  applyFile,
  compareFile,
  compareFolder,
  showComparedObject,
  showFolderDifferences,
  refreshFolder,
  applyComparedFolder,
  closeFolder,
  applyFolder,
  sandboxWorkload,
  checkSandbox,
  findWorkload,
  groupWorkloads,
  setNamespaceFilter,
  createRunbook,
  showPermissions,
  continueOperation,
  stopOperation,
  abandonOperation,
  dismissOperation,
];
