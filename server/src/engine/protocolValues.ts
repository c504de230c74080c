/**
 * Language Server Protocol values that language modules use. Importing them from their library would add more code to a
 * bundle than the module itself contains.
 */
import type * as protocol from 'vscode-languageserver';

/** The kinds of completion items. */
export const CompletionItemKind = {
  Module: 9,
  Property: 10,
  Value: 12,
  Snippet: 15,
  EnumMember: 20,
} as const satisfies Record<string, protocol.CompletionItemKind>;

/** Specifies whether an inserted text contains placeholders. */
export const InsertTextFormat = { PlainText: 1, Snippet: 2 } as const satisfies Record<
  string,
  protocol.InsertTextFormat
>;

/** Specifies whether the client indents an inserted text. */
export const InsertTextMode = { asIs: 1 } as const satisfies Record<string, protocol.InsertTextMode>;

/** The formats of documentation in hovers and completions. */
export const MarkupKind = { Markdown: 'markdown' } as const satisfies Record<string, protocol.MarkupKind>;

/** The kinds of document symbols. */
export const SymbolKind = { Property: 7, Array: 18, Object: 19 } as const satisfies Record<string, protocol.SymbolKind>;

/** The kinds of folding ranges. */
export const FoldingRangeKind = { Region: 'region' } as const satisfies Record<string, protocol.FoldingRangeKind>;
