/** What cannot be seen of a cluster, named: for checks that can then say nothing. */
import { liveKinds, type LiveKindId } from '../live/kinds/index.ts';
import { isKnown } from '../live/status/surroundings.ts';
import { oneLine } from '../live/words.ts';
import { given } from '../json.ts';
import type { Finding } from './check.ts';
import { factKinds, type FactId } from './facts/index.ts';
import { rightWords } from './rights.ts';
import { factOf, type Situation } from './situation.ts';

/** Why nothing is known of the kind, in a sentence; undefined: something is, or the cluster has no such kind. */
export function unseenKind({ snapshot }: Pick<Situation, 'snapshot'>, id: LiveKindId): string | undefined {
  const { plural, group } = liveKinds[id];
  const what = group === '' ? plural : `${plural}.${group}`;
  const { state } = snapshot[id];
  if (isKnown(snapshot, id) || state.kind === 'absent') return undefined;
  switch (state.kind) {
    case 'forbidden':
      return `You may not ${state.verb} ${what}.`;
    case 'unauthorized':
    case 'retrying':
      return `${what} could not be read: ${oneLine(state.trouble.message)}`;
    default:
      return `${what} were not read yet.`;
  }
}

/** Why the fact is not known, in a sentence; undefined: it is. */
export function unseenFact(situation: Pick<Situation, 'facts'>, id: FactId): string | undefined {
  const fact = factOf(situation, id);
  if (fact.kind === 'known') return undefined;
  const { why, message } = fact.problem;
  const right = why === 'forbidden' ? rightIn(message) : undefined;
  const { neededFor } = factKinds[id];
  return right === undefined ? `Not known ${neededFor}: ${oneLine(message)}` : `You may not ${right}: needed to know ${neededFor}.`;
}

/** What an API server refuses, in its own words: `User "x" cannot get resource "pods" in API group "" in the namespace "y"`. Source: k8s.io/apiserver endpoints/handlers/responsewriters (ForbiddenStatusError). */
function rightIn(message: string): string | undefined {
  const match = /cannot (\w{1,30}) resource "([\w./-]{1,200})" in API group "([\w.-]{0,200})"(?: in the namespace "([\w.-]{1,200})")?/.exec(
    message.slice(0, 2000),
  );
  if (match === null) return undefined;
  const [, verb = '', resource = '', group = '', namespace] = match;
  return rightWords({ verb, resource, group, ...given({ namespace }) });
}

/** All of these that cannot be seen, a sentence each. */
export function unseen(situation: Situation, kinds: readonly LiveKindId[], facts: readonly FactId[]): readonly string[] {
  return [...kinds.flatMap((id) => unseenKind(situation, id) ?? []), ...facts.flatMap((id) => unseenFact(situation, id) ?? [])];
}

/** @param evidence what cannot be seen, a sentence each */
export function unknownFinding(evidence: readonly string[], headline = 'Cannot be seen'): Finding {
  const forbidden = evidence.some((line) => /may not|cannot \w+ resource|forbidden/i.test(line));
  return {
    verdict: 'unknown',
    headline,
    evidence,
    ...(forbidden ? { todo: 'Ask for the right that is missing, or let somebody check who has it.' } : {}),
  };
}
