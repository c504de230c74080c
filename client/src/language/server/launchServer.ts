/** The language server as a process. The client library is loaded with the first file that concerns us. */
import { LanguageClient, TransportKind, type ServerOptions } from 'vscode-languageclient/node';
import { getLanguageTag } from '#core/text/grammar.ts';
import { runServer, type LanguageServerHandle, type LaunchParts } from './runServer.ts';

export type { LanguageServerHandle } from './runServer.ts';

/** Starts it; rejects when it does not start. @param module path of the server's bundle */
export async function launchServer(parts: LaunchParts, module: string): Promise<LanguageServerHandle> {
  // Said in English, too: else the server would ask the environment.
  const run = { module, transport: TransportKind.ipc, args: [`--lang=${getLanguageTag()}`] };
  const server: ServerOptions = { run, debug: { ...run, options: { execArgv: ['--inspect=6009'] } } };
  return runServer(
    parts,
    module,
    (options) => new LanguageClient('osc', 'OpenShift Sandboxed Containers', server, options),
  );
}
