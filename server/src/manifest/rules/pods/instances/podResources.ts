/** Adds up the resources of a pod's containers without rounding, in the same way as the component that uses the sum. */
import type { ContainerResources } from '#core/peerPods/instanceSelection.ts';
import { toNumber, parseQuantity, type Quantity } from '#core/common/quantity.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { findPodNode } from '#server/engine/yaml/objects/podNode.ts';

const resources = ['cpu', 'memory', 'nvidia.com/gpu'] as const;
/** A resource of a container. `hugepages` is the sum of all page sizes, such as `hugepages-2Mi`. */
type Resource = (typeof resources)[number] | 'hugepages';
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
 * The part of a pod because of which its resources are uncertain: `pod` if the pod itself has resources, `missing` if
 * it has no container, `form` if a list or a mapping is missing, `unknown` if a value or a key isn't in the file, and
 * `amount` if a quantity is invalid.
 */
export interface UncertainPart {
  readonly reason: 'pod' | 'missing' | 'form' | 'unknown' | 'amount';
  /** Path of the part in the pod, such as `spec.containers[0].resources`. */
  readonly path: string;
  readonly node: YamlNode | undefined;
}

type Report = (part: UncertainPart) => void;

/**
 * Returns the containers. Returns undefined if parts are unknown, no container is specified, or the pod itself has
 * resources, which override those of the containers.
 * @param report receives each part because of which the result is undefined
 */
export function containersIn(manifest: Manifest, report: Report = () => undefined): PodContainers | undefined {
  const out: Container[] = [];
  let uncertain = false;
  const add: Report = (part) => {
    uncertain = true;
    report(part);
  };
  const ofPod = findPodNode(manifest, ['spec', 'resources']);
  if (ofPod !== undefined) add({ reason: 'pod', path: 'spec.resources', node: ofPod });
  for (const field of ['initContainers', 'containers']) {
    const list = findPodNode(manifest, ['spec', field]);
    if (list === undefined || isNull(list)) continue;
    if (list.type !== 'seq') add({ reason: isUnknown(list) ? 'unknown' : 'form', path: `spec.${field}`, node: list });
    else
      for (const [index, item] of list.items.entries())
        out.push(containerOf(item, field === 'initContainers', `spec.${field}[${index}]`, add));
  }
  if (!uncertain && !out.some(({ initial }) => !initial))
    add({ reason: 'missing', path: 'spec.containers', node: undefined });
  return uncertain ? undefined : out;
}

/** Reads a container. If parts are reported, the result is incomplete. */
function containerOf(item: YamlNode, isInit: boolean, path: string, report: Report): Container {
  const map = knownMap(item);
  if (map === undefined) {
    report({ reason: item.type === 'map' || isUnknown(item) ? 'unknown' : 'form', path, node: item });
    return { requests: {}, limits: {}, initial: isInit };
  }
  const policy = findYamlNode(map, ['restartPolicy']);
  const requests = amountsOf(map, 'requests', path, report);
  const limits = amountsOf(map, 'limits', path, report);
  if (policy !== undefined && isUnknown(policy))
    report({ reason: 'unknown', path: `${path}.restartPolicy`, node: policy });
  // A sidecar starts with the init containers and keeps running.
  const isSidecar = policy?.type === 'scalar' && policy.text === 'Always';
  return { requests, limits, initial: isInit && !isSidecar };
}

function amountsOf(item: MapNode, name: 'requests' | 'limits', container: string, report: Report): Amounts {
  let node: YamlNode | undefined = item;
  let path = container;
  for (const step of ['resources', name]) {
    node = findMapEntry(node, step)?.value;
    path += `.${step}`;
    if (node === undefined || isNull(node)) return {};
    if (knownMap(node) === undefined) {
      // Both calls read `resources`.
      if (step === name || name === 'requests')
        report({ reason: node.type === 'map' || isUnknown(node) ? 'unknown' : 'form', path, node });
      return {};
    }
  }
  const out: Partial<Record<Resource, Quantity>> = {};
  for (const resource of resources) {
    const value = findMapEntry(node, resource)?.value;
    if (value !== undefined) out[resource] = amountOf(value, `${path}.${resource}`, report);
  }
  const pages = hugePagesOf(node, path, report);
  return pages === 0n ? out : { ...out, hugepages: pages };
}

/** Returns the memory in huge pages of all sizes. */
function hugePagesOf(node: YamlNode, path: string, report: Report): Quantity {
  let sum: Quantity = 0n;
  for (const { key, value } of node.type === 'map' ? node.entries : [])
    if (key.text.startsWith('hugepages-')) sum += amountOf(value, `${path}.${key.text}`, report);
  return sum;
}

function amountOf(value: YamlNode, path: string, report: Report): Quantity {
  const amount = quantityOf(value);
  if (amount !== undefined && amount >= 0n) return amount;
  report({ reason: isUnknown(value) ? 'unknown' : 'amount', path, node: value });
  return 0n;
}

function quantityOf(node: YamlNode): Quantity | undefined {
  if (node.type !== 'scalar' || node.unknown) return undefined;
  if (typeof node.value === 'string') return parseQuantity(node.value);
  return typeof node.value === 'number' ? parseQuantity(String(node.value)) : undefined;
}

/** Returns a node if it's a mapping whose keys are all in the file. */
function knownMap(node: YamlNode): MapNode | undefined {
  return node.type === 'map' && !node.entries.some(({ key }) => key.unknown) ? node : undefined;
}

function isUnknown(node: YamlNode): boolean {
  return node.type === 'scalar' && node.unknown;
}

function isNull(node: YamlNode): boolean {
  return node.type === 'scalar' && !node.unknown && node.value === null;
}

/**
 * Returns the maximum amount in use at the same time. Init containers run one after another before the others. Uses the
 * limit of each container, or its request if it has no limit. Source: kubernetes/kubernetes
 * pkg/api/v1/resource/helpers.go, which does this for requests.
 */
export function mostAtOnce(containers: PodContainers, ...added: readonly Resource[]): Quantity {
  return peakOf(containers, ({ requests, limits }) =>
    added.reduce<Quantity>((sum, resource) => sum + (limits[resource] ?? requests[resource] ?? 0n), 0n),
  );
}

/**
 * Returns the amount that the scheduler reserves for the containers. If a container has a limit but no request,
 * Kubernetes uses the limit as the request. Source: as for `mostAtOnce`.
 */
export function requestedAtOnce(containers: PodContainers, resource: Resource): Quantity {
  return peakOf(containers, ({ requests, limits }) => requests[resource] ?? limits[resource] ?? 0n);
}

function peakOf(containers: PodContainers, amountOf: (container: Container) => Quantity): Quantity {
  let lasting = 0n;
  let most = 0n;
  for (const container of containers) {
    const { initial } = container;
    const amount = amountOf(container);
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
