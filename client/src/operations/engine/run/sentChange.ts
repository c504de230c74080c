/**
 * Determines whether the cluster shows a change that was sent, so that it isn't sent again too early. All functions are
 * pure.
 */
import { omitUndefined, getString } from '#core/common/json.ts';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { WatchedItems } from '#core/cluster/syncState.ts';
import { findWatchedKind } from '#client/kubernetes/read/readableKinds.ts';

/** A change that was sent. */
export interface SentChange {
  readonly change: ClusterChange;
  /** Time of the response in milliseconds since 1970. */
  readonly at: number;
  /** Resource version of the object in the response. */
  readonly version?: string;
  /** True if there was no response. It's then unknown whether the change was applied. */
  readonly unsure: boolean;
}

/**
 * Time in milliseconds after which a watch has certainly received the change. The server sends a bookmark every minute.
 */
const settled = 90_000;

export function createSentChange(change: ClusterChange, answer: unknown, at: number): SentChange {
  // The response to a deletion can be a Status, whose resource version isn't that of an object.
  const version = change.how === 'delete' ? undefined : getString(answer, 'metadata', 'resourceVersion');
  return { change, at, unsure: false, ...omitUndefined({ version }) };
}

/**
 * Returns whether the cluster shows the change.
 * @param factsAt time when the data of unwatched kinds was requested, in milliseconds since 1970
 */
export function isObserved(sent: SentChange, snapshot: Snapshot, factsAt: number): boolean {
  if (factsAt <= sent.at) return false;
  const { change, at, version, unsure } = sent;
  const id = findWatchedKind(change.target);
  const held: WatchedItems<ClusterObject> | undefined = id === undefined ? undefined : snapshot[id];
  // For kinds that aren't watched or can't be read, the requested data is sufficient.
  if (held === undefined || held.state.kind === 'forbidden' || held.state.kind === 'idle') return true;
  if (held.state.kind === 'absent') return factsAt > at + settled;
  if (held.state.kind !== 'live' || held.asOf === undefined) return false;
  if (held.asOf > at + settled) return true;
  if (unsure) return held.asOf > at;
  const items = [...held.items.values()];
  if (change.how === 'delete') return items.every((item) => !isMeant(item, change) || item.deleting !== undefined);
  // Watch events arrive in order, so a later version implies this one.
  return version !== undefined && items.some((item) => isSince(item.resourceVersion, version));
}

function isMeant(
  { name, namespace, uid }: ClusterObject,
  { target, uid: wanted }: Extract<ClusterChange, { how: 'delete' }>,
): boolean {
  return wanted === undefined ? name === target.name && namespace === target.namespace : uid === wanted;
}

/**
 * Returns whether a version is the same as or later than another one. Versions of one kind are increasing numbers.
 * Versions that aren't numbers are only checked for equality. Source: Kubernetes, "API concepts", resource versions.
 */
function isSince(version: string, wanted: string): boolean {
  const digits = /^\d{1,40}$/;
  return version === wanted || (digits.test(version) && digits.test(wanted) && BigInt(version) >= BigInt(wanted));
}
