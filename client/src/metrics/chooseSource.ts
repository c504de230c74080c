/** Selects the source of metrics: an open cluster, or the Prometheus server from the settings. */
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import type { MetricsContext } from './context.ts';

/**
 * Selects the source of metrics.
 * @returns undefined if the user cancels
 * @throws a message if no cluster is open and no Prometheus server is set
 */
export async function chooseSource(
  { clusters, settings }: MetricsContext,
  given: unknown,
  title: string,
): Promise<{ readonly cluster: OpenCluster | undefined } | undefined> {
  try {
    const chosen = await clusters.chooseAny(given, title);
    return chosen === undefined ? undefined : { cluster: chosen.cluster };
  } catch (error) {
    // No cluster is open. The Prometheus server from the settings doesn't require one.
    if (settings.prometheusUrl() === '') throw error;
    return { cluster: undefined };
  }
}
