/**
 * Simulates the Machine Config Daemon of each node: drains the node, writes the configuration, reboots the node, and
 * reports the result. Source: openshift/machine-config-operator pkg/daemon (update.go, daemon.go),
 * pkg/controller/drain.
 */
import type { KubeObject } from '#simulator/store/kubeObject.ts';
import type { NodeFailure, Timings } from '../framework/behaviour.ts';
import { withAnnotations, type Client } from '../framework/client.ts';
import type { ControllerContext, Controller } from '../framework/controller.ts';
import { recordEvent } from '../framework/events.ts';
import { machineConfigPools, nodes } from '../framework/resourceNames.ts';
import { fieldManagers } from '../framework/fieldManagers.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import {
  currentConfig,
  desiredDrain,
  lastAppliedDrain,
  reasonAnnotation,
  stateAnnotation,
  readNodeConfig,
} from '../nodes/nodeAnnotations.ts';
import { cordon, evictPods, uncordon } from './drain.ts';
import { logController, logDaemon } from './machineConfigLogs.ts';
import { poolOf } from '../nodes/nodePools.ts';
import { boot, shutDown } from '../nodes/reboot.ts';

const component = 'machineconfigdaemon';
/** Component of the events of the drain controller. */
const drainComponent = 'machineconfigcontroller-nodecontroller';

/** Stage of a node update. */
type Stage = 'begin' | 'drain' | 'apply' | 'reboot' | 'boot';

/** State of a daemon. A real daemon stores it on disk. */
interface Progress {
  readonly stage: Stage;
  readonly config: string;
  /** Time for which pods couldn't be evicted, in milliseconds. */
  readonly blocked: number;
}

/** Daemons of all nodes. */
export const machineConfigDaemon: Controller = {
  name: 'machine config daemon',
  manager: fieldManagers.machineConfigDaemon,
  start(cluster) {
    const daemon = new Daemons(cluster);
    const queue = new WorkQueue(cluster.clock, cluster.behaviour.timings.reconcile / 2, (name) => daemon.step(name));
    const stop = cluster.client.follow(nodes, ({ type, object, previous }) => {
      if (type === 'DELETED') return;
      const now = readNodeConfig(object);
      // During an update, each step schedules the next one.
      if (
        now.desired !== now.current &&
        !daemon.isBusy(object.metadata.name) &&
        (previous === undefined || now.desired !== readNodeConfig(previous).desired)
      ) {
        queue.add(object.metadata.name);
      }
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

class Daemons {
  readonly #cluster: ControllerContext;
  readonly #client: Client;
  /** The drain controller, which is a part of machine-config-controller. */
  readonly #drainController: Client;
  readonly #timings: Timings;
  readonly #failures: readonly NodeFailure[];
  readonly #progress = new Map<string, Progress>();
  readonly #failed = new Map<NodeFailure, number>();

  constructor(cluster: ControllerContext) {
    const { client, behaviour } = cluster;
    this.#cluster = cluster;
    this.#client = client;
    this.#drainController = client.as(fieldManagers.machineConfigController);
    this.#timings = behaviour.timings;
    this.#failures = behaviour.nodeFailures;
  }

  isBusy(name: string): boolean {
    return this.#progress.has(name);
  }

  /** Runs the next step for a node and returns the time until the step after it. */
  step(name: string): number | undefined {
    const node = this.#client.get(nodes, name);
    const { current, desired } = node === undefined ? { current: '', desired: '' } : readNodeConfig(node);
    const progress = this.#progress.get(name) ?? { stage: 'begin', config: desired, blocked: 0 };
    if (node === undefined || (progress.stage === 'begin' && current === desired)) {
      this.#progress.delete(name);
      return undefined;
    }
    switch (progress.stage) {
      case 'begin':
        return this.#begin(node, desired);
      case 'drain':
        return this.#drain(node, progress);
      case 'apply':
        return this.#apply(node, progress);
      case 'reboot':
        return this.#reboot(node, progress);
      default:
        return this.#finish(node, progress);
    }
  }

  #begin(node: KubeObject, config: string): number {
    this.#write(node, {
      [stateAnnotation]: 'Working',
      [reasonAnnotation]: '',
      [desiredDrain]: `drain-${hashOf(config)}`,
    });
    recordEvent(this.#client, node, { reason: 'Cordon', message: 'Cordoned node to apply update', component });
    recordEvent(this.#client, node, { reason: 'Drain', message: 'Draining node to update config.', component });
    this.#log(node, `Starting update from ${readNodeConfig(node).current} to ${config}`);
    this.#log(node, 'Update prepared; requesting cordon and drain via annotation to controller');
    cordon(this.#drainController, node);
    this.#logDrain(
      node,
      'cordoning',
      'initiating cordon (currently schedulable: true)',
      'cordon succeeded (currently schedulable: false)',
      'initiating drain',
    );
    return this.#next(node, { stage: 'drain', config, blocked: 0 }, this.#timings.podStop);
  }

  #drain(node: KubeObject, progress: Progress): number {
    const { left, evicted, blockedBy } = evictPods(this.#client, node.metadata.name);
    this.#logDrain(node, ...evicted.map((pod) => `Evicted pod ${pod}`));
    if (blockedBy !== undefined) return this.#retryDrain(node, progress, blockedBy);
    if (left > 0) return this.#next(node, progress, this.#timings.podStop);
    const recovered =
      readNodeConfig(node).state === 'Degraded' ? { [stateAnnotation]: 'Working', [reasonAnnotation]: '' } : undefined;
    this.#write(node, { [lastAppliedDrain]: `drain-${hashOf(progress.config)}` }, this.#drainController);
    if (recovered !== undefined) this.#write(node, recovered);
    this.#logDrain(node, 'operation successful; applying completion annotation');
    this.#log(node, 'drain complete');
    return this.#next(node, { ...progress, stage: 'apply' }, this.#timings.applyConfig);
  }

  /**
   * Handles a drain that a PodDisruptionBudget blocks. Events start only after the threshold. Source:
   * openshift/machine-config-operator@7ff337a4ffac8e7562692181178ede61e4b2eec5 pkg/controller/drain/drain_controller.go
   * (`drainNode`) and pkg/daemon/drain.go (`performDrain`).
   */
  #retryDrain(node: KubeObject, progress: Progress, error: string): number {
    const { drainRetry, drainFailingRetry, drainFailingThreshold, drainTimeout } = this.#timings;
    const { name } = node.metadata;
    const isFailing = progress.blocked > drainFailingThreshold;
    const isTimedOut = progress.blocked > drainTimeout;
    const retry = isFailing ? drainFailingRetry : drainRetry;
    const warn = (reason: string, message: string, by = drainComponent): void =>
      recordEvent(this.#client, node, { reason, message, type: 'Warning', component: by });
    logController(this.#cluster, 'drain_controller:350', error, 'E');
    if (isTimedOut) {
      const failed = `failed to drain node: ${name} after 1 hour. Please see machine-config-controller logs for more information`;
      warn('DrainFailed', `node ${name}: drain exceeded timeout: 1h0m0s. Will continue to retry.`);
      warn('FailedToDrain', failed, component);
      this.#degrade(node, failed);
    }
    if (isFailing) {
      const message = `Drain failed. Drain has been failing for more than 10 minutes. Waiting 5 minutes then retrying. Error message from drain: ${error}`;
      this.#logDrain(node, message);
      warn('DrainThresholdExceeded', message);
    } else {
      this.#logDrain(node, `Drain failed. Waiting 1 minute then retrying. Error message from drain: ${error}`);
    }
    return this.#next(node, { ...progress, blocked: progress.blocked + retry }, retry);
  }

  #apply(node: KubeObject, progress: Progress): number {
    const failure = this.#failureOf(node);
    if (failure !== undefined) {
      this.#failed.set(failure, (this.#failed.get(failure) ?? 0) + 1);
      this.#degrade(node, failure.reason);
      return this.#next(node, progress, this.#timings.degradedRetry);
    }
    if (readNodeConfig(node).state === 'Degraded') {
      this.#write(node, { [stateAnnotation]: 'Working', [reasonAnnotation]: '' });
      return this.#next(node, progress, this.#timings.applyConfig);
    }
    recordEvent(this.#client, node, { reason: 'OSUpdateStaged', message: 'Changes to OS staged', component });
    recordEvent(this.#client, node, {
      reason: 'Reboot',
      message: `Node will reboot into config ${progress.config}`,
      component,
    });
    this.#log(node, `initiating reboot: Node will reboot into config ${progress.config}`);
    return this.#next(node, { ...progress, stage: 'reboot' }, this.#timings.shutDown);
  }

  #reboot(node: KubeObject, progress: Progress): number {
    shutDown(this.#client, node);
    return this.#next(node, { ...progress, stage: 'boot' }, this.#timings.reboot);
  }

  #finish(node: KubeObject, { config }: Progress): number {
    boot(this.#client, node);
    const drained = `uncordon-${hashOf(config)}`;
    this.#write(node, { [desiredDrain]: drained });
    uncordon(this.#drainController, node);
    this.#logDrain(
      node,
      'uncordoning',
      'initiating uncordon (currently schedulable: false)',
      'uncordon succeeded (currently schedulable: true)',
      'operation successful; applying completion annotation',
    );
    this.#write(node, { [lastAppliedDrain]: drained }, this.#drainController);
    this.#write(node, {
      [stateAnnotation]: 'Done',
      [reasonAnnotation]: '',
      [currentConfig]: config,
    });
    recordEvent(this.#client, node, {
      reason: 'Uncordon',
      message: `Update completed for config ${config} and node has been uncordoned`,
      component,
    });
    recordEvent(this.#client, node, {
      reason: 'NodeDone',
      message: `Setting node ${node.metadata.name}, currentConfig ${config} to Done`,
      component,
    });
    this.#log(node, `Update completed for config ${config} and node has been uncordoned`);
    this.#progress.delete(node.metadata.name);
    return this.#timings.reconcile;
  }

  #degrade(node: KubeObject, why: string): void {
    if (readNodeConfig(node).state === 'Degraded' && readNodeConfig(node).reason === why) return;
    this.#write(node, { [stateAnnotation]: 'Degraded', [reasonAnnotation]: why });
    recordEvent(this.#client, node, { reason: 'FailedToUpdate', message: why, type: 'Warning', component });
    this.#log(node, `Marking Degraded due to: ${JSON.stringify(why)}`, 'E');
  }

  #failureOf(node: KubeObject): NodeFailure | undefined {
    const pool = poolOf(node, this.#client.list(machineConfigPools))?.metadata.name;
    return this.#failures.find(
      (failure) =>
        failure.node === node.metadata.name &&
        failure.pool === pool &&
        (failure.times === undefined || (this.#failed.get(failure) ?? 0) < failure.times),
    );
  }

  #next(node: KubeObject, progress: Progress, after: number): number {
    this.#progress.set(node.metadata.name, progress);
    return after;
  }

  /** Writes a line to the log of the daemon on a node. */
  #log({ metadata: { name } }: KubeObject, text: string, level: 'I' | 'E' = 'I'): void {
    logDaemon(this.#cluster, name, text, level);
  }

  /** Writes lines of the drain controller about a node. */
  #logDrain({ metadata: { name } }: KubeObject, ...texts: readonly string[]): void {
    for (const text of texts) logController(this.#cluster, 'drain_controller:350', `node ${name}: ${text}`);
  }

  #write(node: KubeObject, annotations: Readonly<Record<string, string>>, client = this.#client): void {
    client.change(nodes, { name: node.metadata.name }, (object) => withAnnotations(object, annotations));
  }
}

function hashOf(config: string): string {
  return config.slice('rendered-'.length);
}
