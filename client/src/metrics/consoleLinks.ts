/**
 * Builds links to the monitoring pages of the OpenShift console. Source: openshift/monitoring-plugin, route
 * /monitoring/query-browser with query0, query1, ..., and openshift/monitoring-plugin@0385659c
 * web/src/components/alerting/AlertsPage.tsx with the filters `name` and `alert-state`. Consoles of earlier releases
 * ignore these filters, and use others: openshift/console@01f3df2f frontend/public/components/monitoring/alerting.tsx
 * (`labelFilter="alerts"`, row filter `alert-state`) and kubevirt-ui/kubevirt-plugin
 * src/utils/components/AlertsCard/utils/constants.ts (`rowFilter-alert-state`, and `alerts` with a label).
 */

/**
 * Returns the URL that shows queries in the console.
 * @param console URL of the console, without a trailing slash
 */
export function queryBrowserUrl(console: string, queries: readonly string[]): string {
  const asked = queries.map((query, index) => `query${index}=${encodeURIComponent(query)}`);
  return `${console}/monitoring/query-browser?${asked.join('&')}`;
}

/**
 * Returns whether the console can be opened with the name of an alert. Names come from the cluster, so a name with
 * unusual characters isn't part of a link.
 */
export function isLinkedAlert(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name);
}

/**
 * Returns the URL of the list of alerts in the console, with the alerts of this name. Users silence an alert there.
 * @param console URL of the console, without a trailing slash
 * @param name name of an alert for which `isLinkedAlert` is true
 */
export function alertUrl(console: string, name: string): string {
  const filters = `name=${encodeURIComponent(name)}&alert-state=firing&alert-state=pending`;
  const earlier = `rowFilter-alert-state=firing,pending&alerts=${encodeURIComponent(`alertname=${name}`)}`;
  return `${console}/monitoring/alerts?${filters}&${earlier}`;
}
