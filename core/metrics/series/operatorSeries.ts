/**
 * Series that the operator exports or its rules record. Sources: sandboxed-containers-operator cmd/metrics/metrics.go
 * (port 8091), config/kata-monitor/kata-monitor-prometheus-rules.yaml, sandboxed-containers-operator@d12dc7cd
 * bundle/manifests/osc-alerts_monitoring.coreos.com_v1_prometheusrule.yaml.
 */
import * as l10n from '@vscode/l10n';
import { gauge, type SeriesInfo } from './series.ts';

export const operatorSeries: readonly SeriesInfo[] = [
  gauge(
    'operator',
    'kata_config_installation_success',
    () => l10n.t`1 if the operator reports a successful installation, otherwise 0.`,
    {
      note: () =>
        l10n.t`This value can be wrong because the operator reads fields that the KataConfig doesn't have. Check the status of the KataConfig instead.`,
    },
  ),
  gauge(
    'operator',
    'kata_remote_runtimeclass_available',
    () => l10n.t`1 if the runtime class kata-remote exists, otherwise 0.`,
  ),
  gauge(
    'operator',
    'kata_remote_workload_failure_ratio',
    () =>
      l10n.t`Percentage of peer pods that are neither running nor completed, from 0 to 100. Includes pods that are starting.`,
    { unit: 'percent' },
  ),
  gauge('operator', 'kata_total_remote_pods', () => l10n.t`Number of peer pods in all namespaces, in any state.`),
  gauge(
    'operator',
    'kata_failed_remote_pods',
    () =>
      l10n.t`Number of peer pods in all namespaces that are neither running nor completed. Includes pods that are starting.`,
  ),
  gauge(
    'recorded',
    'cluster:kata_monitor_running_shim_count:sum',
    () => l10n.t`Number of sandboxes running on all nodes in the cluster.`,
  ),
  gauge('alert', 'kata_active_instance', () => l10n.t`Always 1 while the operator is installed.`, {
    note: () => l10n.t`Available only in the development version of the operator.`,
  }),
];
