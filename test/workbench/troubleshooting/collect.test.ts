/** Tests how a must-gather is collected. A script replaces oc: it succeeds, is canceled, is killed, or is missing. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { listCreatedResources } from '#test/support/mustGather/createdResources.ts';
import { makeStandInOc, type StandInOc } from '#test/support/standInOc/standInOc.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import { until } from '#test/support/workbench/parts/step.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

const progress = 'Must-gather of kube-admin';

describe('collecting a must-gather', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, {});
  let oc: StandInOc;
  let simulation: Simulation;
  before(async () => {
    oc = makeStandInOc();
    session().setMachineSettings({ 'osc.oc.path': oc.path });
    simulation = await clusters.start('two-workers-installed', { speed: 60 });
  });
  after(() => oc.remove());

  test('runs oc only after a review and a confirmation, and redacts the support archive', () =>
    shared.play('collect', async (workbench) => {
      const { notifications, quickInput, fileDialog, dialogs, webview } = workbench;
      const gathers = path.join(session().kube, 'must-gather');
      oc.plan({ onCluster: true, suffix: 'whole' });
      await connect(workbench);
      const earlier = recordEarlier(gathers, simulation.url);
      // The list of themes replaces the input box.
      await takeBoth(workbench, 'collect', {
        prepare: async () => {
          await review(workbench);
          await notifications.lacks('Reading kube-admin...');
          await webview.shows('Estimated size: 1.8 GB. Earlier must-gathers of this cluster in the estimate: 1.');
        },
      });
      rmSync(earlier, { recursive: true });
      assert.deepEqual(
        [...new Set(oc.calls().map(({ args }) => args[0]))],
        ['version'],
        'oc runs only after the confirmation',
      );
      await quickInput.choose('Collect...');
      const { message } = await dialogs.press(
        'Collect',
        'ClusterRoleBinding must-gather-<random>',
        `The must-gather is saved in ${gathers}`,
      );
      assert.match(message, /^Collect a must-gather from kube-admin \(https:\/\/.*\)\?$/);
      assert.deepEqual(await notifications.buttons('The must-gather is complete.'), [
        'Show Report',
        'Create Support Archive...',
        'Show Folder',
      ]);
      const [gathered = ''] = readdirSync(gathers);
      assert.match(gathered, /^must-gather\.local\.kube-admin-\d{8}-\d{6}$/);
      assert.match(readFileSync(path.join(gathers, gathered, 'osc-collection.json'), 'utf8'), /"end": "complete"/);
      const call = oc.calls().at(-1);
      assert.deepEqual(call?.args, [
        `--kubeconfig=${session().kubeconfig}`,
        '--context=kube-admin',
        'adm',
        'must-gather',
        `--dest-dir=${gathered}`,
        '--image=registry.redhat.io/openshift-sandboxed-containers/osc-must-gather-rhel9:1.12.0',
        '--timeout=10m',
      ]);
      assert.equal(call.folder, gathers);
      assert.deepEqual(listCreatedResources(simulation), []);

      await notifications.press('The must-gather is complete.', 'Create Support Archive...');
      await quickInput.choose('Redact credentials');
      await fileDialog.accept();
      await notifications.dismiss('Review the archive before you share it');
      assert.deepEqual(readdirSync(gathers), [gathered, `${gathered}-redacted.zip`]);
    }));

  test('shows the size, the rate, and the free space while oc copies', () =>
    shared.play('collect size', async (workbench) => {
      const { notifications } = workbench;
      await connect(workbench);
      oc.plan({ onCluster: true, gather: 'grows', suffix: 'grows' });
      await collect(workbench);
      await notifications.progress(progress, /· \d[\d.]* [kM]B collected, \d[\d.]* [kM]B\/s, [\d.]+ [GT]B free/);
      await takeBoth(workbench, 'collect-progress');
      await notifications.cancel(progress);
      await notifications.dismiss('Canceled. The files copied so far are kept.');
      assert.deepEqual(listCreatedResources(simulation), []);
    }));

  test('deletes resources that oc created when the user cancels with the button or Ctrl+C', () =>
    shared.play('collect cancelled', async (workbench) => {
      const { notifications, terminal } = workbench;
      await connect(workbench);
      oc.plan({ onCluster: true, gather: 'hangs', suffix: 'stopd' });
      await collect(workbench);
      await notifications.progress(progress, 'Collecting: Gathering data for ns/openshift-sandboxed');
      assert.deepEqual(listCreatedResources(simulation), ['openshift-must-gather-stopd', 'must-gather-stopd']);
      await notifications.cancel(progress);
      await notifications.dismiss('Canceled.');
      assert.deepEqual(listCreatedResources(simulation), []);
      await workbench.run('Terminal: Focus Terminal');
      await terminal.shows('[must-gather-stopd] OUT');
      await terminal.shows('Canceled.');

      oc.plan({ onCluster: true, gather: 'hangs', suffix: 'typed' });
      await collect(workbench);
      await notifications.progress(progress, 'Collecting: Gathering data');
      await workbench.run('Terminal: Focus Terminal');
      await terminal.shows('[must-gather-typed] OUT');
      await terminal.hasFocus();
      await terminal.press('Control+C');
      await notifications.dismiss('Canceled.');
      assert.deepEqual(listCreatedResources(simulation), []);
    }));

  test('offers to delete leftover resources after another process kills oc', () =>
    shared.play('collect killed', async (workbench) => {
      const { notifications, dialogs } = workbench;
      await connect(workbench);
      oc.plan({ onCluster: true, gather: 'hangs', suffix: 'killd' });
      await collect(workbench);
      await notifications.progress(progress, 'Collecting: Gathering data');
      process.kill(Number(readFileSync(path.join(oc.folder, 'pid'), 'utf8')), 'SIGKILL');
      await dialogs.press(
        'Cancel',
        'Delete the leftovers from your must-gather on kube-admin?',
        'ClusterRoleBinding must-gather-killd',
      );
      await notifications.dismiss('oc was terminated by another process.');
      assert.deepEqual(listCreatedResources(simulation), ['openshift-must-gather-killd', 'must-gather-killd']);
      await workbench.run('Clean Up Must-Gather Leftovers...');
      await dialogs.press('Delete', 'Namespace openshift-must-gather-killd');
      await notifications.dismiss('Deleted on kube-admin');
      assert.deepEqual(listCreatedResources(simulation), []);
    }));

  test('uses the API if oc is missing, and compares the result with the live cluster', () =>
    shared.play('collect without oc', async (workbench) => {
      const { notifications, dialogs, tree, quickInput, webview } = workbench;
      await connect(workbench);
      renameSync(oc.path, `${oc.path}.away`);
      try {
        await workbench.run('Collect Must-Gather');
        await dialogs.press('Open Setting', "isn't an executable that you can run");
        // VS Code reads this setting only from the remote settings.
        await workbench.settings.shows('Remote', 'osc.oc.path');
        await workbench.run('Collect Must-Gather');
        await dialogs.press('Collect Through the API...', "isn't an executable that you can run");
        const { message } = await dialogs.press('Collect', 'Collect a must-gather from kube-admin ');
        assert.match(message, /^Collect a must-gather from kube-admin /);
        await notifications.press('The data available through the API was collected.', 'Show Report');
        // Without node journals, the diagnosis isn't complete.
        await tree.showsRow('Diagnosis', "No problems found (node journals weren't collected)");
        await webview.showsButton('Export JSON');
      } finally {
        renameSync(`${oc.path}.away`, oc.path);
      }

      const worker = {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: 'worker-9', labels: { 'node-role.kubernetes.io/worker': '' } },
      };
      assert.ok(simulation.store.create(simulation.resources.need('', 'nodes'), worker, { seed: true }).ok);
      await workbench.run('Compare Must-Gathers...');
      // The other open must-gather comes from the fake oc, which writes no time.
      await quickInput.chooseAll(/collected \d{4}-/, 'current state');
      await webview.shows('Both must-gathers are from the same cluster.');
      await webview.showsHeading('Differences');
      await workbench.run('View: Close All Editors');
    }));

  // Must be the last test, because it closes the window.
  test('deletes resources that oc created when the window closes', async () => {
    await shared.play('collect left', async (workbench) => {
      const { notifications } = workbench;
      await connect(workbench);
      oc.plan({ onCluster: true, gather: 'hangs', suffix: 'close' });
      await collect(workbench);
      await notifications.progress(progress, 'Collecting: Gathering data');
      assert.deepEqual(listCreatedResources(simulation), ['openshift-must-gather-close', 'must-gather-close']);
      await workbench.leave();
    });
    const step = {
      does: 'leave the window',
      expects: 'a cluster without resources of the must-gather',
      state: async () => listCreatedResources(simulation).join(', '),
    };
    await until(step, async () => listCreatedResources(simulation).length === 0);
  });
});

/** Writes the record of an earlier must-gather of a cluster, and returns its folder. */
function recordEarlier(gathers: string, server: string): string {
  const folder = path.join(gathers, 'must-gather.local.kube-admin-20260101-100000');
  mkdirSync(folder, { recursive: true });
  const record = {
    by: 'oc',
    choices: { what: 'sandboxed' },
    cluster: { context: 'kube-admin', server },
    size: { bytes: 1.8e9 },
    began: '2026-01-01T10:00:00Z',
    end: 'complete',
  };
  writeFileSync(path.join(folder, 'osc-collection.json'), JSON.stringify(record));
  return folder;
}

/** Opens the cluster if no earlier test has opened it in this window. */
async function connect({ tree }: Workbench): Promise<void> {
  await tree.open();
  await tree.showsRow('kube-admin');
  if (await tree.hasRow('kube-admin', 'Not open')) await tree.openCluster('kube-admin');
}

/** Selects the default answers up to the review. */
async function review(workbench: Workbench): Promise<void> {
  const { quickInput, webview } = workbench;
  await workbench.run('Collect Must-Gather');
  await quickInput.chooseAll(
    'Red Hat Support asks for this data first',
    'Collect at log level info',
    'All logs',
    'Default settings',
    'Accessible only to you',
  );
  await quickInput.offers('Collect...');
  await webview.shows('ClusterRoleBinding must-gather-');
  await webview.shows('You have all 7 required permissions.');
}

/** Starts oc after the review and a confirmation. */
async function collect(workbench: Workbench): Promise<void> {
  await review(workbench);
  await workbench.quickInput.choose('Collect...');
  await workbench.dialogs.press('Collect');
}
