/** A second location of a finding. */

/** Another place that a finding speaks of. */
export interface Related {
  readonly uri: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
}
