/**
 * Finds objects of other files that belong to an object of this file. Prefers objects in nearby folders, because files
 * in different folders are often for different clusters.
 */
import * as l10n from '@vscode/l10n';
import { formatList } from '#core/text/grammar.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import type { WorkspaceSnapshot } from './workspaceSnapshot.ts';
import type { IndexedObject } from './indexedObject.ts';

/** Maximum number of pods to search for one finding. */
export const maxCompared = 200;

/**
 * Limits for objects that exist only once in a cluster: maximum number in the workspace, and maximum number near a
 * file. If there are more, rules report nothing.
 */
const [maxInAll, maxTogether] = [1000, 20];

/** Returns the objects that `choose` selects, or none if there are too many for a reliable finding. */
export function limitMatches(
  facts: readonly IndexedObject[],
  choose: (facts: readonly IndexedObject[]) => readonly IndexedObject[],
): readonly IndexedObject[] {
  const chosen = facts.length > maxInAll ? [] : choose(facts);
  return chosen.length > maxTogether ? [] : chosen;
}

const foundOut = new WeakMap<readonly IndexedObject[], Map<string, readonly IndexedObject[]>>();

/**
 * Returns the objects that `find` selects for the files of a folder. Computes them only once per folder, because a
 * workspace can contain thousands of pods.
 */
export function memoizePerFolder(
  what: string,
  uri: string,
  facts: readonly IndexedObject[],
  find: (facts: readonly IndexedObject[]) => readonly IndexedObject[],
): readonly IndexedObject[] {
  const known = foundOut.get(facts) ?? new Map<string, readonly IndexedObject[]>();
  foundOut.set(facts, known);
  const key = `${what} ${folder(uri)}`;
  const found = known.get(key) ?? find(facts);
  known.set(key, found);
  return found;
}

/** Returns whether a kustomization changes this object. Its final state is then unknown. */
export function isChangedLater({ uri, object: { id, name } }: IndexedObject, { overlays }: WorkspaceSnapshot): boolean {
  return overlays.change(uri, id, name);
}

/** Returns the peer pods of the workspace, and the workloads that create them. */
export function peerPodsOf(workspace: WorkspaceSnapshot): readonly IndexedObject[] {
  return workloadIds
    .flatMap((id) => memoizePerFolder('peer pods', '', workspace.of(id), peerPods))
    .filter((pod) => !isChangedLater(pod, workspace));
}

/** Returns the peer pods in the folder of a file, in its parent folders, and in its subfolders. */
export function peerPodsNear(uri: string, workspace: WorkspaceSnapshot): readonly IndexedObject[] {
  const near = workloadIds.flatMap((id) =>
    memoizePerFolder('near peer pods', uri, workspace.of(id), (pods) =>
      inFolderTree(uri, peerPods(pods)).slice(0, maxCompared),
    ),
  );
  return near.filter((pod) => !isChangedLater(pod, workspace));
}

function peerPods(pods: readonly IndexedObject[]): readonly IndexedObject[] {
  return pods.filter(({ object }) => object.values.get('runtimeClassName')?.text === 'kata-remote');
}

/**
 * Returns the objects in the same folder or, if there are none, in the nearest parent folder. If there are none either,
 * returns all.
 */
export function nearestTo(uri: string, facts: readonly IndexedObject[]): readonly IndexedObject[] {
  const above = facts.filter((fact) => isBelow(uri, folder(fact.uri)));
  const deepest = Math.max(0, ...above.map((fact) => folder(fact.uri).length));
  return above.length === 0 ? facts : above.filter((fact) => folder(fact.uri).length === deepest);
}

/** Returns the objects in the folder of a file, in its parent folders, and in its subfolders. */
export function inFolderTree(uri: string, facts: readonly IndexedObject[]): readonly IndexedObject[] {
  return facts.filter((fact) => isBelow(uri, folder(fact.uri)) || isBelow(fact.uri, folder(uri)));
}

/** Returns the decoded file name. */
export function getUriFileName(uri: string): string {
  const last = uri.split('/').at(-1) ?? uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Formats up to 2 object names for a message, such as `Pod web and Deployment web`. */
export function formatObjectNames(pods: readonly IndexedObject[]): string {
  const names = pods
    .slice(0, 2)
    .map(({ object }) => (object.name === undefined ? object.id : `${object.id} ${object.name.slice(0, 30)}`));
  return pods.length > names.length ? l10n.t`${names.join(', ')} and others` : formatList(names);
}

/**
 * Returns the folder of a file, with a trailing slash. Returns a URI without a folder (`untitled:Untitled-1`)
 * unchanged.
 */
export function folder(uri: string): string {
  const slash = uri.lastIndexOf('/');
  return slash === -1 ? uri : uri.slice(0, slash + 1);
}

function isBelow(uri: string, above: string): boolean {
  return folder(uri).startsWith(above);
}
