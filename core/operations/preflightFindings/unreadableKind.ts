/**
 * Describes watched kinds that can't be read. Separate from unreadableData.ts, which loads every lookup, because the
 * tree evaluates steps without lookups.
 */
import * as l10n from '@vscode/l10n';
import { watchedKinds, type WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { isKnown } from '#core/status/snapshotIndex.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { CheckFinding } from './check.ts';
import type { ObservedCluster } from '../observedCluster.ts';

/** Data that can't be read, described in a sentence, and whether a permission is missing. */
export interface Unseen {
  readonly words: string;
  readonly forbidden: boolean;
}

/** Returns why the kind can't be read. Returns undefined if it can be read or the cluster doesn't have it. */
export function explainUnreadableKind(
  { snapshot }: Pick<ObservedCluster, 'snapshot'>,
  id: WatchedKindId,
): Unseen | undefined {
  const { plural, group } = watchedKinds[id];
  const what = group === '' ? plural : `${plural}.${group}`;
  const { state } = snapshot[id];
  if (isKnown(snapshot, id) || state.kind === 'absent') return undefined;
  switch (state.kind) {
    case 'forbidden':
      return { words: l10n.t`You don't have permission to ${state.verb} ${what}.`, forbidden: true };
    case 'unauthorized':
    case 'retrying':
      return {
        words: l10n.t`Can't read ${what}: ${sanitizeLine(state.trouble.message)}`,
        forbidden: isRefusal(state.trouble.message),
      };
    default:
      return { words: l10n.t`${what} haven't been read yet.`, forbidden: false };
  }
}

/** Returns whether a message is an API server's error about a missing permission. */
export function isRefusal(message: string): boolean {
  return /cannot \w+ resource|forbidden/i.test(message);
}

/**
 * Creates the finding for unreadable data.
 * @param evidence data that can't be read, one sentence each
 */
export function createUnknownFinding(
  evidence: readonly (string | Unseen)[],
  headline = l10n.t`Can't be read`,
): CheckFinding {
  return {
    verdict: 'unknown',
    headline,
    evidence: evidence.map((line) => (typeof line === 'string' ? line : line.words)),
    ...(evidence.some((line) => typeof line !== 'string' && line.forbidden)
      ? { todo: l10n.t`Request the missing permission, or ask a user who has it to run the check.` }
      : {}),
  };
}
