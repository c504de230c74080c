/**
 * Writes the logs of the Machine Config Operator in the format of klog. Source of the lines:
 * openshift/machine-config-operator@7ff337a4f pkg/controller/drain/drain_controller.go,
 * pkg/controller/node/node_controller.go, pkg/daemon/update.go, pkg/server/api.go. The simulator doesn't reproduce all
 * lines, and the line numbers are those of this version.
 */
import { machineConfigNamespace } from '#core/product/namespaces.ts';
import { getString } from '#simulator/store/kubeObject.ts';
import { writeContainerLog } from '../framework/containerLogs.ts';
import type { ControllerContext } from '../framework/controller.ts';
import { pods } from '../framework/resourceNames.ts';

/** Names of the workloads of the Machine Config Operator, of their containers, and of the label `k8s-app`. */
export const machineConfigComponents = {
  controller: 'machine-config-controller',
  daemon: 'machine-config-daemon',
  server: 'machine-config-server',
} as const;

/** Part of the source path of a log line, without `.go`, and its line number. */
type LogOrigin = 'drain_controller:350' | 'node_controller:821' | 'render_controller:215' | 'update:3103' | 'api:68';

type Words = Pick<ControllerContext, 'client' | 'clock' | 'logs'>;

/** Writes a line to the log of machine-config-controller. */
export function logController(
  cluster: Words,
  origin: 'drain_controller:350' | 'node_controller:821',
  text: string,
  level: 'I' | 'E' = 'I',
): void {
  write(cluster, machineConfigComponents.controller, undefined, klogLine(cluster.clock.now(), origin, text, level));
}

/** Writes a line to the log of the Machine Config Daemon on a node. */
export function logDaemon(cluster: Words, node: string, text: string, level: 'I' | 'E' = 'I'): void {
  const line = klogLine(cluster.clock.now(), 'update:3103', text, level, 2750);
  write(cluster, machineConfigComponents.daemon, node, line);
}

/**
 * Returns the first lines of a component. Returns none for other workloads.
 * @param app value of the label `k8s-app`
 * @param now milliseconds since 1970
 */
export function machineConfigStart(app: string | undefined, now: number): readonly string[] {
  switch (app) {
    case machineConfigComponents.controller:
      return [
        klogLine(now, 'render_controller:215', 'Starting MachineConfigController-RenderController'),
        klogLine(now, 'node_controller:821', 'Starting MachineConfigController-NodeController'),
        klogLine(now, 'drain_controller:350', 'Starting MachineConfigController-DrainController'),
      ];
    case machineConfigComponents.server:
      return [':22623', ':22624'].map((address) => klogLine(now, 'api:68', `Launching server on ${address}`));
    case machineConfigComponents.daemon:
      return [klogLine(now, 'update:3103', 'Starting MachineConfigDaemon', 'I', 2750)];
    default:
      return [];
  }
}

/** Formats a line of klog. Source: k8s.io/klog (header: level, month and day, time, thread, file, and line). */
function klogLine(now: number, origin: LogOrigin, text: string, level: 'I' | 'E' = 'I', thread = 1): string {
  const time = new Date(now).toISOString();
  const [file = '', line = ''] = origin.split(':');
  const head = `${level}${time.slice(5, 7)}${time.slice(8, 10)} ${time.slice(11, 23)}000`;
  return `${head} ${String(thread).padStart(7)} ${file}.go:${line}] ${text}`;
}

function write(cluster: Words, app: string, node: string | undefined, line: string): void {
  for (const pod of cluster.client.list(pods, machineConfigNamespace)) {
    if (pod.metadata.labels?.['k8s-app'] !== app) continue;
    if (node === undefined || getString(pod, 'spec', 'nodeName') === node) writeContainerLog(cluster, pod, app, line);
  }
}
