/** Selects a folder, compares it with a cluster, and shows the result. Shared by the commands of folders. */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { Uri, window, workspace, type QuickPickItem } from 'vscode';
import { isJsonObject } from '#core/common/json.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { verdicts, type Verdict } from '#core/operations/comparison/objectComparison.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { chooseNamespace } from '../apply/chooseNamespace.ts';
import { defaultNamespace } from '../apply/yamlEditors.ts';
import { renderComparison } from '../apply/comparison.ts';
import type { OperationContext } from '../context.ts';
import { compareObjects, type CompareOptions, type ComparedObject } from './compareObjects.ts';
import { listOthers } from './listOthers.ts';
import { diskFiles } from './manifestFiles.ts';
import { readPaths, type FolderObject } from './readPaths.ts';
import { hideSecretValues } from './secretValues.ts';

/** The objects of a folder, compared with a cluster. */
export interface FolderComparison {
  /** Name of the folder. */
  readonly name: string;
  readonly cluster: OpenCluster;
  readonly objects: readonly ComparedObject[];
  /** Sentences about lists that can't be read. */
  readonly notes: readonly string[];
}

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
 * @returns undefined if the user cancels
 * @throws if the folder can't be read, or the cluster doesn't respond
 */
export async function compareFolderWithCluster(
  tools: OperationContext,
  folder: string,
  title: string,
): Promise<FolderComparison | undefined> {
  const chosen = await tools.clusters.chooseAny(undefined, title);
  if (chosen === undefined) return undefined;
  const { cluster } = chosen;
  const [first = defaultNamespace] = cluster.namespaces ?? [];
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
      return over.signal.aborted ? undefined : { name, cluster, ...result };
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

const verdictNames: Readonly<Record<Verdict, () => string>> = {
  different: () => l10n.t`Different`,
  onlyInFolder: () => l10n.t`Only in the folder`,
  onlyInCluster: () => l10n.t`Only in the cluster`,
  notComparable: () => l10n.t`Not comparable`,
  same: () => l10n.t`No differences`,
};

interface Row extends QuickPickItem {
  readonly object?: ComparedObject;
}

/**
 * Lists the objects until the user closes the list. Selecting an object shows both states in the diff editor.
 * @param action label of a first row that ends the list
 * @returns true if the user selected the action
 */
export async function showComparison(
  tools: OperationContext,
  comparison: FolderComparison,
  title: string,
  action?: string,
): Promise<boolean> {
  const { cluster, objects, notes } = comparison;
  const rows: readonly Row[] = [
    ...(action === undefined ? [] : [{ label: action, alwaysShow: true }]),
    ...verdicts.flatMap((verdict) => objects.filter((object) => object.verdict === verdict)).map(createRow),
  ];
  for (;;) {
    const chosen = await showPick(rows, {
      title,
      placeHolder: [cluster.context, ...notes].join(' · '),
      matchOnDescription: true,
      matchOnDetail: true,
      // The list stays open while the user reads the diff editor.
      ignoreFocusOut: true,
    });
    if (chosen === undefined) return false;
    if (chosen.object === undefined) return true;
    await showObject(tools, cluster, chosen.object);
  }
}

function createRow(object: ComparedObject): Row {
  const { verdict, kind, name, namespace, file, reason, conflict } = object;
  return {
    label: `${kind} ${name}`,
    description: [verdictNames[verdict](), namespace, file].filter((part) => part !== undefined).join(' · '),
    ...(reason === undefined && conflict === undefined ? {} : { detail: reason ?? conflict ?? '' }),
    object,
  };
}

/** Shows both states of an object in the diff editor. Shows nothing if there is no difference. */
async function showObject(tools: OperationContext, cluster: OpenCluster, object: ComparedObject): Promise<void> {
  const { kind, name } = object;
  const texts = object.texts ?? (await readOther(cluster, object));
  if (texts === undefined) return;
  await tools.texts.compare(
    l10n.t`${`${kind} ${name}`}: ${cluster.context} ↔ file`,
    texts.before,
    texts.after,
    `${name}.yaml`,
  );
}

/** Reads an object that only the cluster contains. */
async function readOther(
  { connection }: OpenCluster,
  { verdict, reference, kind }: ComparedObject,
): Promise<ComparedObject['texts']> {
  if (verdict !== 'onlyInCluster' || reference === undefined) return undefined;
  const answer = await connection.ask(getObjectPath(reference));
  if (!answer.ok) throw new Error(sanitizeLine(answer.error.message));
  if (!isJsonObject(answer.value)) return undefined;
  const shown = kind === 'Secret' ? hideSecretValues(undefined, answer.value).after : answer.value;
  return { before: renderComparison(undefined, shown).after, after: '' };
}
