/** The language server as a process. The client library is loaded with the first file that concerns us. */
import { LanguageClient, TransportKind, type ServerOptions } from 'vscode-languageclient/node';
import { languageTag } from '#core/text/grammar.ts';
import { runServer, type LanguageServer, type LaunchParts } from './runServer.ts';

export type { LanguageServer } from './runServer.ts';

/** Starts it; rejects when it does not start. @param module path of the server's bundle */
export async function launchServer(parts: LaunchParts, module: string): Promise<LanguageServer> {
  // Said in English, too: else the server would ask the environment.
  const run = { module, transport: TransportKind.ipc, args: [`--lang=${languageTag()}`] };
  const server: ServerOptions = { run, debug: { ...run, options: { execArgv: ['--inspect=6009'] } } };
  return runServer(parts, module, (options) => new LanguageClient('osc', 'OpenShift Sandboxed Containers', server, options));
}
