/** Describes a node. Source: kubernetes/kubectl pkg/describe/describe.go (describeNode, describeNodeResource). */
import {
  getBoolean,
  getList,
  getMap,
  getString,
  getStringMap,
  getStrings,
  getValue,
  isJsonObject,
  type JsonObject,
} from '#core/common/json.ts';
import { describeList, describeMetadata } from '../describeMetadata.ts';
import { describeTime } from '../describeTime.ts';
import { shortenValue, type DescribeWriter } from '../describeWriter.ts';
import { formatQuantity } from '../formatQuantity.ts';
import { describeNodePods, type DescribedPod } from './nodePods.ts';

/** Data about a node that other objects contain. */
export interface NodeContext {
  /** The Lease of the node, or the reason why it can't be read. Undefined if it wasn't requested. */
  readonly lease?: { readonly object: unknown } | { readonly problem: string };
  /** The pods on the node that haven't finished. Undefined if they weren't requested. */
  readonly pods?: readonly DescribedPod[] | 'forbidden';
}

const rolePrefix = 'node-role.kubernetes.io/';

/**
 * Adds a node, without its events.
 * @param now time in milliseconds since 1970
 */
export function describeNode(writer: DescribeWriter, node: JsonObject, context: NodeContext, now: number): void {
  writer.field(0, 'Name', getString(node, 'metadata', 'name') ?? '');
  writer.field(0, 'Roles', rolesOf(node).join(',') || '<none>');
  describeMetadata(writer, node);
  writer.line(0, `CreationTimestamp:\t${describeTime(getValue(node, 'metadata', 'creationTimestamp'))}`);
  describeList(writer, 'Taints', taintsOf(node));
  writer.line(0, `Unschedulable:\t${getBoolean(node, 'spec', 'unschedulable') === true}`);
  describeLease(writer, context.lease);
  describeNodeConditions(writer, node);
  writer.line(0, 'Addresses:');
  for (const address of getList(node, 'status', 'addresses'))
    writer.field(1, getString(address, 'type') ?? '', getString(address, 'address') ?? '');
  for (const [title, field] of [
    ['Capacity', 'capacity'],
    ['Allocatable', 'allocatable'],
  ] as const) {
    const amounts = getMap(node, 'status', field);
    const names = Object.keys(amounts).toSorted();
    if (names.length > 0) writer.line(0, `${title}:`);
    for (const name of names) writer.line(1, `${name}:\t${formatQuantity(amounts[name])}`);
  }
  writer.line(0, 'System Info:');
  for (const [title, field] of systemInfo) writer.field(1, title, getString(node, 'status', 'nodeInfo', field) ?? '');
  describeProvider(writer, node);
  if (context.pods === 'forbidden') writer.line(0, 'Pods:\tnot authorized');
  else if (context.pods !== undefined) describeNodePods(writer, node, context.pods, now);
}

const systemInfo = [
  ['Machine ID', 'machineID'],
  ['System UUID', 'systemUUID'],
  ['Boot ID', 'bootID'],
  ['Kernel Version', 'kernelVersion'],
  ['OS Image', 'osImage'],
  ['Operating System', 'operatingSystem'],
  ['Architecture', 'architecture'],
  ['Container Runtime Version', 'containerRuntimeVersion'],
  ['Kubelet Version', 'kubeletVersion'],
  ['Kube-Proxy Version', 'kubeProxyVersion'],
] as const;

function rolesOf(node: JsonObject): readonly string[] {
  const labels = Object.entries(getStringMap(node, 'metadata', 'labels'));
  const roles = labels.flatMap(([key, value]) => {
    const role = key.startsWith(rolePrefix) ? key.slice(rolePrefix.length) : key === 'kubernetes.io/role' ? value : '';
    return role === '' ? [] : [role];
  });
  return [...new Set(roles)].toSorted();
}

function taintsOf(node: JsonObject): readonly string[] {
  const text = (taint: unknown, field: string): string => getString(taint, field) ?? '';
  const keyOf = (taint: unknown): string => `${text(taint, 'effect')},${text(taint, 'key')}`;
  return getList(node, 'spec', 'taints')
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0))
    .map((taint) => {
      const [key, value, effect] = [text(taint, 'key'), text(taint, 'value'), text(taint, 'effect')];
      if (effect === '') return value === '' ? key : `${key}=${value}:`;
      return value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;
    });
}

function describeLease(writer: DescribeWriter, lease: NodeContext['lease']): void {
  if (lease === undefined) return;
  if ('problem' in lease) {
    writer.line(0, `Lease:\tFailed to get lease: ${shortenValue(lease.problem)}`);
    return;
  }
  writer.line(0, 'Lease:');
  const spec = getMap(lease.object, 'spec');
  const timeOf = (field: string): string => (spec[field] === undefined ? '<unset>' : describeTime(spec[field]));
  writer.field(1, 'HolderIdentity', getString(spec, 'holderIdentity') ?? '<unset>');
  writer.line(1, `AcquireTime:\t${timeOf('acquireTime')}`);
  writer.line(1, `RenewTime:\t${timeOf('renewTime')}`);
}

function describeNodeConditions(writer: DescribeWriter, node: JsonObject): void {
  const conditions = getList(node, 'status', 'conditions').filter((one) => isJsonObject(one));
  if (conditions.length === 0) return;
  writer.line(0, 'Conditions:');
  writer.line(1, 'Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage');
  writer.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
  for (const condition of conditions) {
    const text = (field: string): string => shortenValue(getString(condition, field) ?? '');
    const times = ['lastHeartbeatTime', 'lastTransitionTime'].map((field) => describeTime(getValue(condition, field)));
    writer.line(1, [text('type'), text('status'), ...times, text('reason'), text('message')].join(' \t'));
  }
}

function describeProvider(writer: DescribeWriter, node: JsonObject): void {
  const spec = getMap(node, 'spec');
  for (const [title, value] of [
    ['PodCIDR', getString(spec, 'podCIDR') ?? ''],
    ['PodCIDRs', getStrings(spec, 'podCIDRs').join(',')],
    ['ProviderID', getString(spec, 'providerID') ?? ''],
  ] as const)
    if (value !== '') writer.field(0, title, value);
}
