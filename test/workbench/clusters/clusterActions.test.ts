/**
 * Tests actions of the cluster tree that have an effect outside the view: credential plugins, the web console, and the
 * export of the history.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { Simulation } from '#simulator/main.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { createCredentialPlugin, type CredentialPlugin } from '#test/support/workbench/clusters/credentialPlugin.ts';
import { restrictedFolder } from '#test/support/workbench/session/restrictedFolder.ts';
import { useSession, type Session } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

/** Replaces the token in the kubeconfig with a credential plugin that provides the token. */
function useCredentialPlugin({ kube, kubeconfig }: Session, simulation: Simulation): CredentialPlugin {
  const plugin = createCredentialPlugin(
    mkdtempSync(path.join(kube, 'login-')),
    simulation.tokenOf('kube:admin') ?? assert.fail(),
  );
  const { users, ...others } = parse(simulation.kubeconfig) as { users: { name: string }[] };
  writeFileSync(
    kubeconfig,
    JSON.stringify({ ...others, users: users.map(({ name }) => ({ name, user: plugin.user })) }),
  );
  return plugin;
}

/** Sets the URL of the cluster's web console. */
function setConsole({ store, resources }: Simulation): void {
  const namespace = 'openshift-config-managed';
  // Fails if the scenario already has the namespace.
  store.create(resources.need('', 'namespaces'), {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  const data = { consoleURL: 'https://console.example.com/' };
  const created = store.create(resources.need('', 'configmaps'), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'console-public', namespace },
    data,
  });
  assert.ok(created.ok);
}

describe('the cluster tree', { timeout: 900_000 }, () => {
  describe('in a trusted folder', () => {
    const session = useSession(import.meta.filename);
    const clusters = useClusters(session);
    const shared = useSharedWindow(session, {});

    test('runs a credential plugin only after the user agrees', async () => {
      const simulation = await clusters.start('two-workers-installed', { called: 'by-command' });
      const plugin = useCredentialPlugin(session(), simulation);
      await shared.play('credential plugin', async ({ dialogs, tree }) => {
        await tree.open();
        await tree.click('by-command', 'Not open');
        const question = `The kubeconfig uses a credential plugin to log in to "by-command" at ${simulation.url}. Run the plugin?`;
        await dialogs.shows(question, 'login.mjs', 'without a shell');
        assert.equal(plugin.runs(), 0, 'the plugin has not run before the question');
        await dialogs.press('Cancel');
        await tree.showsRow('Retry', "the plugin wasn't allowed to run");
        assert.equal(plugin.runs(), 0);
        assert.equal(simulation.audit.entries.length, 0, 'the cluster receives no request without credentials');
        await tree.click('Retry');
        await dialogs.press('Run', question);
        await tree.showsRow('by-command', 'Connected');
        assert.equal(plugin.runs(), 1);
      });
    });

    test('opens an object in the web console and exports the history', async () => {
      const simulation = await clusters.start('two-workers-installed', { called: 'with-console' });
      setConsole(simulation);
      await shared.play('console and history', async (workbench) => {
        const { dialogs, editor, quickInput, tree } = workbench;
        await tree.open();
        await tree.openCluster('with-console');
        await tree.expand('Installed');
        await tree.choose('worker-1', 'Open in Web Console');
        await dialogs.press('Cancel', 'https://console.example.com/k8s/cluster/nodes/worker-1');
        const { store, resources } = simulation;
        assert.ok(
          store.modify(resources.need('', 'nodes'), undefined, 'worker-1', (node) => ({
            ...node,
            spec: { unschedulable: true },
          })).ok,
        );
        await tree.choose('worker-1', 'Show Timeline');
        const page = new DetailPage(workbench.page);
        await page.isAt('Timeline');
        await page.shows('Cordoned');
        await tree.choose('with-console', 'Export History...');
        await quickInput.choose('Markdown');
        await editor.containsLine('Cordoned');
        await editor.hasKeyboard();
        await tree.choose('with-console', 'Export History...');
        await quickInput.choose('JSON');
        await editor.containsLine('"cluster": "with-console"');
        // Two windows record the same changes.
        await session().window('a second window', {}, async (second) => {
          await second.tree.open();
          await second.tree.openCluster('with-console');
          await second.tree.expand('Installed');
          await second.tree.choose('worker-1', 'Show Timeline');
          const other = new DetailPage(second.page);
          await other.showsIn('Timeline', /Cordoned/);
          assert.ok(
            store.modify(resources.need('', 'nodes'), undefined, 'worker-1', ({ spec: _cordoned, ...node }) => node).ok,
          );
          await other.showsIn('Timeline', 'Uncordoned');
        });
        // The saved history contains the changes once. The page of the node shows its state, which is different now.
        await workbench.reload();
        await tree.open();
        await tree.showsRow('with-console', 'Connected');
        await tree.expand('Installed');
        await tree.choose('worker-1', 'Show Timeline');
        await page.isAt('Timeline');
        await page.showsIn('Timeline', /Cordoned/);
        const entries = await page.entriesOf('Timeline');
        assert.equal(entries.filter((entry) => /Cordoned/.test(entry)).length, 1, entries.join('\n'));
        assert.equal(entries.filter((entry) => entry.includes('Uncordoned')).length, 1, entries.join('\n'));
      });
    });
  });

  describe('in a restricted folder', () => {
    const session = useSession(import.meta.filename, restrictedFolder);
    const clusters = useClusters(session);

    test('runs no credential plugin and shows no dialog', async () => {
      const simulation = await clusters.start('two-workers-installed');
      const plugin = useCredentialPlugin(session(), simulation);
      await session().window('restricted folder', {}, async ({ dialogs, statusBar, tree }) => {
        await statusBar.shows('Restricted Mode');
        await tree.open();
        await tree.click('kube-admin', 'Not open');
        await tree.showsRow('Retry', "the plugin wasn't allowed to run");
        assert.ok(!(await dialogs.isOpen()));
        assert.equal(plugin.runs(), 0);
        assert.equal(simulation.audit.entries.length, 0);
      });
    });

    test('offers no login that sends a token', async () => {
      const simulation = await clusters.start('two-workers-installed', { called: 'expired' });
      await session().window('restricted login', {}, async ({ quickInput, statusBar, tree }) => {
        await statusBar.shows('Restricted Mode');
        await tree.open();
        simulation.tokens.expire('kube:admin');
        await tree.click('expired', 'Not open');
        await tree.click('Log In...');
        await quickInput.offers('Copy oc login Command');
        assert.deepEqual(await quickInput.rows(), ['Copy oc login Command']);
        await quickInput.asks('In Restricted Mode, you can only copy the command');
        await quickInput.close();
      });
    });
  });
});
