/** Determines whose metrics a panel shows. */

/**
 * Returns the cluster of a panel. If `osc.prometheus.url` is set, returns undefined: that server can belong to any
 * cluster, so the panel must not mix its metrics with data of an open cluster.
 */
export function resolvePanelCluster<Cluster>(cluster: Cluster | undefined, url: string): Cluster | undefined {
  return url.trim() === '' ? cluster : undefined;
}

/**
 * Returns the name of the panel.
 * @param host host of the Prometheus server from the settings; undefined if none is set
 */
export function getPanelName(
  cluster: { readonly context: string } | undefined,
  host: string | undefined,
): string | undefined {
  return cluster === undefined ? host : cluster.context;
}
