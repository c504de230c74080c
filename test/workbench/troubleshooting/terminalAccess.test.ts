/** Tests that no terminal is offered in Restricted Mode and with osc.readOnly. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { restrictedFolder } from '#test/support/workbench/session/restrictedFolder.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

/** Opens the page of a pod. */
async function openPodPage(workbench: Workbench): Promise<DetailPage> {
  const { tree, page } = workbench;
  await tree.open();
  await tree.openCluster('kube-admin');
  await tree.expand('Pods');
  await tree.expand('shop', 'pods');
  await tree.shows(/web-\S+/);
  const [label = ''] = /web-[\w-]+/.exec(await tree.text()) ?? [];
  await tree.choose(label, 'Explain');
  const detail = new DetailPage(page);
  await detail.isOf(label);
  return detail;
}

/** Tests that the Command Palette and the menu of a pod offer no terminal, and that its page shows the reason. */
async function refuses(workbench: Workbench, simulation: Simulation, reason: string): Promise<void> {
  const { quickInput, tree, notifications } = workbench;
  const detail = await openPodPage(workbench);
  for (const title of ['Open Terminal in Container...', 'Open Node Debug Shell...'])
    await quickInput.lacksCommand(title, 'Show Pod Logs...');
  const menu = await tree.menuOfRowWith(/web-[\w]+-[\w]+/);
  assert.ok(menu.includes('Show Pod Logs...'), menu.join(', '));
  assert.ok(!menu.includes('Open Terminal in Container...'), menu.join(', '));
  await detail.press('Open Terminal in Container...');
  await notifications.appears(reason);
  assert.deepEqual(
    simulation.audit.entries.filter(({ url }) => url.includes('/exec')),
    [],
  );
}

describe('terminals', () => {
  describe('in a restricted folder', () => {
    const session = useSession(import.meta.filename, restrictedFolder);
    const clusters = useClusters(session);

    test('are not offered, and the reason is shown', async () => {
      const simulation = await clusters.start('pod-logs', { speed: 60 });
      await session().window('restricted terminals', {}, async (workbench) => {
        await workbench.statusBar.shows('Restricted Mode');
        await refuses(workbench, simulation, "Commands can't run in Restricted Mode. Trust this workspace first.");
      });
    });
  });

  describe('with osc.readOnly', () => {
    const session = useSession(import.meta.filename);
    const clusters = useClusters(session);

    test('are not offered, and the reason is shown', async () => {
      const simulation = await clusters.start('pod-logs', { speed: 60 });
      const files = { '.vscode/settings.json': JSON.stringify({ 'osc.readOnly': true }) };
      await session().window('read-only terminals', { files }, (workbench) =>
        refuses(workbench, simulation, 'osc.readOnly'),
      );
    });
  });
});
