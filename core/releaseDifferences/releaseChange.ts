/** Defines the differences between two OSC releases. */

/** What changed. */
export type ReleaseArea =
  | 'field'
  | 'key'
  | 'default'
  | 'annotation'
  | 'runtimeClass'
  | 'image'
  | 'step'
  | 'support'
  | 'agent'
  | 'metric'
  | 'advisory';

/**
 * How certain a change is. `documented`: from the product documentation; `catalogue`: from a published catalog;
 * `merged`: from a development branch, so the release that contains it isn't certain; `open`: in an unmerged pull
 * request; `read`: from source code that wasn't run; `unknown`: not verified.
 */
export type ReleaseCertainty = 'documented' | 'catalogue' | 'merged' | 'open' | 'read' | 'unknown';

/** A difference between two releases. */
export interface ReleaseChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'deprecated';
  readonly area: ReleaseArea;
  /** Stable name, such as `peer-pods-cm TLS_MIN_VERSION`. */
  readonly subject: string;
  /** Value in the first release. Null if the release doesn't have it. */
  readonly from: string | null;
  /** Value in the second release. Null if the release doesn't have it. */
  readonly to: string | null;
  /** Effect of the change, in one sentence. */
  readonly consequence: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Sources, such as `repository@commit path`, `repository#number`, or a section of the documentation. */
  readonly source: readonly string[];
  readonly certainty: ReleaseCertainty;
}

/** Something that couldn't be compared. */
export interface UnknownDifference {
  readonly subject: string;
  /** Reason, in one sentence. */
  readonly why: string;
}

/** Month of the data about releases. */
export const releaseDataMonth = '2026-11';

/** Returns the certainty of facts with this source. */
export function certaintyOf(source: string): ReleaseCertainty {
  return source.startsWith('OSC ') ? 'documented' : 'read';
}
