/** The list of scenarios, as `--list` prints them. */
import { convergedThreeNodes } from './convergedThreeNodes.ts';
import { faultyScenarios } from './faults/index.ts';
import { imageJobFails } from './imageJobFails.ts';
import { manualApproval } from './manualApproval.ts';
import { nodes250, nodes5000 } from './manyNodes.ts';
import { noPermission } from './noPermission.ts';
import { operatorMissing } from './operatorMissing.ts';
import { peerPods } from './peerPods.ts';
import { sandboxesFail } from './sandboxesFail.ts';
import type { Scenario } from './scenario.ts';
import { twoWorkers } from './twoWorkers.ts';
import { twoWorkersInstalled } from './twoWorkersInstalled.ts';
import { uninstallBlockedByPods } from './uninstallBlockedByPods.ts';
import { aws, azure, gcp } from './unprepared.ts';
import { workerFailsAndRecovers } from './workerFailsAndRecovers.ts';

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
