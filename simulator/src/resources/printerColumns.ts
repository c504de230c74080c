/** Defines how `kubectl get` describes pods and nodes, including the summary of their status in one word. */
import type { KubeObject } from '../store/kubeObject.ts';
import { getList, getMap, getNumber, getString, getValue } from '../store/kubeObject.ts';
import { age } from '#core/text/humanDuration.ts';
import type { ColumnData } from './defineResource.ts';
import { ageColumn } from './defineResource.ts';

/**
 * Returns the value of the Status column of a pod. Source: kubernetes/kubernetes
 * pkg/printers/internalversion/printers.go printPod.
 */
function podStatus(pod: KubeObject): string {
  let reason = getString(pod, 'status', 'reason') ?? getString(pod, 'status', 'phase') ?? '';
  for (const container of getList(pod, 'status', 'containerStatuses').toReversed()) {
    const waiting = getString(container, 'state', 'waiting', 'reason') ?? '';
    const terminated = getString(container, 'state', 'terminated', 'reason') ?? '';
    if (waiting !== '') reason = waiting;
    else if (terminated !== '') reason = terminated;
    else if (getValue(container, 'state', 'terminated') !== undefined) {
      const signal = getNumber(container, 'state', 'terminated', 'signal') ?? 0;
      reason =
        signal === 0 ? `ExitCode:${getNumber(container, 'state', 'terminated', 'exitCode') ?? 0}` : `Signal:${signal}`;
    }
  }
  if (pod.metadata.deletionTimestamp !== undefined)
    return getString(pod, 'status', 'reason') === 'NodeLost' ? 'Unknown' : 'Terminating';
  return reason;
}

const ready = (pod: KubeObject): string =>
  `${getList(pod, 'status', 'containerStatuses').filter((container) => getValue(container, 'ready') === true).length}/${getList(pod, 'spec', 'containers').length}`;

const restarts = (pod: KubeObject): string =>
  String(
    getList(pod, 'status', 'containerStatuses').reduce<number>(
      (sum, container) => sum + (getNumber(container, 'restartCount') ?? 0),
      0,
    ),
  );

const orNone = (value: string | undefined): string => (value === undefined || value === '' ? '<none>' : value);

export const podColumns: readonly ColumnData[] = [
  { name: 'Ready', path: ready, description: 'The aggregate readiness state of this pod for accepting traffic.' },
  { name: 'Status', path: podStatus, description: 'The aggregate status of the containers in this pod.' },
  {
    name: 'Restarts',
    path: restarts,
    description:
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
  },
  ageColumn,
  { name: 'IP', path: (pod) => orNone(getString(pod, 'status', 'podIP')), wide: true },
  { name: 'Node', path: (pod) => orNone(getString(pod, 'spec', 'nodeName')), wide: true },
  { name: 'Nominated Node', path: (pod) => orNone(getString(pod, 'status', 'nominatedNodeName')), wide: true },
  { name: 'Readiness Gates', path: () => '<none>', wide: true },
];

const rolePrefix = 'node-role.kubernetes.io/';

function nodeRoles(node: KubeObject): string {
  const roles = Object.entries(node.metadata.labels ?? {}).flatMap(([key, value]) =>
    key.startsWith(rolePrefix)
      ? [key.slice(rolePrefix.length)]
      : key === 'kubernetes.io/role' && value !== ''
        ? [value]
        : [],
  );
  return roles.length === 0 ? '<none>' : roles.sort().join(',');
}

/** Returns the status of a node, such as `Ready` or `NotReady,SchedulingDisabled`. */
function nodeStatus(node: KubeObject): string {
  const condition = getList(node, 'status', 'conditions').find((each) => getString(each, 'type') === 'Ready');
  const word = condition === undefined ? 'Unknown' : getString(condition, 'status') === 'True' ? 'Ready' : 'NotReady';
  return getValue(node, 'spec', 'unschedulable') === true ? `${word},SchedulingDisabled` : word;
}

function address(node: KubeObject, type: string): string {
  return orNone(
    getString(
      getList(node, 'status', 'addresses').find((each) => getString(each, 'type') === type),
      'address',
    ),
  );
}

function info(field: string): (node: KubeObject) => string {
  return (node) => getString(node, 'status', 'nodeInfo', field) ?? '<unknown>';
}

export const nodeColumns: readonly ColumnData[] = [
  { name: 'Status', path: nodeStatus },
  { name: 'Roles', path: nodeRoles },
  ageColumn,
  { name: 'Version', path: (node) => getString(node, 'status', 'nodeInfo', 'kubeletVersion') ?? '' },
  { name: 'Internal-IP', path: (node) => address(node, 'InternalIP'), wide: true },
  { name: 'External-IP', path: (node) => address(node, 'ExternalIP'), wide: true },
  { name: 'OS-Image', path: info('osImage'), wide: true },
  { name: 'Kernel-Version', path: info('kernelVersion'), wide: true },
  { name: 'Container-Runtime', path: info('containerRuntimeVersion'), wide: true },
];

export const eventColumns: readonly ColumnData[] = [
  {
    name: 'Last Seen',
    path: (event, now) =>
      age(
        getString(event, 'series', 'lastObservedTime') ??
          getString(event, 'lastTimestamp') ??
          getString(event, 'firstTimestamp') ??
          getString(event, 'eventTime') ??
          event.metadata.creationTimestamp,
        now,
      ),
  },
  { name: 'Type', path: (event) => getString(event, 'type') ?? '' },
  { name: 'Reason', path: (event) => getString(event, 'reason') ?? '' },
  {
    name: 'Object',
    path: (event) =>
      `${(getString(event, 'involvedObject', 'kind') ?? '').toLowerCase()}/${getString(event, 'involvedObject', 'name') ?? ''}`,
  },
  { name: 'Message', path: (event) => (getString(event, 'message') ?? '').trim() },
];

export const serviceColumns: readonly ColumnData[] = [
  { name: 'Type', path: '.spec.type' },
  { name: 'Cluster-IP', path: (service) => orNone(getString(service, 'spec', 'clusterIP')) },
  { name: 'External-IP', path: () => '<none>' },
  {
    name: 'Port(s)',
    path: (service) =>
      getList(service, 'spec', 'ports')
        .map((port) => `${getNumber(port, 'port') ?? ''}/${getString(port, 'protocol') ?? 'TCP'}`)
        .join(',') || '<none>',
  },
  ageColumn,
  {
    name: 'Selector',
    path: (service) =>
      Object.entries(getMap(service, 'spec', 'selector'))
        .map(([key, value]) => `${key}=${String(value)}`)
        .join(',') || '<none>',
    wide: true,
  },
];
