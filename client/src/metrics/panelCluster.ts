/** Whose metrics a panel shows. */

/**
 * With `osc.prometheus.url` set, that Prometheus is asked, whatever cluster it is of: nothing of an open cluster is
 * said beside its figures.
 */
export function resolvePanelCluster<Cluster>(cluster: Cluster | undefined, url: string): Cluster | undefined {
  return url.trim() === '' ? cluster : undefined;
}

/** What the panel is called by. @param host of the Prometheus of the setting; undefined: the setting is none */
export function getPanelName(
  cluster: { readonly context: string } | undefined,
  host: string | undefined,
): string | undefined {
  return cluster === undefined ? host : cluster.context;
}
