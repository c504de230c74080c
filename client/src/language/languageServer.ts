/** Starts the language server and talks to it. Bundled apart (dist/languageServer.js): the client library is loaded with the first file that concerns us. */
import { LanguageClient, TransportKind, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import {
  checkedNotification,
  openRulePageCommand,
  yamlExtensionNotification,
  type CheckedParams,
  type InitializationOptions,
  type YamlExtensionParams,
} from '../../../server/src/protocol.ts';
import { envFilePatterns } from '../../../core/kinds/envFile.ts';
import type { Log } from '../log.ts';
import { ourSchemes } from './schemes.ts';
import type { YamlExtension } from './yamlExtension.ts';

/** The running server. */
export interface LanguageServer {
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface LanguageServerOptions {
  readonly log: Log;
  /** Path of the server's bundle. */
  readonly module: string;
  readonly onChecked: (params: CheckedParams) => void;
  readonly yamlExtension: YamlExtension;
}

/** Starts it; rejects when it does not start. */
export async function launchServer({ log, module, onChecked, yamlExtension }: LanguageServerOptions): Promise<LanguageServer> {
  const does = await yamlExtension.handOver();
  const client = new LanguageClient('osc', 'OpenShift Sandboxed Containers', serverOptions(module), clientOptions(log, does));
  client.onNotification(checkedNotification, onChecked);
  yamlExtension.onChange((params) => {
    client.sendNotification(yamlExtensionNotification, params).catch((error: unknown) => log.error('cannot tell the server of the YAML extension', error));
  });
  await client.start();
  log.info(`language server started (${module})`);
  return { restart: () => client.restart(), stop: () => client.dispose() };
}

function serverOptions(module: string): ServerOptions {
  const run = { module, transport: TransportKind.ipc };
  return { run, debug: { ...run, options: { execArgv: ['--nolazy', '--inspect=6009'] } } };
}

function clientOptions(log: Log, yamlExtension: YamlExtensionParams): LanguageClientOptions {
  const initializationOptions: InitializationOptions = {
    suggestCommand: 'editor.action.triggerSuggest',
    openRulePageCommand,
    selectReleaseCommand: 'osc.release.select',
    yamlExtension,
  };
  const documentSelector = ourSchemes.flatMap((scheme) => [{ language: 'yaml', scheme }, ...envFilePatterns.map((pattern) => ({ scheme, pattern }))]);
  return { documentSelector, outputChannel: log.channel, initializationOptions };
}
