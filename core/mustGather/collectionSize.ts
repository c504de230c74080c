/**
 * Estimates the size of a must-gather from earlier collections on this computer, and describes its size while it is
 * collected. Without an earlier collection, there is no estimate.
 */
import * as l10n from '@vscode/l10n';
import { type CollectRemark } from './collectPreflight.ts';
import { formatBytes } from '../text/formatBytes.ts';

/** Size of collected files in bytes. */
export interface CollectionSize {
  readonly bytes: number;
  /** Bytes by kind of data, such as `nodes` or `namespaces`. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Bytes by node. */
  readonly nodes: Readonly<Record<string, number>>;
}

/** Size of a collection that is running. */
export interface SizeProgress {
  readonly bytes: number;
  /** Bytes per second since the last count. */
  readonly rate: number;
  /** Free space on the disk in bytes. Undefined if the operating system doesn't report it. */
  readonly free: number | undefined;
}

/** Why a collection stops before it is complete. */
export type CollectLimit = { readonly why: 'size'; readonly max: number } | { readonly why: 'disk' };

/** A collection for which an estimate is required. */
interface CollectionKind {
  readonly server: string;
  readonly by: 'oc' | 'api';
  /** What oc collects. Undefined if collected through the API. */
  readonly what?: string | undefined;
  /** Time range of the logs. */
  readonly since?: string | undefined;
  /** Number of nodes of the cluster. */
  readonly nodeCount?: number | undefined;
}

/** A complete collection with its recorded size. */
export interface RecordedSize extends CollectionKind {
  readonly bytes: number;
}

interface SizeEstimate {
  readonly bytes: number;
  /** Whether the collections of the basis are of the same cluster. */
  readonly basis: 'cluster' | 'others';
  /** Number of collections of the basis. */
  readonly count: number;
}

/** Maximum number of collections of a basis. The newest ones resemble the next one most. */
const mostUsed = 5;

/**
 * Estimates the size of a collection.
 * @param records earlier collections, newest first
 * @returns undefined if there is no collection of the same kind
 */
export function estimateSize(records: readonly RecordedSize[], wanted: CollectionKind): SizeEstimate | undefined {
  const { server, by, what, since, nodeCount } = wanted;
  const same = records.filter((one) => one.by === by && one.what === what && one.since === since);
  const own = same.filter((one) => one.server === server).slice(0, mostUsed);
  if (own.length > 0) return { bytes: medianOf(own.map(({ bytes }) => bytes)), basis: 'cluster', count: own.length };
  const others = same.slice(0, mostUsed);
  if (others.length === 0) return undefined;
  // The logs of the nodes are the largest part.
  const perNode = others.flatMap(({ bytes, nodeCount: count = 0 }) => (count > 0 ? bytes / count : []));
  const isScaled = nodeCount !== undefined && nodeCount > 0 && perNode.length > 0;
  const bytes = isScaled ? medianOf(perNode) * nodeCount : medianOf(others.map((one) => one.bytes));
  return { bytes: Math.round(bytes), basis: 'others', count: isScaled ? perNode.length : others.length };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Number of nodes from which on a must-gather is large. */
const manyNodes = 100;

/** Returns the results of the checks of the size. */
export function sizeRemarks(
  estimate: SizeEstimate | undefined,
  { freeBytes, nodeCount = 0 }: { readonly freeBytes: number | undefined; readonly nodeCount?: number | undefined },
): readonly CollectRemark[] {
  const isTooLarge = estimate !== undefined && freeBytes !== undefined && estimate.bytes > freeBytes;
  const size: CollectRemark =
    estimate === undefined
      ? {
          verdict: 'unknown',
          words: l10n.t`The size can't be estimated, because this computer has no record of a similar must-gather.`,
        }
      : { verdict: isTooLarge ? 'warn' : 'pass', words: estimateWords(estimate) };
  if (nodeCount <= manyNodes) return [size];
  const words = l10n.t`The cluster has ${nodeCount} nodes, so the must-gather can be very large. To collect data from fewer nodes, run oc adm must-gather with the option --node-selector.`;
  return [size, { verdict: 'warn', words }];
}

function estimateWords({ bytes, basis, count }: SizeEstimate): string {
  const size = formatBytes(bytes);
  return basis === 'cluster'
    ? l10n.t`Estimated size: ${size}. Earlier must-gathers of this cluster in the estimate: ${count}.`
    : l10n.t`Estimated size: ${size}. Must-gathers of other clusters in the estimate: ${count}.`;
}

/** Describes the size of a collection that is running, such as `1.2 GB collected, 15 MB/s, 40 GB free`. */
export function describeSize({ bytes, rate, free }: SizeProgress): string {
  const [size, speed] = [formatBytes(bytes), formatBytes(rate)];
  return free === undefined
    ? l10n.t`${size} collected, ${speed}/s`
    : l10n.t`${size} collected, ${speed}/s, ${formatBytes(free)} free`;
}

/** Describes why a collection stopped. */
export function describeLimit(limit: CollectLimit): string {
  return limit.why === 'disk'
    ? l10n.t`The collection stopped because the disk is almost full.`
    : l10n.t`The collection stopped at the maximum size of ${formatBytes(limit.max)}.`;
}

/** Free space in bytes below which a collection stops. */
const leastFreeBytes = 100 * 2 ** 20;

/** Returns the limit that a collection has reached, if any. */
export function reachedLimit({ bytes, free }: SizeProgress, max: number | undefined): CollectLimit | undefined {
  if (max !== undefined && bytes >= max) return { why: 'size', max };
  return free !== undefined && free < leastFreeBytes ? { why: 'disk' } : undefined;
}

const kinds: ReadonlySet<string> = new Set([
  'audit_logs',
  'cluster-scoped-resources',
  'host_service_logs',
  'namespaces',
  'nodes',
  'sandboxed-containers',
]);

/**
 * Returns the kind of data of a collected file, and its node.
 * @param parts path from the folder of the must-gather. The first part is usually the name of an image.
 */
function kindOfFile(parts: readonly string[]): { readonly kind: string; readonly node?: string } {
  const at = parts.slice(0, 2).findIndex((part) => kinds.has(part));
  const kind = parts[at];
  if (at < 0 || kind === undefined) return { kind: 'other' };
  const node = kind === 'nodes' && parts.length > at + 2 ? parts[at + 1] : undefined;
  return { kind, ...(node === undefined ? {} : { node }) };
}

/** Adds the sizes of files. */
export class SizeCounter {
  #bytes = 0;
  readonly #kinds = new Map<string, number>();
  readonly #nodes = new Map<string, number>();

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds bytes to a file. The number is negative if a file shrinks. */
  add(parts: readonly string[], bytes: number): void {
    const { kind, node } = kindOfFile(parts);
    this.#bytes += bytes;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + bytes);
    if (node !== undefined) this.#nodes.set(node, (this.#nodes.get(node) ?? 0) + bytes);
  }

  size(): CollectionSize {
    return {
      bytes: this.#bytes,
      kinds: Object.fromEntries(this.#kinds),
      nodes: Object.fromEntries(this.#nodes),
    };
  }
}
