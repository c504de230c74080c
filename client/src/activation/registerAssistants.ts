/** Where assistants come in. In the start bundle, so it does nothing but register. */
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

/** @param version of the extension */
export function openAssistants(
  { clusters, lifecycle, log, shipped }: Services,
  version: string,
): readonly Disposable[] {
  const program = shipped('dist', 'cli.js').fsPath;
  const folders = () =>
    (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
  const room = createLazyFeature(async () =>
    (await import('./createAssistantsFeature.ts')).createAssistantsRoom({
      clusters,
      lifecycle,
      folders,
      program,
      log: (message) => log.error(message),
    }),
  );
  // Other programs that are made from VS Code may have none of it, whatever version they say they are.
  const host: (ToolHost & ServerHost) | undefined = lm;
  return [
    room,
    ...harmless(log, () =>
      registerTools(host, room.enter, (text) => new LanguageModelToolResult([new LanguageModelTextPart(text)])),
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

/** Editors that have a part of it alone must not lose all the rest with it. */
function harmless(log: Services['log'], register: () => readonly Disposable[]): readonly Disposable[] {
  try {
    return register();
  } catch (error) {
    log.warn(`this editor takes no tools for assistants: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
