/**
 * Where the console of OpenShift shows a query. Source: openshift/monitoring-plugin, route /monitoring/query-browser
 * with query0, query1, ...
 */

/** @param console the address of the console, without a slash at its end */
export function queryBrowserUrl(console: string, queries: readonly string[]): string {
  const asked = queries.map((query, index) => `query${index}=${encodeURIComponent(query)}`);
  return `${console}/monitoring/query-browser?${asked.join('&')}`;
}
