import { createKataConfig, installOperator, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import {
  deployments,
  namespaces,
  nodes,
  podDisruptionBudgets,
} from '#simulator/controllers/framework/resourceNames.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { wrongInstall } from '../faultSteps.ts';

const metadata = { name: 'ledger', namespace: 'ledger' };
const deployment = { resource: deployments, ...metadata };
const budget = { resource: podDisruptionBudgets, ...metadata };
const matchLabels = { app: 'ledger' };
const container = { name: 'server', image: 'registry.example.com/ledger:2.0' };
const workload: readonly ScenarioStep[] = [
  { resource: namespaces, create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: metadata.namespace } } },
  {
    resource: deployments,
    create: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        replicas: 2,
        selector: { matchLabels },
        template: { metadata: { labels: matchLabels }, spec: { containers: [container] } },
      },
    },
  },
  {
    resource: podDisruptionBudgets,
    create: {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata,
      spec: { minAvailable: 2, selector: { matchLabels } },
    },
  },
];

/** Scenario in which a blocked drain stops the installation at the first node. */
export const drainBlocked: Scenario = wrongInstall(
  'install-drain-blocked',
  'Two workers, operator installed. A PodDisruptionBudget that allows no disruptions blocks all node drains.',
  {
    prelude: [...installOperator, ...workload, { until: { ...deployment, path: 'status.availableReplicas', is: 2 } }],
    steps: [
      createKataConfig(),
      { until: { resource: nodes, name: 'worker-1', path: 'spec.unschedulable', is: true } },
      { wait: 90 * 60_000 },
      { delete: budget },
      untilDone,
    ],
  },
);
