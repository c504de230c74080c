/** What goes out of the tree in a real VS Code: a program that is asked about before it runs, the link to the console, what was seen as a file. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { testSettings } from '../../scripts/lib/vscodeSettings.ts';
import type { Simulation } from '../../simulator/src/main.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { loginProgram, type LoginProgram } from '../support/workbench/loginProgram.ts';
import { useSession } from '../support/workbench/session.ts';
import { dressed, narrow } from '../support/workbench/tree.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-login-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const user = 'kube:admin';

/** The same cluster, with a program that gives the token. */
function withProgram(simulation: Simulation, file: string, name: string): LoginProgram {
  const program = loginProgram(mkdtempSync(path.join(folder, name)), simulation.tokenOf(user) ?? assert.fail());
  const kubeconfig = parse(simulation.kubeconfig) as { users: { name: string; user: object }[] };
  writeFileSync(file, JSON.stringify({ ...kubeconfig, users: kubeconfig.users.map(({ name: called }) => ({ name: called, user: program.user })) }));
  return program;
}

const dialog = (page: Page) => page.locator('.monaco-dialog-box');

describe('in a folder that is trusted', { timeout: 900_000 }, () => {
  const clusters = useClusters();
  const session = useSession(() => ({ env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));

  test('a program of the kubeconfig runs when the user has said so, and not before', async () => {
    const simulation = await clusters.start('two-workers-installed');
    const program = withProgram(simulation, clusters.file, 'asked-');
    await session().window('clusters program', dressed, async (workbench) => {
      const { page } = workbench;
      const tree = await narrow(workbench);
      await tree.press('kube-admin');
      await dialog(page)
        .filter({ hasText: `To log in to "kube-admin" at ${simulation.url}, the kubeconfig names a program. Run it?` })
        .waitFor();
      await dialog(page).filter({ hasText: 'login.mjs' }).filter({ hasText: 'without a shell' }).waitFor();
      assert.equal(program.runs(), 0, 'the question comes first');
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await tree.row('Try Again', 'that was not allowed').waitFor();
      assert.equal(program.runs(), 0);
      assert.equal(simulation.audit.entries.length, 0, 'nor is the cluster asked without credentials');
      await tree.press('Try Again');
      await dialog(page).getByRole('button', { name: 'Run', exact: true }).click();
      await tree.row('kube-admin', 'live').waitFor();
      assert.equal(program.runs(), 1);
    });
  });

  test('an object is opened in the console, and what was seen becomes a file', async () => {
    const simulation = await clusters.start('two-workers-installed');
    const { store, resources } = simulation;
    const namespace = 'openshift-config-managed';
    // It may be there already.
    store.create(resources.need('', 'namespaces'), { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const data = { consoleURL: 'https://console.example.com/' };
    assert.ok(
      store.create(resources.need('', 'configmaps'), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'console-public', namespace }, data }).ok,
    );
    await session().window('clusters console', dressed, async (workbench) => {
      const { page } = workbench;
      const tree = await narrow(workbench);
      await tree.press('kube-admin');
      await tree.press('Installed');
      await tree.choose('worker-1', 'Open in the Console');
      // Nothing is opened before VS Code, too, has asked.
      await dialog(page).filter({ hasText: 'https://console.example.com/k8s/cluster/nodes/worker-1' }).waitFor();
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      const changed = store.modify(resources.need('', 'nodes'), undefined, 'worker-1', (node) => ({ ...node, spec: { unschedulable: true } }));
      assert.ok(changed.ok);
      await page.setViewportSize({ width: 1280, height: 800 });
      await tree.choose('worker-1', 'Show Timeline');
      await workbench.webview().getByText('Cordoned: takes no new pods').waitFor();
      await tree.choose('kube-admin', 'Export What Was Seen...');
      await workbench.quickRow('Markdown').click();
      await workbench.editor.line('Cordoned: takes no new pods').waitFor();
      await tree.choose('kube-admin', 'Export What Was Seen...');
      await workbench.quickRow('JSON').click();
      await workbench.editor.line('"cluster": "kube-admin"').waitFor();
    });
  });
});

describe('in a folder that is not trusted', { timeout: 900_000 }, () => {
  const clusters = useClusters();
  const session = useSession(() => ({
    trust: true,
    settings: {
      ...testSettings,
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    },
    env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) },
  }));

  test('no program of the kubeconfig is run, and nobody is asked', async () => {
    const simulation = await clusters.start('two-workers-installed');
    const program = withProgram(simulation, clusters.file, 'untrusted-');
    await session().window('clusters untrusted', dressed, async (workbench) => {
      const { page } = workbench;
      await page.locator('.part.statusbar .statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
      const tree = await narrow(workbench);
      await tree.press('kube-admin');
      await tree.row('Try Again', 'that was not allowed').waitFor();
      assert.equal(await dialog(page).count(), 0);
      assert.equal(program.runs(), 0);
      assert.equal(simulation.audit.entries.length, 0);
    });
  });
});
