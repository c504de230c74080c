/**
 * Summarizes the health of a cluster in one line. The status bar, detail pages, reports, and assistant results share
 * it, so that they never contradict each other. All functions are pure.
 */
import type { ClusterHealth } from './clusterHealth.ts';

/**
 * Describes the last known Kata state of a cluster, regardless of the connection: `Kata 2/2, 1 pod without sandbox on
 * worker-1`.
 */
export function describeKataHealth({
  kata: { severity, progress },
  findings: [finding],
}: Pick<ClusterHealth, 'kata' | 'findings'>): string {
  // If the progress text doesn't already cover the first finding, the finding is added.
  const isSaid =
    finding === undefined ||
    finding.id === 'kataConfig' ||
    severity === 'inProgress' ||
    progress.words.includes(finding.headline);
  return isSaid ? progress.words : `${progress.words}, ${finding.headline}`;
}
