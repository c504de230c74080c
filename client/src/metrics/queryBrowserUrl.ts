/**
 * Builds links to the query browser of the OpenShift console. Source: openshift/monitoring-plugin, route
 * /monitoring/query-browser with query0, query1, ...
 */

/**
 * Returns the URL that shows queries in the console.
 * @param console URL of the console, without a trailing slash
 */
export function queryBrowserUrl(console: string, queries: readonly string[]): string {
  const asked = queries.map((query, index) => `query${index}=${encodeURIComponent(query)}`);
  return `${console}/monitoring/query-browser?${asked.join('&')}`;
}
