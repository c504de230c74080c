/** What the tree says when not all is well, in a real VS Code against simulated clusters. OSC_UPDATE_IMAGES=1 takes the pictures anew. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as turn } from 'node:timers/promises';
import type { Simulation } from '../../simulator/src/main.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { useSession } from '../support/workbench/session.ts';
import { ClusterTreeView, dismiss, dressed, narrow, resize, takeBoth } from '../support/workbench/tree.ts';

const clusters = useClusters();
const session = useSession(() => ({ env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));
const kataConfigs = { group: 'kataconfiguration.openshift.io', plural: 'kataconfigs' };

/** The webhook that has to say yes may not be ready yet: asked again, as a patient user would. */
async function create({ store, resources }: Simulation, spec: object = {}): Promise<void> {
  const object = {
    apiVersion: 'kataconfiguration.openshift.io/v1',
    kind: 'KataConfig',
    metadata: { name: 'example-kataconfig' },
    spec: { checkNodeEligibility: false, ...spec },
  };
  const end = performance.now() + 20_000;
  while (!store.create(resources.need(kataConfigs.group, kataConfigs.plural), object).ok) {
    assert.ok(performance.now() < end, 'the KataConfig is refused');
    await turn(50);
  }
}

function remove({ store, resources }: Simulation): void {
  assert.ok(store.delete(resources.need(kataConfigs.group, kataConfigs.plural), undefined, 'example-kataconfig').ok);
}

describe('states of a cluster', { timeout: 900_000 }, () => {
  test('without a kubeconfig, the view says what to do; the list follows the file', () =>
    session().window('clusters none', dressed, async (workbench, folder) => {
      rmSync(clusters.file, { force: true });
      const { page } = workbench;
      const view = new ClusterTreeView(page);
      await view.open();
      await resize(workbench, { width: 900, height: 420 });
      await view.welcome.filter({ hasText: 'No cluster is known' }).waitFor();
      await page.mouse.move(700, 250);
      await takeBoth(workbench, folder, 'no-kubeconfig');
      const simulation = await clusters.start('operator-missing');
      await page.locator('.part.sidebar .monaco-list-row').first().waitFor();
      const tree = await narrow(workbench);
      await tree.row('kube-admin', 'not open').waitFor();
      assert.equal(simulation.audit.entries.length, 0, 'nothing was asked of a cluster that nobody has opened');
      await takeBoth(workbench, folder, 'closed');
      await tree.press('kube-admin');
      await tree.row('The operator is not installed').waitFor();
      await takeBoth(workbench, folder, 'no-operator');
    }));

  test('a node that fails, and why', async () => {
    const simulation = await clusters.start('worker-fails-and-recovers', { speed: 300 });
    await session().window('clusters failed', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      await tree.press('kube-admin');
      await tree.row('No KataConfig yet').waitFor();
      await create(simulation);
      await tree.shows(/Failed to install \| 1 node\n\s+worker-0/);
      simulation.clock.pace(0.001);
      await dismiss(workbench, 'failed on worker-0');
      // The tooltip needs room.
      await resize(workbench, { width: 900, height: 640 });
      await takeBoth(workbench, folder, 'failed', {
        part: { x: 0, y: 36, width: 900, height: 604 },
        async prepare() {
          await workbench.page.mouse.move(700, 250);
          await tree.row('worker-0').hover();
          await workbench.page.locator('.workbench-hover', { hasText: 'invalid extensions found' }).waitFor();
        },
      });
    });
  });

  test('an uninstall that pods hold up', async () => {
    const simulation = await clusters.start('uninstall-blocked-by-pods', { speed: 60 });
    await session().window('clusters blocked', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      await tree.press('kube-admin');
      await tree.press('Kata workloads');
      await tree.press('payments', 'pods');
      remove(simulation);
      await tree.shows(/KataConfig example-kataconfig \| .*pods/i);
      await dismiss(workbench, 'The removal of kata on kube-admin is blocked');
      await workbench.page.mouse.move(700, 250);
      await takeBoth(workbench, folder, 'blocked');
    });
  });

  test('peer pods, part by part', async () => {
    const simulation = await clusters.start('peer-pods', { speed: 600 });
    await session().window('clusters peer pods', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      await tree.press('kube-admin');
      await tree.row('No KataConfig yet').waitFor();
      await create(simulation, { enablePeerPods: true });
      await tree.shows(/Installed \| 2 nodes/);
      await tree.press('Peer pods');
      await tree.press('Runtime classes');
      await tree.shows(/kata-remote \| \+/);
      await dismiss(workbench, 'The installation of kata on kube-admin is done');
      await takeBoth(workbench, folder, 'peer-pods');
    });
  });

  test('what a user may not see is named, with the right that is missing', async () => {
    await clusters.start('no-permission');
    await session().window('clusters forbidden', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      await tree.press('developer');
      await tree.press('16 kinds may not be read');
      await tree.row('Node: no right to list').waitFor();
      await takeBoth(workbench, folder, 'forbidden');
    });
  });

  test('a token that ends, another one, a server that goes', async () => {
    const simulation = await clusters.start('two-workers-installed');
    await session().window('clusters login', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      await tree.press('kube-admin');
      await tree.row('kube-admin', 'live').waitFor();
      await workbench.page.locator('.part.statusbar .statusbar-item', { hasText: 'kata 2/2' }).waitFor();
      simulation.tokens.expire('kube:admin');
      simulation.cutConnections();
      await tree.row('Log In…', 'oc login https://127.0.0.1').waitFor();
      await takeBoth(workbench, folder, 'logged-out');
      await tree.press('Log In…');
      await dismiss(workbench, 'Copied: oc login');
      await workbench.copied((text) => /^oc login https:\/\/127\.0\.0\.1:\d+$/.test(text));
      const token = simulation.logIn({ name: 'kube:admin', groups: ['system:masters', 'system:authenticated'] });
      writeFileSync(clusters.file, simulation.kubeconfig.replace(/sha256~[\w-]+/, token));
      await tree.row('kube-admin', 'live').waitFor();
      await tree.row('Log In…').waitFor({ state: 'detached' });
      await simulation.close();
      await tree.row('kube-admin', /as of \d\d:\d\d, reconnecting/).waitFor();
      await takeBoth(workbench, folder, 'reconnecting');
    });
  });

  test('what was open is opened again, once the view is shown; an object as YAML follows the cluster, and what is told of a node is a document', async () => {
    const simulation = await clusters.start('two-workers-installed');
    await session().window('clusters remembered', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      await tree.press('kube-admin');
      await tree.row('kube-admin', 'live').waitFor();
      const { page } = workbench;
      await resize(workbench, { width: 1000, height: 700 });
      await workbench.runCommand('View: Show Explorer');
      // Not `reload`: VS Code would have no time to keep what is shown.
      await workbench.runCommand('Developer: Reload Window');
      await tree.rows.first().waitFor({ state: 'detached' });
      simulation.audit.clear();
      await page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor();
      // The extension runs: it asks something.
      await workbench.runCommand('New OSC Manifest');
      await workbench.quickRow('KataConfig').waitFor();
      await page.keyboard.press('Escape');
      assert.equal(simulation.audit.entries.length, 0, 'nothing is asked before the view is shown');
      await tree.open();
      await tree.row('kube-admin', 'live').waitFor();

      await tree.press('Installed');
      await resize(workbench, { width: 1280, height: 520 });
      await tree.row('worker-1').hover();
      await tree.row('worker-1').locator('.action-label[aria-label="Open as YAML"]').click();
      await workbench.tab('worker-1.yaml').waitFor();
      await workbench.editor.line('kind: Node').waitFor();
      assert.doesNotMatch(await workbench.editor.text(), /managedFields:/);
      const nodes = simulation.resources.need('', 'nodes');
      const changed = simulation.store.modify(nodes, undefined, 'worker-1', (node) => ({
        ...node,
        metadata: { ...node.metadata, labels: { ...node.metadata.labels, a: 'followed' } },
      }));
      assert.ok(changed.ok);
      await workbench.editor.line('a: followed').waitFor();
      await page.mouse.move(1000, 250);
      await takeBoth(workbench, folder, 'yaml', { part: { x: 0, y: 36, width: 1280, height: 484 } });
      await tree.choose('KataConfig example-kataconfig', 'Explain');
      await workbench.webview().getByText('Pods can use the runtime class').waitFor();
      await workbench
        .webview()
        .getByText(/As of \d\d:\d\d; written anew when something changes\./)
        .waitFor();
      await tree.choose('worker-1', 'Show Timeline');
      await page.locator('.tab', { hasText: '[Preview] worker-1 of' }).waitFor();
      assert.equal(await page.locator('.tab', { hasText: '[Preview]' }).count(), 2, 'the second one leaves the first');
    });
  });
});
