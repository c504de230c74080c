/** A section of the published documentation. */
export interface DocSection {
  /** Section title with its number. */
  readonly title: string;
  readonly url: string;
}
