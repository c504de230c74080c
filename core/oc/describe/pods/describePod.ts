/** Describes a pod. Source: kubernetes/kubectl pkg/describe/describe.go (describePod). */
import {
  getBoolean,
  getList,
  getMap,
  getNumber,
  getString,
  getStringMap,
  getValue,
  isJsonObject,
  type JsonObject,
} from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { formatAge } from '../describeEvents.ts';
import { describeLabels, describeList, describeMetadata } from '../describeMetadata.ts';
import { describeTime } from '../describeTime.ts';
import type { DescribeWriter } from '../describeWriter.ts';
import { describeContainers, describeResources } from './podContainers.ts';
import { describeVolumes } from './podVolumes.ts';
import { qosClass } from './qosClass.ts';
import { describeTolerations } from './tolerations.ts';
import { describeTopologySpread } from './topologySpread.ts';

/**
 * Adds a pod, without its events.
 * @param now time in milliseconds since 1970
 */
export function describePod(writer: DescribeWriter, pod: JsonObject, now: number): void {
  describeHead(writer, pod);
  describeMetadata(writer, pod);
  describePhase(writer, pod, now);
  describeNetwork(writer, pod);
  const resources = getValue(pod, 'spec', 'resources');
  if (isJsonObject(resources)) {
    writer.line(0, 'Resources:');
    describeResources(writer, resources, 1);
  }
  for (const [title, field, statuses] of containerGroups) {
    const containers = getList(pod, 'spec', field);
    if (containers.length > 0 || field === 'containers')
      describeContainers(writer, title, containers, getList(pod, 'status', statuses), pod);
  }
  describePodConditions(writer, pod);
  describeVolumes(writer, getList(pod, 'spec', 'volumes'));
  writer.line(0, `QoS Class:\t${qosClass(pod)}`);
  describeLabels(writer, 'Node-Selectors', getStringMap(pod, 'spec', 'nodeSelector'));
  describeList(writer, 'Tolerations', describeTolerations(getList(pod, 'spec', 'tolerations')));
  const spread = describeTopologySpread(getList(pod, 'spec', 'topologySpreadConstraints'));
  if (spread.length > 0) describeList(writer, 'Topology Spread Constraints', spread);
}

const containerGroups = [
  ['Init Containers', 'initContainers', 'initContainerStatuses'],
  ['Containers', 'containers', 'containerStatuses'],
  ['Ephemeral Containers', 'ephemeralContainers', 'ephemeralContainerStatuses'],
] as const;

/** Adds a field if it isn't empty. */
function describeOptional(writer: DescribeWriter, title: string, value: string | undefined): void {
  if (value !== undefined && value !== '') writer.field(0, title, value);
}

function describeHead(writer: DescribeWriter, pod: JsonObject): void {
  writer.field(0, 'Name', getString(pod, 'metadata', 'name') ?? '');
  writer.field(0, 'Namespace', getString(pod, 'metadata', 'namespace') ?? '');
  describeOptional(writer, 'Priority', getNumber(pod, 'spec', 'priority')?.toString());
  describeOptional(writer, 'Priority Class Name', getString(pod, 'spec', 'priorityClassName'));
  describeOptional(writer, 'Runtime Class Name', getString(pod, 'spec', 'runtimeClassName'));
  describeOptional(writer, 'Service Account', getString(pod, 'spec', 'serviceAccountName'));
  const node = getString(pod, 'spec', 'nodeName') ?? '';
  writer.field(0, 'Node', node === '' ? '<none>' : `${node}/${getString(pod, 'status', 'hostIP') ?? ''}`);
  const started = getString(pod, 'status', 'startTime');
  if (started !== undefined) writer.line(0, `Start Time:\t${describeTime(started)}`);
}

function describePhase(writer: DescribeWriter, pod: JsonObject, now: number): void {
  const phase = getString(pod, 'status', 'phase') ?? '';
  const deleted = getString(pod, 'metadata', 'deletionTimestamp');
  if (deleted !== undefined && phase !== 'Failed' && phase !== 'Succeeded') {
    writer.line(0, `Status:\tTerminating (lasts ${formatAge(parseTimestamp(deleted), now)})`);
    const grace = getNumber(pod, 'metadata', 'deletionGracePeriodSeconds') ?? 0;
    writer.line(0, `Termination Grace Period:\t${grace}s`);
  } else writer.field(0, 'Status', phase);
  describeOptional(writer, 'Reason', getString(pod, 'status', 'reason'));
  describeOptional(writer, 'Message', getString(pod, 'status', 'message'));
  const seccomp = getMap(pod, 'spec', 'securityContext', 'seccompProfile');
  describeOptional(writer, 'SeccompProfile', getString(seccomp, 'type'));
  if (seccomp['type'] === 'Localhost')
    writer.field(0, 'LocalhostProfile', getString(seccomp, 'localhostProfile') ?? '');
}

function describeNetwork(writer: DescribeWriter, pod: JsonObject): void {
  writer.field(0, 'IP', getString(pod, 'status', 'podIP') ?? '');
  const addresses = getList(pod, 'status', 'podIPs');
  writer.line(0, `IPs:${addresses.length === 0 ? '\t<none>' : ''}`);
  for (const address of addresses) writer.field(1, 'IP', getString(address, 'ip') ?? '');
  const owner = getList(pod, 'metadata', 'ownerReferences').find((one) => getBoolean(one, 'controller') === true);
  if (owner !== undefined)
    writer.field(0, 'Controlled By', `${getString(owner, 'kind') ?? ''}/${getString(owner, 'name') ?? ''}`);
  describeOptional(writer, 'NominatedNodeName', getString(pod, 'status', 'nominatedNodeName'));
}

function describePodConditions(writer: DescribeWriter, pod: JsonObject): void {
  const conditions = getList(pod, 'status', 'conditions');
  const gates = getList(pod, 'spec', 'readinessGates');
  if (gates.length > 0) describeTable(writer, 'Readiness Gates');
  for (const gate of gates) {
    const type = getString(gate, 'conditionType') ?? '';
    const condition = conditions.find((one) => getString(one, 'type') === type);
    writer.line(1, `${type} \t${getString(condition, 'status') ?? '<none>'} `);
  }
  if (conditions.length > 0) describeTable(writer, 'Conditions');
  for (const condition of conditions)
    writer.line(1, `${getString(condition, 'type') ?? ''} \t${getString(condition, 'status') ?? ''} `);
}

function describeTable(writer: DescribeWriter, title: string): void {
  writer.line(0, `${title}:`);
  writer.line(1, 'Type\tStatus');
}
