/** Selects a folder and compares it with a cluster. Shared by the commands of folders. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { Uri, window, workspace } from 'vscode';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { namespaceOf } from '#client/clusters/state/namespaceScope.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { chooseNamespace } from '../apply/chooseNamespace.ts';
import type { OperationContext } from '../context.ts';
import type { FolderComparison } from './comparedFolder.ts';
import { compareObjects, type CompareOptions } from './compareObjects.ts';
import { listOthers } from './listOthers.ts';
import { diskFiles } from './manifestFiles.ts';
import { readPaths, type FolderObject } from './readPaths.ts';

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
 * @param context context of the cluster, if it's known
 * @returns undefined if the user cancels
 * @throws if the folder can't be read, or the cluster doesn't respond
 */
export async function compareFolderWithCluster(
  tools: OperationContext,
  folder: string,
  title: string,
  context?: string,
): Promise<FolderComparison | undefined> {
  const chosen = await tools.clusters.chooseAny(context, title);
  if (chosen === undefined) return undefined;
  const { cluster } = chosen;
  const first = namespaceOf(cluster);
  const objects = await readFolder(folder, first);
  const manifests = objects.map(({ object }) => object);
  const namespace = await chooseNamespace(cluster, manifests, title);
  if (namespace === undefined) return undefined;
  // In another namespace, two objects of the folder can be the same.
  const read = namespace === first ? objects : await readFolder(folder, namespace);
  const name = path.basename(folder);
  return showProgress(
    l10n.t`Reading ${cluster.context}...`,
    async (cancelled, say) => {
      const over = new AbortController();
      cancelled.onCancellationRequested(() => over.abort());
      const onProgress = (done: number): void => say(`${done}/${read.length}`, 100 / read.length);
      const result = await compareAll(cluster, read, { namespace, signal: over.signal, onProgress });
      return over.signal.aborted ? undefined : { folder, name, cluster, ...result };
    },
    true,
  );
}

/** Reads the objects of a folder. Rejects if it can't be read. */
async function readFolder(folder: string, namespace: string): Promise<readonly FolderObject[]> {
  const base = workspace.getWorkspaceFolder(Uri.file(folder))?.uri.fsPath ?? path.dirname(folder);
  const read = await readPaths([folder], { files: diskFiles, folder: base, isRecursive: false, namespace });
  if (read.ok) return read.value;
  const { message, isUnsupported } = read.error;
  const wayOut = l10n.t`Write the objects to a file with \`oc kustomize\`, and select its folder.`;
  throw new Error(isUnsupported ? `${message}${getSentenceSeparator()}${wayOut}` : message);
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
