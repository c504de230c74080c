/** Calculates and describes how many pods fit on empty nodes of a size, for `osc-tools size --nodes`. */
import type { Quantity } from '#core/common/quantity.ts';
import {
  countFittingPods,
  defaultPeerPodLimit,
  type NodeResources,
  type PodCount,
  type PodResources,
} from '#core/product/podCapacity.ts';
import { formatCount } from '#core/text/formatCount.ts';
import type { AmountRange } from '#server/manifest/localPodSize.ts';

/** Nodes of the same size. */
export interface NodeFleet extends NodeResources {
  readonly count: number;
}

/** Resources of a pod. The ranges start with the lowest overhead. */
export interface FitInput {
  readonly memory: AmountRange;
  readonly cpu: AmountRange;
  /** Resources that the scheduler reserves: requests and overhead. */
  readonly reserved: { readonly memory: AmountRange; readonly cpu: AmountRange };
  /** True for a peer pod, whose VM isn't on the node. */
  readonly isPeerPod?: boolean;
}

/** Number of pods on one node. Undefined if no resource limits the number. */
export interface PodFit {
  /** Pods that fit if each VM uses all of its memory. */
  readonly fitting: PodCount | undefined;
  /** Pods that the scheduler places. */
  readonly scheduled: PodCount | undefined;
}

/** Returns how many pods fit on one node. */
export function fitOnNode(node: NodeFleet, { memory, reserved, isPeerPod }: FitInput): PodFit {
  const at = (index: 0 | 1): PodResources => ({ memory: reserved.memory[index], cpu: reserved.cpu[index] });
  const inRequests = countRange((index) => countFittingPods(node, at(index)));
  if (isPeerPod === true) {
    const limited = lower(inRequests, [defaultPeerPodLimit, defaultPeerPodLimit]);
    return { scheduled: limited, fitting: limited };
  }
  const scheduled = inRequests;
  // CPUs are shared, so only the scheduler limits them.
  const inMemory = countRange((index) => countFittingPods({ memory: node.memory }, { memory: memory[index] }));
  return { scheduled, fitting: lower(inMemory, scheduled) };
}

function countRange(count: (index: 0 | 1) => number | undefined): PodCount | undefined {
  const [least, most] = [count(1), count(0)];
  return least === undefined || most === undefined ? undefined : [least, most];
}

function lower(one: PodCount | undefined, other: PodCount | undefined): PodCount | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return [Math.min(one[0], other[0]), Math.min(one[1], other[1])];
}

/** Describes how many pods fit, as titles with values. */
export function describeFit(
  { fitting, scheduled }: PodFit,
  nodes: number,
  isPeerPod: boolean,
): readonly (readonly [string, string])[] {
  const rows: (readonly [string, string])[] = [];
  if (isPeerPod && fitting !== undefined)
    return [
      [
        `Fit on ${formatCount(nodes, 'node')}`,
        `${formatPods(fitting, nodes)}, with the default PEERPODS_LIMIT_PER_NODE of ${defaultPeerPodLimit}`,
      ],
    ];
  const differs = scheduled !== undefined && fitting !== undefined && String(scheduled) !== String(fitting);
  if (fitting !== undefined)
    rows.push([
      `Fit on ${formatCount(nodes, 'node')}`,
      `${formatPods(fitting, nodes)}, even if each VM uses all of its memory`,
    ]);
  if (differs)
    rows.push([
      'Placed by the scheduler',
      `${formatPods(scheduled, nodes)}, because it counts only the requests and the overhead`,
    ]);
  return rows;
}

function formatPods([least, most]: PodCount, nodes: number): string {
  const range = (factor: number): string =>
    least === most ? formatCount(most * factor, 'pod') : `${least * factor} to ${formatCount(most * factor, 'pod')}`;
  return nodes === 1 ? range(1) : `${range(nodes)} (${least === most ? most : `${least} to ${most}`} per node)`;
}

/** Returns the number of pods on all nodes as an object for JSON. */
export function fitToJson({ fitting, scheduled }: PodFit, nodes: number): object {
  const json = (count: PodCount | undefined): object | undefined =>
    count === undefined ? undefined : { least: count[0] * nodes, most: count[1] * nodes };
  return { fitting: json(fitting), scheduled: json(scheduled) };
}

/** Adds an amount to both ends of a range. */
export function addAmount([least, most]: AmountRange, amount: Quantity): AmountRange {
  return [least + amount, most + amount];
}
