/**
 * Ends a container and starts its next instance, as the kubelet does. Source: kubernetes/kubernetes@001a80e9
 * pkg/kubelet/kubelet_pods.go (convertToAPIContainerStatuses).
 */
import {
  getList,
  getNumber,
  getString,
  isJsonObject,
  type JsonObject,
  type KubeObject,
} from '#simulator/store/kubeObject.ts';
import { getObjectKey } from '../framework/client.ts';
import type { ControllerContext } from '../framework/controller.ts';
import { pods } from '../framework/resourceNames.ts';
import { containerId } from './kubelet.ts';

type Context = Pick<ControllerContext, 'client' | 'logs'>;

/** How an instance of a container ends. */
export interface ContainerExit {
  readonly container: string;
  readonly reason: string;
  readonly exitCode: number;
}

/** Ends an instance. The container waits for its restart. */
export function exitContainer({ client, logs }: Context, pod: KubeObject, exit: ContainerExit): void {
  const { name, namespace = '' } = pod.metadata;
  const { container, reason, exitCode } = exit;
  changeStatus({ client }, pod, container, (status) => {
    const terminated = {
      reason,
      exitCode,
      startedAt: getString(status, 'state', 'running', 'startedAt') ?? client.now(),
      finishedAt: client.now(),
      containerID: getString(status, 'containerID') ?? '',
    };
    const waiting = { reason: 'CrashLoopBackOff', message: `back-off restarting failed container ${container}` };
    return { ...status, ready: false, started: false, state: { waiting }, lastState: { terminated } };
  });
  logs.end(namespace, name, container);
}

/** Starts the next instance of a container that has exited. */
export function restartContainer({ client, logs }: Context, pod: KubeObject, container: string): void {
  const { name, namespace = '' } = pod.metadata;
  logs.restart(namespace, name, container);
  changeStatus({ client }, pod, container, (status) => {
    const restartCount = (getNumber(status, 'restartCount') ?? 0) + 1;
    return {
      ...status,
      ready: true,
      started: true,
      restartCount,
      containerID: containerId(pod, container, restartCount),
      state: { running: { startedAt: client.now() } },
    };
  });
}

function changeStatus(
  { client }: Pick<Context, 'client'>,
  pod: KubeObject,
  container: string,
  change: (status: JsonObject) => JsonObject,
): void {
  client.changeStatus(pods, getObjectKey(pod), (status) => ({
    ...status,
    containerStatuses: getList(status, 'containerStatuses')
      .filter(isJsonObject)
      .map((one) => (one['name'] === container ? change(one) : one)),
  }));
}
