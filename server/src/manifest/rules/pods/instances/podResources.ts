/** Adds up the resources of a pod's containers without rounding, in the same way as the component that uses the sum. */
import type { ContainerResources } from '#core/peerPods/instanceSelection.ts';
import { toNumber, parseQuantity, type Quantity } from '#core/common/quantity.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { findPodNode } from '#server/engine/yaml/objects/podNode.ts';

const resources = ['cpu', 'memory', 'nvidia.com/gpu'] as const;
type Resource = (typeof resources)[number];
/** Amounts of the requests or limits, by resource. Omitted resources have no request or limit. */
type Amounts = Readonly<Partial<Record<Resource, Quantity>>>;

interface Container {
  readonly requests: Amounts;
  readonly limits: Amounts;
  /** True for an init container that must finish before the other containers start. */
  readonly initial: boolean;
}

/** Containers of a pod, in start order. */
export type PodContainers = readonly Container[];

/**
 * Returns the containers. Returns undefined if parts are unknown, no container is specified, or the pod itself has
 * resources, which override those of the containers.
 */
export function containersIn(manifest: Manifest): PodContainers | undefined {
  const out: Container[] = [];
  if (findPodNode(manifest, ['spec', 'resources']) !== undefined) return undefined;
  for (const field of ['initContainers', 'containers']) {
    const list = findPodNode(manifest, ['spec', field]);
    if (list === undefined || isNull(list)) continue;
    if (list.type !== 'seq') return undefined;
    for (const item of list.items) {
      const container = item.type === 'map' ? containerOf(item, field === 'initContainers') : undefined;
      if (container === undefined) return undefined;
      out.push(container);
    }
  }
  return out.some(({ initial }) => !initial) ? out : undefined;
}

function containerOf(item: MapNode, isInit: boolean): Container | undefined {
  if (item.entries.some(({ key }) => key.unknown)) return undefined;
  const policy = findYamlNode(item, ['restartPolicy']);
  const requests = amountsOf(item, 'requests');
  const limits = amountsOf(item, 'limits');
  if (requests === undefined || limits === undefined || (policy?.type === 'scalar' && policy.unknown)) return undefined;
  // A sidecar starts with the init containers and keeps running.
  const isSidecar = policy?.type === 'scalar' && policy.text === 'Always';
  return { requests, limits, initial: isInit && !isSidecar };
}

function amountsOf(item: MapNode, name: 'requests' | 'limits'): Amounts | undefined {
  let node: YamlNode | undefined = item;
  for (const step of ['resources', name]) {
    node = findMapEntry(node, step)?.value;
    if (node === undefined || isNull(node)) return {};
    if (node.type !== 'map' || node.entries.some(({ key }) => key.unknown)) return undefined;
  }
  const out: Partial<Record<Resource, Quantity>> = {};
  for (const resource of resources) {
    const value = findMapEntry(node, resource)?.value;
    if (value === undefined) continue;
    const amount = quantityOf(value);
    if (amount === undefined || amount < 0n) return undefined;
    out[resource] = amount;
  }
  return out;
}

function quantityOf(node: YamlNode): Quantity | undefined {
  if (node.type !== 'scalar' || node.unknown) return undefined;
  if (typeof node.value === 'string') return parseQuantity(node.value);
  return typeof node.value === 'number' ? parseQuantity(String(node.value)) : undefined;
}

function isNull(node: YamlNode): boolean {
  return node.type === 'scalar' && !node.unknown && node.value === null;
}

/**
 * Returns the maximum amount in use at the same time. Init containers run one after another before the others. Uses the
 * limit of each container, or its request if it has no limit. Source: kubernetes/kubernetes
 * pkg/api/v1/resource/helpers.go, which does this for requests.
 */
export function mostAtOnce(containers: PodContainers, resource: Resource): Quantity {
  let lasting = 0n;
  let most = 0n;
  for (const { requests, limits, initial } of containers) {
    const amount = limits[resource] ?? requests[resource] ?? 0n;
    if (!initial) lasting += amount;
    const now = initial ? lasting + amount : lasting;
    if (now > most) most = now;
  }
  return most;
}

const mib = 1024 * 1024;

/**
 * Returns the total of all containers, including init containers, as the peer pods webhook calculates it. A missing
 * request is replaced by the limit.
 */
export function sumForWebhook(containers: PodContainers): ContainerResources {
  const amounts = (of: (container: Container, resource: Resource) => Quantity | undefined) => {
    const sum = (resource: Resource) =>
      toNumber(containers.reduce((total, container) => total + (of(container, resource) ?? 0n), 0n));
    return { cpu: sum('cpu'), memoryMiB: sum('memory') / mib, gpus: sum('nvidia.com/gpu') };
  };
  return {
    requests: amounts(({ requests, limits }, resource) => requests[resource] ?? limits[resource]),
    limits: amounts(({ limits }, resource) => limits[resource]),
  };
}
