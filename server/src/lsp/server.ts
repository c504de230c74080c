/**
 * Responds to the first request of a client, and then loads the rest of the server. Clients wait for this response
 * before they do anything else, and don't need the rest until they open a file.
 */
import type { InitializeResult } from 'vscode-languageserver';
import { version } from '../engine/version.ts';
import type { LanguageModule } from '../engine/languageModule.ts';
import { triggerCharacters, type TriggerCharacters } from '../triggerCharacters.ts';
import type { LspConnection } from './connection/lspConnection.ts';
import { initializationOptions } from './initializationOptions.ts';
import { listServerCapabilities } from './serverCapabilities.ts';

/** The languages of a server. */
export interface ServedLanguages {
  readonly triggers: readonly TriggerCharacters[];
  readonly load: () => Promise<readonly LanguageModule[]>;
}

const allLanguages: ServedLanguages = {
  triggers: triggerCharacters,
  load: async () => (await import('../modules.ts')).languageModules,
};

/** Serves the connection until the client disconnects. */
export function startServer(connection: LspConnection, { triggers, load }: ServedLanguages = allLanguages): void {
  connection.onInitialize((params): InitializeResult => {
    const result = {
      serverInfo: { name: 'osc-tools', version },
      capabilities: listServerCapabilities(
        params.capabilities,
        initializationOptions(params.initializationOptions),
        triggers,
      ),
    };
    connection.hold(async () => {
      const [{ createServer }, modules] = await Promise.all([import('./createServer.ts'), load()]);
      createServer(connection, modules, params);
    });
    return result;
  });
  connection.listen();
}
