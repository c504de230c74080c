/**
 * Lists the open clusters for a quick pick, each with its connection state. Unreachable clusters come last. All
 * functions are pure.
 */
import * as l10n from '@vscode/l10n';
import type { NamedRight } from '#core/operations/lookups/permissions.ts';
import { listMissingFor, type ClusterAction } from '#core/operations/permissions/permittedActions.ts';
import { formatNames } from '#core/text/phrases.ts';
import { connectionHealth, healthSeverities, type ConnectionHealth } from '#core/status/health/clusterHealth.ts';
import type { ClusterSession } from './clusterSession.ts';
import { describeConnection } from '../state/connectionText.ts';

/**
 * Returns the quick pick items of the open clusters.
 * @param now milliseconds since 1970
 * @param action the command to run; the items then show the missing permissions
 */
export function openChoices(
  sessions: readonly (Pick<ClusterSession, 'context' | 'info' | 'snapshot'> &
    Partial<Pick<ClusterSession, 'permissions'>>)[],
  now: number,
  action?: ClusterAction,
): readonly { readonly label: string; readonly description: string; readonly detail: string }[] {
  return sessions
    .map(({ context, info, permissions, snapshot }) => ({
      context,
      info,
      connection: connectionHealth(snapshot),
      missing: action === undefined ? [] : listMissingFor(action, snapshot, permissions),
    }))
    .toSorted((one, other) => troubleOf(one.connection) - troubleOf(other.connection))
    .map(({ context, info, connection, missing }) => ({
      label: context,
      // A working connection needs no description.
      description: connection.isFresh ? describeMissing(missing) : describeConnection(connection, now),
      detail: info.server,
    }));
}

function describeMissing(missing: readonly NamedRight[]): string {
  if (missing.length === 0) return '';
  const names = formatNames(missing.map(({ id }) => id));
  return l10n.t({
    message: 'missing: {0}',
    args: [names],
    comment: ['{0} is a list of RBAC permissions in English, such as "create subscriptions".'],
  });
}

/**
 * Returns the sort position of a connection. A working connection is 0, and more severe problems have higher numbers.
 */
function troubleOf({ isFresh, severity }: ConnectionHealth): number {
  return isFresh ? 0 : healthSeverities.length - healthSeverities.indexOf(severity);
}
