/**
 * State of the list of pods that run in a VM. The extension reads the pods when the user expands or refreshes the
 * group.
 */
import type { KataPod } from '#core/cluster/objects/kataPod.ts';

export interface LoadedWorkloads {
  readonly kind: 'loaded';
  readonly pods: readonly KataPod[];
  /** Milliseconds since 1970. */
  readonly asOf: number;
  /** Describes the pods that aren't in the list. */
  readonly rest?: string;
  /** Text of a row that explains what the list doesn't include. */
  readonly note?: string;
  /** State of a repeated search. The previous pods remain visible until it succeeds. */
  readonly again?: { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly message: string };
}

export type WorkloadsState =
  | { readonly kind: 'unasked' }
  /** A must-gather without a list of Kata pods, shown as a row. */
  | { readonly kind: 'notCollected' }
  | { readonly kind: 'loading'; readonly found: number }
  | LoadedWorkloads
  | { readonly kind: 'failed'; readonly message: string };

/** Keeps the pods of the previous search until a new search succeeds. */
export function keepPreviousPods(before: WorkloadsState, now: WorkloadsState): WorkloadsState {
  if (before.kind !== 'loaded') return now;
  if (now.kind === 'loading') return { ...before, again: { kind: 'loading' } };
  return now.kind === 'failed' ? { ...before, again: now } : now;
}
