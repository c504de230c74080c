/** Scenarios for the metrics: the alert of the operator fires, and Prometheus collects nothing. */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { deployments, namespaces } from '#simulator/controllers/framework/resourceNames.ts';
import { collectionLabel } from '#simulator/metrics/series/collectionPeriods.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { createKataConfig, createNamespace, installOperator, untilDone } from '../engine/commonSteps.ts';
import type { Scenario, ScenarioStep } from '../engine/scenario.ts';
import { peerPods } from './peerPods.ts';
import { twoWorkers } from './twoWorkers.ts';

const namespace = 'shop';

function deployment(name: string, replicas: number, nodeSelector: Readonly<Record<string, string>>): ObjectToWrite {
  const labels = { app: name };
  const containers = [{ name: 'server', image: `registry.example.com/shop/${name}:2.3` }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { runtimeClassName: 'kata-remote', nodeSelector, containers } },
    },
  };
}

/**
 * Scenario in which the alert of the operator fires, because two of five peer pods can't be scheduled for 40 minutes.
 * The steps remove the node selector that no node matches.
 */
export const peerPodsFail: Scenario = {
  ...peerPods,
  name: 'peer-pods-fail',
  summary:
    'AWS, two workers with peer pods. Two of five peer pods have been Pending for 40 minutes, so an alert fires.',
  prelude: [
    ...peerPods.prelude,
    createKataConfig({ enablePeerPods: true }),
    untilDone,
    { resource: namespaces, create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } },
    { resource: deployments, create: deployment('web', 3, {}) },
    // The prelude starts six hours ago. The installation takes about 20 minutes.
    { wait: 4 * 3_600_000 + 50 * 60_000 },
    { resource: deployments, create: deployment('batch', 2, { 'example.com/pool': 'batch' }) },
    { wait: 40 * 60_000 },
  ],
  steps: [
    {
      patch: { resource: deployments, name: 'batch', namespace },
      with: { spec: { template: { spec: { nodeSelector: { 'example.com/pool': null } } } } },
    },
    { until: { resource: deployments, name: 'batch', namespace, path: 'status.availableReplicas', is: 2 } },
    { wait: 60_000 },
  ],
};

function labelNamespace(value: string): ScenarioStep {
  return {
    patch: { resource: namespaces, name: operatorNamespace },
    with: { metadata: { labels: { [collectionLabel]: value } } },
  };
}

/** Scenario in which Prometheus doesn't collect from the operator namespace. The steps change the label back. */
export const metricsMissing: Scenario = {
  ...twoWorkers,
  name: 'metrics-missing',
  summary:
    'Two workers with Kata installed. The label of the operator namespace excludes it from the cluster monitoring.',
  prelude: [
    createNamespace,
    labelNamespace('false'),
    ...installOperator.slice(1),
    createKataConfig(),
    untilDone,
    { wait: 60_000 },
  ],
  steps: [labelNamespace('true'), { wait: 60_000 }],
};
