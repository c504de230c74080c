/** The list of controllers. To add one, create a file and add a line here. */
import type { ResourceType } from '../store/resourceType.ts';
import type { ControllerContext, Controller, StopController } from './framework/controller.ts';
import { clusterVersionController } from './cluster/clusterVersion.ts';
import { eventExpiry } from './cluster/eventExpiry.ts';
import { garbageCollector } from './cluster/garbageCollection.ts';
import { namespaceController } from './cluster/namespaces.ts';
import { peerPodsCapacity } from './kata/peerPodsCapacity.ts';
import { kataConfigWebhook } from './admission/kataConfigWebhook.ts';
import { kataOperator } from './kata/kataOperator.ts';
import { rpmInstaller } from './kata/rpmInstaller.ts';
import { runtimeClassCleanup } from './kata/runtimeClassCleanup.ts';
import { containerRuntimeController } from './machineConfig/containerRuntimeController.ts';
import { machineConfigDaemon } from './machineConfig/machineConfigDaemon.ts';
import { poolController } from './machineConfig/poolController.ts';
import { renderController } from './machineConfig/renderController.ts';
import { nodeFeatureDiscovery } from './nodeFeatures/nodeFeatureDiscovery.ts';
import { nodeLifecycle } from './nodes/nodeLifecycle.ts';
import { catalogueController } from './olm/catalogues.ts';
import { clusterExtensionController } from './olm/clusterExtensions.ts';
import { csvController } from './olm/clusterServiceVersions.ts';
import { installPlanController } from './olm/installPlans.ts';
import { operatorGroupController } from './olm/operatorGroups.ts';
import { subscriptionController } from './olm/subscriptions.ts';
import { peerPodsWebhook } from './admission/peerPodsWebhook.ts';
import { resourceQuotaController } from './admission/resourceQuotas.ts';
import { runtimeClassAdmission } from './admission/runtimeClassAdmission.ts';
import { containerOutput } from './workloads/containerOutput.ts';
import { daemonSetController } from './workloads/daemonSets.ts';
import { deploymentController } from './workloads/deployments.ts';
import { disruptionController } from './workloads/disruptionBudgets.ts';
import { endpointsController } from './workloads/endpoints.ts';
import { endpointSlicesController } from './workloads/endpointSlices.ts';
import { jobController } from './workloads/jobs.ts';
import { kubelet } from './workloads/kubelet.ts';
import { replicaSetController } from './workloads/replicaSets.ts';
import { statefulSetController } from './workloads/statefulSets.ts';
import { scheduler } from './workloads/scheduler.ts';

/**
 * Returns all controllers. Webhooks are called in this order, so those that change pods come first.
 * @param types returns all current resource types
 */
export function controllers(types: () => readonly ResourceType[]): readonly Controller[] {
  return [
    runtimeClassAdmission,
    peerPodsWebhook,
    kataConfigWebhook,
    // The admission plug-in runs last, as in the API server.
    resourceQuotaController,
    namespaceController(() => types().filter((type) => type.namespaced && type.verbs.includes('delete'))),
    garbageCollector(types),
    eventExpiry,
    clusterVersionController,
    catalogueController,
    operatorGroupController,
    subscriptionController,
    installPlanController,
    csvController,
    clusterExtensionController,
    deploymentController,
    replicaSetController,
    statefulSetController,
    daemonSetController,
    jobController,
    nodeLifecycle,
    scheduler,
    kubelet,
    containerOutput,
    endpointsController,
    endpointSlicesController,
    disruptionController,
    renderController,
    poolController,
    containerRuntimeController,
    machineConfigDaemon,
    nodeFeatureDiscovery,
    kataOperator,
    rpmInstaller,
    runtimeClassCleanup,
    peerPodsCapacity,
  ];
}

/** Registers the admission functions of controllers. Call it once for each store. */
export function admitAll(cluster: ControllerContext, all: readonly Controller[]): void {
  for (const { admission } of all) if (admission !== undefined) cluster.client.store.admit(admission(cluster));
}

/** Starts all controllers. */
export function startAll(cluster: ControllerContext, all: readonly Controller[]): StopController {
  const stops = all.map(({ start, manager }) =>
    start(manager === undefined ? cluster : { ...cluster, client: cluster.client.as(manager) }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
