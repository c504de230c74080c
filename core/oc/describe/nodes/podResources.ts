/**
 * Computes the requests and limits of a pod. Source: kubernetes/kubectl v0.32 pkg/util/resource/resource.go
 * (PodRequestsAndLimits).
 */
import { getList, getMap, getString } from '#core/common/json.ts';
import { addAmounts, readAmount, zero, type Amount } from '../formatQuantity.ts';

/** Amounts by the name of the resource. */
type Amounts = ReadonlyMap<string, Amount>;

/** Requests and limits of a pod. */
export interface PodResources {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

const lists = ['requests', 'limits'] as const;

/** Returns the requests and limits that the scheduler counts for a pod. */
export function podResources(pod: unknown): PodResources {
  const [requests, limits] = lists.map((list) => {
    const sum = sumOf(pod, list);
    const overhead = readAmounts(getMap(pod, 'spec', 'overhead'));
    // Without another limit, the overhead isn't a limit.
    const counted = list === 'requests' ? overhead : new Map([...overhead].filter(([name]) => sum.has(name)));
    return add(sum, counted);
  });
  return { requests: requests ?? new Map(), limits: limits ?? new Map() };
}

function sumOf(pod: unknown, list: (typeof lists)[number]): Amounts {
  const amountsOf = (container: unknown): Amounts => readAmounts(getMap(container, 'resources', list));
  let sum = getList(pod, 'spec', 'containers').map(amountsOf).reduce<Amounts>(add, new Map());
  let [sidecars, largest]: readonly [Amounts, Amounts] = [new Map(), new Map()];
  for (const container of getList(pod, 'spec', 'initContainers')) {
    const own = amountsOf(container);
    const isSidecar = getString(container, 'restartPolicy') === 'Always';
    if (isSidecar) [sum, sidecars] = [add(sum, own), add(sidecars, own)];
    largest = larger(largest, isSidecar ? sidecars : add(own, sidecars));
  }
  return larger(sum, largest);
}

function readAmounts(resources: Readonly<Record<string, unknown>>): Amounts {
  return new Map(Object.entries(resources).map(([name, quantity]) => [name, readAmount(quantity)]));
}

/** Adds the amounts of two maps. */
export function add(left: Amounts, right: Amounts): Amounts {
  const sum = new Map(left);
  for (const [name, amount] of right) sum.set(name, addAmounts(sum.get(name) ?? zero, amount));
  return sum;
}

function larger(left: Amounts, right: Amounts): Amounts {
  const all = new Map(left);
  for (const [name, amount] of right) if (amount.value > (all.get(name)?.value ?? -1n)) all.set(name, amount);
  return all;
}
