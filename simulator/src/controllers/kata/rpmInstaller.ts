/**
 * Simulates the pods that install or uninstall Kata on the nodes. Source of the order and of the output:
 * openshift/sandboxed-containers-operator@09b0a6cf scripts/kata-install/osc-kata-install.sh (newer form) and @d4773e1f
 * (older form). With the older form, a simulated node reboots when a user drains it, because the simulator has no other
 * way to reboot a node.
 */
import { getString, getValue, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Cancel } from '#simulator/time/clock.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { DaemonSetInstallation } from '../framework/behaviour.ts';
import { writeContainerLog } from '../framework/containerLogs.ts';
import type { Controller, ControllerContext, StopController } from '../framework/controller.ts';
import { nodes, pods } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { boot, shutDown } from '../nodes/reboot.ts';
import { getInstallLabelOf, setInstallLabel } from './daemonSetReconciler.ts';
import { labelAtStart } from './daemonSetSchedule.ts';
import { installerContainer, installerName, type InstallerAction } from './installerObjects.ts';

/** Pods of the DaemonSets that install and uninstall Kata. */
export const rpmInstaller: Controller = {
  name: 'kata installer pods',
  start(cluster) {
    const { daemonSetInstallation } = cluster.behaviour;
    return daemonSetInstallation === undefined
      ? () => undefined
      : new RpmInstaller(cluster, daemonSetInstallation).run();
  },
};

class RpmInstaller {
  readonly #cluster: ControllerContext;
  readonly #installation: DaemonSetInstallation;
  readonly #queue: WorkQueue;
  /** Work in progress, by node name. */
  readonly #working = new Map<string, Cancel>();
  /** Pods that have written the output of their start. */
  readonly #started = new Set<string>();

  constructor(cluster: ControllerContext, installation: DaemonSetInstallation) {
    this.#cluster = cluster;
    this.#installation = installation;
    this.#queue = new WorkQueue(cluster.clock, cluster.behaviour.timings.reconcile, (name) => this.#step(name));
  }

  run(): StopController {
    const { client } = this.#cluster;
    const stops = [
      client.follow(pods, ({ type, object }) => {
        if (type !== 'DELETED' && actionOf(object) !== undefined)
          this.#queue.add(getString(object, 'spec', 'nodeName') ?? '');
      }),
      client.follow(nodes, ({ type, object }) => {
        if (type !== 'DELETED' && getInstallLabelOf(object) !== undefined) this.#queue.add(object.metadata.name);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      for (const cancel of this.#working.values()) cancel();
      this.#queue.stop();
    };
  }

  #step(name: string): undefined {
    const { client } = this.#cluster;
    const node = client.get(nodes, name);
    const pod = client
      .list(pods, operatorNamespace)
      .find((one) => getString(one, 'spec', 'nodeName') === name && isRunning(one) && actionOf(one) !== undefined);
    const action = pod === undefined ? undefined : actionOf(pod);
    if (node === undefined || pod === undefined || action === undefined || this.#working.has(name)) return;
    const label = getInstallLabelOf(node);
    const work = action === 'install' ? 'installing' : 'uninstalling';
    if (label === 'waiting_for_reboot') this.#reboot(node, pod, action);
    else if (label === work) this.#change(node, pod, action);
    else if (label !== `${action}ed`) this.#start(node, pod, action);
  }

  /** Starts a pod. It changes the node immediately, or after the operator has changed the label. */
  #start(node: KubeObject, pod: KubeObject, action: InstallerAction): void {
    const begun = labelAtStart(this.#installation.form, action);
    if (!this.#started.has(pod.metadata.uid)) {
      this.#started.add(pod.metadata.uid);
      if (action === 'install') this.#write(pod, 'kata-containers is not installed');
      if (begun === undefined) this.#write(pod, "Waiting for operator's schedule");
    }
    if (begun !== undefined) setInstallLabel(this.#cluster.client, node, begun);
  }

  /** Changes the packages of the node, which takes some time. */
  #change(node: KubeObject, pod: KubeObject, action: InstallerAction): void {
    const { form, neverEnds } = this.#installation;
    const rpm = 'kata-containers-3.21.0-3.el9.x86_64';
    if (neverEnds === true && action === 'install') {
      if (!this.#started.has(`${pod.metadata.uid} builder`)) for (const line of builderLines) this.#write(pod, line);
      this.#started.add(`${pod.metadata.uid} builder`);
      return;
    }
    const command = action === 'install' ? `install /tmp/extensions/${rpm}.rpm` : 'uninstall kata-containers';
    this.#write(pod, `Running in chroot: rpm-ostree ${command}`);
    this.#after(node, this.#cluster.behaviour.timings.applyConfig, () => {
      if (form === 'older') this.#write(pod, 'Reboot required');
      else if (action === 'install')
        for (const line of ['Starting configuration copy...', 'Configuration copy completed']) this.#write(pod, line);
      setInstallLabel(this.#cluster.client, node, form === 'older' ? 'waiting_for_reboot' : `${action}ed`);
    });
  }

  /** Reboots a node that a user drains. Then the pod finds that the packages are changed. */
  #reboot(node: KubeObject, pod: KubeObject, action: InstallerAction): void {
    const { client, behaviour } = this.#cluster;
    if (getValue(node, 'spec', 'unschedulable') !== true) return;
    shutDown(client, node);
    this.#after(node, behaviour.timings.reboot, () => {
      boot(client, node);
      this.#write(
        pod,
        action === 'install'
          ? 'kata-containers is already up-to-date: kata-containers-3.21.0-3.el9.x86_64'
          : 'Package already uninstalled',
      );
      setInstallLabel(client, node, `${action}ed`);
    });
  }

  #after({ metadata: { name } }: KubeObject, delay: number, finish: () => void): void {
    const cancel = this.#cluster.clock.after(delay, () => {
      this.#working.delete(name);
      finish();
    });
    this.#working.set(name, cancel);
  }

  #write(pod: KubeObject, line: string): void {
    writeContainerLog(this.#cluster, pod, installerContainer, line);
  }
}

/**
 * Output of the image builder of local Kata, which has nothing to build with peer pods. Source:
 * openshift/sandboxed-containers-operator#2598, #2325.
 */
const builderLines = ['Running kata-osbuilder.sh to generate kata VM images...'];

function actionOf(pod: KubeObject): InstallerAction | undefined {
  const name = pod.metadata.labels?.['name'];
  return (['install', 'uninstall'] as const).find((action) => name === installerName(action));
}

function isRunning(pod: KubeObject): boolean {
  return getString(pod, 'status', 'phase') === 'Running' && pod.metadata.deletionTimestamp === undefined;
}
