/** Runs the language server, regardless of where it runs. Connects its notifications and requests to the extension. */
import { Uri, workspace } from 'vscode';
import {
  State,
  type BaseLanguageClient,
  type ConfigurationRequest,
  type LanguageClientOptions,
} from 'vscode-languageclient';
import {
  checkedNotification,
  kubernetesCheckedElsewhere,
  openRulePageCommandId,
  regoExtensionNotification,
  workspaceListRequest,
  workspaceReadRequest,
  yamlExtensionNotification,
  type CheckedParams,
  type InitializationOptions,
  type RegoExtensionParams,
  type YamlExtensionParams,
} from '#server/protocol/protocol.ts';
import { clusterFactsNotification } from '#server/protocol/clusterFacts.ts';
import { clusterSchemasNotification, type ClusterSchemasParams } from '#server/protocol/clusterSchemas.ts';
import { envFilePatterns } from '#core/kinds/envFile.ts';
import type { Log } from '#client/vscode/log.ts';
import { cleanedChannel } from '#client/vscode/redactedChannel.ts';
import type { ExtensionSettings } from '#client/vscode/settings.ts';
import type { ClusterInfoStore } from './clusterInfoStore.ts';
import { suggestForFirstLetter } from './suggestForFirstLetter.ts';
import { parseEmbeddedUri } from '../documents/embeddedUri.ts';
import { kubernetesPatterns, matchesPatterns } from '../otherExtensions/kubernetesFiles.ts';
import type { RegoExtension } from '../otherExtensions/regoExtension.ts';
import type { ValueStore } from './valueStore.ts';
import type { SendServerRequest } from './serverRequests.ts';
import { schemesOf } from '../documents/schemes.ts';
import { statusFiles } from './statusFileMiddleware.ts';
import { replaceTextsWithLengths } from '#client/vscode/languageServerTrace.ts';
import { listFiles, readFile } from './virtualFiles.ts';
import type { YamlExtension } from '../otherExtensions/yamlExtension.ts';

/** Handle of the running language server. */
export interface LanguageServerHandle {
  readonly ask: SendServerRequest;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface LaunchParts {
  readonly log: Log;
  readonly settings: ExtensionSettings;
  readonly onChecked: (params: CheckedParams) => void;
  readonly yamlExtension: YamlExtension;
  readonly regoExtension: RegoExtension;
  readonly chosenCluster: ClusterInfoStore;
  readonly clusterSchemas: ValueStore<ClusterSchemasParams>;
}

/**
 * Starts the server with the client that `make` creates. Rejects if the server doesn't start.
 * @param where location of the server, for the log
 */
export async function runServer(
  parts: LaunchParts,
  where: string,
  make: (options: LanguageClientOptions) => BaseLanguageClient,
): Promise<LanguageServerHandle> {
  const { log, settings, onChecked, yamlExtension, regoExtension, chosenCluster, clusterSchemas } = parts;
  let does = await yamlExtension.handOver();
  const isChecked = (uri: string) => {
    const schemas: unknown = workspace.getConfiguration('yaml').get('schemas');
    return does.validates && matchesPatterns(kubernetesPatterns(schemas), Uri.parse(uri).path);
  };
  const client = make(clientOptions(log, settings, does, regoExtension.now(), configurationOf(isChecked)));
  client.onNotification(checkedNotification, onChecked);
  client.onRequest(workspaceListRequest, listFiles);
  client.onRequest(workspaceReadRequest, readFile);
  const send = (type: string, params: unknown, what: string): void => {
    client
      .sendNotification(type, params)
      .catch((error: unknown) => log.error(`Can't send ${what} to the language server`, error));
  };
  yamlExtension.onChange((params) => {
    does = params;
    send(yamlExtensionNotification, params, 'the state of the YAML extension');
  });
  regoExtension.onChange((params) => send(regoExtensionNotification, params, 'the state of the OPA extension'));
  const sendFacts = () => {
    if (client.isRunning()) send(clusterFactsNotification, chosenCluster.now(), 'the cluster facts');
  };
  chosenCluster.onChange(sendFacts);
  const sendSchemas = () => {
    if (client.isRunning()) send(clusterSchemasNotification, clusterSchemas.now(), 'the schemas of the cluster');
  };
  clusterSchemas.onChange(sendSchemas);
  // A server that has just started, including after a crash, has no cluster information.
  client.onDidChangeState(({ newState }) => {
    if (newState !== State.Running) return;
    if (chosenCluster.now().facts !== undefined) sendFacts();
    if (clusterSchemas.now().cluster !== undefined) sendSchemas();
  });
  await client.start();
  log.info(`Language server started (${where})`);
  const firstLetter = suggestForFirstLetter(log);
  return {
    ask: (method, params) => client.sendRequest(method, params),
    async restart() {
      await client.stop();
      await client.start();
    },
    stop() {
      firstLetter.dispose();
      return client.dispose();
    },
  };
}

function clientOptions(
  log: Log,
  settings: ExtensionSettings,
  yamlExtension: YamlExtensionParams,
  regoExtension: RegoExtensionParams,
  configuration: ConfigurationRequest.MiddlewareSignature,
): LanguageClientOptions {
  const initializationOptions: InitializationOptions = {
    suggestCommand: 'editor.action.triggerSuggest',
    openRulePageCommand: openRulePageCommandId,
    selectReleaseCommand: 'osc.release.select',
    policyCommands: true,
    workspaceFiles: true,
    yamlExtension,
    regoExtension,
  };
  const schemes = schemesOf(workspace.workspaceFolders);
  const documentSelector = schemes.flatMap((scheme) => [
    ...['yaml', 'rego', 'toml', 'promql', 'json', 'markdown', 'shellscript'].map((language) => ({ language, scheme })),
    ...envFilePatterns.map((pattern) => ({ scheme, pattern })),
  ]);
  const traceOutputChannel = cleanedChannel(log.channel, (line) =>
    replaceTextsWithLengths(line, settings.tracesBodies()),
  );
  return {
    documentSelector,
    outputChannel: log.channel,
    traceOutputChannel,
    initializationOptions,
    middleware: { ...statusFiles(schemes), workspace: { configuration } },
  };
}

/**
 * Applies the settings of the containing file to an embedded document, which isn't in any folder. Adds whether the Red
 * Hat YAML extension checks the Kubernetes objects in the file.
 * @param isChecked returns whether that extension checks them
 */
function configurationOf(isChecked: (uri: string) => boolean): ConfigurationRequest.MiddlewareSignature {
  return async (params, token, next) => {
    const items = params.items.map((item) => {
      const source = item.scopeUri === undefined ? undefined : parseEmbeddedUri(Uri.parse(item.scopeUri))?.source;
      return source === undefined ? item : { ...item, scopeUri: source };
    });
    const found: unknown = await next({ items }, token);
    return Array.isArray(found)
      ? found.map((section: unknown, index) => {
          const uri = items[index]?.scopeUri;
          const isObject = typeof section === 'object' && section !== null;
          return uri !== undefined && isObject ? { ...section, [kubernetesCheckedElsewhere]: isChecked(uri) } : section;
        })
      : [];
  };
}
