/** Defines, as data, the steps that users perform in scenarios. */
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { defaultVersion, formatCsvName } from '#simulator/controllers/olm/bundle.ts';
import type { ScenarioObject, ScenarioStep } from './scenario.ts';

const namespace = operatorNamespace;

/** The only KataConfig in the scenarios. */
export const kataConfigObject: ScenarioObject = { resource: names.kataConfigs, name: 'example-kataconfig' };

/** The Deployment whose pods block the uninstall of Kata. */
export const payments: ScenarioObject = { resource: names.deployments, name: 'payments', namespace: 'payments' };

/** Creates the namespace of the operator. */
export const createNamespace: ScenarioStep = {
  resource: names.namespaces,
  create: {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace, labels: { 'openshift.io/cluster-monitoring': 'true' } },
  },
};

/** Creates the OperatorGroup of the operator. */
export const createOperatorGroup: ScenarioStep = {
  resource: names.operatorGroups,
  create: {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: documentedSubscription.operatorGroup, namespace },
    spec: { targetNamespaces: [namespace] },
  },
};

/** Creates the Subscription of the operator. */
export function subscribe(approval: 'Automatic' | 'Manual' = 'Automatic'): ScenarioStep {
  return {
    resource: names.subscriptions,
    create: {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'Subscription',
      metadata: { name: documentedSubscription.name, namespace },
      spec: {
        channel: documentedSubscription.channel,
        installPlanApproval: approval,
        name: documentedSubscription.package,
        source: documentedSubscription.source,
        sourceNamespace: documentedSubscription.sourceNamespace,
        startingCSV: formatCsvName(defaultVersion),
      },
    },
  };
}

/** Waits until the operator is installed. */
export const untilInstalled: ScenarioStep = {
  until: {
    resource: names.csvs,
    name: formatCsvName(defaultVersion),
    namespace,
    path: 'status.phase',
    is: 'Succeeded',
  },
  within: 900_000,
};

/** The complete installation of the operator, as documented. */
export const installOperator: readonly ScenarioStep[] = [
  createNamespace,
  createOperatorGroup,
  subscribe(),
  untilInstalled,
  { wait: 30_000 },
];

/** Creates a KataConfig to install Kata. */
export function createKataConfig(spec: Readonly<Record<string, unknown>> = {}): ScenarioStep {
  return {
    resource: kataConfigObject.resource,
    create: {
      apiVersion: 'kataconfiguration.openshift.io/v1',
      kind: 'KataConfig',
      metadata: { name: kataConfigObject.name },
      spec: { checkNodeEligibility: false, logLevel: 'info', ...spec },
    },
  };
}

/** Waits until the InProgress condition has the given reason. */
export function untilReason(reason: string): ScenarioStep {
  return { until: { ...kataConfigObject, path: 'status.conditions.InProgress.reason', is: reason } };
}

/** Waits until Kata is installed. */
export const untilDone: ScenarioStep = {
  until: { ...kataConfigObject, path: 'status.conditions.InProgress.status', is: 'False' },
};

/** Deletes the KataConfig to uninstall Kata. */
export const deleteKataConfig: ScenarioStep = { delete: kataConfigObject };

/** Waits until Kata is uninstalled. */
export const untilGone: ScenarioStep = { until: { ...kataConfigObject, path: 'metadata.name', is: null } };

/** Creates a workload that runs in Kata. */
export const runWorkload: readonly ScenarioStep[] = [
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
          spec: {
            runtimeClassName: 'kata',
            containers: [{ name: 'server', image: 'registry.example.com/payments:1.4' }],
          },
        },
      },
    },
  },
  { until: { ...payments, path: 'status.availableReplicas', is: 2 } },
];
