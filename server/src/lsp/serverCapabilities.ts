/** Declares the capabilities of the server to clients, before the code of the capabilities is loaded. */
import * as l10n from '@vscode/l10n';
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import { CodeActionKind, TextDocumentSyncKind } from '../engine/protocolValues.ts';
import { tokenModifiers, tokenTypes } from '../engine/tokenLegend.ts';
import { openRulePageCommandId, type InitializationOptions } from '../protocol/protocol.ts';
import type { TriggerCharacters } from '../triggerCharacters.ts';

/**
 * Code action kind for fixing all findings in a file. The kind is specific to this product, so that users can run it on
 * save without the fixes of other extensions.
 */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.osc`;

/** The command that opens the page of a rule on the server, for clients without a page viewer. */
export const openRulePageOnServer = `${openRulePageCommandId}.file`;

/**
 * Returns the capabilities of the server.
 * @param triggers the trigger characters of the languages
 */
export function listServerCapabilities(
  client: ClientCapabilities,
  options: InitializationOptions,
  triggers: readonly TriggerCharacters[],
): ServerCapabilities {
  const join = (feature: keyof TriggerCharacters) => [...new Set(triggers.flatMap((own) => own[feature] ?? []))];
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
    codeLensProvider: { resolveProvider: false },
    completionProvider: { triggerCharacters: join('completion'), resolveProvider: false },
    definitionProvider: true,
    documentLinkProvider: { resolveProvider: false },
    documentSymbolProvider: { label: l10n.t`OpenShift sandboxed containers` },
    foldingRangeProvider: true,
    hoverProvider: true,
    inlayHintProvider: true,
    referencesProvider: true,
    renameProvider: client.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      full: true,
    },
    signatureHelpProvider: {
      triggerCharacters: join('signatureHelp'),
      retriggerCharacters: join('signatureHelpUpdate'),
    },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    // A client with its own page viewer handles the command.
    ...(options.openRulePageCommand === undefined
      ? { executeCommandProvider: { commands: [openRulePageOnServer] } }
      : {}),
  };
}
