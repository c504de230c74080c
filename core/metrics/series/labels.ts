/**
 * Labels that many series have. Sources: kata-containers docs/design/kata-2-0-metrics.md; what kata-monitor adds,
 * kata-containers src/runtime/pkg/kata-monitor/metrics.go; what a ServiceMonitor of OpenShift adds, its monitoring
 * guide.
 */
import * as l10n from '@vscode/l10n';
import type { SeriesLabel } from './series.ts';

/** What the collector adds to every series. */
export const commonLabels: readonly SeriesLabel[] = [
  { name: 'instance', help: () => l10n.t`Address and port that were scraped; of kata-monitor, those of a node` },
  { name: 'job', help: () => l10n.t`The service that was scraped` },
  { name: 'node', help: () => l10n.t`The node of the pod that was scraped, where the ServiceMonitor says so` },
  { name: 'namespace', help: () => l10n.t`The namespace of the pod that was scraped` },
  { name: 'pod', help: () => l10n.t`The pod that was scraped: kata-monitor or the operator, not the sandbox` },
  { name: 'container', help: () => l10n.t`The container that was scraped` },
  { name: 'service', help: () => l10n.t`The service by which it was found` },
  { name: 'endpoint', help: () => l10n.t`The port of the service` },
  { name: 'prometheus', help: () => l10n.t`The Prometheus that collected it; added by Thanos` },
];

/** What kata-monitor adds to what it collects of a sandbox. */
export const sandboxLabels: readonly SeriesLabel[] = [
  { name: 'sandbox_id', help: () => l10n.t`The sandbox, as the runtime and its log call it` },
  { name: 'cri_uid', help: () => l10n.t`The UID of the pod that runs in the sandbox` },
  { name: 'cri_name', help: () => l10n.t`The name of the pod that runs in the sandbox` },
  { name: 'cri_namespace', help: () => l10n.t`The namespace of the pod that runs in the sandbox` },
];

/** Upper bound of a bucket of a histogram. */
export const bucketLabel: SeriesLabel = {
  name: 'le',
  help: () => l10n.t`Upper bound of the bucket; \`+Inf\` holds all`,
};

/** Which quantile of a summary. */
export const quantileLabel: SeriesLabel = {
  name: 'quantile',
  help: () => l10n.t`The quantile, from 0 to 1`,
  values: ['0', '0.25', '0.5', '0.75', '1'],
};

/** The label that most series of a sandbox are told apart by. */
export function item(values: readonly string[], more: { readonly fixed?: true } = {}): SeriesLabel {
  return { name: 'item', help: () => l10n.t`Which figure of the file in /proc`, values, ...more };
}

/** A network interface. */
export const interfaceLabel: SeriesLabel = {
  name: 'interface',
  help: () => l10n.t`The network interface: \`eth0\`, \`lo\``,
};
