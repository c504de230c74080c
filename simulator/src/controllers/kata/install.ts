/**
 * Simulates one reconciliation of an installation in two parts: first the changes, then the evaluation of the resulting
 * state. Source: openshift/sandboxed-containers-operator@00ef4c71 controllers/openshift_controller.go,
 * processKataConfigInstallRequest.
 */
import { getMap, getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import {
  configMaps,
  containerRuntimeConfigs,
  daemonSets,
  kataConfigs,
  machineConfigPools,
  machineConfigs,
  runtimeClasses,
  sccs,
} from '../framework/resourceNames.ts';
import { finished, installing, updating } from './inProgressCondition.ts';
import type { KataConfigStatusDraft } from './kataConfigStatus.ts';
import { getOperandVersion } from '../olm/operandVersion.ts';
import * as objects from './operatorObjects.ts';
import { enablePeerPods, ensurePeerPodsConfigs, type ReconcileResult } from './peerPods.ts';
import {
  countNodes,
  extensionName,
  hasEligibleNodes,
  isConverged,
  isUpdating,
  kataNodeSelector,
  labelWorkers,
  poolName,
} from './nodeSelection.ts';

export const kataFinalizer = 'kataconfiguration.openshift.io/finalizer';

/** Returns whether the KataConfig enables peer pods. */
export function hasPeerPods(kataConfig: KubeObject): boolean {
  return getValue(kataConfig, 'spec', 'enablePeerPods') === true;
}

/** Runs the first part of the reconciliation. Returns `again` without changes if no node is eligible yet. */
export function beginInstall(client: Client, kataConfig: KubeObject, draft: KataConfigStatusDraft): ReconcileResult {
  if (
    getValue(kataConfig, 'spec', 'checkNodeEligibility') === true &&
    !hasPeerPods(kataConfig) &&
    !hasEligibleNodes(client)
  )
    return 'again';
  const converged = isConverged(client);
  const pool = poolName(converged);
  if (hasPeerPods(kataConfig)) ensurePeerPodsConfigs(client, converged);
  addFinalizer(client, kataConfig);
  const isNew = client.get(machineConfigs, objects.extensionConfigName) === undefined;
  client.ensure(machineConfigs, objects.extensionConfig(kataConfig, pool, extensionName(client)));
  if (isNew) draft.condition = installing;
  if (converged) draft.waitingForMcoToStart ||= isNew;
  else {
    if (labelWorkers(client, kataConfig) && !isUpdating(client, pool)) draft.waitingForMcoToStart = true;
    client.ensure(machineConfigPools, objects.kataPool());
  }
  return 'goOn';
}

/** Runs the second part. */
export function finishInstall(client: Client, kataConfig: KubeObject, draft: KataConfigStatusDraft): ReconcileResult {
  const converged = isConverged(client);
  const pool = poolName(converged);
  const updatingNow = isUpdating(client, pool);
  if (updatingNow && draft.condition?.status === 'False') draft.condition = updating;
  // The pool's update triggers the next reconciliation, so no requeue is needed.
  if (!updatingNow && draft.waitingForMcoToStart) return 'stop';
  draft.waitingForMcoToStart = false;
  countNodes(client, draft, converged);
  if (updatingNow) return 'stop';
  return completeInstall(client, kataConfig, converged, draft);
}

/** Completes an installation after Kata is installed on all nodes. */
export function completeInstall(
  client: Client,
  kataConfig: KubeObject,
  converged: boolean,
  draft: KataConfigStatusDraft,
): ReconcileResult {
  const nodeSelector = kataNodeSelector(converged);
  draft.condition = finished;
  client.ensure(runtimeClasses, objects.runtimeClass(kataConfig, 'kata', '350Mi', nodeSelector));
  if (!draft.runtimeClasses.includes('kata')) draft.runtimeClasses = [...draft.runtimeClasses, 'kata'];
  client.ensure(sccs, objects.scc(kataConfig));
  client.ensure(daemonSets, objects.monitor(kataConfig, nodeSelector, getOperandVersion(client)));
  return hasPeerPods(kataConfig) ? enablePeerPods(client, kataConfig, converged, draft) : 'goOn';
}

/**
 * Runs after a reconciliation of an installation has written its status. Creates the dashboard and configures the CRI-O
 * log level.
 */
export function followUp(client: Client, kataConfig: KubeObject): void {
  client.ensure(configMaps, objects.dashboard());
  const wanted = getString(kataConfig, 'spec', 'logLevel') ?? '';
  const logLevel = wanted === '' ? 'info' : wanted;
  const present = client.get(containerRuntimeConfigs, objects.logLevelConfigName);
  if (present === undefined) {
    if (logLevel !== 'info')
      client.create(containerRuntimeConfigs, objects.logLevelConfig(poolName(isConverged(client)), logLevel));
  } else if (getString(present, 'spec', 'containerRuntimeConfig', 'logLevel') !== logLevel) {
    client.change(containerRuntimeConfigs, { name: objects.logLevelConfigName }, (config) => ({
      ...config,
      spec: { ...getMap(config, 'spec'), containerRuntimeConfig: { logLevel } },
    }));
  }
}

/** Adds the finalizer of the operator, which keeps a deleted KataConfig until Kata is uninstalled. */
export function addFinalizer(client: Client, kataConfig: KubeObject): void {
  client.change(kataConfigs, { name: kataConfig.metadata.name }, (object) => {
    const { finalizers = [] } = object.metadata;
    if (finalizers.includes(kataFinalizer) || object.metadata.deletionTimestamp !== undefined) return undefined;
    return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, kataFinalizer] } };
  });
}
