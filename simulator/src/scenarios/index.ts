/** The list of scenarios, as `--list` prints them. */
import { convergedThreeNodes } from './basic/convergedThreeNodes.ts';
import { faultyScenarios } from './faultyScenarios.ts';
import { imageJobFails } from './basic/imageJobFails.ts';
import { manualApproval } from './basic/manualApproval.ts';
import { nodes250, nodes5000 } from './basic/manyNodes.ts';
import { noPermission } from './faults/permissions/noPermission.ts';
import { operatorMissing } from './basic/operatorMissing.ts';
import { peerPods } from './basic/peerPods.ts';
import { sandboxesFail } from './basic/sandboxesFail.ts';
import type { Scenario } from './engine/scenario.ts';
import { twoWorkers } from './basic/twoWorkers.ts';
import { twoWorkersInstalled } from './basic/twoWorkersInstalled.ts';
import { uninstallBlockedByPods } from './basic/uninstallBlockedByPods.ts';
import { aws, azure, gcp } from './basic/cloudClusters.ts';
import { workerFailsAndRecovers } from './basic/workerFailsAndRecovers.ts';

/** All of them; the first one is played when nobody chooses. */
export const scenarios: readonly Scenario[] = [
  twoWorkers,
  twoWorkersInstalled,
  peerPods,
  convergedThreeNodes,
  workerFailsAndRecovers,
  uninstallBlockedByPods,
  imageJobFails,
  sandboxesFail,
  operatorMissing,
  noPermission,
  manualApproval,
  nodes250,
  nodes5000,
  aws,
  azure,
  gcp,
  ...faultyScenarios,
];

/** The scenario of this name. */
export function scenarioNamed(name: string): Scenario | undefined {
  return scenarios.find((scenario) => scenario.name === name);
}
