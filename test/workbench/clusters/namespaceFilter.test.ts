/**
 * Tests the namespace filter of a user with permissions in two namespaces: its list and its rows.
 * OSC_UPDATE_IMAGES=1 updates the pictures.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const [first, second] = ['developer-sandbox', 'tester-sandbox'];

function pod(name: string, namespace: string) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: {
      containers: [{ name: 'main', image: 'registry.example.com/app:1' }],
      runtimeClassName: 'kata',
      nodeName: 'worker-0',
    },
  };
}

describe('the namespace filter', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, {
    size: { width: 1280, height: 620 },
  });
  before(async () => {
    const simulation = await clusters.start('no-permission', { speed: 60 });
    const { store, resources } = simulation;
    for (const one of [pod('web', first), pod('api', second), pod('hidden', 'default')])
      assert.ok(store.create(resources.need('', 'pods'), one).ok);
  });

  test('offers the projects of the user, and the rows show the pods of the selected namespaces', () =>
    shared.play('set the filter', async (workbench) => {
      const { quickInput, tree } = workbench;
      await tree.open();
      await tree.widen(420);
      await tree.click('tester', 'Not open');
      await tree.shows(/Not permitted: install/);
      await tree.choose('tester', 'Set Namespace Filter...');
      await quickInput.offers(first);
      assert.deepEqual(await quickInput.rows(), [first, second]);
      await quickInput.check(first);
      await quickInput.check(second);
      await takeBoth(workbench, 'clusters/namespace-filter');
      await quickInput.press('OK');
      await tree.showsRow('tester', 'in 2 namespaces');
      await tree.expand('Pods');
      await tree.showsRow('Pods', '2 · kata · in 2 namespaces');
      await tree.showsRow(first, '1 pod');
      await tree.showsRow(second, '1 pod');
    }));
});
