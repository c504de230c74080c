/** Writes container logs, which `oc logs` shows. */
import { isJsonObject, getList, getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import { formatKubernetesTime } from '#simulator/time/clock.ts';
import type { ControllerContext } from './controller.ts';
import { pods } from './resourceNames.ts';

type Words = Pick<ControllerContext, 'logs' | 'clock'>;

/** Writes a line to the log of every container of a pod. */
export function writeLog({ logs, clock }: Words, pod: KubeObject, text: string): void {
  const { name, namespace = '' } = pod.metadata;
  for (const container of containersOf(pod)) logs.append(namespace, name, container, { at: clock.now(), text });
}

/** Writes a line to the log of one container. */
export function writeContainerLog({ logs, clock }: Words, pod: KubeObject, container: string, text: string): void {
  const { name, namespace = '' } = pod.metadata;
  logs.append(namespace, name, container, { at: clock.now(), text });
}

/** Ends the logs of a completed pod, so that clients stop following them. */
export function endLog({ logs }: Words, pod: KubeObject): void {
  const { name, namespace = '' } = pod.metadata;
  for (const container of containersOf(pod)) logs.end(namespace, name, container);
}

/**
 * Writes a line to the logs of all operator pods with the given label. The line has the format of controller-runtime.
 */
export function writeOperatorLog(
  cluster: ControllerContext,
  namespace: string,
  label: readonly [key: string, value: string],
  msg: string,
  level: 'info' | 'error' = 'info',
): void {
  const line = JSON.stringify({
    level,
    ts: formatKubernetesTime(cluster.clock.now()),
    logger: 'controllers.KataConfig',
    msg,
  });
  for (const pod of cluster.client.list(pods, namespace))
    if (pod.metadata.labels?.[label[0]] === label[1]) writeLog(cluster, pod, line);
}

function containersOf(pod: KubeObject): readonly string[] {
  return getList(pod, 'spec', 'containers')
    .filter(isJsonObject)
    .map((container) => getString(container, 'name') ?? '');
}
