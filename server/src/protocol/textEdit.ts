/** Ranges and edits of texts, as the Language Server Protocol counts; see protocol.ts. */

/** A stretch of a text, as the Language Server Protocol counts. */
export interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** An edit of a text. */
export interface TextEdit {
  readonly range: LspRange;
  readonly newText: string;
}
