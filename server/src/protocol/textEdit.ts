/** Defines text ranges and text edits, with positions as in the Language Server Protocol. See protocol.ts. */

/** A text range. Lines and characters start at 0, as in the Language Server Protocol. */
export interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** Replaces the text in a range. */
export interface TextEdit {
  readonly range: LspRange;
  readonly newText: string;
}
