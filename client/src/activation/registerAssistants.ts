/**
 * Registers the tools and the MCP server for assistants. Part of the startup bundle, so it only registers them and
 * loads everything else on demand.
 */
import {
  lm,
  LanguageModelTextPart,
  LanguageModelToolResult,
  McpStdioServerDefinition,
  workspace,
  type Disposable,
} from 'vscode';
import { createLazyFeature } from '../features/lazyFeature.ts';
import type { Services } from './services.ts';
import { registerServerProvider, type ServerHost } from '../assistants/serverProvider.ts';
import { registerTools, type ToolHost } from '../assistants/toolHost.ts';

/**
 * Registers the tools and the MCP server.
 * @param version the version of the extension
 */
export function openAssistants(
  { clusters, lifecycle, log, shipped }: Services,
  version: string,
): readonly Disposable[] {
  const program = shipped('dist', 'cli.js').fsPath;
  const folders = () =>
    (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
  const feature = createLazyFeature(async () =>
    (await import('./createAssistantsFeature.ts')).createAssistantsFeature({
      clusters,
      lifecycle,
      folders,
      program,
      log: (message) => log.error(message),
    }),
  );
  // Editors based on VS Code might not provide this API, regardless of the version that they report.
  const host: (ToolHost & ServerHost) | undefined = lm;
  return [
    feature,
    ...harmless(log, () =>
      registerTools(host, feature.load, (text) => new LanguageModelToolResult([new LanguageModelTextPart(text)])),
    ),
    ...harmless(log, () =>
      registerServerProvider(host, {
        program,
        version,
        folders,
        foldersChanged: workspace.onDidChangeWorkspaceFolders,
        Definition: McpStdioServerDefinition,
      }),
    ),
  ];
}

/**
 * Registers the parts that the editor supports. If the editor implements only some of the API, a failure here doesn't
 * affect the other features.
 */
function harmless(log: Services['log'], register: () => readonly Disposable[]): readonly Disposable[] {
  try {
    return register();
  } catch (error) {
    log.warn(`This editor doesn't support assistant tools: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
