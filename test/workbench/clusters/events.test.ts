/**
 * Tests the events of objects, and the newest warning in the row of a pending pod. OSC_UPDATE_IMAGES=1 updates the
 * pictures.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { accessible } from '#test/support/workbench/accessibility.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

describe('events', { timeout: 600_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { size: { width: 1280, height: 900 } });
  let simulation: Simulation;
  before(async () => {
    simulation = await clusters.start('sandboxes-fail', { speed: 60 });
    createPendingPod(simulation);
  });

  test('of a pending pod are in its row, and show why it hangs', () =>
    shared.play('pending pod', async (workbench) => {
      const { clipboard, tree, page: window, theme } = workbench;
      const page = new DetailPage(window);
      await tree.open();
      await tree.widen(480);
      await tree.openCluster('kube-admin');
      await tree.expand('Pods');
      await tree.expand('payments');
      await tree.showsRow('Pending: pending-kata', /FailedScheduling: 0\/5 nodes are available/);
      await tree.shows(/No sandbox: payments-\S+ \| Could not access KVM kernel module/);
      await tree.choose('Pending: pending-kata', 'Show Events');
      await page.isOf('pending-kata', 'Needs attention');
      await page.showsIn('Events', 'Warning', 'FailedScheduling', /\d+ times/);
      await accessible(workbench, page.frame, 'page of events');
      await takeBoth(workbench, 'clusters/events-pod');
      await page.press('Copy Command');
      await clipboard.holds('the command of the next step', (text) => text === 'oc get nodes --show-labels');
      await theme.use('dark');
    }));

  test('of a node, a pool, and a workload open from the row, the page, and the Command Palette', () =>
    shared.play('events of other objects', async (workbench) => {
      const { tree, quickInput, page: window } = workbench;
      const page = new DetailPage(window);
      await tree.expand('Kata', /2/);
      await tree.expand('Installed');
      await tree.choose('worker-0', 'Show Events');
      await page.isOf('worker-0');
      await page.isAt('Events');
      await page.showsIn('Events', 'Normal', 'Reboot');
      await page.press('Show Events: kata-oc');
      await page.isOf('kata-oc');
      await page.showsIn('Events', 'SetDesiredConfig');
      await workbench.run('Show Object Events');
      await quickInput.choose('example-kataconfig');
      await page.isOf('example-kataconfig');
      await page.shows('No events found. Older events might have expired.');
    }));
});

/** Creates a pod that fits on no node. */
function createPendingPod({ store, resources }: Simulation): void {
  const created = store.create(resources.need('', 'pods'), {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'pending-kata', namespace: 'payments' },
    spec: {
      runtimeClassName: 'kata',
      nodeSelector: { zone: 'none' },
      containers: [{ name: 'web', image: 'registry.example.com/web:1' }],
    },
  });
  assert.ok(created.ok);
}
