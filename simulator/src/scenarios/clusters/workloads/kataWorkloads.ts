import * as names from '#simulator/controllers/framework/resourceNames.ts';
import type { ResourceName } from '#simulator/store/resourceName.ts';
import { deleteKataConfig, untilGone } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario, ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { twoWorkersInstalled } from '../twoWorkersInstalled.ts';

const namespace = 'shop';
const minuteMs = 60_000;
const quota = { resource: names.resourceQuotas, name: 'small', namespace };
const web = { resource: names.deployments, name: 'web', namespace };

function podSpec(runtimeClassName: string, extra: object = {}): object {
  return { runtimeClassName, ...extra, containers: [{ name: 'main', image: 'registry.example.com/shop:1.4' }] };
}

function template(app: string, extra: object = {}): object {
  return { metadata: { labels: { app } }, spec: podSpec('kata', extra) };
}

function workload(resource: ResourceName, kind: string, name: string, spec: object): ScenarioStep {
  const version = resource.group === '' ? 'v1' : `${resource.group}/v1`;
  return { resource, create: { apiVersion: version, kind, metadata: { name, namespace }, spec } };
}

function replicated(resource: ResourceName, kind: string, name: string, replicas: number): ScenarioStep {
  const selector = { matchLabels: { app: name } };
  return workload(resource, kind, name, { replicas, selector, template: template(name), serviceName: name });
}

function job(name: string, extra: object = {}): ScenarioStep {
  return workload(names.jobs, 'Job', name, { ...extra, template: template(name, { restartPolicy: 'Never' }) });
}

const sandboxed: ScenarioStep = {
  resource: names.runtimeClasses,
  create: { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'sandboxed' }, handler: 'kata' },
};

/** The quota allows the pods that exist before the Deployment `web`, and two more. */
const createWorkloads: readonly ScenarioStep[] = [
  { resource: names.namespaces, create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } },
  sandboxed,
  workload(names.pods, 'Pod', 'single', podSpec('sandboxed')),
  replicated(names.statefulSets, 'StatefulSet', 'db', 1),
  { until: { resource: names.statefulSets, name: 'db', namespace, path: 'status.readyReplicas', is: 1 } },
  workload(names.resourceQuotas, 'ResourceQuota', quota.name, { hard: { pods: '4' } }),
  replicated(names.deployments, 'Deployment', 'idle', 0),
  replicated(names.deployments, 'Deployment', web.name, 3),
  { until: { ...web, path: 'status.availableReplicas', is: 2 } },
  job('report'),
  job('later', { suspend: true }),
  workload(names.cronJobs, 'CronJob', 'nightly', {
    schedule: '0 3 * * *',
    suspend: true,
    jobTemplate: { spec: { template: template('nightly', { restartPolicy: 'Never' }) } },
  }),
  { wait: minuteMs },
];

/** Scenario of workloads of several kinds, some of which have no pods. */
export const kataWorkloads: Scenario = {
  ...twoWorkersInstalled,
  name: 'kata-workloads',
  summary:
    'Two workers with Kata installed. A quota rejects pods of a Deployment and a Job. Other workloads are suspended or scaled to 0.',
  prelude: [...twoWorkersInstalled.prelude, ...createWorkloads],
  steps: [
    { patch: quota, with: { spec: { hard: { pods: '20' } } } },
    { until: { ...web, path: 'status.availableReplicas', is: 3 } },
    { delete: { resource: names.namespaces, name: namespace } },
    { wait: minuteMs },
    deleteKataConfig,
    untilGone,
  ],
};
