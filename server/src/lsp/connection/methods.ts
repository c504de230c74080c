/** Types of the LSP messages that the server uses, by method. They exist only at compile time. */
import type * as lsp from 'vscode-languageserver';

type Pair<Params, Result> = { readonly params: Params; readonly result: Result };

/** Requests of the client. */
export interface ClientRequests {
  readonly 'textDocument/codeAction': Pair<lsp.CodeActionParams, lsp.CodeAction[] | null>;
  readonly 'textDocument/codeLens': Pair<lsp.CodeLensParams, lsp.CodeLens[] | null>;
  readonly 'textDocument/completion': Pair<
    lsp.CompletionParams,
    lsp.CompletionItem[] | lsp.CompletionList | null | undefined
  >;
  readonly 'textDocument/definition': Pair<lsp.DefinitionParams, lsp.Definition | lsp.DefinitionLink[] | null>;
  readonly 'textDocument/documentLink': Pair<lsp.DocumentLinkParams, lsp.DocumentLink[] | null>;
  readonly 'textDocument/documentSymbol': Pair<lsp.DocumentSymbolParams, lsp.DocumentSymbol[] | null>;
  readonly 'textDocument/foldingRange': Pair<lsp.FoldingRangeParams, lsp.FoldingRange[] | null>;
  readonly 'textDocument/hover': Pair<lsp.HoverParams, lsp.Hover | null>;
  readonly 'textDocument/inlayHint': Pair<lsp.InlayHintParams, lsp.InlayHint[] | null>;
  readonly 'textDocument/prepareRename': Pair<lsp.PrepareRenameParams, lsp.PrepareRenameResult | null>;
  readonly 'textDocument/references': Pair<lsp.ReferenceParams, lsp.Location[] | null>;
  readonly 'textDocument/rename': Pair<lsp.RenameParams, lsp.WorkspaceEdit | null>;
  readonly 'textDocument/semanticTokens/full': Pair<lsp.SemanticTokensParams, lsp.SemanticTokens | null>;
  readonly 'textDocument/signatureHelp': Pair<lsp.SignatureHelpParams, lsp.SignatureHelp | null>;
  readonly 'workspace/executeCommand': Pair<lsp.ExecuteCommandParams, void>;
}

/** Notifications of the client. */
export interface ClientNotifications {
  readonly initialized: lsp.InitializedParams;
  readonly 'textDocument/didChange': lsp.DidChangeTextDocumentParams;
  readonly 'textDocument/didClose': lsp.DidCloseTextDocumentParams;
  readonly 'textDocument/didOpen': lsp.DidOpenTextDocumentParams;
  readonly 'textDocument/didSave': lsp.DidSaveTextDocumentParams;
  readonly 'workspace/didChangeConfiguration': lsp.DidChangeConfigurationParams;
  readonly 'workspace/didChangeWatchedFiles': lsp.DidChangeWatchedFilesParams;
  readonly 'workspace/didChangeWorkspaceFolders': lsp.DidChangeWorkspaceFoldersParams;
}

/** Parameters of the requests of the server. A client can respond with any value. */
export interface ServerRequests {
  readonly 'client/registerCapability': lsp.RegistrationParams;
  readonly 'window/showDocument': lsp.ShowDocumentParams;
  readonly 'workspace/configuration': lsp.ConfigurationParams;
}

/** Requests of the server without parameters: the client requests these items again. */
export type RefreshRequest =
  | 'workspace/codeLens/refresh'
  | 'workspace/inlayHint/refresh'
  | 'workspace/semanticTokens/refresh';

/** Notifications of the server. */
export interface ServerNotifications {
  readonly 'textDocument/publishDiagnostics': lsp.PublishDiagnosticsParams;
  readonly 'window/logMessage': lsp.LogMessageParams;
  readonly 'window/showMessage': lsp.ShowMessageParams;
}
