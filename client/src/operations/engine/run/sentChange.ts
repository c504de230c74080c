/** Whether a cluster shows what was sent to it: nothing is sent a second time before that. Pure. */
import { omitUndefined, getString } from '#core/common/json.ts';
import type { ClusterChange } from '#core/operations/changes/clusterChange.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { WatchedItems } from '#core/cluster/syncState.ts';
import { findWatchedKind } from '#client/kubernetes/read/readableKinds.ts';

/** A change that was sent. */
export interface SentChange {
  readonly change: ClusterChange;
  /** When it was answered. Milliseconds since 1970. */
  readonly at: number;
  /** Of the object that the server answered with. */
  readonly version?: string;
  /** There was no answer: nobody knows whether it arrived. */
  readonly unsure: boolean;
}

/**
 * Milliseconds after which a kind that is followed has heard of it for certain. Servers send a bookmark every minute.
 */
const settled = 90_000;

export function createSentChange(change: ClusterChange, answer: unknown, at: number): SentChange {
  // Of what was deleted at once the answer is a Status, with a version of nothing.
  const version = change.how === 'delete' ? undefined : getString(answer, 'metadata', 'resourceVersion');
  return { change, at, unsure: false, ...omitUndefined({ version }) };
}

/** @param factsAt when what is not followed was asked for, in milliseconds since 1970 */
export function isObserved(sent: SentChange, snapshot: Snapshot, factsAt: number): boolean {
  if (factsAt <= sent.at) return false;
  const { change, at, version, unsure } = sent;
  const id = findWatchedKind(change.target);
  const held: WatchedItems<ClusterObject> | undefined = id === undefined ? undefined : snapshot[id];
  // What is not followed, or may not be read, is known by what was asked for.
  if (held === undefined || held.state.kind === 'forbidden' || held.state.kind === 'idle') return true;
  if (held.state.kind === 'absent') return factsAt > at + settled;
  if (held.state.kind !== 'live' || held.asOf === undefined) return false;
  if (held.asOf > at + settled) return true;
  if (unsure) return held.asOf > at;
  const items = [...held.items.values()];
  if (change.how === 'delete') return items.every((item) => !isMeant(item, change) || item.deleting !== undefined);
  // Events come in order: whoever knows a later version knows this one.
  return version !== undefined && items.some((item) => isSince(item.resourceVersion, version));
}

function isMeant(
  { name, namespace, uid }: ClusterObject,
  { target, uid: wanted }: Extract<ClusterChange, { how: 'delete' }>,
): boolean {
  return wanted === undefined ? name === target.name && namespace === target.namespace : uid === wanted;
}

/**
 * Source: Kubernetes, "API concepts", resource versions: of one kind they are numbers that grow. What is no number is
 * compared as itself.
 */
function isSince(version: string, wanted: string): boolean {
  const digits = /^\d{1,40}$/;
  return version === wanted || (digits.test(version) && digits.test(wanted) && BigInt(version) >= BigInt(wanted));
}
