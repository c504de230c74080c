import { defaultBehaviour } from '#simulator/controllers/framework/behaviour.ts';
import { deployments, namespaces } from '#simulator/controllers/framework/resourceNames.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import { createKataConfig, deleteKataConfig, untilDone, untilGone } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { twoWorkers } from '../twoWorkers.ts';

const namespace = 'shop';

function deployment(name: string, replicas: number, podSpec: object): ObjectToWrite {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { runtimeClassName: 'kata', ...podSpec } },
    },
  };
}

const app = { name: 'app', image: 'registry.example.com/shop/web:2.3' };
const proxy = { name: 'proxy', image: 'registry.example.com/shop/proxy:1.0' };
const migrate = { name: 'migrate', image: 'registry.example.com/shop/migrate:2.3' };

/** Scenario whose pods write logs: regularly, in bursts, and until they run out of memory. */
export const podLogs: Scenario = {
  ...twoWorkers,
  name: 'pod-logs',
  summary: 'Two workers with Kata installed and pods that write logs. One container runs out of memory repeatedly.',
  behaviour: {
    ...defaultBehaviour,
    containerOutput: [
      {
        pod: 'web',
        container: 'app',
        every: 20_000,
        lines: 1,
        exit: { after: 90, reason: 'OOMKilled', exitCode: 137, message: 'cannot allocate memory' },
      },
      { pod: 'batch', container: 'worker', every: 120_000, lines: 200 },
    ],
  },
  prelude: [
    ...twoWorkers.prelude,
    createKataConfig(),
    untilDone,
    { resource: namespaces, create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } },
    {
      resource: deployments,
      create: deployment('web', 2, { initContainers: [migrate], containers: [app, proxy] }),
    },
    {
      resource: deployments,
      create: deployment('batch', 1, {
        containers: [{ name: 'worker', image: 'registry.example.com/shop/batch:2.3' }],
      }),
    },
    { wait: 45 * 60_000 },
  ],
  steps: [{ delete: { resource: namespaces, name: namespace } }, { wait: 60_000 }, deleteKataConfig, untilGone],
};
