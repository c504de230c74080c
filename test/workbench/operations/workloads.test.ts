/**
 * Tests workloads: moving one to a sandbox in a file, comparing it with a cluster, applying it, and checking it there.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { applyMergePatch } from '#core/operations/sandboxWorkload/sandboxPatch.ts';
import type { Simulation } from '#simulator/main.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { changesIn, Operation } from '#test/support/workbench/operation.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { closed } from '#test/support/workbench/parts/sideBar/tree.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';

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

describe('workloads', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { files: { 'shop.yaml': web, 'web.yaml': web } });
  // Collects must-gathers without oc, even if the machine has it.
  before(() => session().setMachineSettings({ 'osc.oc.path': path.join(session().kube, 'no-oc') }));

  test('in a file receive a runtime class and a VM size without other changes', () =>
    shared.play('sandbox a manifest', async (workbench, folder) => {
      const { editor, quickInput } = workbench;
      await workbench.openFile('shop.yaml');
      await editor.hasLine('kind: Deployment');
      await workbench.run('Run Workload in Sandbox...');
      await quickInput.chooseAll('kata-remote', 'Automatic');
      await quickInput.answer('Minimum vCPUs for the pod VM', '4');
      await quickInput.answer('Minimum memory for the pod VM, in MiB', '8192');
      await quickInput.choose('Unchanged');
      await editor.hasLine('runtimeClassName: kata-remote');
      await editor.save();
      const key = 'io.katacontainers.config.hypervisor.default';
      const sandboxed = web
        .replace(
          '      labels:',
          `      annotations:\n        ${key}_vcpus: "4"\n        ${key}_memory: "8192"\n      labels:`,
        )
        .replace('      # One', '      runtimeClassName: kata-remote\n      # One');
      assert.equal(readFileSync(path.join(folder, 'shop.yaml'), 'utf8'), sandboxed);
    }));

  describe('of a cluster', () => {
    test('are compared with a file before and after apply, and checked for sandboxes', async () => {
      const simulation = await clusters.start('uninstall-blocked-by-pods', { speed: 60 });
      await shared.play('compare, apply, check', async (workbench) => {
        const { editor, tree, webview, notifications } = workbench;
        const operation = new Operation(workbench);
        await tree.open();
        await tree.openCluster('kube-admin');
        await tree.showsRow('Kata');
        await workbench.openFile('web.yaml');
        await workbench.run('Compare File with Cluster');
        await editor.diffShows('RollingUpdate');
        assert.deepEqual(changesIn(simulation.audit.entries), []);
        await workbench.openFile('web.yaml');
        await workbench.run('Apply File to Cluster');
        await operation.asks('Apply web.yaml to kube-admin (1 object)');
        await workbench.dialogs.press('Apply the file');
        await notifications.dismiss('on kube-admin is complete.');
        assert.deepEqual(changesIn(simulation.audit.entries), ['PATCH deployments/web']);
        await workbench.run('Compare File with Cluster');
        await notifications.dismiss('No difference');
        await workbench.run('Show Workload Sandbox Status');
        const page = new DetailPage(workbench.page);
        await page.isOf('web', 'Not sandboxed');
        await tree.expand('Pods');
        await tree.expand('payments', 'pods');
        await tree.shows(/payments-/);
        await tree.chooseOnRowWith('payments-', 'Show Workload Sandbox Status');
        await webview.showsHeading(/^payments-/);
        await webview.shows('Sandboxed', { exact: true });
      });
    });

    describe('whose sandboxes fail', () => {
      let simulation: Simulation;
      before(async () => {
        simulation = await clusters.start('sandboxes-fail', { speed: 60 });
      });

      /** Closes all editors, and opens the cluster if no earlier test has opened it. */
      async function begin(workbench: Workbench): Promise<void> {
        await workbench.run('View: Close All Editors');
        await workbench.tree.open();
        if (await workbench.tree.hasRow('kube-admin', closed)) await workbench.tree.openCluster('kube-admin');
      }

      test('cause a warning on the node, the KataConfig, the cluster, and in the status bar', () =>
        shared.play('failed sandboxes', async (workbench) => {
          const { tree, statusBar } = workbench;
          await workbench.run('View: Close All Editors');
          await tree.open();
          // The cluster of the previous test had the same name.
          await tree.openCluster('kube-admin');
          await statusBar.shows('1 pod without a sandbox on worker-1');
          await tree.showsRow('kube-admin', /Needs attention$/);
          await tree.shows(/Kata \| Warning · 2 of 2/);
          await tree.expand('Installed');
          assert.match(await tree.accessibleName('worker-1', 'Failing'), /Needs attention$/);
          assert.match(await tree.accessibleName('worker-0'), /Healthy$/);
          await tree.choose('worker-1', 'Explain');
          const page = new DetailPage(workbench.page);
          await page.isOf('worker-1');
          await page.shows(
            /Sandbox creation fails on worker-1: Could not access KVM kernel module \(FailedCreatePodSandBox, \d+ times/,
          );
          await page.shows(/Enable virtualization in the node's firmware/);
        }));

      test("aren't reported as sandboxed, and have a page with events and logs", () =>
        shared.play('check failed sandboxes', async (workbench) => {
          const { quickInput } = workbench;
          await begin(workbench);
          await workbench.run('Show Workload Sandbox Status');
          await quickInput.offers(/payments.*1 of 2 ready/);
          await quickInput.choose('payments');
          const page = new DetailPage(workbench.page);
          await page.isOf('payments', 'Partly sandboxed');
          await page.shows(/1 of 2 pods runs in a sandbox\. The other pod has no sandbox\./);
          await page.shows(/No sandbox: Failed to create pod sandbox: .*\(FailedCreatePodSandBox, \d+ times\)\./);
          await page.showsIn('Events', 'Warning', 'FailedCreatePodSandBox');
          assert.ok((await page.actions()).includes('Show Sandbox Logs...'));
        }));

      test('are the first finding in a must-gather that is collected through the API', () =>
        shared.play('must-gather of failed sandboxes', async (workbench) => {
          const { dialogs, notifications, quickInput, tree, webview } = workbench;
          await begin(workbench);
          await workbench.run('Collect Must-Gather');
          await dialogs.press('Collect Through the API...');
          await dialogs.press('Collect', 'Collect a must-gather from kube-admin ');
          await tree.shows(/Diagnosis \| Node worker-1: 1 pod without a sandbox/);
          await tree.showsRow('Pods', /\b2\b/);
          await notifications.press('The data available through the API was collected.', 'Show Report');
          await webview.showsHeading(/1\. Node worker-1: 1 pod without a sandbox/);
          await webview.shows(/Sandbox creation fails on worker-1: Could not access KVM kernel module/);
          await workbench.run('Close Must-Gather...');
          await quickInput.choose('must-gather');
        }));

      test('cause no warning after their pods run on another node', () =>
        shared.play('sandboxes work again', async (workbench) => {
          const { tree } = workbench;
          await begin(workbench);
          const { store, resources } = simulation;
          const patch = { spec: { template: { spec: { nodeSelector: { 'kubernetes.io/hostname': 'worker-0' } } } } };
          assert.ok(
            store.modify(resources.need('apps', 'deployments'), 'payments', 'payments', (object) => ({
              ...object,
              spec: applyMergePatch(object, patch)['spec'],
            })).ok,
          );
          await tree.lacksRow('Failed');
          await tree.expand('Installed');
          await tree.showsRow('worker-1', 'Healthy');
        }));
    });

    test('can pull images with a copied pull secret, whose value is never displayed', async () => {
      const simulation = await clusters.start('two-workers-installed', { speed: 60 });
      const data = {
        '.dockerconfigjson': Buffer.from('{"auths":{"registry.example.com":{"auth":"c29tZWJvZHk6c2VjcmV0"}}}').toString(
          'base64',
        ),
      };
      const { store, resources } = simulation;
      assert.ok(
        store.modify(resources.need('', 'secrets'), 'openshift-config', 'pull-secret', (secret) => ({
          ...secret,
          data,
        })).ok,
      );
      await shared.play('pull secret', async (workbench) => {
        const { tree, quickInput, notifications } = workbench;
        await tree.open();
        await tree.openCluster('kube-admin');
        await workbench.run('Create Pull Secret...');
        await quickInput.answer('Namespace where the peer pods run', 'default');
        await quickInput.choose('Cluster pull secret');
        await quickInput.answer('Name for the Secret', 'pull-secret');
        await quickInput.choose('All pods that use the default');
        await workbench.webview.showsHeading(/^Plan: .* on kube-admin$/);
        await workbench.webview.lacks(/auths|c29tZWJvZHk6c2VjcmV0/);
        assert.deepEqual(await new Operation(workbench).confirmUntil('on kube-admin is complete.'), []);
        await notifications.dismiss('on kube-admin is complete.');
      });
      assert.deepEqual(changesIn(simulation.audit.entries), [
        'PATCH secrets/pull-secret',
        'PATCH serviceaccounts/default',
      ]);
    });
  });
});
