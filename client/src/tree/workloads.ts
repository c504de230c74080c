/** Pods that run in a guest: fetched when somebody opens the group, and again on demand. */
import type { KataPod } from '../../../core/live/kataPod.ts';

export type Workloads =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'loading'; readonly found: number }
  /** @property asOf milliseconds since 1970 @property rest what is to be said of those that are not kept */
  | { readonly kind: 'loaded'; readonly pods: readonly KataPod[]; readonly asOf: number; readonly rest?: string }
  | { readonly kind: 'failed'; readonly message: string };
