/** Determines whether an installation can be the next step for the user. */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { listMissingFor } from './permittedActions.ts';
import type { ReviewedStates } from './reviewPermissions.ts';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';

/** The kinds that an installation must read before it asks its first question. */
const neededKinds: readonly WatchedKindId[] = ['kataConfigs', 'subscriptions'];

/**
 * Returns whether to offer an installation. If the user isn't permitted to list KataConfigs or Subscriptions, Kata
 * might already be installed, and an installation can't start.
 * @param permissions undefined if they aren't known
 */
export function canOfferInstallation(snapshot: Snapshot, permissions: ReviewedStates | undefined): boolean {
  if (listMissingFor('install', snapshot, permissions).length > 0) return false;
  return neededKinds.every((id) => {
    const { state } = snapshot[id];
    // If only watching is forbidden, the list is read periodically.
    return state.kind !== 'forbidden' || state.verb === 'watch';
  });
}
