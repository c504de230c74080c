/**
 * Simulates the OpenShift sandboxed containers Operator. It installs Kata on the nodes, uninstalls it, and reports the
 * progress in the KataConfig. It works only while its Deployment is available. A reconciliation has two parts, because
 * API calls take time. The second part evaluates the results of the first. Source:
 * openshift/sandboxed-containers-operator@00ef4c71 controllers/openshift_controller.go.
 */
import type { Cancel } from '#simulator/time/clock.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getNumber, isSameJson, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import type { ControllerContext, Controller, StopController } from '../framework/controller.ts';
import { inDocumentWording } from './inProgressCondition.ts';
import {
  beginDaemonSetInstall,
  beginDaemonSetUninstall,
  finishDaemonSetInstall,
  finishDaemonSetUninstall,
  getInstallLabelOf,
} from './daemonSetReconciler.ts';
import { draftOf, statusOf, type KataConfigStatusDraft } from './kataConfigStatus.ts';
import { beginInstall, finishInstall, followUp, hasPeerPods } from './install.ts';
import type { ReconcileResult } from './peerPods.ts';
import { hasUsableSelector, isSelectedNode, isWorker } from './nodeSelection.ts';
import { beginUninstall, finishUninstall, releaseKataConfig } from './uninstall.ts';
import { writeOperatorLog } from '../framework/containerLogs.ts';
import { readNodeConfig } from '../nodes/nodeAnnotations.ts';
import { configMaps, deployments, jobs, kataConfigs, machineConfigPools, nodes } from '../framework/resourceNames.ts';
import { fieldManagers } from '../framework/fieldManagers.ts';
import { WorkQueue } from '../framework/workQueue.ts';

export const managerName = 'controller-manager';

/** Returns whether the pods of the operator are running. */
function isOperatorRunning(client: Client): boolean {
  return (getNumber(client.get(deployments, managerName, operatorNamespace), 'status', 'availableReplicas') ?? 0) > 0;
}

/** The operator. */
export const kataOperator: Controller = {
  name: 'sandboxed containers operator',
  manager: fieldManagers.kataOperator,
  start: (cluster) => new Operator(cluster).run(),
};

class Operator {
  readonly #cluster: ControllerContext;
  readonly #client: Client;
  readonly #queue: WorkQueue;
  /**
   * Reconciliations in progress, by KataConfig name. `again` is true if an event has occurred since the reconciliation
   * started.
   */
  readonly #passes = new Map<string, { readonly cancel: Cancel; again: boolean }>();

  constructor(cluster: ControllerContext) {
    this.#cluster = cluster;
    this.#client = cluster.client;
    this.#queue = new WorkQueue(cluster.clock, cluster.behaviour.timings.reconcile, (name) => this.#begin(name));
  }

  run(): StopController {
    const client = this.#client;
    const stops = [
      client.follow(kataConfigs, ({ type, object, previous }) => {
        // Events for the operator's own status updates are ignored.
        const { metadata } = object;
        const changed =
          metadata.generation !== previous?.metadata.generation ||
          metadata.deletionTimestamp !== previous?.metadata.deletionTimestamp;
        if (type !== 'DELETED' && changed) this.#notice(metadata.name);
      }),
      client.follow(machineConfigPools, ({ type, object, previous }) => {
        const relevant = ['kata-oc', 'worker', 'master'].includes(object.metadata.name);
        if (relevant && type === 'MODIFIED' && !isSameJson(object['status'], previous?.['status'])) this.#noticeAll();
      }),
      client.follow(nodes, ({ type, object, previous }) => {
        if (type !== 'DELETED' && isWorker(object) && this.#concerns(object, previous)) this.#noticeAll();
      }),
      client.follow(configMaps, ({ object }) => {
        if (object.metadata.namespace === operatorNamespace && object.metadata.name === 'peer-pods-cm')
          this.#noticeAll();
      }),
      client.follow(deployments, ({ object }) => {
        if (
          object.metadata.name === managerName &&
          object.metadata.namespace === operatorNamespace &&
          isOperatorRunning(client)
        )
          this.#noticeAll();
      }),
      client.follow(jobs, ({ type, object }) => {
        const { namespace, deletionTimestamp } = object.metadata;
        if (type === 'MODIFIED' && namespace === operatorNamespace && deletionTimestamp === undefined)
          this.#noticeAll();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      for (const { cancel } of this.#passes.values()) cancel();
      this.#queue.stop();
    };
  }

  /**
   * Returns whether a node change is relevant: the configuration state of the node changed, or a KataConfig now selects
   * the node or no longer selects it.
   */
  #concerns(node: KubeObject, previous: KubeObject | undefined): boolean {
    if (previous === undefined || readNodeConfig(node).state !== readNodeConfig(previous).state) return true;
    if (isSameJson(node.metadata.labels, previous.metadata.labels)) return false;
    if (getInstallLabelOf(node) !== getInstallLabelOf(previous)) return true;
    return this.#client
      .list(kataConfigs)
      .some((kataConfig) => isSelectedNode(kataConfig, node, false) !== isSelectedNode(kataConfig, previous, false));
  }

  #noticeAll(): void {
    for (const kataConfig of this.#client.list(kataConfigs)) this.#notice(kataConfig.metadata.name);
  }

  #notice(name: string): void {
    const pass = this.#passes.get(name);
    if (pass === undefined) this.#queue.add(name);
    else pass.again = true;
  }

  #begin(name: string): undefined {
    const kataConfig = this.#client.get(kataConfigs, name);
    if (kataConfig === undefined || !isOperatorRunning(this.#client)) return;
    this.#log('Reconciling KataConfig in OpenShift Cluster');
    // The operator stops and reports the problem only in its log.
    if (!hasUsableSelector(kataConfig)) {
      this.#log('Invalid KataConfig.spec.kataConfigPoolSelector - please fix your KataConfig');
      return;
    }
    const draft = draftOf(kataConfig);
    const leaving = kataConfig.metadata.deletionTimestamp !== undefined && !isBusy(draft);
    // The changes of the pass cause events, which must not start another pass.
    const pass = { cancel: (): void => undefined, again: false };
    this.#passes.set(name, pass);
    const after = this.#beginPass(kataConfig, draft, leaving);
    if (after === 'again') {
      this.#passes.delete(name);
      if (leaving) this.#log('Kata pods are present. Requeue for reconciliation ');
      else
        this.#log(
          'Failed to check Node eligibility for running Kata containers: no Nodes with required labels found. Is NFD running?',
          'error',
        );
      this.#write(kataConfig, draft);
      this.#queue.add(name, this.#cluster.behaviour.timings.operatorRequeue);
      return;
    }
    const cancel = this.#cluster.clock.after(this.#cluster.behaviour.timings.operatorPass, () =>
      this.#finish(kataConfig, draft, leaving),
    );
    this.#passes.set(name, { cancel, again: pass.again });
  }

  #beginPass(kataConfig: KubeObject, draft: KataConfigStatusDraft, leaving: boolean): ReconcileResult {
    const form = this.#cluster.behaviour.daemonSetInstallation?.form;
    if (form !== undefined)
      return leaving
        ? beginDaemonSetUninstall(this.#client, kataConfig, draft)
        : beginDaemonSetInstall(this.#client, kataConfig, draft, form);
    return leaving ? beginUninstall(this.#client, kataConfig, draft) : beginInstall(this.#client, kataConfig, draft);
  }

  #finishPass(kataConfig: KubeObject, draft: KataConfigStatusDraft, leaving: boolean): ReconcileResult {
    const form = this.#cluster.behaviour.daemonSetInstallation?.form;
    if (form !== undefined)
      return leaving
        ? finishDaemonSetUninstall(this.#client, kataConfig, draft, form)
        : finishDaemonSetInstall(this.#client, kataConfig, draft, form);
    return leaving ? finishUninstall(this.#client, kataConfig, draft) : finishInstall(this.#client, kataConfig, draft);
  }

  #finish(kataConfig: KubeObject, draft: KataConfigStatusDraft, leaving: boolean): void {
    const { name } = kataConfig.metadata;
    const after = this.#finishPass(kataConfig, draft, leaving);
    if (draft.waitingForMcoToStart) this.#log('Waiting for MCO to start updating.');
    this.#write(kataConfig, draft, leaving && after === 'goOn');
    // A DaemonSet sets the log level itself.
    const byDaemonSet = this.#cluster.behaviour.daemonSetInstallation !== undefined;
    if (!leaving && after !== 'again' && !byDaemonSet) followUp(this.#client, kataConfig);
    // A deletion that was waiting starts when the installation is complete.
    const waited =
      !leaving && !isBusy(draft) && this.#client.get(kataConfigs, name)?.metadata.deletionTimestamp !== undefined;
    this.#settle(name, after, waited);
  }

  #settle(name: string, after: ReconcileResult, waited: boolean): void {
    const again = waited || this.#passes.get(name)?.again === true;
    this.#passes.delete(name);
    if (again) this.#queue.add(name);
    else if (after === 'again') this.#queue.add(name, this.#cluster.behaviour.timings.operatorRequeue);
  }

  #log(message: string, level?: 'error'): void {
    writeOperatorLog(this.#cluster, operatorNamespace, ['control-plane', managerName], message, level);
  }

  /**
   * Writes the status. If the uninstall is complete, releases the KataConfig instead.
   * @param gone true if the uninstall is complete
   */
  #write(kataConfig: KubeObject, draft: KataConfigStatusDraft, gone = false): void {
    if (gone) {
      this.#log('Uninstallation completed. Proceeding with the KataConfig deletion');
      releaseKataConfig(this.#client, kataConfig);
      return;
    }
    const { wording } = this.#cluster.behaviour;
    const condition = draft.condition;
    const worded =
      condition === undefined || wording === 'code' ? condition : inDocumentWording(condition, hasPeerPods(kataConfig));
    this.#client.changeStatus(kataConfigs, { name: kataConfig.metadata.name }, (status) =>
      statusOf({ ...draft, condition: worded }, status, this.#client.now()),
    );
  }
}

/**
 * Returns whether an installation or update is in progress. Until it finishes, the operator doesn't start to uninstall.
 */
function isBusy({ condition }: KataConfigStatusDraft): boolean {
  return condition?.status === 'True' && (condition.reason === 'Installing' || condition.reason === 'Updating');
}
