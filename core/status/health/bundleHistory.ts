/** Formats the history of a cluster for a support bundle. */
import type { ClusterHistory } from '#core/cluster/history.ts';
import { Redaction, redactValue } from '#core/redaction/index.ts';
import { historyValue, type TimelineScope } from './timeline.ts';

/**
 * Returns the history of a cluster as JSON for a support bundle. Messages of the cluster can contain credentials, which
 * are removed.
 * @param redaction also removes credentials that it learned from other files of the bundle
 */
export function createBundleHistory(
  history: ClusterHistory,
  scope: TimelineScope,
  redaction: Redaction = new Redaction(),
): string {
  return `${JSON.stringify(redactValue(historyValue(history, scope), redaction), undefined, 2)}\n`;
}
