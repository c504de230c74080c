/** What the containers of a pod ask for, added up exactly, as each of those who add it up does. */
import type { ContainerResources } from '#core/peerPods/instanceSelection.ts';
import { toNumber, parseQuantity, type Quantity } from '#core/common/quantity.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { findPodNode } from '#server/engine/yaml/objects/podNode.ts';

const resources = ['cpu', 'memory', 'nvidia.com/gpu'] as const;
type Resource = (typeof resources)[number];
/** What is not there is not asked for. */
type Amounts = Readonly<Partial<Record<Resource, Quantity>>>;

interface Container {
  readonly requests: Amounts;
  readonly limits: Amounts;
  /** Runs before the others, and ends. */
  readonly initial: boolean;
}

/** The containers of a pod, in the order in which they start. */
export type PodContainers = readonly Container[];

/**
 * Undefined where some of it is not known, no container is written out, or the pod itself has resources, which count in
 * place of theirs.
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
  // A sidecar starts with the init containers and goes on.
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
 * What runs at once at the most: init containers come one after another, before the rest. Of each container the limit,
 * or the request where it has none. Source: kubernetes/kubernetes pkg/api/v1/resource/helpers.go, which does so for
 * requests.
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
 * The sum over all, init containers too, as one container: that is how the webhook of peer pods adds up. A missing
 * request is taken from the limit.
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
