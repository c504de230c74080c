/** The checks of a cluster, by name; a report puts them in order. A new one: a file here, a line below, a row in docs/preflight.md. */
import type { Check } from '../check.ts';
import { architecture } from './architecture.ts';
import { catalogue } from './catalogue.ts';
import { channel } from './channel.ts';
import { clusterExtension } from './clusterExtension.ts';
import { clusterUpdate } from './clusterUpdate.ts';
import { customPools } from './customPools.ts';
import { disruptionBudgets } from './disruptionBudgets.ts';
import { hostedCluster } from './hostedCluster.ts';
import { kataConfigKind } from './kataConfigKind.ts';
import { kataHealth } from './kataHealth.ts';
import { kataPods } from './kataPods.ts';
import { kubernetesVersion } from './kubernetesVersion.ts';
import { leftovers } from './leftovers.ts';
import { nodeEligibility } from './nodeEligibility.ts';
import { openShiftVersion } from './openShiftVersion.ts';
import { openShiftVersionForUpdate } from './openShiftVersionForUpdate.ts';
import { operatingSystem } from './operatingSystem.ts';
import { operatorGroup } from './operatorGroup.ts';
import { operatorNamespace } from './operatorNamespace.ts';
import { peerPodsConfigMap } from './peerPodsConfigMap.ts';
import { peerPodsSecret } from './peerPodsSecret.ts';
import { pendingUpdate } from './pendingUpdate.ts';
import { poolHealth } from './poolHealth.ts';
import { rightsToConfigure } from './rightsToConfigure.ts';
import { rightsToDiagnose } from './rightsToDiagnose.ts';
import { rightsToInstall } from './rightsToInstall.ts';
import { rightsToLook } from './rightsToLook.ts';
import { rightsToUninstall } from './rightsToUninstall.ts';
import { strayRelease } from './strayRelease.ts';
import { subscriptionElsewhere } from './subscriptionElsewhere.ts';
import { virtualMachines } from './virtualMachines.ts';
import { webhook } from './webhook.ts';
import { workerNodes } from './workerNodes.ts';

export const checks: readonly Check[] = [
  architecture,
  catalogue,
  channel,
  clusterExtension,
  clusterUpdate,
  customPools,
  disruptionBudgets,
  hostedCluster,
  kataConfigKind,
  kataHealth,
  kataPods,
  kubernetesVersion,
  leftovers,
  nodeEligibility,
  openShiftVersion,
  openShiftVersionForUpdate,
  operatingSystem,
  operatorGroup,
  operatorNamespace,
  peerPodsConfigMap,
  peerPodsSecret,
  pendingUpdate,
  poolHealth,
  rightsToConfigure,
  rightsToDiagnose,
  rightsToInstall,
  rightsToLook,
  rightsToUninstall,
  strayRelease,
  subscriptionElsewhere,
  virtualMachines,
  webhook,
  workerNodes,
];
