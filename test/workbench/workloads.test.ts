/** Workloads in a real VS Code: run in a sandbox by an edit or a patch, compared, applied, and asked whether they are sandboxed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import { startUp, type Workbench } from '../support/workbench/workbench.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { useSession } from '../support/workbench/session.ts';
import { chooseEntry, ClusterTreeView } from '../support/workbench/tree.ts';

const clusters = useClusters();
const session = useSession(() => ({ env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));

const web = `# The shop.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: payments
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web} # found by it
    spec:
      # One is enough.
      containers:
        - name: web
          image: registry.example.com/web:1
`;

/** For looking at, where somebody wants to. */
async function picture({ page }: Workbench, name: string): Promise<void> {
  const folder = process.env['OSC_LOOK'];
  if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

/** Writes into the input that is asked for, and takes it. */
async function answer({ quick, page }: Workbench, says: string, text: string): Promise<void> {
  await quick.filter({ hasText: says }).waitFor();
  await quick.locator('.quick-input-box input').fill(text);
  await page.keyboard.press('Enter');
}

async function openCluster(workbench: Workbench): Promise<ClusterTreeView> {
  const tree = new ClusterTreeView(workbench.page);
  await tree.open();
  await tree.press('kube-admin');
  await tree.shows(/KataConfig example-kataconfig/);
  return tree;
}

describe('workloads', { timeout: 900_000 }, () => {
  test('a manifest is run in a sandbox: the class, the size, and nothing else changed', () =>
    session().window('sandbox a manifest', { files: { 'web.yaml': web }, open: 'web.yaml' }, async (workbench, folder) => {
      const { editor, page } = workbench;
      await editor.hasLine('kind: Deployment');
      await workbench.runCommand('Run This in a Sandbox');
      await workbench.quickRow('kata-remote').waitFor({ timeout: startUp });
      await picture(workbench, 'class');
      await workbench.quickRow('kata-remote').click();
      await workbench.quickRow('Automatic').waitFor();
      await picture(workbench, 'size');
      await workbench.quickRow('Automatic').click();
      await answer(workbench, 'Processors of the virtual machine', '4');
      await answer(workbench, 'Memory of the virtual machine in MiB', '8192');
      await workbench.quickRow('As it is').click();
      await editor.hasLine('runtimeClassName: kata-remote');
      await picture(workbench, 'sandboxed');
      const key = 'io.katacontainers.config.hypervisor.default';
      const sandboxed = web
        .replace('      labels:', `      annotations:\n        ${key}_vcpus: "4"\n        ${key}_memory: "8192"\n      labels:`)
        .replace('      # One', '      runtimeClassName: kata-remote\n      # One');
      await page.keyboard.press('Control+S');
      await page.locator('.tab.dirty').waitFor({ state: 'detached' });
      assert.equal(readFileSync(path.join(folder, 'web.yaml'), 'utf8'), sandboxed);
    }));

  test('of a cluster: compared, applied, run in a sandbox, and told to be in one', async () => {
    await clusters.start('uninstall-blocked-by-pods', { speed: 60 });
    await session().window('a workload of a cluster', { files: { 'web.yaml': web }, open: 'web.yaml' }, async (workbench) => {
      const { page, editor } = workbench;
      const tree = await openCluster(workbench);
      await workbench.openFile('web.yaml');
      await editor.hasLine('kind: Deployment');
      await workbench.runCommand('Apply This File to a Cluster');
      const dialog = page.locator('.monaco-dialog-box');
      await dialog.filter({ hasText: 'Apply web.yaml to kube-admin (1 object)' }).waitFor();
      await picture(workbench, 'apply');
      await dialog.locator('.monaco-button', { hasText: 'Apply the file' }).click();
      await page.locator('.notifications-toasts', { hasText: 'done' }).first().waitFor();
      await picture(workbench, 'applied');
      await workbench.runCommand('Compare This File with a Cluster');
      await page.locator('.notifications-toasts', { hasText: 'No difference' }).first().waitFor();
      await workbench.runCommand('Is This Workload Sandboxed?');
      await workbench.webview().locator('h1', { hasText: 'Is Deployment web sandboxed?' }).waitFor();
      await picture(workbench, 'no');
      await workbench.webview().locator('strong', { hasText: 'No' }).first().waitFor();
      await tree.open();
      await tree.press('Kata workloads');
      await tree.press('payments', 'pods');
      await tree.shows(/payments-/);
      await chooseEntry(page.locator('.part.sidebar .monaco-list-row', { hasText: 'payments-' }).first(), 'Is This Workload Sandboxed?');
      await workbench.webview().locator('h1', { hasText: 'Is Pod payments-' }).waitFor();
      await workbench.webview().locator('strong', { hasText: 'Yes' }).first().waitFor();
      await picture(workbench, 'yes');
    });
  });
});
