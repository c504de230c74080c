/**
 * Lists the alerts of OpenShift sandboxed containers. Source: sandboxed-containers-operator@d12dc7cd
 * bundle/manifests/osc-alerts_monitoring.coreos.com_v1_prometheusrule.yaml.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

export interface KnownAlert {
  readonly name: string;
  readonly severity: 'info' | 'warning' | 'critical';
  /** Condition in PromQL. */
  readonly expr: string;
  /** Time that the condition must be true before the alert fires. */
  readonly for?: string;
  /** Meaning in one or two sentences. */
  readonly means: Message;
  /** Recommended action, if there is one. */
  readonly todo?: Message;
}

/**
 * The alert for failing peer pods: percentage of pods above which it becomes pending, and time in milliseconds until it
 * fires.
 */
export const failureAlert = { name: 'KataRemoteWorkloadFailureHigh', percentage: 25, duration: 1_800_000 } as const;

export const knownAlerts: readonly KnownAlert[] = [
  {
    name: failureAlert.name,
    severity: 'warning',
    expr: `kata_remote_workload_failure_ratio > ${failureAlert.percentage}`,
    for: '30m',
    means: () =>
      l10n.t`More than 25% of the peer pods are neither running nor completed. The alert fires after 30 minutes in this state.`,
    todo: () =>
      l10n.t`Check the events for a pod that doesn't start, and check the cloud-api-adaptor log (osc-caa-ds) on its node. Common causes are cloud provider quotas and limits, instance types, the pod VM image, and the pod VM network.`,
  },
  {
    name: 'kata_active_instance',
    severity: 'info',
    expr: 'vector(1)',
    means: () => l10n.t`This alert always fires while the operator is installed. It doesn't indicate a problem.`,
  },
];

/** Returns the alert with this name. */
export function findAlert(name: string): KnownAlert | undefined {
  return knownAlerts.find((alert) => alert.name === name);
}
