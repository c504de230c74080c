/**
 * Assembles the server from its state and its features. Each feature registers itself, and a failure doesn't affect the
 * others.
 */
import type { InitializeParams } from 'vscode-languageserver';
import { omitUndefined } from '#core/common/json.ts';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { ClusterFeed } from './clusterFeed.ts';
import type { LspConnection } from './connection/lspConnection.ts';
import type { LspCapability, ServerContext } from './context.ts';
import { OpenFiles } from './openFiles.ts';
import checkAll from './capabilities/checkAll.ts';
import codeActions from './capabilities/codeActions.ts';
import codeLens from './capabilities/codeLens.ts';
import compareReleases from './capabilities/compareReleases.ts';
import completion from './capabilities/completion.ts';
import definition from './capabilities/definition.ts';
import diagnostics from './capabilities/diagnostics.ts';
import documentLinks from './capabilities/documentLinks.ts';
import documentSymbols from './capabilities/documentSymbols.ts';
import foldingRanges from './capabilities/foldingRanges.ts';
import hover from './capabilities/hover.ts';
import inlayHints from './capabilities/inlayHints.ts';
import references from './capabilities/references.ts';
import rename from './capabilities/rename.ts';
import rulePage from './requests/rulePage.ts';
import semanticTokens from './capabilities/semanticTokens.ts';
import signatureHelp from './capabilities/signatureHelp.ts';
import moduleRequests from './requests/moduleRequests.ts';
import workspaceFiles from './requests/workspaceFiles.ts';
import { initializationOptions } from './initializationOptions.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import { loadService } from '../engine/loadService.ts';
import { clusterFactsNotification } from '../protocol/clusterFacts.ts';
import { clusterSchemasNotification } from '../protocol/clusterSchemas.ts';
import { Checker } from './checker.ts';
import { languageContextOf } from './languageContext.ts';
import { Languages } from './languages.ts';
import { followOtherExtensions } from './otherExtensions.ts';
import { ServerSettings } from './settings.ts';
import { SecondProcess } from './yamlServer/secondProcess.ts';
import { canonicalizeUri } from '../engine/workspace/fileUri.ts';
import { WorkspaceIndex } from '../engine/workspace/workspaceIndex.ts';

const features: readonly LspCapability[] = [
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
  foldingRanges,
  documentLinks,
  signatureHelp,
  semanticTokens,
  rulePage,
  moduleRequests,
  workspaceFiles,
  checkAll,
  compareReleases,
];

/** Creates the state of the server, and registers all features with the connection. */
export function createServer(
  connection: LspConnection,
  modules: readonly LanguageModule[],
  params: InitializeParams,
): void {
  const workspace = new WorkspaceIndex();
  const files = new OpenFiles(connection, (uri) => workspace.facts()?.envFiles.get(canonicalizeUri(uri)));
  // All features share one handler, because the connection keeps only the last one that is set.
  const initialized = new Promise<void>((resolve) => {
    connection.onNotification('initialized', () => resolve());
  });
  const context = contextOf({ connection, files, workspace, modules, initialized }, params);
  for (const feature of features) feature.register(context);
  // Services load in the background. If the user opens a file before they are ready, the check waits no longer than it
  // would without preloading.
  initialized
    .then(() =>
      Promise.all(
        modules.filter(({ loadsAtStart }) => loadsAtStart === true).map(async (module) => loadService(module)),
      ),
    )
    .catch(() => undefined);
}

/** The state that doesn't depend on the client. */
type ServerBase = Pick<ServerContext, 'connection' | 'files' | 'workspace' | 'initialized'> & {
  readonly modules: readonly LanguageModule[];
};

function contextOf(
  { connection, files, workspace, initialized, modules }: ServerBase,
  params: InitializeParams,
): ServerContext {
  const options = initializationOptions(params.initializationOptions);
  const client = params.capabilities;
  const log = (message: string) => connection.logError(message);
  const settings = new ServerSettings(connection, client, options, initialized);
  const { yaml: yamlExtension, rego: regoExtension } = followOtherExtensions(connection, client, options);
  // The settings of a file contain what the other extension checks.
  yamlExtension.onChange(() => settings.refresh());
  const { known: cluster } = followCluster(connection, settings, log);
  followClusterSchemas(connection, workspace, log);
  const state = {
    connection,
    initialized,
    client,
    options,
    files,
    settings,
    workspace,
    cluster,
    folders: folderUris(params),
    yamlExtension,
    regoExtension,
    log,
  };
  const checker = new Checker(modules, settings, workspace, cluster, yamlExtension, log);
  return {
    ...state,
    checker,
    languages: new Languages(modules, languageContextOf(state)),
    secondProcess: new SecondProcess(state),
  };
}

/**
 * Stores the cluster data that the client sends. The release of the cluster applies if the user didn't select a
 * release.
 */
function followCluster(
  connection: LspConnection,
  settings: ServerSettings,
  log: (message: string) => void,
): ClusterFeed {
  const feed = new ClusterFeed({
    read: async (sent, previous) =>
      (await import('../engine/cluster/readClusterInfo.ts')).readClusterFacts(sent, previous, Date.now()),
    log,
  });
  feed.known.onChange(() => {
    const { name = '', release: id = '', unknownRelease: unknownVersion } = feed.known.value ?? {};
    const release = findRelease(id) ?? (unknownVersion === undefined ? undefined : newestRelease);
    settings.useReleaseOf(
      release === undefined ? undefined : { cluster: name, release, ...omitUndefined({ unknownVersion }) },
    );
  });
  connection.onCustomNotification(clusterFactsNotification, (params) => feed.receive(params));
  return feed;
}

/** Uses the schemas that the client sends for the kinds in open files. Only the latest message applies. */
function followClusterSchemas(
  connection: LspConnection,
  workspace: WorkspaceIndex,
  log: (message: string) => void,
): void {
  let latest: unknown;
  connection.onCustomNotification(clusterSchemasNotification, (params) => {
    latest = params;
    import('../engine/cluster/readClusterSchemas.ts')
      .then(({ readClusterSchemas }) => readClusterSchemas(params, Date.now()))
      .then((kinds) => {
        if (latest === params) workspace.setClusterKinds(kinds);
      })
      .catch((error: unknown) => log(`Can't read the schemas of the cluster: ${String(error)}`));
  });
}

/**
 * Returns the folder URIs. The protocol requires strings, but an invalid client must not prevent the server from
 * starting.
 */
function folderUris({ workspaceFolders, rootUri }: InitializeParams): string[] {
  const folders: unknown = workspaceFolders;
  const uris: unknown[] = Array.isArray(folders)
    ? folders.map((folder: { uri?: unknown } | null | undefined) => folder?.uri)
    : [rootUri];
  return uris.filter((uri) => typeof uri === 'string');
}
