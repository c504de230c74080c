/** What users do in scenarios, as data. */
import { operatorNamespace, subscription } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { csvName, versions } from '#simulator/controllers/olm/bundle.ts';
import type { ObjectReference, Step } from './scenario.ts';

const namespace = operatorNamespace;
const [newest] = versions;

/** The only KataConfig. */
export const kataConfig: ObjectReference = { resource: names.kataConfigs, name: 'example-kataconfig' };

/** The pods that keep it. */
export const payments: ObjectReference = { resource: names.deployments, name: 'payments', namespace: 'payments' };

/** The namespace of the operator. */
export const createNamespace: Step = {
  resource: names.namespaces,
  create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: { 'openshift.io/cluster-monitoring': 'true' } } },
};

/** The group for it. */
export const createOperatorGroup: Step = {
  resource: names.operatorGroups,
  create: {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: subscription.operatorGroup, namespace },
    spec: { targetNamespaces: [namespace] },
  },
};

/** The Subscription. */
export function subscribe(approval: 'Automatic' | 'Manual' = 'Automatic'): Step {
  return {
    resource: names.subscriptions,
    create: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: subscription.name, namespace },
      spec: {
        channel: subscription.channel,
        installPlanApproval: approval,
        name: subscription.package,
        source: subscription.source,
        sourceNamespace: subscription.sourceNamespace,
        startingCSV: csvName(newest),
      },
    },
  };
}

/** It is installed. */
export const untilInstalled: Step = {
  until: { resource: names.csvs, name: csvName(newest), namespace, path: 'status.phase', is: 'Succeeded' },
  within: 900_000,
};

/** The whole install, as documents tell it. */
export const installOperator: readonly Step[] = [createNamespace, createOperatorGroup, subscribe(), untilInstalled, { wait: 30_000 }];

/** Asks for kata. */
export function createKataConfig(spec: Readonly<Record<string, unknown>> = {}): Step {
  return {
    resource: kataConfig.resource,
    create: {
      apiVersion: 'kataconfiguration.openshift.io/v1',
      kind: 'KataConfig',
      metadata: { name: kataConfig.name },
      spec: { checkNodeEligibility: false, logLevel: 'info', ...spec },
    },
  };
}

/** The condition says this. */
export function untilReason(reason: string): Step {
  return { until: { ...kataConfig, path: 'status.conditions.InProgress.reason', is: reason } };
}

/** Kata is there. */
export const untilDone: Step = { until: { ...kataConfig, path: 'status.conditions.InProgress.status', is: 'False' } };

/** Asks for no kata. */
export const deleteKataConfig: Step = { delete: kataConfig };

/** Kata is gone. */
export const untilGone: Step = { until: { ...kataConfig, path: 'metadata.name', is: null } };

/** Workload that runs in kata. */
export const runWorkload: readonly Step[] = [
  { resource: names.namespaces, create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'payments' } } },
  {
    resource: names.deployments,
    create: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: payments.name, namespace: 'payments', labels: { app: 'payments' } },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'payments' } },
        template: {
          metadata: { labels: { app: 'payments' } },
          spec: { runtimeClassName: 'kata', containers: [{ name: 'server', image: 'registry.example.com/payments:1.4' }] },
        },
      },
    },
  },
  { until: { ...payments, path: 'status.availableReplicas', is: 2 } },
];
