/** A source in the view of edge hosting. */
import type { EdgeTree } from '#core/edge/tree/edgeTree.ts';

/** The files or the service that the source is read from. */
export type EdgeOrigin =
  /** @property places addresses of files and folders */
  | { readonly kind: 'files'; readonly places: readonly string[] }
  | { readonly kind: 'service'; readonly host: string; readonly region: string };

/** The progress of reading, and its result. */
export type EdgeState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly problem: string }
  /** @property problems what could not be read, in sentences */
  | { readonly kind: 'open'; readonly tree: EdgeTree; readonly problems: readonly string[] };

/** Saved files or the service, opened as a root of the view. */
export interface OpenSource {
  /** Unique among the open sources. */
  readonly name: string;
  readonly origin: EdgeOrigin;
  readonly state: EdgeState;
}
