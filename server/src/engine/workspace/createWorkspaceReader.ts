/** Reads the folders of the workspace: those on disk from there, others through the client, where it can. */
import { disk } from '#platform/disk.ts';
import { clientReader, type ClientFiles } from './clientReader.ts';
import type { FileSelection } from './fileSelection.ts';
import type { Folder, WorkspaceReader } from '#server/platform/workspaceReader.ts';
import { uriToPath } from './fileUri.ts';
import { filesToCheck } from './workspaceIndex.ts';

/**
 * @param client undefined where it does not read for us: then folders that are on no disk are left out
 * @param selection the files on disk that are checked
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
