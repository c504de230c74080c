/**
 * Which objects of other files belong together with one of this file. Files of different folders are often meant for
 * different clusters.
 */
import * as l10n from '@vscode/l10n';
import { formatList } from '#core/text/grammar.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import type { WorkspaceSnapshot } from './workspaceSnapshot.ts';
import type { IndexedObject } from './indexedObject.ts';

/** More pods than this are not looked through for one finding. */
export const maxCompared = 200;

/**
 * Of objects of which a cluster has one, nobody has more in all the workspace, or in one folder. With more of them
 * nothing is said.
 */
const [maxInAll, maxTogether] = [1000, 20];

/** Those that `choose` takes of them; none where they are too many to say anything. */
export function limitMatches(
  facts: readonly IndexedObject[],
  choose: (facts: readonly IndexedObject[]) => readonly IndexedObject[],
): readonly IndexedObject[] {
  const chosen = facts.length > maxInAll ? [] : choose(facts);
  return chosen.length > maxTogether ? [] : chosen;
}

const foundOut = new WeakMap<readonly IndexedObject[], Map<string, readonly IndexedObject[]>>();

/**
 * What is found among these facts for the files of a folder, found out once: there may be thousands of pods, and each
 * asks.
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

/** Does a kustomization change this object? Then nobody knows from its file what it will be. */
export function isChangedLater({ uri, object: { id, name } }: IndexedObject, { overlays }: WorkspaceSnapshot): boolean {
  return overlays.change(uri, id, name);
}

/** The peer pods of the workspace, and the workloads that make them. */
export function peerPodsOf(workspace: WorkspaceSnapshot): readonly IndexedObject[] {
  return workloadIds
    .flatMap((id) => memoizePerFolder('peer pods', '', workspace.of(id), peerPods))
    .filter((pod) => !isChangedLater(pod, workspace));
}

/** Those in the same folder as a file, above it or below it. */
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
 * Of several, those in the same folder, or else those in the nearest folder above; where there are none, all of them.
 */
export function nearestTo(uri: string, facts: readonly IndexedObject[]): readonly IndexedObject[] {
  const above = facts.filter((fact) => isBelow(uri, folder(fact.uri)));
  const deepest = Math.max(0, ...above.map((fact) => folder(fact.uri).length));
  return above.length === 0 ? facts : above.filter((fact) => folder(fact.uri).length === deepest);
}

/** Those in the same folder, above it or below it. */
export function inFolderTree(uri: string, facts: readonly IndexedObject[]): readonly IndexedObject[] {
  return facts.filter((fact) => isBelow(uri, folder(fact.uri)) || isBelow(fact.uri, folder(uri)));
}

/** The file's name, as people read it. */
export function getUriFileName(uri: string): string {
  const last = uri.split('/').at(-1) ?? uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** `Pod web and Deployment web`; as many as a message can hold. */
export function formatObjectNames(pods: readonly IndexedObject[]): string {
  const names = pods
    .slice(0, 2)
    .map(({ object }) => (object.name === undefined ? object.id : `${object.id} ${object.name.slice(0, 30)}`));
  return pods.length > names.length ? l10n.t`${names.join(', ')} and others` : formatList(names);
}

/** The folder of a file, with its slash; a file without a folder (`untitled:Untitled-1`) has itself. */
export function folder(uri: string): string {
  const slash = uri.lastIndexOf('/');
  return slash === -1 ? uri : uri.slice(0, slash + 1);
}

function isBelow(uri: string, above: string): boolean {
  return folder(uri).startsWith(above);
}
