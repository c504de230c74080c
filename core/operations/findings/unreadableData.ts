/** What cannot be seen of a cluster, named: for checks that can then say nothing. */
import * as l10n from '@vscode/l10n';
import type { LiveKindId } from '#core/cluster/resources/index.ts';
import { oneLine } from '#core/text/phrases.ts';
import { given } from '#core/common/json.ts';
import { factKinds, type FactId } from '../lookupList.ts';
import { rightWords } from '../lookups/permissions.ts';
import { factOf, type Situation } from '../observedCluster.ts';
import { isRefusal, unseenKind, type Unseen } from './unreadableKind.ts';

export { unknownFinding, unseenKind, type Unseen } from './unreadableKind.ts';

/** Why the fact is not known; undefined: it is. */
export function unseenFact(situation: Pick<Situation, 'facts'>, id: FactId): Unseen | undefined {
  const fact = factOf(situation, id);
  if (fact.kind === 'known') return undefined;
  const { why, message } = fact.problem;
  const right = why === 'forbidden' ? rightIn(message) : undefined;
  const { neededFor } = factKinds[id];
  const forbidden = why === 'forbidden' || isRefusal(message);
  if (right === undefined) {
    return {
      words: l10n.t({
        message: 'Not known {0}: {1}',
        args: [neededFor, oneLine(message)],
        comment: ['{0} is such as: whether the operator runs. {1} is the reason.'],
      }),
      forbidden,
    };
  }
  return {
    words: l10n.t({
      message: 'You may not {0}: needed to know {1}.',
      args: [right, neededFor],
      comment: ['{0} is a right, such as: list pods. {1} is such as: whether the operator runs.'],
    }),
    forbidden,
  };
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

/** All of these that cannot be seen. */
export function unseen(situation: Situation, kinds: readonly LiveKindId[], facts: readonly FactId[]): readonly Unseen[] {
  return [...kinds.flatMap((id) => unseenKind(situation, id) ?? []), ...facts.flatMap((id) => unseenFact(situation, id) ?? [])];
}
