/** A stretch of a text: of a document, a policy or a value; UTF-16 offsets, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
