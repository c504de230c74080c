/** A section of the published documentation. */
export interface DocSection {
  /** As printed there, with its number. */
  readonly title: string;
  readonly url: string;
}
