/**
 * Series that the operator exports or its rules record. Sources: sandboxed-containers-operator cmd/metrics/metrics.go
 * (port 8091), its @1b6ae766 controllers/metrics_collector.go and #2180 (port 8443),
 * config/kata-monitor/kata-monitor-prometheus-rules.yaml, sandboxed-containers-operator@d12dc7cd
 * bundle/manifests/osc-alerts_monitoring.coreos.com_v1_prometheusrule.yaml.
 */
import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { gauge, type SeriesInfo } from './series.ts';

/** Note on series that only the development branch of the operator exports. */
const developmentOnly = () =>
  [
    l10n.t`Available only in the development version of the operator.`,
    l10n.t`This version exports its metrics on HTTPS port 8443, and a reader needs a token.`,
  ].join(getSentenceSeparator());

export const operatorSeries: readonly SeriesInfo[] = [
  gauge(
    'operator',
    'kata_config_installation_success',
    () => l10n.t`1 if the operator reports a successful installation, otherwise 0.`,
    {
      note: () =>
        l10n.t`In OSC 1.12 and earlier, this value can be wrong because the operator reads fields that the KataConfig doesn't have. Check the status of the KataConfig instead.`,
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
  gauge('operator', 'osc_setup_info', () => l10n.t`Always 1. The labels describe how OSC is set up.`, {
    labels: [
      {
        name: 'setup_type',
        help: () => l10n.t`Where sandboxes run, and whether they are confidential.`,
        values: ['baremetal', 'peerpods', 'confidential_baremetal', 'confidential_peerpods'],
        fixed: true,
      },
      {
        name: 'cloud_provider',
        help: () => l10n.t`Cloud provider of the peer pods.`,
        values: ['aws', 'azure', 'gcp', 'libvirt', 'ibmcloud', 'none', 'unknown'],
        fixed: true,
      },
      {
        name: 'tee_type',
        help: () => l10n.t`Technology of the confidential VMs.`,
        values: ['tdx', 'snp', 'se', 'none'],
        fixed: true,
      },
    ],
    note: developmentOnly,
  }),
  gauge('operator', 'osc_kata_pods', () => l10n.t`Number of pods in all namespaces that use this runtime class.`, {
    labels: [{ name: 'runtimeclass', help: () => l10n.t`Name of the runtime class.` }],
    note: developmentOnly,
  }),
  gauge(
    'recorded',
    'cluster:kata_monitor_running_shim_count:sum',
    () => l10n.t`Number of sandboxes running on all nodes in the cluster.`,
  ),
  gauge('alert', 'kata_active_instance', () => l10n.t`Always 1 while the operator is installed.`, {
    note: () => l10n.t`Available only in the development version of the operator.`,
  }),
];
