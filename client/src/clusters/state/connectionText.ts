/** Describes the connection to a cluster for its row, the status bar, and quick picks. All functions are pure. */
import * as l10n from '@vscode/l10n';
import type { ConnectionHealth } from '#core/status/health/clusterHealth.ts';
import { sanitizeLine, sanitizeTooltip } from '#core/text/sanitize.ts';
import { clockTime, formatLiveState, formatTimeOfDay } from '#client/text/timeOfDay.ts';
import { joinSentences } from '#core/text/grammar.ts';

/**
 * Returns the connection state, such as `Unreachable since 10:41` or `Connected`.
 * @param now milliseconds since 1970
 */
export function describeConnection(connection: ConnectionHealth, now: number): string {
  const { state, since, asOf } = connection;
  const updated = (word: string): string =>
    asOf === undefined ? word : l10n.t`${word} (${describeLastUpdate(asOf, now)})`;
  switch (state.kind) {
    case 'live':
      return formatLiveState();
    case 'forbidden':
      return connection.severity === 'unknown' ? l10n.t`Access denied` : l10n.t`Connected (limited permissions)`;
    case 'unreachable':
      return unreachableWords(since, now);
    case 'unauthorized':
      return state.trouble.status === undefined ? l10n.t`No credentials` : l10n.t`Login required`;
    case 'reconnecting':
      return updated(l10n.t`Reconnecting`);
    case 'paused':
      return updated(l10n.t`Paused`);
    default:
      return l10n.t`Connecting`;
  }
}

/** Returns text such as `Unreachable since 10:41`. */
function unreachableWords(since: number | undefined, now: number): string {
  return since === undefined ? l10n.t`Unreachable` : l10n.t`Unreachable since ${formatTimeOfDay(since, now)}`;
}

/** Returns text such as `last updated 10:41`. */
export function describeLastUpdate(asOf: number, now: number): string {
  return l10n.t`last updated ${formatTimeOfDay(asOf, now)}`;
}

/** Returns the reason and the time of the next attempt as Markdown. Returns undefined if the connection works. */
export function troubleMarkdown({ reason, next, state }: ConnectionHealth, now: number): string | undefined {
  if (reason === undefined) return undefined;
  const words = sanitizeLine(reason);
  const sentence = sanitizeTooltip(/[.!?]$/.test(words) ? words : `${words}.`);
  return state.kind === 'unauthorized' ? sentence : joinSentences(sentence, nextTry(next, now));
}

function nextTry(next: number | undefined, now: number): string {
  return next === undefined || next <= now ? l10n.t`Trying to reconnect.` : l10n.t`Next attempt at ${clockTime(next)}.`;
}
