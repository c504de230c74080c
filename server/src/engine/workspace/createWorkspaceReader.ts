/**
 * Creates the reader of the workspace folders. Folders on disk are read directly, others through the client if it
 * supports this.
 */
import { disk } from '#platform/disk.ts';
import { clientReader, type ClientFiles } from './clientReader.ts';
import type { FileSelection } from './fileSelection.ts';
import type { Folder, WorkspaceReader } from '#server/platform/workspaceReader.ts';
import { uriToPath } from './fileUri.ts';
import { filesToCheck } from './workspaceIndex.ts';

/**
 * Creates the reader.
 * @param client undefined if the client can't read files; folders that aren't on disk are then ignored
 * @param selection selects the files on disk to check
 */
export function createWorkspaceReader(
  folders: readonly Folder[],
  client: ClientFiles | undefined,
  selection: FileSelection,
): WorkspaceReader {
  const elsewhere = client === undefined ? [] : folders.filter(({ uri }) => uriToPath(uri) === undefined);
  if (client === undefined || elsewhere.length === 0) return disk.reader(folders, selection);
  const byClient = clientReader(elsewhere, client);
  const others = folders.filter((folder) => !elsewhere.includes(folder));
  return others.length === 0 ? byClient : both(disk.reader(others, selection), byClient);
}

function both(one: WorkspaceReader, other: WorkspaceReader): WorkspaceReader {
  return {
    whole: () => one.whole() && other.whole(),
    async *list(below) {
      yield* one.list(below);
      yield* other.list(below);
    },
    read: async (uri) => (await one.read(uri)) ?? (await other.read(uri)),
    toCheck: {
      async *list() {
        yield* filesToCheck(one).list();
        yield* filesToCheck(other).list();
      },
      read: async (uri) => (await filesToCheck(one).read(uri)) ?? (await filesToCheck(other).read(uri)),
    },
  };
}
