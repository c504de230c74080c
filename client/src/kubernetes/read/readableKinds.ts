/**
 * What may be opened as a document: the kinds that the tree shows, each where it is. An address that names another is
 * believed in nothing.
 */
import { watchedKindIds, watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';

/** The tree links to them, and nobody follows them. */
export const podKind = { group: '', version: 'v1', plural: 'pods', kind: 'Pod' } as const;

type Place = Pick<ObjectReference, 'group' | 'version' | 'plural' | 'kind'>;

/** Is it of such a kind, with a namespace where one belongs? */
export function isOffered(object: ObjectReference): boolean {
  if (isOf(podKind, object)) return object.namespace !== undefined;
  return watchedKindIds.some(
    (id) =>
      isOf(watchedKinds[id], object) && (watchedKinds[id].scope === 'cluster') === (object.namespace === undefined),
  );
}

/** The kind that is followed; undefined where nobody follows it. */
export function findWatchedKind({ group, plural }: ObjectReference): WatchedKindId | undefined {
  return watchedKindIds.find((id) => watchedKinds[id].group === group && watchedKinds[id].plural === plural);
}

/** Only its metadata may be asked for. By where the server has it: what it is called is only a word. */
export function isSecretReference({ group, plural }: Pick<ObjectReference, 'group' | 'plural'>): boolean {
  return group === '' && plural.toLowerCase() === 'secrets';
}

function isOf(kind: Place, { group, version, plural, kind: name }: Place): boolean {
  return kind.group === group && kind.version === version && kind.plural === plural && kind.kind === name;
}
