/** Lists the scenarios, as printed by `--list`. */
import { convergedThreeNodes } from './clusters/convergedThreeNodes.ts';
import { fips } from './clusters/fips.ts';
import { fullNodes } from './clusters/fullNodes.ts';
import { gpuNodes } from './clusters/gpuNodes.ts';
import { hostedDaemonSet, hostedDaemonSetFails, hostedDaemonSetReboot } from './clusters/hostedDaemonSet.ts';
import { faultyScenarios } from './faultyScenarios.ts';
import { imageJobFails } from './clusters/imageJobFails.ts';
import { kataWorkloads } from './clusters/workloads/kataWorkloads.ts';
import { manualApproval } from './clusters/manualApproval.ts';
import { nodes250, nodes5000, pods20000 } from './clusters/manyNodes.ts';
import { metricsMissing, peerPodsFail } from './clusters/monitoredClusters.ts';
import { nodeFeatures } from './clusters/nodeFeatures.ts';
import { noPermission } from './faults/permissions/noPermission.ts';
import { openShift414 } from './clusters/openShift414.ts';
import { operatorMissing } from './clusters/operatorMissing.ts';
import { peerPods } from './clusters/peerPods.ts';
import { platformProblems } from './clusters/otherComponents/platformProblems.ts';
import { podLogs } from './clusters/workloads/podLogs.ts';
import { relatedObjectsScenario } from './clusters/otherComponents/relatedObjects.ts';
import { sandboxesFail } from './clusters/sandboxesFail.ts';
import type { Scenario } from './engine/scenario.ts';
import { twoWorkers } from './clusters/twoWorkers.ts';
import { trustee, twoWorkersInstalled } from './clusters/twoWorkersInstalled.ts';
import { uninstallBlockedByPods } from './clusters/uninstallBlockedByPods.ts';
import { aws, azure, gcp, ibmcloud, libvirt } from './clusters/cloudClusters.ts';
import { workerFailsAndRecovers } from './clusters/workerFailsAndRecovers.ts';

/** All scenarios. The first one is the default. */
export const scenarios: readonly Scenario[] = [
  twoWorkers,
  twoWorkersInstalled,
  peerPods,
  convergedThreeNodes,
  workerFailsAndRecovers,
  uninstallBlockedByPods,
  imageJobFails,
  sandboxesFail,
  podLogs,
  kataWorkloads,
  platformProblems,
  relatedObjectsScenario,
  operatorMissing,
  noPermission,
  manualApproval,
  nodes250,
  nodes5000,
  pods20000,
  aws,
  azure,
  gcp,
  ibmcloud,
  libvirt,
  openShift414,
  nodeFeatures,
  fips,
  gpuNodes,
  fullNodes,
  peerPodsFail,
  metricsMissing,
  trustee,
  hostedDaemonSet,
  hostedDaemonSetFails,
  hostedDaemonSetReboot,
  ...faultyScenarios,
];

/** Returns the scenario with the given name, if it exists. */
export function scenarioNamed(name: string): Scenario | undefined {
  return scenarios.find((scenario) => scenario.name === name);
}
