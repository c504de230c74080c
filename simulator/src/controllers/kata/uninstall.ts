/**
 * Simulates one reconciliation of an uninstall in two parts, as for an installation. Source:
 * openshift/sandboxed-containers-operator@00ef4c71 controllers/openshift_controller.go, processKataConfigDeleteRequest.
 */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import {
  containerRuntimeConfigs,
  daemonSets,
  kataConfigs,
  machineConfigPools,
  machineConfigs,
  pods,
  sccs,
} from '../framework/resourceNames.ts';
import { blockedByPods, finished, uninstalling } from './inProgressCondition.ts';
import type { KataConfigStatusDraft } from './kataConfigStatus.ts';
import { hasPeerPods, kataFinalizer } from './install.ts';
import * as objects from './operatorObjects.ts';
import { disablePeerPods, type ReconcileResult } from './peerPods.ts';
import { countNodes, isConverged, isUpdating, unlabelNodes } from './nodeSelection.ts';

/** Returns whether Kata pods remain. If so, sets the condition. */
export function isBlockedByPods(client: Client, draft: KataConfigStatusDraft): boolean {
  const blocking = client
    .list(pods)
    .find((pod) => draft.runtimeClasses.includes(getString(pod, 'spec', 'runtimeClassName') ?? ''));
  if (blocking !== undefined) draft.condition = blockedByPods(getString(blocking, 'spec', 'runtimeClassName') ?? '');
  return blocking !== undefined;
}

/** Runs the first part of the reconciliation. If Kata pods remain, only sets the condition and returns `again`. */
export function beginUninstall(client: Client, kataConfig: KubeObject, draft: KataConfigStatusDraft): ReconcileResult {
  if (isBlockedByPods(client, draft)) return 'again';
  const converged = isConverged(client);
  const unlabelled = unlabelNodes(client, kataConfig, converged);
  draft.condition = uninstalling;
  const deleted = client.remove(machineConfigs, { name: objects.extensionConfigName });
  if (converged ? deleted : unlabelled) draft.waitingForMcoToStart = true;
  return 'goOn';
}

/** Runs the second part. */
export function finishUninstall(client: Client, kataConfig: KubeObject, draft: KataConfigStatusDraft): ReconcileResult {
  const converged = isConverged(client);
  const updatingNow = isUpdating(client, converged ? 'master' : 'worker');
  if (!updatingNow && draft.waitingForMcoToStart) return 'stop';
  draft.waitingForMcoToStart = false;
  countNodes(client, draft, converged);
  if (updatingNow) return 'stop';
  draft.condition = finished;
  if (!converged) client.remove(machineConfigPools, { name: 'kata-oc' });
  client.remove(daemonSets, { name: objects.monitorName, namespace: operatorNamespace });
  if (hasPeerPods(kataConfig)) {
    const after = disablePeerPods(client, draft);
    if (after !== 'goOn') return after;
  }
  client.remove(sccs, { name: objects.sccName });
  client.remove(containerRuntimeConfigs, { name: objects.logLevelConfigName });
  return 'goOn';
}

/**
 * Removes the finalizer from the KataConfig, as the last step. Kubernetes then deletes the KataConfig and the objects
 * that it owns.
 */
export function releaseKataConfig(client: Client, kataConfig: KubeObject): void {
  client.change(kataConfigs, { name: kataConfig.metadata.name }, (object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      finalizers: object.metadata.finalizers?.filter((finalizer) => finalizer !== kataFinalizer),
    },
  }));
}
