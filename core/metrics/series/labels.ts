/**
 * Defines labels that several series share. Sources: kata-containers docs/design/kata-2-0-metrics.md; labels added by
 * kata-monitor, kata-containers src/runtime/pkg/kata-monitor/metrics.go; labels added by an OpenShift ServiceMonitor,
 * OpenShift monitoring documentation.
 */
import * as l10n from '@vscode/l10n';
import type { SeriesLabel } from './series.ts';

const scrapedService = () => l10n.t`Identifies the service through which Prometheus found the target`;
const scrapedPod = () => l10n.t`Identifies the scraped pod: kata-monitor or the operator, not the sandboxed pod`;
const sandboxedPod = () => l10n.t`Identifies the pod in the sandbox`;

/** Labels that the collector adds to every series. */
export const commonLabels: readonly SeriesLabel[] = [
  { name: 'instance', help: () => l10n.t`Scraped address and port (for kata-monitor, the node's address and port)` },
  { name: 'job', help: scrapedService },
  { name: 'node', help: () => l10n.t`Node of the scraped pod, if the ServiceMonitor adds this label` },
  { name: 'namespace', help: scrapedPod },
  { name: 'pod', help: scrapedPod },
  { name: 'container', help: scrapedPod },
  { name: 'service', help: scrapedService },
  { name: 'endpoint', help: scrapedService },
  { name: 'prometheus', help: () => l10n.t`Prometheus instance that collected the series (added by Thanos)` },
];

/** Labels that kata-monitor adds to the series of a sandbox. */
export const sandboxLabels: readonly SeriesLabel[] = [
  { name: 'sandbox_id', help: () => l10n.t`Sandbox ID, as shown by the runtime and in its log` },
  { name: 'cri_uid', help: sandboxedPod },
  { name: 'cri_name', help: sandboxedPod },
  { name: 'cri_namespace', help: sandboxedPod },
];

/** Upper bound of a histogram bucket. */
export const bucketLabel: SeriesLabel = {
  name: 'le',
  help: () => l10n.t('Upper bound of the bucket (`+Inf` includes all values)'),
};

/** Quantile of a summary. */
export const quantileLabel: SeriesLabel = {
  name: 'quantile',
  help: () => l10n.t`Quantile from 0 to 1`,
  values: ['0', '0.25', '0.5', '0.75', '1'],
};

/** Creates the `item` label, which distinguishes most series of a sandbox. */
export function item(values: readonly string[], more: { readonly fixed?: true } = {}): SeriesLabel {
  return { name: 'item', help: () => l10n.t`Name of the measured value`, values, ...more };
}

/** A network interface. */
export const interfaceLabel: SeriesLabel = {
  name: 'interface',
  help: () => l10n.t('Network interface, such as `eth0` or `lo`'),
};
