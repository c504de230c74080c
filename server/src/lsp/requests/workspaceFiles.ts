/**
 * Keeps the workspace index up to date. Reads the workspace once, then follows the editor, the disk, and the settings.
 */
import type { FileEvent, FileSystemWatcher } from 'vscode-languageserver';
import { envFilePatterns } from '#core/kinds/envFile.ts';
import type { LspCapability, ServerContext } from '../context.ts';
import type { FileLanguage, OpenFile } from '#server/engine/workspace/openFile.ts';
import { workspaceListRequest, workspaceReadRequest } from '#server/protocol/protocol.ts';
import { FileChangeType, WatchKind } from '#server/engine/protocolValues.ts';
import { runAfterTurns, turnsToIndex } from '#server/engine/scheduling/turns.ts';
import { DiskFollower } from '../diskFollower.ts';
import type { ClientFiles } from '#server/engine/workspace/clientReader.ts';
import type { Folder } from '#server/platform/workspaceReader.ts';

/**
 * The file watchers. All created and deleted paths are watched: if a folder is created or deleted, the client doesn't
 * report the files in it, and a folder can have any name.
 */
const watchers: readonly FileSystemWatcher[] = [
  { globPattern: '**/*.{yaml,yml,rego}', kind: WatchKind.Change },
  ...envFilePatterns.map((globPattern) => ({ globPattern, kind: WatchKind.Change })),
  { globPattern: '**/{.gitignore,.git/info/exclude}', kind: WatchKind.Change },
  { globPattern: '**/*', kind: WatchKind.Create | WatchKind.Delete },
];
const decidesWhatIsIgnored = /\/(?:\.gitignore|\.git|\.git\/info\/exclude)$/;

const feature: LspCapability = {
  register({ connection, initialized, client, options, files, workspace, checker, folders, languages, settings, log }) {
    followOpenFiles({ files, workspace, checker, log });
    const clientFiles: ClientFiles = {
      list: async (params) => connection.sendCustomRequest(workspaceListRequest, params),
      read: async (params) => connection.sendCustomRequest(workspaceReadRequest, params),
    };
    const open = new Set(folders);
    const excludedFrom = async (uri: string): Promise<Folder> => ({ uri, exclude: (await settings.for(uri)).exclude });
    let inForce = '';
    const follower = new DiskFollower(workspace, {
      async reader() {
        const found = await Promise.all([...open].map(excludedFrom));
        inForce = JSON.stringify(found);
        const { createWorkspaceReader } = await import('#server/engine/workspace/createWorkspaceReader.ts');
        return createWorkspaceReader(found, options.workspaceFiles === true ? clientFiles : undefined, languages.files);
      },
      log,
    });
    const readIfOthersCount = async () => {
      if (JSON.stringify(await Promise.all([...open].map(excludedFrom))) !== inForce) follower.readAll();
    };
    connection.onNotification('workspace/didChangeWatchedFiles', ({ changes }) => {
      if (changes.some(({ uri }) => decidesWhatIsIgnored.test(uri))) follower.readAll();
      follower.follow(
        changes.map(({ uri, type }: FileEvent) => ({
          uri,
          what: type === FileChangeType.Deleted ? 'gone' : type === FileChangeType.Created ? 'new' : 'changed',
        })),
      );
    });
    connection.onNotification('workspace/didChangeWorkspaceFolders', ({ event: { added, removed } }) => {
      for (const { uri } of removed) {
        open.delete(uri);
        settings.forget(uri);
      }
      for (const { uri } of added) open.add(uri);
      follower.readAll();
    });
    const start = () => {
      if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
        connection.register('workspace/didChangeWatchedFiles', { watchers }).catch(() => undefined);
      } else {
        // The client doesn't report changes on disk. Each time a file is opened or saved, it and all indexed files are
        // read again.
        files.onDisk((uri) =>
          follower.follow([uri, ...workspace.knownBelow(open)].map((known) => ({ uri: known, what: 'changed' }))),
        );
      }
      follower.readAll();
      settings.onChange(() => {
        readIfOthersCount().catch((error: unknown) =>
          log(`Can't read the osc.workspace.exclude setting: ${String(error)}`),
        );
      });
    };
    initialized.then(start, () => undefined);
  },
};
/** Languages of files that affect the findings of other files. */
const indexedLanguages: ReadonlySet<FileLanguage> = new Set(['yaml', 'env', 'json', 'rego']);

/**
 * Updates the index with the text of open files when no other work is pending. When a file is opened, its diagnostics
 * come first: the index already contains the file as it is on disk.
 */
function followOpenFiles({
  files,
  workspace,
  checker,
  log,
}: Pick<ServerContext, 'files' | 'workspace' | 'checker' | 'log'>): void {
  const waiting = new Set<OpenFile>();
  const opened = new WeakSet<OpenFile>();
  const index = async (file: OpenFile) => {
    if (!opened.has(file)) {
      opened.add(file);
      // The diagnostics feature reports the errors of this check.
      await checker.check(file).catch(() => undefined);
    }
    waiting.delete(file);
    if (files.get(file.uri) === file) await workspace.setOpen(file.uri, file.text.getText(), file.documents);
  };
  const look = (file: OpenFile) => {
    // The promise isn't awaited, so an error would crash the server. Splitting the text into documents can also throw.
    index(file).catch((error: unknown) => log(`Can't index ${file.uri}: ${String(error)}`));
  };
  files.onChange((file) => {
    if (!indexedLanguages.has(file.language) || waiting.has(file)) return;
    waiting.add(file);
    runAfterTurns(turnsToIndex, () => look(file));
  });
  files.onClose((uri) => workspace.setClosed(uri));
}

export default feature;
