/**
 * Lists the open clusters for a quick pick, each with its connection state. Unreachable clusters come last. All
 * functions are pure.
 */
import { connectionHealth, healthSeverities, type ConnectionHealth } from '#core/status/health/clusterHealth.ts';
import type { ClusterSession } from './clusterSession.ts';
import { describeConnection } from '../state/connectionText.ts';

/**
 * Returns the quick pick items of the open clusters.
 * @param now milliseconds since 1970
 */
export function openChoices(
  sessions: readonly Pick<ClusterSession, 'context' | 'info' | 'snapshot'>[],
  now: number,
): readonly { readonly label: string; readonly description: string; readonly detail: string }[] {
  return sessions
    .map(({ context, info, snapshot }) => ({ context, info, connection: connectionHealth(snapshot) }))
    .toSorted((one, other) => troubleOf(one.connection) - troubleOf(other.connection))
    .map(({ context, info, connection }) => ({
      label: context,
      // A working connection needs no description.
      description: connection.isFresh ? '' : describeConnection(connection, now),
      detail: info.server,
    }));
}

/**
 * Returns the sort position of a connection. A working connection is 0, and more severe problems have higher numbers.
 */
function troubleOf({ isFresh, severity }: ConnectionHealth): number {
  return isFresh ? 0 : healthSeverities.length - healthSeverities.indexOf(severity);
}
