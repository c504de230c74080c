/**
 * Tests the detail pages of a failed node, a KataConfig, an unscheduled pod, and a cluster check. OSC_UPDATE_IMAGES=1
 * updates the pictures.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { getList, getValue } from '#core/common/json.ts';
import type { Simulation } from '#simulator/main.ts';
import { accessible } from '#test/support/workbench/accessibility.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { createKataConfig, stopWhen } from '#test/support/workbench/clusters/kataConfig.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { takeBoth, takePicture } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const undrained =
  'error when evicting pods/"web-0" -n "shop": Cannot evict pod as it would violate the pod\'s disruption budget.';
const markup = '<img src=x onerror=alert(1)> [run](command:workbench.action.closeWindow)';

describe('detail pages', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);

  describe('in a wide window', () => {
    const shared = useSharedWindow(session, { size: { width: 1280, height: 900 } });
    let simulation: Simulation;
    before(async () => {
      simulation = await clusters.start('worker-fails-and-recovers', { speed: 300 });
    });

    test('show a failure with its cause, and follow the cluster', () =>
      shared.play('failed node', async (workbench) => {
        const { tree, tabs } = workbench;
        const page = new DetailPage(workbench.page);
        await showFailure(workbench, simulation);
        await tree.choose('worker-0', 'Explain');
        await page.isOf('worker-0', 'Failed');
        await page.shows('invalid extensions found: [sandboxed-containers]');
        assert.deepEqual(await page.actions(), [
          'Show Node Logs...',
          'Show Pod Logs...',
          'Open Node Debug Shell...',
          'Show Timeline',
          'Show Events',
          'Show Metrics',
          'Open as YAML',
        ]);
        writeEvent(simulation, 'Normal', 'Rebooted', 'Node worker-0 has been rebooted');
        writeEvent(simulation, 'Warning', 'FailedDrain', undrained);
        await page.showsIn('Events', 'Warning', 'FailedDrain', undrained);
        const [first] = await page.entriesOf('Events');
        assert.match(first ?? '', /Warning/, 'warnings come first');
        await tree.choose('worker-0', 'Show Timeline');
        await page.isAt('Timeline');
        const names = await tabs.names();
        assert.equal(
          names.filter((name) => name.startsWith('worker-0')).length,
          1,
          `one page per node: ${names.join(', ')}`,
        );
      }));

    test('are accessible in every theme and fit into 320 pixels', () =>
      shared.play('failed node in every theme', async (workbench) => {
        const { page: window, theme, tree } = workbench;
        const page = new DetailPage(window);
        await page.isOf('worker-0', 'Failed');
        await accessible(workbench, page.frame, 'detail page');
        // The page starts with its title again.
        await tree.choose('worker-0', 'Explain');
        await page.hasKeyboard('worker-0');
        await workbench.hideSideBar();
        await takeBoth(workbench, 'clusters/details-node');
        await theme.use('high contrast');
        await takePicture(window, 'clusters/details-node-contrast');
        await theme.use('dark');
      }));

    test('link to the KataConfig, its nodes, and YAML, and keep lines expanded', () =>
      shared.play('links of a node', async (workbench) => {
        const { tabs, tree, editor } = workbench;
        const page = new DetailPage(workbench.page);
        await tree.open();
        await tree.choose('worker-0', 'Explain');
        await page.expand('Show YAML', 'kind: Node');
        writeEvent(simulation, 'Warning', 'Markup', markup);
        await page.showsIn('Events', 'Warning', 'Markup', markup);
        await page.press('Show Details: KataConfig example-kataconfig');
        await page.isOf('example-kataconfig');
        await page.showsIn('Nodes', 'worker-0', 'Failed to install');
        await page.press('Show Details: Node worker-1');
        await page.isOf('worker-1');
        await tabs.activate('worker-0 of kube-admin');
        await page.staysExpanded('kind: Node');
        await page.press('Open as YAML: MachineConfigPool kata-oc');
        await tabs.shows('kata-oc.yaml');
        await editor.containsLine('kind: MachineConfigPool');
      }));

    test('receive the focus when the user opens them, and reopen after a reload', () =>
      shared.play('reloaded node', async (workbench) => {
        const { tree, tabs } = workbench;
        const page = new DetailPage(workbench.page);
        await tree.open();
        await tree.choose('worker-0', 'Explain');
        await page.hasKeyboard('worker-0');
        await tree.choose('worker-0', 'Show Timeline');
        await page.isAt('Timeline');
        await page.press('Show Details: Cluster kube-admin');
        await page.isOf('kube-admin', 'Failed');
        await page.hasKeyboard('kube-admin');
        await page.shows('KataConfig: worker-0 failed');
        await workbench.reload();
        await tree.open();
        await page.isOf('kube-admin', 'Failed');
        await tabs.activate('worker-0 of kube-admin');
        await page.isOf('worker-0', 'Failed');
        await page.shows('invalid extensions found: [sandboxed-containers]');
        await tree.expand('Installed');
      }));

    test('show Out of date after the cluster stops responding', () =>
      shared.play('lost connection', async (workbench) => {
        const { tree } = workbench;
        const page = new DetailPage(workbench.page);
        await tree.choose('worker-1', 'Explain');
        await page.isOf('worker-1', 'Healthy');
        await simulation.close();
        await page.isOf('worker-1', 'Out of date');
        await page.shows(/Last updated \d\d:\d\d: /);
      }));

    test('show why a pod has no node', () =>
      shared.play('pending pod', async (workbench) => {
        const { tree, quickInput } = workbench;
        await workbench.closeEditors();
        createPendingPod(await clusters.start('two-workers-installed', { speed: 60 }));
        await tree.openCluster('kube-admin');
        await workbench.run('Show Workload Sandbox Status');
        await quickInput.choose('pending-kata');
        const page = new DetailPage(workbench.page);
        await page.isOf('pending-kata');
        await page.shows(/FailedScheduling: 0\/5 nodes are available/);
        await page.showsIn('Events', 'Warning', 'FailedScheduling');
      }));
  });

  test('show failed preflight checks first and fit into 320 pixels', async () => {
    await clusters.start('install-two-operator-groups', { speed: 60 });
    // Without the side bar, the page is 320 pixels wide.
    await session().window('narrow check', { size: { width: 370, height: 900 } }, async (workbench) => {
      const { tree, notifications } = workbench;
      const page = new DetailPage(workbench.page);
      await tree.open();
      await tree.openCluster('kube-admin');
      await workbench.run('Check Cluster Readiness');
      await page.isOf('kube-admin', 'Not ready');
      await workbench.hideSideBar();
      await notifications.clear();
      assert.deepEqual(await page.actions(), ['Check Again', 'Export Report...']);
      await page.showsIn('Failed (2)', 'OperatorGroup', 'To do:');
      const { page: width, content } = await page.widths();
      assert.ok(width <= 330, `${width} pixels`);
      assert.ok(content <= width, `${content} of ${width} pixels`);
      await takePicture(workbench.page, 'clusters/details-narrow');
    });
  });
});

/** Opens the cluster, and stops the simulation after worker-0 fails. */
async function showFailure({ tree, notifications }: Workbench, simulation: Simulation): Promise<void> {
  await tree.open();
  await tree.widen(420);
  await tree.openCluster('kube-admin');
  await tree.showsRow('Kata', 'No KataConfig');
  const failed = stopWhen(
    simulation,
    'a node that failed',
    ({ status }) => getList(getValue(status, 'kataNodes'), 'failedToInstall').length > 0,
  );
  await createKataConfig(simulation);
  await failed;
  await tree.shows(/Failed \| 1 node\n\s+worker-0/);
  await notifications.dismiss('failed on worker-0');
  await tree.expand('Installed');
}

/** Creates an event about worker-0, as a controller does. */
function writeEvent({ store, resources }: Simulation, type: string, reason: string, message: string): void {
  const created = store.create(resources.need('', 'events'), {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `worker-0.${reason.toLowerCase()}`, namespace: 'default' },
    involvedObject: { apiVersion: 'v1', kind: 'Node', name: 'worker-0', uid: 'worker-0' },
    type,
    reason,
    message,
    count: 1,
    lastTimestamp: new Date().toISOString(),
  });
  assert.ok(created.ok);
}

/** Creates a pod that fits on no node. */
function createPendingPod({ store, resources }: Simulation): void {
  const spec = {
    runtimeClassName: 'kata',
    nodeSelector: { zone: 'none' },
    containers: [{ name: 'web', image: 'registry.example.com/web:1' }],
  };
  const created = [
    store.create(resources.need('', 'namespaces'), { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }),
    store.create(resources.need('', 'pods'), {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'pending-kata', namespace: 'shop' },
      spec,
    }),
  ];
  for (const { ok } of created) assert.ok(ok);
}
