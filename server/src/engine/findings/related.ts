/** Defines the related locations of a finding. */

/** A location that a finding refers to. */
export interface Related {
  readonly uri: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
}
