import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { deployments } from '#simulator/controllers/framework/resourceNames.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import { withPlatformProblems } from '#simulator/scenarios/initialObjects/platformProblems.ts';
import { twoWorkersInstalled } from '../twoWorkersInstalled.ts';

const namespace = 'openshift-monitoring';
const minuteMs = 60_000;

function deployment(name: string, container: string, image: string): ObjectToWrite {
  const labels = { 'app.kubernetes.io/name': name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: container, image }] } },
    },
  };
}

/** Scenario in which Kata is healthy, but the platform isn't. The steps remove the failing workloads. */
export const platformProblems: Scenario = {
  ...twoWorkersInstalled,
  name: 'platform-problems',
  summary:
    'Two workers with Kata installed. Problems outside Kata: ClusterOperators, disk pressure, failing pods, and certificate requests.',
  behaviour: {
    ...defaultBehaviour,
    missingImages: ['thanos:missing'],
    containerOutput: [
      {
        pod: 'kube-state-metrics',
        container: 'kube-state-metrics',
        every: 10_000,
        lines: 1,
        exit: { after: 1, reason: 'Error', exitCode: 1, message: 'connection refused', backOff: 5 * minuteMs },
      },
      // Most of the time, it runs. Its restarts and its last state show the crashes.
      {
        pod: 'metrics-server',
        container: 'metrics-server',
        every: minuteMs,
        lines: 1,
        exit: { after: 3, reason: 'Error', exitCode: 2, message: 'unable to fetch metrics', backOff: 1000 },
      },
    ],
  },
  objects: (now) => withPlatformProblems(createPlatform({ workers: 2, platform: 'BareMetal' }, now), now),
  prelude: [
    ...twoWorkersInstalled.prelude,
    {
      resource: deployments,
      create: deployment('kube-state-metrics', 'kube-state-metrics', 'quay.io/example/kube-state-metrics:2.13'),
    },
    {
      resource: deployments,
      create: deployment('metrics-server', 'metrics-server', 'quay.io/example/metrics-server:0.7'),
    },
    { resource: deployments, create: deployment('thanos-querier', 'thanos-query', 'quay.io/example/thanos:missing') },
    { wait: 22 * minuteMs },
  ],
  steps: [
    { delete: { resource: deployments, name: 'kube-state-metrics', namespace } },
    { delete: { resource: deployments, name: 'metrics-server', namespace } },
    { delete: { resource: deployments, name: 'thanos-querier', namespace } },
    { wait: minuteMs },
  ],
};
