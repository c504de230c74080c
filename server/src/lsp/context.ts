/** The shared state of the server, which is passed to every feature as one object. */
import type { ClientCapabilities } from 'vscode-languageserver';
import type { ValidationCluster } from '../engine/cluster/knownCluster.ts';
import type { LspConnection } from './connection/lspConnection.ts';
import type { OpenFiles } from './openFiles.ts';
import type { Observable } from '../engine/scheduling/observable.ts';
import type { InitializationOptions, RegoExtensionParams, YamlExtensionParams } from '../protocol/protocol.ts';
import type { Checker } from './checker.ts';
import type { Languages } from './languages.ts';
import type { ServerSettings } from './settings.ts';
import type { SecondProcess } from './yamlServer/secondProcess.ts';
import type { WorkspaceIndex } from '../engine/workspace/workspaceIndex.ts';

export interface ServerContext {
  readonly connection: LspConnection;
  /** Resolves when the client has sent `initialized` and accepts requests. */
  readonly initialized: Promise<void>;
  readonly client: ClientCapabilities;
  readonly options: InitializationOptions;
  readonly files: OpenFiles;
  readonly settings: ServerSettings;
  readonly workspace: WorkspaceIndex;
  /** The data about the cluster that the user selected. */
  readonly cluster: Observable<ValidationCluster | undefined>;
  /** The URIs of the workspace folders at startup. */
  readonly folders: readonly string[];
  readonly checker: Checker;
  readonly languages: Languages;
  /** The features that another YAML extension provides; see protocol.ts. */
  readonly yamlExtension: Observable<YamlExtensionParams>;
  /** Describes the objects of other operators where this server has no result. */
  readonly secondProcess: SecondProcess;
  /** The features that another Rego extension provides. */
  readonly regoExtension: Observable<RegoExtensionParams>;
  /** Logs one line. Never pass the content of a file. */
  readonly log: (message: string) => void;
}

/** A capability of the server, which registers its handlers. `serverCapabilities.ts` declares it to clients. */
export interface LspCapability {
  readonly register: (context: ServerContext) => void;
}
