/** Tests operations on a cluster: one plan, one confirmation, a list of what is lost, and pausing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { getList, type KubeObject } from '#simulator/store/kubeObject.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { stopWhen } from '#test/support/workbench/clusters/kataConfig.ts';
import { changesIn, Operation } from '#test/support/workbench/operation.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const namespace = 'openshift-sandboxed-containers-operator';
const planTab = 'Preview Plan: Uninstall Kata on kube-admin.md';
const size = { width: 1100, height: 700 };

describe('an operation on a cluster', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { size });

  test('lists deleted pods and namespace contents in one plan, and keeps the results', async () => {
    const simulation = await clusters.start('two-workers-installed', { speed: 600 });
    createPod(simulation, 'plain');
    createConfigMap(simulation, 'mine');
    await shared.play('uninstall by one plan', async (workbench) => {
      const { tree, webview, notifications } = workbench;
      const operation = new Operation(workbench);
      await beginUninstall(workbench);
      await operation.showsPlan('Uninstall Kata');
      await webview.showsListItem('1 pod without a controller will be permanently deleted: shop/plain.');
      await webview.showsListItem('ConfigMap: mine.');
      await webview.showsCell(/^Subscription /);
      await takeBoth(workbench, 'clusters/guided-plan-uninstall');
      assert.deepEqual(changesIn(simulation.audit.entries), [], 'the plan changes nothing');
      const questions = await operation.confirmUntil('Uninstall Kata on kube-admin is complete.');
      assert.deepEqual(questions, [], 'the plan is the only confirmation');
      await notifications.dismiss('Uninstall Kata on kube-admin is complete.');
      await tree.showsRow('Delete the namespace', /Deleted · \d\d:\d\d/);
      await tree.showsRow('Stop sandboxed workloads', 'Nothing left to do');
    });
  });

  test('lists the pods that a log level change deletes', async () => {
    const simulation = await clusters.start('two-workers-installed', { speed: 600 });
    for (const name of ['sandboxed', 'plain', 'other']) createPod(simulation, name);
    await shared.play('log level', async (workbench) => {
      const { quickInput, webview } = workbench;
      await openCluster(workbench);
      await workbench.run('Set Kata Node Log Level...');
      await quickInput.choose(/^debug/);
      await new Operation(workbench).showsPlan('Set Kata node log level');
      await webview.showsListItem(
        '3 pods without a controller will be permanently deleted: shop/other, shop/plain, and shop/sandboxed.',
      );
      await quickInput.close();
    });
    assert.deepEqual(changesIn(simulation.audit.entries), []);
  });

  test('pauses when the user stops it, and continues after a reload of the window', async () => {
    const simulation = await clusters.start('two-workers-installed', { speed: 120 });
    // Uses its own window, so that the plan is the first document both before and after the reload.
    await session().window('pause and continue', { size }, async (workbench) => {
      const { tree, tabs, statusBar, dialogs, notifications, quickInput } = workbench;
      const operation = new Operation(workbench);
      await beginUninstall(workbench);
      await Promise.all([stopWhen(simulation, 'a node that loses Kata', isUninstalling), operation.confirm()]);
      await workbench.run('Stop Operation');
      await tree.showsRow('Uninstall', /Paused · \d\/\d/);
      await statusBar.shows(/Uninstall Kata: Paused/);
      await tree.showsRow('Paused: Delete the KataConfig', /last updated \d\d:\d\d/);
      await takeBoth(workbench, 'clusters/guided-paused');
      await tabs.shows(planTab);
      await workbench.reload();
      await statusBar.shows(/Uninstall Kata: Paused/);
      await tabs.lacks(planTab);
      await tree.open();
      await tree.showsRow('Uninstall', /Paused · \d\/\d/);
      await tree.showsRow('Paused: Delete the KataConfig', /last updated \d\d:\d\d/);
      simulation.clock.pace(600);
      await tree.click('Kata', 'No KataConfig');
      assert.equal(await quickInput.message(), '', 'the row of the missing KataConfig starts nothing');
      await tree.click('Abandon');
      await dialogs.press(
        'Cancel',
        'Objects that remain on the cluster: ',
        'Subscription sandboxed-containers-operator',
      );
      await tree.click('Continue');
      await operation.showsPlan('Uninstall Kata');
      await operation.confirmUntil('Uninstall Kata on kube-admin is complete.');
      await notifications.dismiss('Uninstall Kata on kube-admin is complete.');
      await tree.showsRow('Delete the KataConfig', /Deleted · \d\d:\d\d/);
      await workbench.reload();
      await tree.open();
      await tree.showsRow('Uninstall', 'Done');
      await tree.showsRow('Delete the KataConfig', /Deleted · \d\d:\d\d/);
    });
  });

  test('asks again if the cluster differs from the plan, and reports when it stopped', async () => {
    const simulation = await clusters.start('two-workers-installed', { speed: 25 });
    await shared.play('a late question', async (workbench) => {
      const { tree, statusBar, notifications, webview, quickInput, dialogs } = workbench;
      const operation = new Operation(workbench);
      await beginUninstall(workbench);
      await operation.confirm();
      createConfigMap(simulation, 'later');
      await operation.announcesQuestion();
      await tree.showsRow('Uninstall', /Question · \d\/\d · Delete the namespace/);
      await statusBar.shows(/Uninstall Kata: Question · \d\/\d/);
      await workbench.run('Stop Operation');
      await tree.showsRow('Uninstall', /Paused · \d\/\d/);
      await operation.answerLater();
      await notifications.press(/Uninstall Kata on kube-admin was stopped at \d\d:\d\d/, 'Continue');
      await operation.showsPlan('Uninstall Kata');
      await webview.showsListItem('ConfigMap: later.');
      await quickInput.close();
      await tree.click('Abandon');
      await dialogs.press('Abandon', 'Objects that remain on the cluster: Namespace');
      await tree.lacksRow('Uninstall');
    });
  });
});

async function openCluster({ tree }: Workbench): Promise<void> {
  await tree.open();
  await tree.widen(560);
  await tree.openCluster('kube-admin');
  await tree.shows(/Installed \| 2 nodes/);
}

async function beginUninstall(workbench: Workbench): Promise<void> {
  await openCluster(workbench);
  await workbench.run('Uninstall Kata');
  await workbench.quickInput.chooseAll('Delete the namespace', 'Keep the CRD');
}

function isUninstalling(kataConfig: KubeObject): boolean {
  return getList(kataConfig, 'status', 'kataNodes', 'uninstalling').length > 0;
}

/** Creates a pod without a controller in a separate namespace. */
function createPod({ store, resources }: Simulation, name: string): void {
  store.create(resources.need('', 'namespaces'), { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  const created = store.create(resources.need('', 'pods'), {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop' },
    spec: { nodeName: 'worker-0', containers: [{ name: 'a', image: 'a' }] },
  });
  assert.ok(created.ok);
}

function createConfigMap({ store, resources }: Simulation, name: string): void {
  const created = store.create(resources.need('', 'configmaps'), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace },
    data: {},
  });
  assert.ok(created.ok);
}
