/** A must-gather collected in a real VS Code, with a stand-in for oc: to its end, packed, cancelled, killed, without oc, and when its window closes. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { after, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { testSettings } from '../../scripts/lib/vscodeSettings.ts';
import type { Simulation } from '../../simulator/src/main.ts';
import { makeStandInOc } from '../support/standInOc/standInOc.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { useSession } from '../support/workbench/session.ts';
import { ClusterTreeView, dismiss, dressed, takeBoth } from '../support/workbench/tree.ts';
import type { Workbench } from '../support/workbench/workbench.ts';

const clusters = useClusters();
const home = path.dirname(clusters.file);
const gathers = path.join(home, 'must-gather');
const oc = makeStandInOc();
const session = useSession(() => ({
  env: { KUBECONFIG: clusters.file, HOME: home },
  // Drawn as text, which can be read.
  settings: { ...testSettings, 'terminal.integrated.gpuAcceleration': 'off' },
}));

/** What must-gathers have made there and is not on its way out. */
function madeThere({ store, resources }: Simulation): readonly string[] {
  const kinds = [resources.need('', 'namespaces'), resources.need('rbac.authorization.k8s.io', 'clusterrolebindings')];
  return kinds
    .flatMap((kind) => store.list(kind).items)
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined && metadata.name.includes('must-gather'))
    .map(({ metadata }) => metadata.name);
}

describe('a must-gather', { timeout: 900_000 }, () => {
  after(() => oc.remove());

  test('is reviewed, collected, packed, cancelled, swept, collected without oc, and cleaned up when its window closes', async () => {
    // A setting of the machine: those of the user do not count for it, where VS Code runs elsewhere than its window.
    const machine = path.join(session().home, 'user-data/Machine');
    mkdirSync(machine, { recursive: true });
    writeFileSync(path.join(machine, 'settings.json'), JSON.stringify({ 'osc.oc.path': oc.path }));
    const simulation = await clusters.start('two-workers-installed', { speed: 60 });
    await session().window('collect', dressed, async (workbench, folder) => {
      const { page } = workbench;
      const tree = new ClusterTreeView(page);
      await tree.open();
      await tree.press('kube-admin');
      await tree.row('kube-admin', 'live').waitFor();
      const toast = (text: string) => page.locator('.notification-toast', { hasText: text });
      const progress = toast('Collecting a must-gather of kube-admin');
      const dialog = page.locator('.monaco-dialog-box');

      oc.plan({ onCluster: true, suffix: 'whole' });
      await review(workbench);
      await takeBoth(workbench, folder, '../collect', { part: { x: 0, y: 0, width: 1280, height: 800 } });
      assert.deepEqual(
        oc.calls().map(({ args }) => args[0]),
        ['version'],
        'nothing is run before somebody says so',
      );
      await workbench.quickRow('Asks once more.').click();
      await dialog.getByText(/^Collect a must-gather of kube-admin \(https:\/\/.*\)\?$/).waitFor();
      await dialog.getByText('ClusterRoleBinding must-gather-<random>').waitFor();
      await dialog.getByText(`What is gathered goes into ${gathers}`).waitFor();
      await button(dialog, 'Collect').click();
      const end = toast('All of it was gathered.');
      await end.waitFor();
      const [gathered = ''] = readdirSync(gathers);
      assert.match(gathered, /^must-gather\.local\.kube-admin-\d{8}-\d{6}$/);
      assert.match(readFileSync(path.join(gathers, gathered, 'osc-collection.json'), 'utf8'), /"end": "complete"/);
      const call = oc.calls().at(-1);
      assert.deepEqual(call?.args, [
        `--kubeconfig=${clusters.file}`,
        '--context=kube-admin',
        'adm',
        'must-gather',
        `--dest-dir=${gathered}`,
        '--image=registry.redhat.io/openshift-sandboxed-containers/osc-must-gather-rhel9:1.12.0',
        '--timeout=10m',
      ]);
      assert.equal(call.folder, gathers);
      assert.deepEqual(madeThere(simulation), []);

      assert.deepEqual(await end.locator('.monaco-button:not(.monaco-dropdown-button)').allTextContents(), ['Open', 'Report', 'Pack...', 'Show Folder']);
      await button(end, 'Pack...').click();
      await workbench.quickRow('Take out what looks like a credential').click();
      await button(workbench.quick, 'OK').click();
      await dismiss(workbench, 'look at it before you hand it on');
      assert.deepEqual(readdirSync(gathers), [gathered, `${gathered}-redacted.zip`]);

      oc.plan({ onCluster: true, gather: 'hangs', suffix: 'stopd' });
      await begin(workbench);
      await progress.filter({ hasText: 'Gathering: Gathering data for ns/openshift-sandboxed' }).waitFor();
      assert.deepEqual(madeThere(simulation), ['openshift-must-gather-stopd', 'must-gather-stopd']);
      await button(progress, 'Cancel').click();
      await dismiss(workbench, 'It was cancelled.');
      assert.deepEqual(madeThere(simulation), []);
      await workbench.runCommand('Terminal: Focus Terminal');
      const terminal = (text: string) => page.locator('.xterm-rows', { hasText: text });
      // Its lines are broken at its width.
      await terminal('[must-gather-stopd] OUT').waitFor();
      await terminal('It was cancelled.').waitFor();

      oc.plan({ onCluster: true, gather: 'hangs', suffix: 'typed' });
      await begin(workbench);
      await progress.filter({ hasText: 'Gathering' }).waitFor();
      await workbench.runCommand('Terminal: Focus Terminal');
      await terminal('[must-gather-typed] OUT').waitFor();
      await page.keyboard.press('Control+C');
      await dismiss(workbench, 'It was cancelled.');
      assert.deepEqual(madeThere(simulation), []);

      oc.plan({ onCluster: true, gather: 'hangs', suffix: 'killd' });
      await begin(workbench);
      await progress.filter({ hasText: 'Gathering' }).waitFor();
      process.kill(Number(readFileSync(path.join(oc.folder, 'pid'), 'utf8')), 'SIGKILL');
      await dialog.getByText('Delete what a must-gather of yours left on kube-admin?').waitFor();
      await dialog.getByText('ClusterRoleBinding must-gather-killd').waitFor();
      await button(dialog, 'Cancel').click();
      await dismiss(workbench, 'oc was ended by another program.');
      assert.deepEqual(madeThere(simulation), ['openshift-must-gather-killd', 'must-gather-killd']);
      await workbench.runCommand('Remove What a Must-Gather Left Behind');
      await dialog.getByText('Namespace openshift-must-gather-killd').waitFor();
      await button(dialog, 'Delete').click();
      await dismiss(workbench, 'Deleted on kube-admin');
      assert.deepEqual(madeThere(simulation), []);

      // No oc: what the API gives.
      renameSync(oc.path, `${oc.path}.away`);
      await workbench.runCommand('Collect a Must-Gather');
      await button(toast('where no program is that you may run'), 'Collect Through the API...').click();
      await dialog.getByText(/^Collect through the API of kube-admin /).waitFor();
      await button(dialog, 'Collect').click();
      const less = toast('All that the API gives was read');
      await button(less, 'Report').click();
      await tree.row('Diagnosis').waitFor();

      // Beside the cluster as it is now, which has changed meanwhile.
      const worker = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker-9', labels: { 'node-role.kubernetes.io/worker': '' } } };
      assert.ok(simulation.store.create(simulation.resources.need('', 'nodes'), worker, { seed: true }).ok);
      await workbench.runCommand('Compare Two Must-Gathers...');
      await workbench.quick.locator('.monaco-list-row', { hasText: 'as it is now' }).click();
      const compared = workbench.webview();
      await compared.getByText('Both are of the same cluster.').waitFor();
      await compared.getByRole('heading', { name: 'What differs' }).waitFor();
      renameSync(`${oc.path}.away`, oc.path);
      await workbench.runCommand('View: Close All Editors');

      oc.plan({ onCluster: true, gather: 'hangs', suffix: 'close' });
      await begin(workbench);
      await progress.filter({ hasText: 'Gathering' }).waitFor();
      assert.deepEqual(madeThere(simulation), ['openshift-must-gather-close', 'must-gather-close']);
      // As somebody leaves it: a page that is merely closed by its browser says nothing to VS Code.
      await page.goto('about:blank');
    });
    for (let waited = 0; madeThere(simulation).length > 0; waited += 50) {
      assert.ok(waited < 15_000, 'oc was not told that its window is closed');
      await pause(50);
    }
  });
});

function button(where: Locator, label: string): Locator {
  return where.locator('.monaco-button', { hasText: new RegExp(`^${label.replaceAll('.', '\\.')}$`) });
}

/** Goes the usual way through the questions, to what is read before it begins. */
async function review(workbench: Workbench): Promise<void> {
  await workbench.runCommand('Collect a Must-Gather');
  // By what no row of the palette has.
  for (const answer of ['what support asks for first', 'Collect at info', 'All that is there', 'As usual', 'for you alone']) {
    await workbench.quickRow(answer).click();
  }
  await workbench.quickRow('Asks once more.').waitFor();
  await workbench.webview().getByText('ClusterRoleBinding must-gather-').waitFor();
  await workbench.webview().getByText('You have the 7 rights that it takes.').waitFor();
}

/** And says yes. */
async function begin(workbench: Workbench): Promise<void> {
  await review(workbench);
  await workbench.quickRow('Asks once more.').click();
  await button(workbench.page.locator('.monaco-dialog-box'), 'Collect').click();
}
