/**
 * `osc-tools mcp`, run by the command line that comes with the extension, for those assistants of VS Code that take
 * servers. Without VS Code: what is registered is handed in.
 */
import process from 'node:process';
import type { Disposable, Event, McpServerDefinitionProvider, McpStdioServerDefinition } from 'vscode';

export const serverProviderId = 'osc-tools.mcp';

/** Of VS Code's `lm`. */
export interface ServerHost {
  readonly registerMcpServerDefinitionProvider?: (
    id: string,
    provider: McpServerDefinitionProvider<McpStdioServerDefinition>,
  ) => Disposable;
}

export interface ServerParts {
  /** The path of the command line that comes with the extension. */
  readonly program: string;
  readonly version: string;
  readonly folders: () => readonly string[];
  readonly foldersChanged: Event<unknown>;
  /** VS Code's class of servers; undefined where it has none. */
  readonly Definition: typeof McpStdioServerDefinition | undefined;
}

/**
 * Nothing where VS Code has no such thing. The server has no cluster: that would be named by a person who starts it.
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
