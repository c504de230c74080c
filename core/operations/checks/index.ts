/**
 * The preflight checks, by name. A report sorts them. To add one, create a file in this folder, list it here, and add a
 * row to docs/preflight.md.
 */
import type { PreflightCheck } from '../preflightFindings/check.ts';
import { architecture } from './nodes/architecture.ts';
import { catalogue } from './operator/catalogue.ts';
import { channel } from './operator/channel.ts';
import { clusterExtension } from './operator/clusterExtension.ts';
import { clusterUpdate } from './cluster/clusterUpdate.ts';
import { customPools } from './nodes/customPools.ts';
import { disruptionBudgets } from './nodes/disruptionBudgets.ts';
import { fips } from './cluster/fips.ts';
import { gpu } from './nodes/gpu.ts';
import { hostedCluster } from './cluster/hostedCluster.ts';
import { installation } from './operator/installation.ts';
import { kataConfigAdmission } from './kata/kataConfigAdmission.ts';
import { kataConfigKind } from './kata/kataConfigKind.ts';
import { kataHealth } from './kata/kataHealth.ts';
import { kataPods } from './kata/kataPods.ts';
import { kubernetesVersion } from './cluster/kubernetesVersion.ts';
import { leftovers } from './kata/leftovers.ts';
import { nodeCapacity } from './nodes/nodeCapacity.ts';
import { nodeEligibility } from './nodes/nodeEligibility.ts';
import { openShiftVersion } from './cluster/openShiftVersion.ts';
import { openShiftVersionForUpdate } from './cluster/openShiftVersionForUpdate.ts';
import { operatingSystem } from './nodes/operatingSystem.ts';
import { operatorGroup } from './operator/operatorGroup.ts';
import { operatorNamespace } from './operator/operatorNamespace.ts';
import { peerPodsCapacity } from './kata/peerPodsCapacity.ts';
import { peerPodsConfigMap } from './kata/peerPodsConfigMap.ts';
import { peerPodsSecret } from './kata/peerPodsSecret.ts';
import { pendingUpdate } from './operator/pendingUpdate.ts';
import { poolHealth } from './nodes/poolHealth.ts';
import { permissionsToConfigure } from './permissions/permissionsToConfigure.ts';
import { permissionsToDiagnose } from './permissions/permissionsToDiagnose.ts';
import { permissionsToInstall } from './permissions/permissionsToInstall.ts';
import { permissionsToView } from './permissions/permissionsToView.ts';
import { permissionsToUninstall } from './permissions/permissionsToUninstall.ts';
import { strayRelease } from './operator/strayRelease.ts';
import { subscriptionElsewhere } from './operator/subscriptionElsewhere.ts';
import { supportLevel } from './cluster/supportLevel.ts';
import { virtualMachines } from './nodes/virtualMachines.ts';
import { webhook } from './operator/webhook.ts';
import { workerNodes } from './nodes/workerNodes.ts';

export const checks: readonly PreflightCheck[] = [
  architecture,
  catalogue,
  channel,
  clusterExtension,
  clusterUpdate,
  customPools,
  disruptionBudgets,
  fips,
  gpu,
  hostedCluster,
  installation,
  kataConfigAdmission,
  kataConfigKind,
  kataHealth,
  kataPods,
  kubernetesVersion,
  leftovers,
  nodeCapacity,
  nodeEligibility,
  openShiftVersion,
  openShiftVersionForUpdate,
  operatingSystem,
  operatorGroup,
  operatorNamespace,
  peerPodsCapacity,
  peerPodsConfigMap,
  peerPodsSecret,
  pendingUpdate,
  poolHealth,
  permissionsToConfigure,
  permissionsToDiagnose,
  permissionsToInstall,
  permissionsToView,
  permissionsToUninstall,
  strayRelease,
  subscriptionElsewhere,
  supportLevel,
  virtualMachines,
  webhook,
  workerNodes,
];
