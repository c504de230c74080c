/** Describes the last recorded change of an object for the tooltip of its row. */
import * as l10n from '@vscode/l10n';
import { findLastChange, type Transition } from '#core/cluster/history.ts';
import { describeTransition, markSource } from '#core/status/health/timeline.ts';
import { formatDuration } from '#core/text/durations.ts';
import { sanitizeTooltip } from '#core/text/sanitize.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';

/**
 * Returns the last change and its time as Markdown. Returns undefined if no change is known, and for must-gathers,
 * whose objects contain only a few times.
 */
export function lastChangeText(
  { history, now, gathered }: Pick<ClusterTreeInput, 'history' | 'now' | 'gathered'>,
  about: Transition['about'],
  name: string,
): string | undefined {
  const change = gathered === true ? undefined : findLastChange(history, about, name);
  if (change === undefined) return undefined;
  const words = sanitizeTooltip(markSource(describeTransition(change.what), change));
  return l10n.t`**Last change:** ${words}, ${formatTimeOfDay(change.at, now)} (${formatDuration(now - change.at)})`;
}
