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

/** The types of messages for the user or the log. */
export const MessageType = { Error: 1, Warning: 2, Info: 3, Log: 4 } as const satisfies Record<
  string,
  protocol.MessageType
>;

/** The severities of diagnostics. */
export const DiagnosticSeverity = { Error: 1, Warning: 2, Information: 3, Hint: 4 } as const satisfies Record<
  string,
  protocol.DiagnosticSeverity
>;

/** The changes of files that the server watches. The values can be added. */
export const WatchKind = { Create: 1, Change: 2, Delete: 4 } as const satisfies Record<string, protocol.WatchKind>;

/** The changes of files that clients report. */
export const FileChangeType = { Created: 1, Changed: 2, Deleted: 3 } as const satisfies Record<
  string,
  protocol.FileChangeType
>;

/** Specifies how clients send changes of open files. */
export const TextDocumentSyncKind = { Incremental: 2 } as const satisfies Record<string, protocol.TextDocumentSyncKind>;

/** The kinds of code actions. */
export const CodeActionKind = { QuickFix: 'quickfix', SourceFixAll: 'source.fixAll' } as const satisfies Record<
  string,
  protocol.CodeActionKind
>;

/** Error code of a request that is valid, but failed. */
export const requestFailed = -32803 satisfies protocol.LSPErrorCodes;
