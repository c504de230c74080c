/**
 * What every feature of the server is given: the connection and the state behind it, as one object passed explicitly.
 */
import type { ClientCapabilities, Connection, ServerCapabilities } from 'vscode-languageserver';
import type { ValidationCluster } from '../engine/cluster/knownCluster.ts';
import type { OpenFiles } from './openFiles.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import type { Observable } from '../engine/scheduling/observable.ts';
import type { InitializationOptions, RegoExtensionParams, YamlExtensionParams } from '../protocol/protocol.ts';
import type { Checker } from './checker.ts';
import type { Languages } from './languages.ts';
import type { ServerSettings } from './settings.ts';
import type { WorkspaceIndex } from '../engine/workspace/workspaceIndex.ts';

export interface ServerContext {
  readonly connection: Connection;
  /** The client has said that it is ready: from then on it takes requests. */
  readonly initialized: Promise<void>;
  readonly client: ClientCapabilities;
  readonly options: InitializationOptions;
  readonly files: OpenFiles;
  readonly settings: ServerSettings;
  readonly workspace: WorkspaceIndex;
  /** What is known of the cluster that the user chose. */
  readonly cluster: Observable<ValidationCluster | undefined>;
  /** The URIs of the workspace's folders, as the client named them at the start. */
  readonly folders: readonly string[];
  readonly checker: Checker;
  readonly languages: Languages;
  /** Another extension answers for YAML in general; see protocol.ts. */
  readonly yamlExtension: Observable<YamlExtensionParams>;
  /** Another extension answers for Rego in general. */
  readonly regoExtension: Observable<RegoExtensionParams>;
  /** One line for the log. Never the content of a file. */
  readonly log: (message: string) => void;
}

/** One capability of the server. It announces itself, registers its own handlers, and fails alone. */
export interface LspCapability {
  readonly capabilities?: (
    client: ClientCapabilities,
    options: InitializationOptions,
    modules: readonly LanguageModule[],
  ) => Partial<ServerCapabilities>;
  readonly register: (context: ServerContext) => void;
}
