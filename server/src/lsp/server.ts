/** Puts the server together: the state, and the list of features. Each feature registers itself and fails alone. */
import { TextDocumentSyncKind, type Connection, type InitializeParams, type InitializeResult, type ServerCapabilities } from 'vscode-languageserver';
import { findRelease } from '#core/product/releases.ts';
import { ClusterFeed } from './clusterFeed.ts';
import type { Feature, ServerContext } from './context.ts';
import { OpenFiles } from './openFiles.ts';
import checkAll from './capabilities/checkAll.ts';
import codeActions from './capabilities/codeActions.ts';
import codeLens from './capabilities/codeLens.ts';
import completion from './capabilities/completion.ts';
import definition from './capabilities/definition.ts';
import diagnostics from './capabilities/diagnostics.ts';
import documentLinks from './capabilities/documentLinks.ts';
import documentSymbols from './capabilities/documentSymbols.ts';
import folding from './capabilities/folding.ts';
import hover from './capabilities/hover.ts';
import inlayHints from './capabilities/inlayHints.ts';
import policyRequests from './requests/policyRequests.ts';
import promqlLanguage from './promqlLanguage.ts';
import references from './capabilities/references.ts';
import rename from './capabilities/rename.ts';
import rulePage from './requests/rulePage.ts';
import semanticTokens from './capabilities/semanticTokens.ts';
import signatureHelp from './capabilities/signatureHelp.ts';
import statusLanguage from './statusLanguage.ts';
import workloadRequests from './requests/workloadRequests.ts';
import workspaceFiles from './requests/workspaceFiles.ts';
import { initializationOptions, regoExtension, yamlExtension } from './initializationOptions.ts';
import { Observable } from '../engine/scheduling/observable.ts';
import { clusterFactsNotification, regoExtensionNotification, yamlExtensionNotification } from '../protocol/protocol.ts';
import { Checker, loadRules } from './checker.ts';
import { ServerSettings } from './settings.ts';
import { version } from '../engine/version.ts';
import { canonicalUri } from '../engine/workspace/fileUri.ts';
import { WorkspaceIndex } from '../engine/workspace/workspaceIndex.ts';

const features: readonly Feature[] = [
  diagnostics,
  completion,
  hover,
  definition,
  references,
  rename,
  codeActions,
  codeLens,
  inlayHints,
  documentSymbols,
  folding,
  documentLinks,
  signatureHelp,
  semanticTokens,
  rulePage,
  policyRequests,
  promqlLanguage,
  statusLanguage,
  workloadRequests,
  workspaceFiles,
  checkAll,
];

/** Serves this connection until the client leaves. */
export function startServer(connection: Connection): void {
  const workspace = new WorkspaceIndex();
  const files = new OpenFiles(connection, (uri) => workspace.facts()?.envFiles.get(canonicalUri(uri)));
  // One handler for all: the connection keeps only the last that is set.
  const initialized = new Promise<void>((resolve) => {
    connection.onInitialized(() => resolve());
  });
  connection.onInitialize((params): InitializeResult => {
    const context = contextOf(connection, files, workspace, params, initialized);
    for (const feature of features) feature.register(context);
    return { serverInfo: { name: 'osc-tools', version }, capabilities: capabilitiesOf(params) };
  });
  // Nobody waits for it: the first file that is opened finds the rules ready, or waits as long as it would have.
  initialized.then(loadRules).catch(() => undefined);
  connection.listen();
}

function capabilitiesOf({ capabilities: client, initializationOptions: given }: InitializeParams): ServerCapabilities {
  const options = initializationOptions(given);
  const base: ServerCapabilities = { textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true } };
  return Object.assign(base, ...features.map((feature) => feature.capabilities?.(client, options) ?? {})) as ServerCapabilities;
}

function contextOf(connection: Connection, files: OpenFiles, workspace: WorkspaceIndex, params: InitializeParams, initialized: Promise<void>): ServerContext {
  const options = initializationOptions(params.initializationOptions);
  const log = (message: string) => connection.console.error(message);
  const settings = new ServerSettings(connection, params.capabilities, options, initialized);
  const folders = folderUris(params);
  const elsewhere = new Observable(yamlExtension(options.yamlExtension));
  connection.onNotification(yamlExtensionNotification, (params: unknown) => elsewhere.set(yamlExtension(params)));
  const rego = new Observable(regoExtension(options.regoExtension));
  connection.onNotification(regoExtensionNotification, (params: unknown) => rego.set(regoExtension(params)));
  const { known: cluster } = followCluster(connection, settings, log);
  const checker = new Checker(settings, workspace, cluster, elsewhere, log);
  return {
    connection,
    initialized,
    client: params.capabilities,
    options,
    files,
    settings,
    workspace,
    cluster,
    folders,
    checker,
    yamlExtension: elsewhere,
    regoExtension: rego,
    log,
  };
}

/** Keeps what the client says of the cluster that the user chose. Its release counts where nobody chose another. */
function followCluster(connection: Connection, settings: ServerSettings, log: (message: string) => void): ClusterFeed {
  const feed = new ClusterFeed({ read: async (sent, previous) => (await loadRules()).readClusterFacts(sent, previous, Date.now()), log });
  feed.known.onChange(() => {
    const { name = '', release: id = '' } = feed.known.value ?? {};
    const release = findRelease(id);
    settings.useReleaseOf(release === undefined ? undefined : { cluster: name, release });
  });
  connection.onNotification(clusterFactsNotification, (params: unknown) => feed.receive(params));
  return feed;
}

/** The protocol says that folders have URIs. A client that says otherwise must not keep the server from starting. */
function folderUris({ workspaceFolders, rootUri }: InitializeParams): string[] {
  const folders: unknown = workspaceFolders;
  const uris: unknown[] = Array.isArray(folders) ? folders.map((folder: { uri?: unknown } | null | undefined) => folder?.uri) : [rootUri];
  return uris.filter((uri) => typeof uri === 'string');
}
