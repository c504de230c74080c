/**
 * The alerts of the product. Source: sandboxed-containers-operator@d12dc7cd
 * bundle/manifests/osc-alerts_monitoring.coreos.com_v1_prometheusrule.yaml.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

export interface KnownAlert {
  readonly name: string;
  readonly severity: 'info' | 'warning' | 'critical';
  /** The condition, as PromQL. */
  readonly expr: string;
  /** For how long it must hold. */
  readonly for?: string;
  /** What it means, in a sentence or two. */
  readonly means: Message;
  /** What to do about it. */
  readonly todo: Message;
}

export const knownAlerts: readonly KnownAlert[] = [
  {
    name: 'KataRemoteWorkloadFailureHigh',
    severity: 'warning',
    expr: 'kata_remote_workload_failure_ratio > 25',
    for: '30m',
    means: () =>
      l10n.t`More than a quarter of the peer pods neither run nor have succeeded. It fires when that has lasted for half an hour.`,
    todo: () =>
      l10n.t`Look at the events of a pod that does not start and at the log of cloud-api-adaptor (osc-caa-ds) on its node: quotas and limits of the cloud, instance types, the image of the pod VMs and its network are the usual causes.`,
  },
  {
    name: 'kata_active_instance',
    severity: 'info',
    expr: 'vector(1)',
    means: () =>
      l10n.t`The operator is installed. It always fires: it tells that the operator is there, not that something is wrong.`,
    todo: () => l10n.t({ message: 'Nothing.', args: [], comment: ['What is to be done.'] }),
  },
];

/** The alert of the product with this name. */
export function findAlert(name: string): KnownAlert | undefined {
  return knownAlerts.find((alert) => alert.name === name);
}
