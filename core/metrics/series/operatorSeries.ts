/**
 * What the operator tells, and what its rules record. Sources: sandboxed-containers-operator cmd/metrics/metrics.go
 * (port 8091), config/kata-monitor/kata-monitor-prometheus-rules.yaml, sandboxed-containers-operator@d12dc7cd
 * bundle/manifests/osc-alerts_monitoring.coreos.com_v1_prometheusrule.yaml.
 */
import * as l10n from '@vscode/l10n';
import { gauge, type SeriesInfo } from './series.ts';

export const operatorSeries: readonly SeriesInfo[] = [
  gauge('operator', 'kata_config_installation_success', () => l10n.t`Whether the KataConfig is installed: 1 or 0.`, {
    note: () =>
      l10n.t`The operator reads it from fields that its KataConfig does not have: look at the KataConfig itself before trusting it.`,
  }),
  gauge(
    'operator',
    'kata_remote_runtimeclass_available',
    () => l10n.t`Whether there is a RuntimeClass kata-remote: 1 or 0.`,
  ),
  gauge(
    'operator',
    'kata_remote_workload_failure_ratio',
    () => l10n.t`How many of the peer pods have failed, from 0 to 100.`,
    { unit: 'percent' },
  ),
  gauge('operator', 'kata_total_remote_pods', () => l10n.t`Peer pods of all namespaces, however they do.`),
  gauge(
    'operator',
    'kata_failed_remote_pods',
    () =>
      l10n.t`Peer pods of all namespaces that neither run nor have succeeded; those that are being started are among them.`,
  ),
  gauge(
    'recorded',
    'cluster:kata_monitor_running_shim_count:sum',
    () => l10n.t`Sandboxes that run in the cluster: the sum over its nodes.`,
  ),
  gauge('alert', 'kata_active_instance', () => l10n.t`The operator is installed; always 1.`, {
    note: () => l10n.t`Of newer releases of the operator (development).`,
  }),
];
