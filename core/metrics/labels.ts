/**
 * Labels that many series have. Sources: kata-containers docs/design/kata-2-0-metrics.md; what kata-monitor adds,
 * kata-containers src/runtime/pkg/kata-monitor/metrics.go; what a ServiceMonitor of OpenShift adds, its monitoring guide.
 */
import type { SeriesLabel } from './series.ts';

/** What the collector adds to every series. */
export const commonLabels: readonly SeriesLabel[] = [
  { name: 'instance', help: 'Address and port that were scraped; of kata-monitor, those of a node' },
  { name: 'job', help: 'The service that was scraped' },
  { name: 'node', help: 'The node of the pod that was scraped, where the ServiceMonitor says so' },
  { name: 'namespace', help: 'The namespace of the pod that was scraped' },
  { name: 'pod', help: 'The pod that was scraped: kata-monitor or the operator, not the sandbox' },
  { name: 'container', help: 'The container that was scraped' },
  { name: 'service', help: 'The service by which it was found' },
  { name: 'endpoint', help: 'The port of the service' },
  { name: 'prometheus', help: 'The Prometheus that collected it; added by Thanos' },
];

/** What kata-monitor adds to what it collects of a sandbox. */
export const sandboxLabels: readonly SeriesLabel[] = [
  { name: 'sandbox_id', help: 'The sandbox, as the runtime and its log call it' },
  { name: 'cri_uid', help: 'The UID of the pod that runs in the sandbox' },
  { name: 'cri_name', help: 'The name of the pod that runs in the sandbox' },
  { name: 'cri_namespace', help: 'The namespace of the pod that runs in the sandbox' },
];

/** Upper bound of a bucket of a histogram. */
export const bucketLabel: SeriesLabel = { name: 'le', help: 'Upper bound of the bucket; `+Inf` holds all' };

/** Which quantile of a summary. */
export const quantileLabel: SeriesLabel = { name: 'quantile', help: 'The quantile, from 0 to 1', values: ['0', '0.25', '0.5', '0.75', '1'] };

/** The label that most series of a sandbox are told apart by. */
export function item(values: readonly string[], more: { readonly fixed?: true } = {}): SeriesLabel {
  return { name: 'item', help: 'Which figure of the file in /proc', values, ...more };
}

/** A network interface. */
export const interfaceLabel: SeriesLabel = { name: 'interface', help: 'The network interface: `eth0`, `lo`' };
