/**
 * Calculates how many pods fit on nodes. The scheduler adds the requests of the pods and the overhead of their runtime
 * class, and ignores the memory with which a VM starts. Source: kubernetes/kubernetes
 * pkg/scheduler/framework/plugins/noderesources/fit.go (fitsRequest); OSC 1.5 §2.1.1.
 */
import { one, parseQuantity, type Quantity } from '../common/quantity.ts';
import { documentedVmMemory, runtimeClassNamed } from './runtimeClasses.ts';

/** Memory in bytes and CPUs, both as quantities. An undefined amount isn't limited or isn't requested. */
export interface PodResources {
  readonly memory?: Quantity | undefined;
  readonly cpu?: Quantity | undefined;
}

/** Resources that are available on a node. An undefined amount isn't limited. */
export interface NodeResources extends PodResources {
  /** Number of pods. */
  readonly pods?: Quantity | undefined;
}

/** The lowest and the highest number of pods. Sources for the overhead differ. */
export type PodCount = readonly [least: number, most: number];

/**
 * Returns how many pods of the same size fit on a node.
 * @param free available resources of the node; can be negative if a node has more pods than its resources allow
 * @returns an integer of at least 0, or undefined if no resource limits the number
 */
export function countFittingPods(free: NodeResources, pod: PodResources): number | undefined {
  const limits = [
    fitting(free.memory, pod.memory),
    fitting(free.cpu, pod.cpu),
    ...(free.pods === undefined ? [] : [fitting(free.pods, one)]),
  ].filter((limit) => limit !== undefined);
  return limits.length === 0 ? undefined : Math.min(...limits);
}

function fitting(free: Quantity | undefined, amount: Quantity | undefined): number | undefined {
  if (free === undefined || amount === undefined || amount <= 0n) return undefined;
  return free < amount ? 0 : Number(free / amount);
}

/**
 * Returns the documented memory and CPUs of a Kata pod without requests and limits: the initial memory of its VM, and
 * the overhead of its runtime class.
 * @param overhead overhead of the runtime class on the cluster; by default, the overhead in the source code of the
 * operator
 */
export function sizeOfDefaultPod(overhead: Readonly<Record<string, string>> = operatorOverhead()): PodResources {
  const amount = (name: string): Quantity =>
    (Object.hasOwn(overhead, name) ? parseQuantity(overhead[name] ?? '') : undefined) ?? 0n;
  return {
    memory: (parseQuantity(documentedVmMemory.default) ?? 0n) + amount('memory'),
    cpu: amount('cpu'),
  };
}

/** Returns the overhead that the operator sets for the class kata. Source: core/product/runtimeClasses.ts. */
function operatorOverhead(): Readonly<Record<string, string>> {
  const { memory = '', cpu = '' } = runtimeClassNamed('kata')?.overheads[0] ?? {};
  return { memory, cpu };
}

/** Maximum number of peer pods per node if `PEERPODS_LIMIT_PER_NODE` isn't set. Source: OSC 1.12 §3.2. */
export const defaultPeerPodLimit = 10;
