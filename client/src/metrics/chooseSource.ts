/** Whose metrics are meant: of an open cluster, or of the Prometheus that is set. */
import type { OpenCluster } from '../clusters/state/openCluster.ts';
import type { MetricsContext } from './context.ts';

/** @returns undefined: the user gave up. Rejects, in words, when no cluster is open and no Prometheus is set */
export async function chooseSource(
  { clusters, settings }: MetricsContext,
  given: unknown,
  title: string,
): Promise<{ readonly cluster: OpenCluster | undefined } | undefined> {
  try {
    const chosen = await clusters.chooseAny(given, title);
    return chosen === undefined ? undefined : { cluster: chosen.cluster };
  } catch (error) {
    // None is open: the one that is set needs none.
    if (settings.prometheusUrl() === '') throw error;
    return { cluster: undefined };
  }
}
