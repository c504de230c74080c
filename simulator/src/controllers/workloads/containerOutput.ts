/**
 * Writes the output of containers: the start of the components of the product, and the regular output, bursts, and
 * crashes that the scenario defines. Sources of the formats: kata-containers/kata-containers
 * src/runtime/cmd/kata-monitor/main.go (logrus), confidential-containers/cloud-api-adaptor@0ad0ddcb
 * src/cloud-api-adaptor/pkg/adaptor/server.go (`[adaptor] server started`), controller-runtime (JSON of zap). The
 * simulator doesn't reproduce all lines of these components.
 */
import { getList, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import type { ContainerOutput } from '../framework/behaviour.ts';
import { fromQueueKey, toQueueKey } from '../framework/client.ts';
import { writeContainerLog } from '../framework/containerLogs.ts';
import type { Controller, ControllerContext } from '../framework/controller.ts';
import { pods } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';
import { adaptorName, monitorName, webhookName } from '../kata/operatorObjects.ts';
import { machineConfigStart } from '../machineConfig/machineConfigLogs.ts';
import { exitContainer, restartContainer } from './containerRestarts.ts';

/** Controller of container output. */
export const containerOutput: Controller = {
  name: 'container output',
  start(cluster) {
    const writer = new OutputWriter(cluster);
    const queue = new WorkQueue(cluster.clock, 0, (key) => writer.step(key));
    const stop = cluster.client.follow(pods, ({ type, object, previous }) => {
      const isRunning = (pod: KubeObject | undefined): boolean => getString(pod, 'status', 'phase') === 'Running';
      if (type === 'DELETED') writer.forget(toQueueKey(object));
      else if (isRunning(object) && !isRunning(previous)) {
        // If the pod was already running at the start, its log already exists.
        if (previous !== undefined) writeStart(cluster, object);
        const output = writer.outputOf(object);
        if (output !== undefined) queue.add(toQueueKey(object), output.every);
      }
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

/** Time from the exit of a container until its next instance starts, in milliseconds. */
const restartDelay = 10_000;

class OutputWriter {
  readonly #cluster: ControllerContext;
  /** Number of outputs of the current instance, by pod. A negative number means that the container waits. */
  readonly #outputs = new Map<string, number>();

  constructor(cluster: ControllerContext) {
    this.#cluster = cluster;
  }

  outputOf({ metadata: { name } }: KubeObject): ContainerOutput | undefined {
    return this.#cluster.behaviour.containerOutput.find(({ pod }) => name.startsWith(`${pod}-`));
  }

  forget(key: string): void {
    this.#outputs.delete(key);
  }

  /** Writes the next output of a pod, and returns the time until the one after it. */
  step(key: string): number | undefined {
    const { client, clock } = this.#cluster;
    const { name, namespace } = fromQueueKey(key);
    const pod = client.get(pods, name, namespace);
    const output = pod === undefined ? undefined : this.outputOf(pod);
    if (pod === undefined || output === undefined || getString(pod, 'status', 'phase') !== 'Running') return undefined;
    const count = this.#outputs.get(key) ?? 0;
    if (count < 0) {
      restartContainer(this.#cluster, pod, output.container);
      this.#outputs.set(key, 0);
      return output.every;
    }
    const { container, lines, exit } = output;
    for (let line = 1; line <= lines; line += 1) {
      const text = `{"level":"info","ts":"${formatKubernetesTime(clock.now())}","msg":"GET /orders 200","request":${count * lines + line}}`;
      writeContainerLog(this.#cluster, pod, container, text);
    }
    this.#outputs.set(key, count + 1);
    if (exit === undefined || count + 1 < exit.after) return output.every;
    writeContainerLog(this.#cluster, pod, container, `{"level":"error","msg":"${exit.message}"}`);
    exitContainer(this.#cluster, pod, { container, reason: exit.reason, exitCode: exit.exitCode });
    this.#outputs.set(key, -1);
    return exit.backOff ?? restartDelay;
  }
}

/** Writes the first lines of a component. */
function writeStart(cluster: ControllerContext, pod: KubeObject): void {
  const owner = pod.metadata.ownerReferences?.[0]?.name ?? '';
  const [container] = getList(pod, 'spec', 'containers').flatMap((one) => getString(one, 'name') ?? []);
  if (container === undefined) return;
  const now = cluster.clock.now();
  const lines = [
    ...startLines(owner, formatKubernetesTime(now)),
    ...machineConfigStart(pod.metadata.labels?.['k8s-app'], now),
  ];
  for (const line of lines) writeContainerLog(cluster, pod, container, line);
}

function startLines(owner: string, time: string): readonly string[] {
  if (owner === monitorName)
    return [
      `time="${time}" level=info msg=announce app=kata-monitor listen-address=":8090" log-level=debug`,
      `time="${time}" level=info msg="starting server" name=kata-monitor`,
    ];
  const day = time.replace('T', ' ').replace('Z', '').replaceAll('-', '/');
  if (owner === adaptorName)
    return [
      `${day} [adaptor/cloud] Cloud provider external plugin loading is disabled, skipping plugin loading`,
      `${day} [adaptor] server started`,
    ];
  if (owner.startsWith(webhookName))
    return [
      `{"level":"info","ts":"${time}","logger":"controller-runtime.webhook","msg":"Registering webhook","path":"/mutate-v1-pod"}`,
      `{"level":"info","ts":"${time}","logger":"controller-runtime.webhook","msg":"Serving webhook server","host":"","port":9443}`,
    ];
  return [];
}
