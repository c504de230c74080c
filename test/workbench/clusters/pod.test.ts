/**
 * Tests the extension in VS Code that runs in a pod, as in Dev Spaces and code-server: with an arbitrary user ID
 * without an entry in /etc/passwd, with a read-only root file system that is also the home folder, with a read-only
 * temporary folder, without oc, and with the service account of the pod as the only login.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { podUser, withoutPods } from '#test/support/container/podProcess.ts';
import { writeServiceAccount } from '#test/support/container/serviceAccount.ts';
import { MetricsPage } from '#test/support/workbench/pages/metricsPage.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const kataConfig =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example\nspec:\n  enablePeerpods: true\n';

describe('VS Code in a pod', { timeout: 600_000, skip: withoutPods }, () => {
  const serviceAccount = mkdtempSync(path.join(tmpdir(), 'osc-account-'));
  let simulation: Simulation;
  let service: Readonly<Record<string, string>> = {};
  before(async () => {
    const scenario = scenarioNamed('two-workers-installed');
    assert.ok(scenario !== undefined);
    simulation = await simulate({ scenario, speed: 60, monitoring: {} });
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'console-public', namespace: 'openshift-config-managed' },
      data: { consoleURL: 'https://127.0.0.1:6443' },
    };
    assert.ok(simulation.store.create(simulation.resources.need('', 'configmaps'), object, { seed: true }).ok);
    service = writeServiceAccount(simulation, serviceAccount);
  });
  after(async () => {
    await simulation.close();
    rmSync(serviceAccount, { recursive: true, force: true });
  });
  const session = useSession(import.meta.filename, { pod: { serviceAccount }, env: () => service });
  const shared = useSharedWindow(session, { files: { 'kataconfig.yaml': kataConfig }, open: 'kataconfig.yaml' });

  test('checks files', () =>
    shared.play('files in a pod', async ({ editor, problems }) => {
      await editor.hasSquiggles('error');
      await problems.open();
      await problems.shows('enablePeerpods');
    }));

  test('connects to the cluster of the pod', () =>
    shared.play('cluster of a pod', async ({ tree }) => {
      await tree.open();
      await tree.openCluster('in-cluster');
      await tree.showsRow('Kata', /2/);
    }));

  test('opens a web console on localhost through the server of VS Code', () =>
    shared.play('console of a pod', async (workbench) => {
      const { tree } = workbench;
      const forwarded = `${new URL(session().host.url).origin}/proxy/6443`;
      await tree.expand('Kata', /2/);
      await tree.expand('Installed');
      const object = await workbench.opensInBrowser(() => tree.choose('worker-1', 'Open in Web Console'));
      assert.equal(object, `${forwarded}/k8s/cluster/nodes/worker-1`);
      await tree.choose('in-cluster', 'Show Kata Metrics...');
      const metrics = new MetricsPage(workbench.page);
      await metrics.isRead();
      const panel = metrics.panel('guestCpu');
      const query = await workbench.opensInBrowser(() => panel.openInConsole());
      assert.ok(query.startsWith(`${forwarded}/monitoring/query-browser?query0=sum%20by%20(sandbox_id)`), query);
    }));

  test('collects a must-gather without oc into the folder of the extension', () =>
    shared.play('must-gather in a pod', async (workbench) => {
      const { dialogs, notifications } = workbench;
      await workbench.run('Collect Must-Gather');
      await dialogs.press('Collect Through the API...', '');
      const { message } = await dialogs.press('Collect', 'Collect a must-gather from in-cluster ');
      assert.match(message, /in-cluster/);
      await notifications.press('The data available through the API was collected.', 'Show Report');
      const storage = path.join(session().home, 'user-data/User/globalStorage');
      const folders = readdirSync(storage, { recursive: true, encoding: 'utf8' });
      const [collected = '', ...more] = folders.filter((name) => /must-gather\/must-gather\.local\.[^/]+$/.test(name));
      assert.deepEqual(more, []);
      assert.match(collected, /must-gather\.local\.in-cluster-[\d-]+$/);
      assert.equal(statSync(path.join(storage, collected)).uid, podUser.uid);
    }));
});
