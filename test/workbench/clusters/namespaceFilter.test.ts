/**
 * Tests the namespace filter of a user with permissions in two namespaces: its row, and that each command uses it.
 * OSC_UPDATE_IMAGES=1 updates the pictures.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { changesIn, Operation } from '#test/support/workbench/operation.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const [first, second] = ['developer-sandbox', 'tester-sandbox'];
const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {level: debug}\n';

const podSpec = { containers: [{ name: 'main', image: 'registry.example.com/app:1' }] };

function pod(name: string, namespace: string) {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: { ...podSpec, runtimeClassName: 'kata', nodeName: 'worker-0' },
  };
}

describe('the namespace filter', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, {
    files: {
      'settings.yaml': settings,
      'web.yaml': JSON.stringify({ ...pod('web', ''), metadata: { name: 'web' } }),
      'apps/settings.yaml': settings,
    },
    size: { width: 1280, height: 620 },
  });
  let simulation: Simulation;

  before(async () => {
    simulation = await clusters.start('no-permission', { speed: 60 });
    const { store, resources } = simulation;
    for (const one of [pod('web', first), pod('api', second), pod('hidden', 'default')])
      assert.ok(store.create(resources.need('', 'pods'), one).ok);
    const labels = { app: 'plain' };
    const template = { metadata: { labels }, spec: podSpec };
    assert.ok(
      store.create(resources.need('apps', 'deployments'), {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'plain', namespace: second },
        spec: { replicas: 1, selector: { matchLabels: labels }, template },
      }).ok,
    );
  });

  /** Selects or clears namespaces in the menu of the cluster. */
  async function setFilter({ quickInput, tree }: Workbench, change: () => Promise<void>): Promise<void> {
    await tree.choose('tester', 'Set Namespace Filter...');
    await quickInput.offers(first);
    await change();
    await quickInput.press('OK');
  }

  test('offers the projects of the user, and the rows show the pods of the selected namespaces', () =>
    shared.play('set the filter', async (workbench) => {
      const { quickInput, tree } = workbench;
      await tree.open();
      await tree.widen(420);
      await tree.click('tester', 'Not open');
      await tree.shows(/Not permitted: install/);
      await setFilter(workbench, async () => {
        assert.deepEqual(await quickInput.rows(), ['Enter Name...', first, second]);
        await quickInput.check(first);
        await quickInput.check(second);
        // A progress notification can remain visible for a while.
        await workbench.notifications.lacks('Reading tester');
        await takeBoth(workbench, 'clusters/namespace-filter');
      });
      await tree.showsRow('tester', 'in 2 namespaces');
      await tree.expand('Pods');
      await tree.showsRow('Pods', '2 · kata · in 2 namespaces');
      await tree.showsRow(first, '1 pod');
      await tree.showsRow(second, '1 pod');
      await takeBoth(workbench, 'clusters/namespace-filter-rows');
    }));

  test('is the default of commands that list workloads, pods, and events', () =>
    shared.play('commands that list', async (workbench) => {
      const { quickInput } = workbench;
      for (const [command, ...steps] of [
        ['Find Kata Workload...'],
        ['Show Object Events...'],
        ['Show Pod Logs...', 'Kata pod...'],
        ['Show Sandbox Logs...'],
        ['Open Terminal in Container...'],
      ] as const) {
        await workbench.run(command);
        for (const step of steps) await quickInput.choose(step);
        await quickInput.offers('web');
        await quickInput.offers('api');
        assert.ok(
          (await quickInput.rows()).every((row) => !row.includes('hidden')),
          command,
        );
        await quickInput.close();
      }
      await workbench.run('Describe Object...');
      await quickInput.filterAndChoose('Pod', /^Pod\s?v1$/);
      await quickInput.offers('web');
      await quickInput.offers('api');
      await quickInput.offers('Enter Name...');
      await quickInput.close();
      await workbench.run('Run Workload in Sandbox...');
      await quickInput.offers('plain');
      await quickInput.close();
      await workbench.run('Create Pull Secret...');
      await quickInput.offers(first);
      await quickInput.offers('Enter Name...');
      await quickInput.choose(second);
      await quickInput.offers('Cluster pull secret');
      await quickInput.close();
    }));

  test('is the default of commands for files, which ask if it contains several namespaces', () =>
    shared.play('commands for files', async (workbench) => {
      const { editor, explorer, notifications, quickInput } = workbench;
      const question = "Select the namespace for objects that don't specify one";
      await workbench.openFile('settings.yaml');
      await workbench.run('Compare File with Cluster');
      await quickInput.asks(question);
      await quickInput.choose(second);
      await editor.diffShows('level: debug');
      await workbench.run('View: Close All Editors');
      await workbench.openFile('settings.yaml');
      await workbench.run('Apply File to Cluster...');
      await quickInput.asks(question);
      await quickInput.choose(second);
      await new Operation(workbench).confirmUntil('is complete.');
      await notifications.dismiss('is complete.');
      assert.deepEqual(changesIn(simulation.audit.entries), ['PATCH configmaps/settings']);
      const { store, resources } = simulation;
      assert.ok(store.get(resources.need('', 'configmaps'), second, 'settings') !== undefined);
      for (const command of ['Compare Folder with Cluster...', 'Apply Folder to Cluster...']) {
        await explorer.choose('apps', command);
        await quickInput.asks(question);
        await quickInput.choose(second);
        await notifications.dismiss('No differences');
      }
      await workbench.openFile('web.yaml');
    }));

  test('survives a reload, and a single namespace is used without a question', () =>
    shared.play('reload', async (workbench) => {
      const { notifications, quickInput, tree } = workbench;
      await setFilter(workbench, () => quickInput.uncheck(first));
      await tree.showsRow('tester', `in ${second}`);
      await workbench.reload();
      await tree.open();
      await tree.showsRow('tester', `in ${second}`);
      await workbench.openFile('settings.yaml');
      await workbench.run('Compare File with Cluster');
      await notifications.dismiss('No differences');
      await workbench.run('Create Pull Secret...');
      await quickInput.shows('Namespace where the peer pods run');
      assert.equal(await quickInput.value(), second);
      await quickInput.close();
      await setFilter(workbench, async () => {
        await quickInput.uncheck(second);
        await quickInput.check(first);
      });
      await workbench.openFile('web.yaml');
      await workbench.run('Show Workload Sandbox Status');
      await new DetailPage(workbench.page).isOf('web', /./);
    }));

  test('is named if it contains nothing to select, and a namespace that is not in the list can be entered', () =>
    shared.play('nothing in the filter', async (workbench) => {
      const { notifications, quickInput, tree } = workbench;
      await setFilter(workbench, () => quickInput.check('Enter Name...'));
      await quickInput.shows('Enter the names of namespaces');
      assert.equal(await quickInput.value(), first);
      await quickInput.fill('kube-system');
      await quickInput.accept();
      await tree.showsRow('tester', 'in kube-system');
      await workbench.run('Find Kata Workload...');
      await notifications.dismiss(/cannot list resource "pods" in API group "" in the namespace "kube-system"/);
      await setFilter(workbench, async () => {
        await quickInput.uncheck('kube-system');
        await quickInput.check(first);
      });
      const { store, resources } = simulation;
      store.delete(resources.need('', 'pods'), first, 'web', {});
      for (const command of ['Find Kata Workload...', 'Show Sandbox Logs...']) {
        await workbench.run(command);
        await notifications.dismiss(`found on tester (namespace filter: ${first}).`);
      }
    }));

  test('names a deleted namespace, and clearing the filter restores all namespaces', () =>
    shared.play('clear the filter', async (workbench) => {
      const { quickInput, tree } = workbench;
      await workbench.run('View: Close All Editors');
      await tree.openCluster('kube-admin', 'Used for file checks');
      await tree.collapse('tester');
      await tree.choose('kube-admin', 'Set Namespace Filter...');
      await quickInput.fill(second);
      await quickInput.check(second);
      await quickInput.press('OK');
      await tree.showsRow('kube-admin', `in ${second}`);
      await tree.expand('Pods');
      await tree.showsRow('Pods', '1 · kata · in tester-sandbox');
      const { store, resources } = simulation;
      store.delete(resources.need('', 'namespaces'), undefined, second, {});
      await tree.showsRow(`Namespace ${second} doesn't exist.`);
      await tree.choose('kube-admin', 'Set Namespace Filter...');
      await quickInput.uncheck(second);
      await quickInput.press('OK');
      await tree.showsRow('Pods', /1 · kata(?! · )/);
      await tree.lacksRow('kube-admin', `in ${second}`);
    }));
});
