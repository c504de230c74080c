/**
 * Finds the resources that cause the state of another resource. Node pools can cause the state of their cluster, nodes
 * the state of their node pool, and a cluster the state of its node pools and components.
 */
import { decodeEdge, type EdgeStatus } from './table/decodeEdge.ts';
import { wildcard, type EdgeResource, type PairRef } from './table/edgePair.ts';
import { findCondition, findPhase } from './table/vocabulary.ts';

/** A resource in an API response. Contains only data from the response. */
export interface EdgeItem {
  readonly resource?: EdgeResource;
  readonly id: string;
  readonly name: string;
  readonly clusterId: string;
  readonly nodePoolId: string;
  readonly status: EdgeStatus;
}

export interface EdgeCause {
  /** The causes, root cause last. Empty if no response contains a resource that causes the state. */
  readonly chain: readonly EdgeItem[];
  /** Number of additional resources that cause the state in the same way as the first one. */
  readonly others: number;
  /** Resource kind to check if the chain is empty. */
  readonly lookAt: EdgeResource;
  /** A related resource whose state doesn't explain this one. The responses might be from different times. */
  readonly contradicts?: EdgeItem;
}

/** Index of resources for finding causes. */
export interface EdgeIndex {
  /** Returns the cause of a state. Returns undefined if, according to the status table, no other resource causes it. */
  readonly causeOf: (item: EdgeItem) => EdgeCause | undefined;
}

/** Maximum chain length. The status table contains chains of at most 2 links. */
const deepest = 3;

export function createEdgeIndex(items: readonly EdgeItem[]): EdgeIndex {
  const clusters = new Map<string, EdgeItem>();
  const pools = new Map<string, EdgeItem[]>();
  const nodes = new Map<string, EdgeItem[]>();
  for (const item of items) {
    if (item.resource === 'cluster' && item.id !== '') clusters.set(item.id, item);
    if (item.resource === 'nodePool') add(pools, item.clusterId, item);
    if (item.resource === 'node') add(nodes, item.nodePoolId, item);
  }
  const related = (item: EdgeItem, resource: EdgeResource): readonly EdgeItem[] => {
    if (resource === 'cluster') {
      const found = clusters.get(item.clusterId);
      return found === undefined ? [] : [found];
    }
    return (resource === 'nodePool' ? pools : nodes).get(item.id) ?? [];
  };
  const causeOf = (item: EdgeItem, depth = 0): EdgeCause | undefined => {
    const refs = decodeEdge(item.status, item.resource).rows.flatMap(({ resource, from = [] }) =>
      item.resource === resource ? from : [],
    );
    const [first] = refs;
    if (first === undefined || depth >= deepest) return undefined;
    const near = related(item, first.resource);
    const causes = near.filter((other) => refs.some((ref) => isIn(other, ref)));
    const [cause] = causes;
    const base = { lookAt: first.resource, others: Math.max(0, causes.length - 1) };
    if (cause === undefined) {
      const [other] = near;
      return {
        ...base,
        chain: [],
        ...(first.resource === 'cluster' && other !== undefined ? { contradicts: other } : {}),
      };
    }
    return { ...base, chain: [cause, ...(causeOf(cause, depth + 1)?.chain ?? [])] };
  };
  return { causeOf: (item) => causeOf(item) };
}

function isIn({ resource, status }: EdgeItem, ref: PairRef): boolean {
  const { word } = findPhase(status.phase);
  return (
    resource === ref.resource &&
    word === ref.phase &&
    (ref.condition === wildcard ||
      status.conditions.some((condition) => findCondition(condition).word === ref.condition))
  );
}

function add(into: Map<string, EdgeItem[]>, key: string, item: EdgeItem): void {
  if (key === '') return;
  const there = into.get(key);
  if (there === undefined) into.set(key, [item]);
  else there.push(item);
}
