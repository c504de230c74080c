/** Pods that run in a guest: fetched when somebody opens the group, and again on demand. */
import type { KataPod } from '#core/cluster/objects/kataPod.ts';

export interface LoadedWorkloads {
  readonly kind: 'loaded';
  readonly pods: readonly KataPod[];
  /** Milliseconds since 1970. */
  readonly asOf: number;
  /** What is to be said of those that are not kept. */
  readonly rest?: string;
  /** Creates a row for what the list doesn't include. */
  readonly note?: string;
  /** They are looked for again; what was found stays meanwhile, and also when nothing comes of it. */
  readonly again?: { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly message: string };
}

export type WorkloadsState =
  | { readonly kind: 'unasked' }
  /** Creates the row of a must-gather without a list of Kata pods. */
  | { readonly kind: 'notCollected' }
  | { readonly kind: 'loading'; readonly found: number }
  | LoadedWorkloads
  | { readonly kind: 'failed'; readonly message: string };
