/**
 * Lists and reads files of virtual workspace folders for the language server. Only files below the workspace folders
 * are accessible.
 */
import { FileType, Uri, workspace } from 'vscode';
import { getString } from '#core/common/json.ts';
import type { WorkspaceList, WorkspaceRead } from '#server/protocol/protocol.ts';
import { isToBeRead, walkFiles, type FoundEntry } from './walkFiles.ts';

const maxFileSize = 5_000_000;

/** Handles `osc/workspace/list`. */
export async function listFiles(params: unknown): Promise<WorkspaceList> {
  const folder = openFolder(getString(params, 'folder'));
  const start = getString(params, 'below') ?? folder;
  if (folder === undefined || start === undefined || (start !== folder && !start.startsWith(`${folder}/`)))
    return { files: [], cut: true };
  return walkFiles(start, entriesOf);
}

/** Handles `osc/workspace/read`. */
export async function readFile(params: unknown): Promise<WorkspaceRead> {
  const uri = getString(params, 'uri');
  const folder = workspace.workspaceFolders
    ?.map((each) => plain(each.uri))
    .find((each) => uri?.startsWith(`${each}/`) === true);
  if (uri === undefined || folder === undefined || !isToBeRead(uri, folder)) return {};
  try {
    const file = Uri.parse(uri, true);
    const { type, size } = await workspace.fs.stat(file);
    if (type !== FileType.File || size > maxFileSize) return {};
    const bytes = await workspace.fs.readFile(file);
    return bytes.length > maxFileSize ? {} : { text: new TextDecoder().decode(bytes) };
  } catch {
    // The file no longer exists or can't be read.
    return {};
  }
}

/** Returns the workspace folder with this URI, or undefined if there is none. */
function openFolder(uri: string | undefined): string | undefined {
  return workspace.workspaceFolders?.map((each) => plain(each.uri)).find((each) => each === uri);
}

const plain = (uri: Uri): string => uri.toString().replace(/\/$/, '');

async function entriesOf(folder: string): Promise<readonly FoundEntry[]> {
  const uri = Uri.parse(folder, true);
  const entries = await workspace.fs.readDirectory(uri);
  return entries.map(([name, type]) => ({
    name,
    uri: Uri.joinPath(uri, name).toString(),
    // The type of a symbolic link combines two bits, so it equals neither value.
    kind: type === FileType.File ? 'file' : type === FileType.Directory ? 'folder' : 'other',
  }));
}
