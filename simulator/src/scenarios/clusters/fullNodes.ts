import { daemonSets, namespaces, runtimeClasses } from '#simulator/controllers/framework/resourceNames.ts';
import { createKataConfig, deleteKataConfig, untilDone, untilGone } from '../engine/commonSteps.ts';
import type { Scenario, ScenarioStep } from '../engine/scenario.ts';
import { twoWorkers } from './twoWorkers.ts';

const namespace = 'analytics';
const labels = { app: 'cache' };
const cache = { resource: daemonSets, name: 'cache', namespace };
/** Each pod requests almost all memory of a node. */
const requests = { cpu: '2', memory: '61Gi' };

const runCache: readonly ScenarioStep[] = [
  { resource: namespaces, create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } },
  {
    resource: daemonSets,
    create: {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: cache.name, namespace },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            nodeSelector: { 'node-role.kubernetes.io/worker': '' },
            containers: [{ name: 'cache', image: 'registry.example.com/cache:7', resources: { requests } }],
          },
        },
      },
    },
  },
  { until: { ...cache, path: 'status.numberReady', is: 2 } },
];

/** Scenario in which the requests of other pods leave no resources for Kata pods. */
export const fullNodes: Scenario = {
  ...twoWorkers,
  name: 'full-nodes',
  summary:
    'Two workers with Kata installed. Other pods request almost all memory, and the runtime class has a larger overhead.',
  prelude: [
    ...twoWorkers.prelude,
    createKataConfig(),
    untilDone,
    { wait: 60_000 },
    {
      patch: { resource: runtimeClasses, name: 'kata' },
      with: { overhead: { podFixed: { cpu: '500m', memory: '1Gi' } } },
    },
    ...runCache,
  ],
  steps: [{ delete: { resource: namespaces, name: namespace } }, { wait: 60_000 }, deleteKataConfig, untilGone],
};
