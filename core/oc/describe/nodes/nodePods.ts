/**
 * Describes the pods on a node and the resources that they use. Source: kubernetes/kubectl pkg/describe/describe.go
 * (describeNodeResource).
 */
import { getMap, getString, omitUndefined, type JsonObject } from '#core/common/json.ts';
import { one, toNumber, wholeOf } from '#core/common/quantity.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { formatAge } from '../describeEvents.ts';
import type { DescribeWriter } from '../describeWriter.ts';
import { formatAmount, readAmount, zero, type Amount } from '../formatQuantity.ts';
import { add, podResources, type PodResources } from './podResources.ts';

/** The part of a pod that the description of its node contains. */
export interface DescribedPod extends PodResources {
  readonly namespace: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly created?: number;
}

/** Reads the part of a pod that the description of its node contains. */
export function readDescribedPod(pod: unknown): DescribedPod {
  return {
    namespace: getString(pod, 'metadata', 'namespace') ?? '',
    name: getString(pod, 'metadata', 'name') ?? '',
    ...podResources(pod),
    ...omitUndefined({ created: parseTimestamp(getString(pod, 'metadata', 'creationTimestamp')) }),
  };
}

/** Adds the pods and the allocated resources of a node. */
export function describeNodePods(
  writer: DescribeWriter,
  node: JsonObject,
  pods: readonly DescribedPod[],
  now: number,
): void {
  const allocatable = allocatableOf(node);
  writer.line(0, `Non-terminated Pods:\t(${pods.length} in total)`);
  writer.line(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge');
  writer.line(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---');
  for (const { namespace, name, created, requests, limits } of pods) {
    const cells = (['cpu', 'memory'] as const).flatMap((resource) =>
      [requests, limits].map((amounts) => withPart(resource, amounts.get(resource) ?? zero, allocatable)),
    );
    writer.line(1, [namespace, name, '', ...cells, formatAge(created, now)].join('\t'));
  }
  writer.line(0, 'Allocated resources:');
  writer.line(1, '(Total limits may be over 100 percent, i.e., overcommitted.)');
  writer.line(1, 'Resource\tRequests\tLimits');
  writer.line(1, '--------\t--------\t------');
  const requests = pods.reduce<PodResources['requests']>((sum, pod) => add(sum, pod.requests), new Map());
  const limits = pods.reduce<PodResources['limits']>((sum, pod) => add(sum, pod.limits), new Map());
  const totals = (resource: string): readonly Amount[] =>
    [requests, limits].map((amounts) => amounts.get(resource) ?? zero);
  for (const resource of [...standard, ...hugePagesOf(allocatable)])
    writer.line(1, [resource, ...totals(resource).map((total) => withPart(resource, total, allocatable))].join('\t'));
  for (const resource of extendedOf(allocatable))
    writer.line(1, [resource, ...totals(resource).map(formatAmount)].join('\t'));
}

const standard = ['cpu', 'memory', 'ephemeral-storage'] as const;

/** Returns the allocatable resources, or the capacity if they're missing. */
function allocatableOf(node: JsonObject): JsonObject {
  const allocatable = getMap(node, 'status', 'allocatable');
  return Object.keys(allocatable).length > 0 ? allocatable : getMap(node, 'status', 'capacity');
}

function hugePagesOf(allocatable: JsonObject): readonly string[] {
  return Object.keys(allocatable)
    .filter((name) => name.startsWith('hugepages-'))
    .toSorted();
}

/** Returns the resources of devices, such as `kata.peerpods.io/vm`. */
function extendedOf(allocatable: JsonObject): readonly string[] {
  const known: readonly string[] = [...standard, 'pods'];
  return Object.keys(allocatable)
    .filter((name) => !known.includes(name) && !name.startsWith('hugepages-'))
    .toSorted();
}

/** Formats an amount with its share of the allocatable amount in percent. */
function withPart(resource: string, amount: Amount, allocatable: JsonObject): string {
  const all = countOf(resource, readAmount(allocatable[resource]));
  const percent = all === 0 ? 0 : Math.trunc((countOf(resource, amount) / all) * 100);
  return `${formatAmount(amount)} (${percent}%)`;
}

/** Returns the amount as kubectl counts it: CPUs in thousandths, everything else in whole units, rounded up. */
function countOf(resource: string, { value }: Amount): number {
  return resource === 'cpu'
    ? Math.ceil(toNumber(value * 1000n))
    : Number(wholeOf(value < 0n ? 0n : value) * one) / Number(one);
}
