/**
 * The health of a cluster in one line. The status bar, detail pages, reports, and answers to assistants share it, so
 * that they never contradict each other. Pure.
 */
import type { ClusterHealth } from './clusterHealth.ts';

/**
 * Describes Kata on a cluster as last known, whatever the connection: `kata 2/2, 1 pod without sandbox on worker-1`.
 */
export function kataHealthWords({
  kata: { severity, progress },
  findings: [finding],
}: Pick<ClusterHealth, 'kata' | 'findings'>): string {
  // The words of Kata describe what happens to it, and not what else is wrong.
  const isSaid =
    finding === undefined ||
    finding.id === 'kataConfig' ||
    severity === 'inProgress' ||
    progress.words.includes(finding.headline);
  return isSaid ? progress.words : `${progress.words}, ${finding.headline}`;
}
