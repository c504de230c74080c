/** Defines ranges and edits of texts in the coordinates of the Language Server Protocol. See protocol.ts. */

/** A range of a text in the coordinates of the Language Server Protocol. */
export interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** An edit of a text. */
export interface TextEdit {
  readonly range: LspRange;
  readonly newText: string;
}
