/** Selects a folder and compares it with a cluster. Shared by the commands of folders. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { Uri, window, workspace } from 'vscode';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { namespaceOf } from '#client/clusters/state/namespaceScope.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { chooseNamespace } from '../apply/chooseNamespace.ts';
import type { OperationContext } from '../context.ts';
import type { FolderComparison } from './comparedFolder.ts';
import { compareObjects, type CompareOptions } from './compareObjects.ts';
import { listOthers } from './listOthers.ts';
import { diskFiles } from './manifestFiles.ts';
import { readPaths, type FolderObject, type PathObjects } from './readPaths.ts';

/** Returns the folder of a menu, or asks for one. Undefined if the user cancels. */
export async function chooseFolder(given: unknown): Promise<string | undefined> {
  if (given instanceof Uri && given.scheme === 'file') return given.fsPath;
  const [first] = workspace.workspaceFolders ?? [];
  const chosen = await window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: l10n.t`Select`,
    ...(first === undefined ? {} : { defaultUri: first.uri }),
  });
  return chosen?.[0]?.fsPath;
}

/**
 * Compares a folder with a cluster that the user selects.
 * @param previous comparison to repeat: its cluster, and whether it includes subfolders. Undefined to ask for them
 * @returns undefined if the user cancels
 * @throws if the folder can't be read, or the cluster doesn't respond
 */
export async function compareFolderWithCluster(
  tools: OperationContext,
  folder: string,
  title: string,
  previous?: Pick<FolderComparison, 'cluster' | 'isRecursive'>,
): Promise<FolderComparison | undefined> {
  const chosen = await tools.clusters.chooseAny(previous?.cluster.context, title);
  if (chosen === undefined) return undefined;
  const { cluster } = chosen;
  const first = namespaceOf(cluster);
  const isRecursive = previous?.isRecursive ?? (await chooseSubfolders(folder, first, title));
  if (isRecursive === undefined) return undefined;
  const files = await readObjects(folder, first, isRecursive);
  const manifests = files.objects.map(({ object }) => object);
  const namespace = await chooseNamespace(cluster, manifests, title);
  if (namespace === undefined) return undefined;
  // In another namespace, two objects of the folder can be the same.
  const read = namespace === first ? files : await readObjects(folder, namespace, isRecursive);
  const name = path.basename(folder);
  return showProgress(
    l10n.t`Reading ${cluster.context}...`,
    async (cancelled, say) => {
      const over = new AbortController();
      cancelled.onCancellationRequested(() => over.abort());
      const onProgress = (done: number): void => say(`${done}/${read.objects.length}`, 100 / read.objects.length);
      const result = await compareAll(cluster, read.objects, { namespace, signal: over.signal, onProgress });
      if (over.signal.aborted) return undefined;
      const { objects, notes } = result;
      const unread = read.problems.map(({ message }) => sanitizeLine(message));
      return { folder, isRecursive, name, cluster, objects, unread, notes: [...skippedNotes(read), ...notes] };
    },
    true,
  );
}

function readFolder(folder: string, namespace: string, isRecursive: boolean): ReturnType<typeof readPaths> {
  const base = workspace.getWorkspaceFolder(Uri.file(folder))?.uri.fsPath ?? path.dirname(folder);
  return readPaths([folder], { files: diskFiles, folder: base, isRecursive, namespace });
}

/**
 * Returns whether to include the folders in a folder. Asks only if they contain objects, and the folder does too.
 * Returns undefined if the user cancels.
 */
async function chooseSubfolders(folder: string, namespace: string, title: string): Promise<boolean | undefined> {
  const [flat, all] = await Promise.all([readFolder(folder, namespace, false), readFolder(folder, namespace, true)]);
  if (!flat.ok || (all.ok && all.value.objects.length === flat.value.objects.length)) return !flat.ok;
  const name = path.basename(folder);
  const items = [
    {
      label: l10n.t`Only files directly in ${name}`,
      description: formatCount(flat.value.objects.length, 'object'),
      isRecursive: false,
    },
    {
      label: l10n.t`Files in ${name} and its subfolders`,
      description: all.ok ? formatCount(all.value.objects.length, 'object') : sanitizeLine(all.error.message),
      isRecursive: true,
    },
  ];
  return (await showPick(items, { title, placeHolder: l10n.t`Select the files to compare` }))?.isRecursive;
}

/** Reads the objects of a folder. Rejects if it can't be read. */
async function readObjects(folder: string, namespace: string, isRecursive: boolean): Promise<PathObjects> {
  const read = await readFolder(folder, namespace, isRecursive);
  if (read.ok) return read.value;
  const { message, isUnsupported } = read.error;
  const wayOut = l10n.t`Write the objects to a file with \`oc kustomize\`, and select its folder.`;
  throw new Error(isUnsupported ? `${message}${getSentenceSeparator()}${wayOut}` : message);
}

/** Maximum number of skipped files that the view names. */
const mostSkipped = 5;

/** Returns one line with the files that aren't manifests. */
function skippedNotes({ skipped }: PathObjects): readonly string[] {
  if (skipped.length === 0) return [];
  return [l10n.t`Skipped files that aren't Kubernetes manifests: ${formatNames(skipped, mostSkipped)}.`];
}

async function compareAll(
  { connection }: OpenCluster,
  objects: readonly FolderObject[],
  options: CompareOptions,
): Promise<Pick<FolderComparison, 'objects' | 'notes'>> {
  const { signal } = options;
  const compared = await compareObjects(connection, objects, options);
  if (!compared.ok) {
    if (signal.aborted) return { objects: [], notes: [] };
    throw new Error(sanitizeLine(compared.error.message));
  }
  const others = await listOthers(connection, objects, compared.value, signal);
  return { objects: [...compared.value, ...others.objects], notes: others.notes };
}
