/**
 * Registers `osc-tools mcp` of the bundled CLI as an MCP server for assistants, if VS Code supports MCP servers.
 * Doesn't import VS Code. The caller passes in the VS Code API.
 */
import process from 'node:process';
import type { Disposable, Event, McpServerDefinitionProvider, McpStdioServerDefinition } from 'vscode';

export const serverProviderId = 'osc-tools.mcp';

/** The part of VS Code's `lm` API that is used. Older versions of VS Code don't have it. */
export interface ServerHost {
  readonly registerMcpServerDefinitionProvider?: (
    id: string,
    provider: McpServerDefinitionProvider<McpStdioServerDefinition>,
  ) => Disposable;
}

export interface ServerParts {
  /** Path of the bundled CLI. */
  readonly program: string;
  readonly version: string;
  readonly folders: () => readonly string[];
  readonly foldersChanged: Event<unknown>;
  /** VS Code's class for MCP servers, or undefined if this version has none. */
  readonly Definition: typeof McpStdioServerDefinition | undefined;
}

/**
 * Registers the server, or does nothing if VS Code doesn't support MCP servers. The registered server has no cluster
 * access, because only a user who starts the server manually can specify a cluster.
 */
export function registerServerProvider(
  host: ServerHost | undefined,
  { program, version, folders, foldersChanged, Definition }: ServerParts,
): readonly Disposable[] {
  const register = host?.registerMcpServerDefinitionProvider;
  if (register === undefined || Definition === undefined) return [];
  const provider: McpServerDefinitionProvider<McpStdioServerDefinition> = {
    onDidChangeMcpServerDefinitions: (listener) => foldersChanged(() => listener()),
    provideMcpServerDefinitions() {
      const roots = folders().flatMap((folder) => ['--root', folder]);
      const argv = [program, 'mcp', ...(roots.length === 0 ? ['--no-files'] : roots)];
      return [
        new Definition(
          'OpenShift Sandboxed Containers',
          process.execPath,
          argv,
          { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: null },
          version,
        ),
      ];
    },
  };
  return [register(serverProviderId, provider)];
}
