/** Describes a source in the edge hosting view. */
import type { EdgeTree } from '#core/edge/tree/edgeTree.ts';

/** The origin of a source: files or the service. */
export type EdgeOrigin =
  /** @property places URIs of files and folders */
  | { readonly kind: 'files'; readonly places: readonly string[] }
  | { readonly kind: 'service'; readonly host: string; readonly region: string };

/** The progress of reading a source, and its result. */
export type EdgeState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly problem: string }
  | {
      readonly kind: 'open';
      readonly tree: EdgeTree;
      /** Read failures, as sentences. */
      readonly problems: readonly string[];
      /** Sentences about the reading that aren't failures. */
      readonly notes: readonly string[];
    };

/** Saved files or the service, opened as a root of the edge hosting view. */
export interface OpenSource {
  /** Unique among the open sources. */
  readonly name: string;
  readonly origin: EdgeOrigin;
  readonly state: EdgeState;
}
