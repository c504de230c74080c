/**
 * Tests the rows of machine config pools: during a drain that a pod blocks, paused, with a failed node, and on a
 * compact cluster. OSC_UPDATE_IMAGES=1 updates the pictures.
 */
import { describe, test } from 'node:test';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { createKataConfig, stopWhen } from '#test/support/workbench/clusters/kataConfig.ts';
import { accessible } from '#test/support/workbench/accessibility.ts';
import { getList, getString } from '#core/common/json.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { LogPage } from '#test/support/workbench/pages/logPage.ts';
import { Operation } from '#test/support/workbench/operation.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

describe('machine config pools', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const size = { width: 1280, height: 900 };

  test('show a drain, and its node the daemon and the pod that blocks it', async () => {
    const simulation = await clusters.start('install-drain-blocked', { speed: 60 });
    await session().window('drain blocked', { size }, async (workbench) => {
      const { tree, quickInput, page: window } = workbench;
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      await createKataConfig(simulation);
      await tree.showsRow('kata-oc', '0 of 2 updated · worker-1 draining');
      simulation.clock.pace(1);
      await tree.showsRow('worker-1', 'Drain');
      await tree.expand('worker-1', 'Drain');
      await tree.showsRow('machine-config-daemon', 'Running');
      await tree.shows(/ledger-\S+ \| PodDisruptionBudget ledger · Deployment ledger/);
      await takeBoth(workbench, 'clusters/pool-drain');
      await tree.choose('kata-oc', 'Explain');
      const page = new DetailPage(window);
      await page.isOf('MachineConfigPool kata-oc');
      await page.shows('maxUnavailable: 1');
      await page.showsIn('Events', 'SetDesiredConfig');
      await accessible(workbench, page.frame, 'page of a pool');
      await workbench.run('View: Close All Editors');
      await tree.choose('machine-config-daemon', 'Show Pod Logs...');
      await quickInput.chooseAll('All pods of machine-config-daemon', 'All containers of all pods', 'Entire log');
      const log = new LogPage(window);
      await log.showsLine('Update prepared; requesting cordon and drain via annotation to controller');
    });
  });

  test('are resumed from the row after a confirmation that names the nodes that reboot', async () => {
    await clusters.start('install-pool-paused', { speed: 60 });
    await session().window('pool paused', { size }, async (workbench) => {
      const { tree, dialogs } = workbench;
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      await tree.showsRow('master', '0 of 3 updated · paused');
      await tree.choose('master', 'Resume Pool...');
      await new Operation(workbench, 'kube-admin').confirm();
      await tree.showsRow('master', /0 of 3 updated · master-\d (?:draining|updating|rebooting)/);
      await tree.choose('master', 'Pause Pool...');
      await dialogs.press(
        'Pause machine config pool',
        'Pause machine config pool master on kube-admin',
        'starts no further updates',
      );
      await tree.showsRow('master', / · paused$/);
    });
  });

  test('show a node that failed, and the same pool after it recovered', async () => {
    const simulation = await clusters.start('worker-fails-and-recovers', { speed: 300 });
    await session().window('node failed', { size }, async (workbench) => {
      const { tree } = workbench;
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      const failed = stopWhen(simulation, 'a failed node', ({ status }) =>
        getList(status, 'kataNodes', 'failedToInstall').includes('worker-0'),
      );
      await createKataConfig(simulation);
      await failed;
      await tree.showsRow('kata-oc', '1 of 2 updated · worker-0 degraded');
      simulation.clock.pace(600);
      await tree.showsRow('kata-oc', '2 of 2 updated');
    });
  });

  test('are master on a compact cluster', async () => {
    const simulation = await clusters.start('converged-3-nodes', { speed: 300 });
    await session().window('compact cluster', { size }, async (workbench) => {
      const { tree } = workbench;
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      const done = stopWhen(
        simulation,
        'an installed Kata',
        ({ status }) => getString(getList(status, 'conditions')[0], 'status') === 'False',
      );
      await createKataConfig(simulation);
      await tree.showsRow('master', /\d of 3 updated · master-\d/);
      await done;
      await tree.showsRow('master', '3 of 3 updated');
      await tree.lacksRow('kata-oc');
    });
  });
});
