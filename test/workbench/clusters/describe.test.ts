/**
 * Tests descriptions of objects as documents, and the related objects of a cluster. OSC_UPDATE_IMAGES=1 updates the
 * pictures.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

describe('descriptions', { timeout: 600_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { size: { width: 1280, height: 900 } });
  let simulation: Simulation;
  before(async () => {
    simulation = await clusters.start('sandboxes-fail', { speed: 60 });
    createOperators(simulation);
  });

  test('of the object of a row open as a document, and update with the object', () =>
    shared.play('description of a node', async (workbench) => {
      const { tree, editor, theme } = workbench;
      await tree.open();
      await tree.widen(420);
      await tree.openCluster('kube-admin');
      await tree.expand('Kata', /2/);
      await tree.expand('Installed');
      await tree.choose('worker-1', 'Describe');
      await editor.shows('worker-1.txt');
      await editor.containsLine(/^Name: +worker-1$/);
      await editor.containsLine(/^Roles: +kata-oc,worker$/);
      await takeBoth(workbench, 'clusters/describe');
      await theme.use('dark');
      labelNode(simulation, 'worker-1');
      await editor.containsLine(/a-label=described$/);
    }));

  test('of an object of any kind open from the Command Palette', () =>
    shared.play('description of any object', async (workbench) => {
      const { quickInput, editor } = workbench;
      await workbench.run('Describe Object');
      await quickInput.asks('Select a kind');
      await quickInput.choose('MachineConfigPool');
      await quickInput.asks('Select an object');
      await quickInput.choose('kata-oc');
      await editor.shows('kata-oc.txt');
      await editor.containsLine(/^Kind: +MachineConfigPool$/);
    }));

  test('of related objects open from their rows, which show the conditions that require attention', () =>
    shared.play('related objects', async (workbench) => {
      const { tree, editor } = workbench;
      await tree.expand('Related');
      await tree.showsRow('machine-config', /ClusterOperator · Degraded/);
      await tree.showsRow('operator-lifecycle-manager', 'ClusterOperator');
      await tree.showsRow('version', 'ClusterVersion');
      await tree.lacksRow('etcd');
      await tree.choose('operator-lifecycle-manager', 'Describe');
      await editor.shows('operator-lifecycle-manager.txt');
    }));
});

/** Creates cluster operators: a degraded one, one without conditions, and one that isn't related. */
function createOperators({ store, resources }: Simulation): void {
  const degraded = {
    conditions: [
      { type: 'Available', status: 'True', lastTransitionTime: '2026-11-22T10:00:00Z' },
      { type: 'Degraded', status: 'True', reason: 'PoolDegraded', message: 'pool kata-oc is degraded' },
    ],
  };
  for (const [name, status] of [
    ['machine-config', degraded],
    ['operator-lifecycle-manager', {}],
    ['etcd', degraded],
  ] as const) {
    const object = {
      apiVersion: 'config.openshift.io/v1',
      kind: 'ClusterOperator',
      metadata: { name },
      spec: {},
      status,
    };
    // As a seed, the object keeps its status.
    const created = store.create(resources.need('config.openshift.io', 'clusteroperators'), object, { seed: true });
    assert.ok(created.ok);
  }
}

/** Adds a label to a node. */
function labelNode({ store, resources }: Simulation, name: string): void {
  const written = store.modify(resources.need('', 'nodes'), undefined, name, (node) => ({
    ...node,
    metadata: { ...node.metadata, labels: { ...node.metadata.labels, 'a-label': 'described' } },
  }));
  assert.ok(written.ok);
}
