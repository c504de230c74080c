/** A range in a text (a document, policy, or value). Offsets are in UTF-16 code units, and the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
