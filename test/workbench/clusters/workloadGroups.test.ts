/** Tests how the rows of Kata pods are grouped. OSC_UPDATE_IMAGES=1 updates the pictures. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { takeBoth, type Clip } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

const size = { width: 900, height: 620 };
const clip: Clip = { x: 0, y: 36, width: 610, height: 584 };

describe('Kata pods', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  before(async () => createWorkloads(await clusters.start('two-workers-installed', { speed: 60 })));

  test('are grouped by owner with the workloads without pods, by runtime class, and by node', async () => {
    await session().window('pod groups', { size }, async (workbench) => {
      const { tree, quickInput } = workbench;
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      await tree.showsRow('Pods', 'Expand to list');
      await tree.expand('Pods');
      await tree.showsRow('Pods', '4 · kata 3, sandboxed 1');
      await tree.expand('shop', '4 pods');
      await tree.showsRow('web', '2 of 2 ready · kata · Deployment');
      await tree.showsRow('idle', 'Scaled to 0 · kata · Deployment');
      await tree.showsRow('report', 'Suspended · kata · CronJob');
      await tree.showsRow('nightly', 'Suspended · kata · Job');
      await takeBoth(workbench, 'clusters/pods-by-owner', { clip });
      await tree.choose('Pods', 'Group Kata Workloads...');
      await quickInput.choose('Runtime class');
      await tree.expand('kata', '3 pods');
      await tree.expand('sandboxed', '1 pod');
      await tree.showsRow('single', /Running · sandboxed/);
      await tree.lacksRow('idle');
      await takeBoth(workbench, 'clusters/pods-by-class', { clip });
      await tree.choose('Pods', 'Group Kata Workloads...');
      await quickInput.choose('Node');
      await tree.expand('worker-0', /pods?$/);
      await takeBoth(workbench, 'clusters/pods-by-node', { clip });
      await tree.expand('worker-1', /pods?$/);
      await tree.showsRow('single', /Running · sandboxed · worker-\d/);
    });
  });
});

/** Creates workloads with pods, and workloads that have none because they are scaled to 0 or suspended. */
function createWorkloads({ store, resources }: Simulation): void {
  const create = (
    group: string,
    plural: string,
    object: { readonly kind: string; readonly name: string; readonly spec: object },
  ): void => {
    const { kind, name, spec } = object;
    const version = group === '' ? 'v1' : `${group}/v1`;
    const isScoped = kind !== 'Namespace' && kind !== 'RuntimeClass';
    const metadata = isScoped ? { name, namespace: 'shop' } : { name };
    const created = store.create(resources.need(group, plural), {
      apiVersion: version,
      kind,
      metadata,
      ...(kind === 'RuntimeClass' ? spec : { spec }),
    });
    assert.ok(created.ok, name);
  };
  const podSpec = (runtimeClassName: string) => ({
    runtimeClassName,
    containers: [{ name: 'web', image: 'registry.example.com/web:1' }],
  });
  const template = (app: string) => ({ metadata: { labels: { app } }, spec: podSpec('kata') });
  const deployment = (name: string, replicas: number): void =>
    create('apps', 'deployments', {
      kind: 'Deployment',
      name,
      spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name) },
    });
  create('', 'namespaces', { kind: 'Namespace', name: 'shop', spec: {} });
  create('node.k8s.io', 'runtimeclasses', { kind: 'RuntimeClass', name: 'sandboxed', spec: { handler: 'kata' } });
  deployment('web', 2);
  deployment('idle', 0);
  create('apps', 'statefulsets', {
    kind: 'StatefulSet',
    name: 'db',
    spec: { replicas: 1, serviceName: 'db', selector: { matchLabels: { app: 'db' } }, template: template('db') },
  });
  create('batch', 'jobs', { kind: 'Job', name: 'nightly', spec: { suspend: true, template: template('nightly') } });
  const jobTemplate = { spec: { template: template('report') } };
  create('batch', 'cronjobs', {
    kind: 'CronJob',
    name: 'report',
    spec: { schedule: '0 3 * * *', suspend: true, jobTemplate },
  });
  create('', 'pods', { kind: 'Pod', name: 'single', spec: podSpec('sandboxed') });
}
