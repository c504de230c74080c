/** Defines the part of the server's state that the second process needs. */
import type { ClientCapabilities } from 'vscode-languageserver';
import type { Observable } from '../../engine/scheduling/observable.ts';
import type { WorkspaceIndex } from '../../engine/workspace/workspaceIndex.ts';
import type { YamlExtensionParams } from '../../protocol/protocol.ts';
import type { LspConnection } from '../connection/lspConnection.ts';
import type { ServerSettings } from '../settings.ts';

/** Settings, data, and connection of the server that the second process needs. */
export interface SecondProcessContext {
  readonly client: ClientCapabilities;
  readonly connection: LspConnection;
  readonly log: (message: string) => void;
  readonly settings: ServerSettings;
  readonly workspace: WorkspaceIndex;
  /** The features that another YAML extension provides. */
  readonly yamlExtension: Observable<YamlExtensionParams>;
}
