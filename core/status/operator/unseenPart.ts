/** Explains parts of the operator whose state is unknown. */
import * as l10n from '@vscode/l10n';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Part } from '../explanation.ts';

/** Explains why the state of a part is unknown. */
export function unseenPart(id: string, name: string, kind: WatchedKindId, snapshot: Snapshot): Part {
  const { state } = snapshot[kind];
  if (state.kind === 'forbidden')
    return {
      id,
      name,
      health: 'unknown',
      missing: 'notAllowed',
      headline: l10n.t`No permission`,
      meaning: l10n.t`You don't have ${state.verb} permission for this resource, so the state is unknown.`,
    };
  // In a must-gather, this state is final.
  if (state.kind === 'idle')
    return {
      id,
      name,
      health: 'unknown',
      missing: 'notCollected',
      headline: l10n.t`Unknown`,
      meaning: l10n.t`No data was collected for this item.`,
    };
  return {
    id,
    name,
    health: 'unknown',
    headline: l10n.t`Not read yet`,
    meaning: l10n.t`Data for this item hasn't been read yet.`,
  };
}
