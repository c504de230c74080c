/** Starts the language server and talks to it. Bundled apart (dist/languageServer.js): the client library is loaded with the first file that concerns us. */
import { Uri } from 'vscode';
import { LanguageClient, State, TransportKind, type ConfigurationRequest, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import {
  checkedNotification,
  clusterFactsNotification,
  openRulePageCommand,
  regoExtensionNotification,
  yamlExtensionNotification,
  type CheckedParams,
  type InitializationOptions,
  type RegoExtensionParams,
  type YamlExtensionParams,
} from '../../../server/src/protocol.ts';
import { envFilePatterns } from '../../../core/kinds/envFile.ts';
import type { Log } from '../log.ts';
import type { ChosenCluster } from './clusterFacts.ts';
import { packedFrom } from './packedUri.ts';
import type { RegoExtension } from './regoExtension.ts';
import type { Ask } from './requests.ts';
import { ourSchemes } from './schemes.ts';
import type { YamlExtension } from './yamlExtension.ts';

/** The running server. */
export interface LanguageServer {
  readonly ask: Ask;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface LanguageServerOptions {
  readonly log: Log;
  /** Path of the server's bundle. */
  readonly module: string;
  readonly onChecked: (params: CheckedParams) => void;
  readonly yamlExtension: YamlExtension;
  readonly regoExtension: RegoExtension;
  readonly chosenCluster: ChosenCluster;
}

/** Starts it; rejects when it does not start. */
export async function launchServer({ log, module, onChecked, yamlExtension, regoExtension, chosenCluster }: LanguageServerOptions): Promise<LanguageServer> {
  const does = await yamlExtension.handOver();
  const client = new LanguageClient('osc', 'OpenShift Sandboxed Containers', serverOptions(module), clientOptions(log, does, regoExtension.now()));
  client.onNotification(checkedNotification, onChecked);
  yamlExtension.onChange((params) => {
    client.sendNotification(yamlExtensionNotification, params).catch((error: unknown) => log.error('cannot tell the server of the YAML extension', error));
  });
  regoExtension.onChange((params) => {
    client.sendNotification(regoExtensionNotification, params).catch((error: unknown) => log.error('cannot tell the server of the OPA extension', error));
  });
  const tellOfCluster = () => {
    if (!client.isRunning()) return;
    client.sendNotification(clusterFactsNotification, chosenCluster.now()).catch((error: unknown) => log.error('cannot tell the server of the cluster', error));
  };
  chosenCluster.onChange(tellOfCluster);
  // A server that has just started, also after it broke down, knows of no cluster.
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running && chosenCluster.now().facts !== undefined) tellOfCluster();
  });
  await client.start();
  log.info(`language server started (${module})`);
  return {
    ask: (method, params) => client.sendRequest(method, params),
    restart: () => client.restart(),
    stop: () => client.dispose(),
  };
}

function serverOptions(module: string): ServerOptions {
  const run = { module, transport: TransportKind.ipc };
  return { run, debug: { ...run, options: { execArgv: ['--nolazy', '--inspect=6009'] } } };
}

function clientOptions(log: Log, yamlExtension: YamlExtensionParams, regoExtension: RegoExtensionParams): LanguageClientOptions {
  const initializationOptions: InitializationOptions = {
    suggestCommand: 'editor.action.triggerSuggest',
    openRulePageCommand,
    selectReleaseCommand: 'osc.release.select',
    policyCommands: true,
    yamlExtension,
    regoExtension,
  };
  const documentSelector = ourSchemes.flatMap((scheme) => [
    ...['yaml', 'rego', 'toml', 'promql'].map((language) => ({ language, scheme })),
    ...envFilePatterns.map((pattern) => ({ scheme, pattern })),
  ]);
  return { documentSelector, outputChannel: log.channel, initializationOptions, middleware: { workspace: { configuration } } };
}

/** What is packed in a file is checked by the settings of that file: it is in no folder itself. */
const configuration: ConfigurationRequest.MiddlewareSignature = (params, token, next) => {
  const items = params.items.map((item) => {
    const source = item.scopeUri === undefined ? undefined : packedFrom(Uri.parse(item.scopeUri))?.source;
    return source === undefined ? item : { ...item, scopeUri: source };
  });
  return next({ items }, token);
};
