/**
 * Tracks the features that other extensions provide, as reported by the client, so that the server doesn't duplicate
 * them.
 */
import type { ClientCapabilities } from 'vscode-languageserver';
import type { LspConnection } from './connection/lspConnection.ts';
import { Observable } from '../engine/scheduling/observable.ts';
import {
  regoExtensionNotification,
  yamlExtensionNotification,
  type InitializationOptions,
  type RegoExtensionParams,
  type YamlExtensionParams,
} from '../protocol/protocol.ts';
import { regoExtension, yamlExtension } from './initializationOptions.ts';

/** The latest reports about the YAML extension and the Rego extension. */
export interface OtherExtensions {
  readonly yaml: Observable<YamlExtensionParams>;
  readonly rego: Observable<RegoExtensionParams>;
}

/** Tracks the reports of the client. */
export function followOtherExtensions(
  connection: LspConnection,
  client: ClientCapabilities,
  options: InitializationOptions,
): OtherExtensions {
  const yaml = new Observable(yamlExtension(options.yamlExtension));
  connection.onCustomNotification(yamlExtensionNotification, (params) => yaml.set(yamlExtension(params)));
  const rego = new Observable(regoExtension(options.regoExtension));
  connection.onCustomNotification(regoExtensionNotification, (params) => rego.set(regoExtension(params)));
  if (client.workspace?.semanticTokens?.refreshSupport === true) {
    // Another Rego extension has its own tokens.
    rego.onChange(() => {
      connection.refresh('workspace/semanticTokens/refresh').catch(() => undefined);
    });
  }
  return { yaml, rego };
}
