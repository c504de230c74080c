/** What can't be read of the kinds that are followed, named. Apart from unseen.ts, which loads every fact: the tree judges steps without them. */
import * as l10n from '@vscode/l10n';
import { liveKinds, type LiveKindId } from '../live/kinds/index.ts';
import { isKnown } from '../live/status/surroundings.ts';
import { oneLine } from '../live/words.ts';
import type { Finding } from './check.ts';
import type { Situation } from './situation.ts';

/** What cannot be seen, in a sentence, and whether a right is missing for it. */
export interface Unseen {
  readonly words: string;
  readonly forbidden: boolean;
}

/** Why nothing is known of the kind; undefined: something is, or the cluster has no such kind. */
export function unseenKind({ snapshot }: Pick<Situation, 'snapshot'>, id: LiveKindId): Unseen | undefined {
  const { plural, group } = liveKinds[id];
  const what = group === '' ? plural : `${plural}.${group}`;
  const { state } = snapshot[id];
  if (isKnown(snapshot, id) || state.kind === 'absent') return undefined;
  switch (state.kind) {
    case 'forbidden':
      return { words: l10n.t`You may not ${state.verb} ${what}.`, forbidden: true };
    case 'unauthorized':
    case 'retrying':
      return { words: l10n.t`${what} could not be read: ${oneLine(state.trouble.message)}`, forbidden: isRefusal(state.trouble.message) };
    default:
      return { words: l10n.t`${what} were not read yet.`, forbidden: false };
  }
}

/** In the words of an API server. */
export function isRefusal(message: string): boolean {
  return /cannot \w+ resource|forbidden/i.test(message);
}

/** @param evidence what cannot be seen, a sentence each */
export function unknownFinding(evidence: readonly (string | Unseen)[], headline = l10n.t`Cannot be seen`): Finding {
  return {
    verdict: 'unknown',
    headline,
    evidence: evidence.map((line) => (typeof line === 'string' ? line : line.words)),
    ...(evidence.some((line) => typeof line !== 'string' && line.forbidden)
      ? { todo: l10n.t`Ask for the right that is missing, or let somebody check who has it.` }
      : {}),
  };
}
