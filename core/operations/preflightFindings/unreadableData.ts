/** Describes cluster data that can't be read, for checks that can't produce a result without it. */
import * as l10n from '@vscode/l10n';
import type { WatchedKindId } from '#core/cluster/watchedKinds/index.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { omitUndefined } from '#core/common/json.ts';
import { lookups, type LookupId } from '../lookupList.ts';
import { formatPermission } from '../lookups/permissions.ts';
import { getLookupResult, type ObservedCluster } from '../observedCluster.ts';
import { isRefusal, explainUnreadableKind, type Unseen } from './unreadableKind.ts';

export { createUnknownFinding, explainUnreadableKind, type Unseen } from './unreadableKind.ts';

/** Returns why a lookup has no value, or undefined if it has one. */
export function unseenFact(situation: Pick<ObservedCluster, 'facts'>, id: LookupId): Unseen | undefined {
  const fact = getLookupResult(situation, id);
  if (fact.kind === 'known') return undefined;
  const { why, message } = fact.problem;
  const right = why === 'forbidden' ? rightIn(message) : undefined;
  const { neededFor } = lookups[id];
  const forbidden = why === 'forbidden' || isRefusal(message);
  if (right === undefined) {
    return {
      words: l10n.t({
        message: "Can't determine {0}: {1}",
        args: [neededFor(), sanitizeLine(message)],
        comment: ['{0} is a clause, such as "whether the operator is running". {1} is an error message.'],
      }),
      forbidden,
    };
  }
  return {
    words: l10n.t({
      message: "You don't have permission to {0}, which is required to determine {1}.",
      args: [right, neededFor()],
      comment: [
        '{0} is an RBAC permission in English, such as "list pods". {1} is a clause, such as "whether the operator is running".',
      ],
    }),
    forbidden,
  };
}

/**
 * Extracts the missing permission from the error of an API server, such as `User "x" cannot get resource "pods" in API
 * group "" in the namespace "y"`. Source: k8s.io/apiserver endpoints/handlers/responsewriters (ForbiddenStatusError).
 */
function rightIn(message: string): string | undefined {
  const match =
    /cannot (\w{1,30}) resource "([\w./-]{1,200})" in API group "([\w.-]{0,200})"(?: in the namespace "([\w.-]{1,200})")?/.exec(
      message.slice(0, 2000),
    );
  if (match === null) return undefined;
  const [, verb = '', resource = '', group = '', namespace] = match;
  return formatPermission({ verb, resource, group, ...omitUndefined({ namespace }) });
}

/** Returns the listed data that can't be read. */
export function listUnreadableData(
  situation: ObservedCluster,
  kinds: readonly WatchedKindId[],
  facts: readonly LookupId[],
): readonly Unseen[] {
  return [
    ...kinds.flatMap((id) => explainUnreadableKind(situation, id) ?? []),
    ...facts.flatMap((id) => unseenFact(situation, id) ?? []),
  ];
}
