/**
 * State of the list of pods that run in a VM. The extension follows the pods while the user has expanded the group.
 */
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import type { PodOwners } from '#core/status/workloads/ownedPods.ts';

export interface LoadedWorkloads {
  readonly kind: 'loaded';
  /** Sorted by namespace and name. */
  readonly pods: readonly KataPod[];
  /** Time at which the cluster last confirmed the list, in milliseconds since 1970. */
  readonly asOf: number;
  /**
   * How the list is kept up to date while the group is visible: with a watch, or by listing again after an interval in
   * milliseconds. Undefined for lists that are never updated.
   */
  readonly updates?: 'watch' | number;
  /** Namespaces to which the list is limited. Undefined for all namespaces. */
  readonly namespaces?: readonly string[];
  /** Owners of the pods, and workloads without pods. */
  readonly owners?: PodOwners;
  /** Describes the pods that aren't in the list. */
  readonly rest?: string;
  /** Number of pods that aren't in the list. Undefined for none. */
  readonly omitted?: number;
  /** Text of a row that explains what the list doesn't include. */
  readonly note?: string;
  /** Set while the list can't be kept up to date. The previous pods remain visible. */
  readonly again?: { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly message: string };
}

export type WorkloadsState =
  | { readonly kind: 'unasked' }
  /** A must-gather without a list of Kata pods, shown as a row. */
  | { readonly kind: 'notCollected' }
  | { readonly kind: 'loading'; readonly found: number }
  | LoadedWorkloads
  | { readonly kind: 'failed'; readonly message: string };

/** How the rows of Kata pods are grouped: by namespace and owner, by runtime class, or by node. */
export type WorkloadGrouping = 'owner' | 'runtimeClass' | 'node';
