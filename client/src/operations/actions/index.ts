/** Every action. A new one is one file and one line here (and one in commandNames.ts). */
import type { ActionName } from '../operationCommands.ts';
import type { OperationActionHandler } from '../context.ts';
import { abandon } from './abandon.ts';
import { applyFile } from './applyFile.ts';
import { check } from './check.ts';
import { compareFile } from './compareFile.ts';
import { configurePeerPods } from './configurePeerPods.ts';
import { createPullSecret } from './createPullSecret.ts';
import { createRunbook } from './createRunbook.ts';
import { dismiss } from './dismiss.ts';
import { enterCredentials } from './enterCredentials.ts';
import { goOn } from './continueOperation.ts';
import { install } from './install.ts';
import { isSandboxed } from './checkSandbox.ts';
import { openPorts } from './openPorts.ts';
import { sandboxWorkload } from './sandboxWorkload.ts';
import { resetLogLevel } from './resetLogLevel.ts';
import { setEligibility } from './setEligibility.ts';
import { setFeatureGates } from './setFeatureGates.ts';
import { setInstanceTypes } from './setInstanceTypes.ts';
import { setLogLevel } from './setLogLevel.ts';
import { setNodes } from './setNodes.ts';
import { setPeerPodsLimit } from './setPeerPodsLimit.ts';
import { stop } from './stop.ts';
import { uninstall } from './uninstall.ts';
import { update } from './update.ts';

export const actions: Readonly<Record<ActionName, OperationActionHandler>> = {
  abandon,
  applyFile,
  check,
  compareFile,
  configurePeerPods,
  createPullSecret,
  createRunbook,
  dismiss,
  enterCredentials,
  goOn,
  install,
  isSandboxed,
  openPorts,
  resetLogLevel,
  sandboxWorkload,
  setEligibility,
  setFeatureGates,
  setInstanceTypes,
  setLogLevel,
  setNodes,
  setPeerPodsLimit,
  stop,
  uninstall,
  update,
};
