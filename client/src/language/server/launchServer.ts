/** Starts the language server as a process. The client library is loaded when the first supported file is opened. */
import { LanguageClient, TransportKind, type ServerOptions } from 'vscode-languageclient/node';
import { getLanguageTag } from '#core/text/grammar.ts';
import { runServer, type LanguageServerHandle, type LaunchParts } from './runServer.ts';

export type { LanguageServerHandle } from './runServer.ts';

/**
 * Starts the language server. Rejects if the server doesn't start.
 * @param module path of the server bundle
 */
export async function launchServer(parts: LaunchParts, module: string): Promise<LanguageServerHandle> {
  // Also passed for English. Otherwise, the server would use the language of the environment.
  const run = { module, transport: TransportKind.ipc, args: [`--lang=${getLanguageTag()}`] };
  const server: ServerOptions = { run, debug: { ...run, options: { execArgv: ['--inspect=6009'] } } };
  return runServer(
    parts,
    module,
    (options) => new LanguageClient('osc', 'OpenShift Sandboxed Containers', server, options),
  );
}
