/** Other ways through what is done on clusters, in a real VS Code: checked before, written down instead, left and gone on with, forbidden, by the keyboard alone. */
import assert from 'node:assert/strict';

import path from 'node:path';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Simulation } from '../../simulator/src/main.ts';
import { appears } from '../support/workbench/appears.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { agree, agreeUntil, answer, changesOf, choose, goOnWithPreview } from '../support/workbench/procedure.ts';
import { useSession } from '../support/workbench/session.ts';
import { type ClusterTreeView, dismiss, dressed, narrow, takeBoth } from '../support/workbench/tree.ts';
import type { Workbench } from '../support/workbench/workbench.ts';

const clusters = useClusters();
const session = useSession(() => ({ env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));

const size = { width: 1100, height: 700 };
const whole = { part: { x: 0, y: 0, ...size } };

const changes = ({ audit }: Simulation): readonly string[] => changesOf(audit.entries);

async function openCluster(workbench: Workbench): Promise<ClusterTreeView> {
  const tree = await narrow(workbench);
  await tree.press('kube-admin');
  await tree.row('kube-admin', 'live').waitFor();
  await workbench.page.setViewportSize(size);
  return tree;
}

const web = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: default
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1
`;

describe('before and instead', { timeout: 900_000 }, () => {
  test('a check of a cluster: the report, what it finds in the way, and the report as a file', async () => {
    const simulation = await clusters.start('operator-missing', { speed: 60 });
    await session().window('ways check', dressed, async (workbench, folder) => {
      const { page, editor } = workbench;
      await openCluster(workbench);
      await workbench.runCommand('Check a Cluster Before Installing');
      await workbench.webview().locator('h1', { hasText: 'Check of kube-admin' }).waitFor();
      await workbench.webview().getByText('Fit: nothing that was seen speaks against kata').waitFor();
      await page.locator('.notification-toast .monaco-button', { hasText: 'Install...' }).waitFor();
      await page.mouse.move(300, 500);
      await takeBoth(workbench, folder, 'guided-check', whole);
      await choose(workbench, 'Fit: nothing that was seen', 'Export');
      await workbench.quickRow('JSON').click();
      await editor.line('"fitness": "fit"').waitFor();
      assert.deepEqual(changes(simulation), []);
    });
    await clusters.start('install-two-operator-groups', { speed: 60 });
    await session().window('ways check of a fault', dressed, async (workbench, folder) => {
      const { page } = workbench;
      await openCluster(workbench);
      await workbench.runCommand('Check a Cluster Before Installing');
      await workbench.webview().getByText('Not fit: what fails must be mended first.').waitFor();
      await workbench.webview().locator('li', { hasText: 'OperatorGroup' }).getByText('To do:').first().waitFor();
      assert.equal(await page.locator('.notification-toast .monaco-button', { hasText: 'Install...' }).count(), 0);
      await page.mouse.move(300, 500);
      await takeBoth(workbench, folder, 'guided-check-fails', whole);
    });
  });

  test('with osc.readOnly: nothing that changes is offered, what is clicked says why, and a runbook is written all the same', async () => {
    const simulation = await clusters.start('aws', { speed: 60 });
    const files = { '.vscode/settings.json': JSON.stringify({ 'osc.readOnly': true }) };
    await session().window('ways read-only', { files }, async (workbench) => {
      const { page, quick, editor } = workbench;
      const tree = await openCluster(workbench);
      const input = quick.locator('.quick-input-box input');
      for (const title of ['Install or Continue', 'Uninstall OpenShift', 'Set the Log Level', 'Create a Pull Secret']) {
        // What is there has come, so what is not will not.
        await palette(workbench, 'Write a Runbook', 'Write a Runbook Instead');
        await input.fill(`>${title}`);
        await quick.locator('.monaco-list-row', { hasText: title }).first().waitFor({ state: 'detached' });
        assert.equal(await input.inputValue(), `>${title}`);
        await page.keyboard.press('Escape');
        await quick.waitFor({ state: 'hidden' });
      }
      await tree.press('No KataConfig yet');
      await dismiss(workbench, 'The setting osc.readOnly is on: nothing is changed on any cluster.');

      await workbench.runCommand('Write a Runbook Instead');
      await workbench.quickRow('Uninstall').click();
      await workbench.quickRow('One that is open').click();
      await workbench.quickRow('The namespace, too').click();
      await editor.line('#!/usr/bin/env bash').waitFor();
      await workbench.runCommand('Open the Ports of Peer Pods');
      await editor.line('15150').first().waitFor();
      assert.deepEqual(changes(simulation), []);
    });
  });

  test('a file compared with a cluster, and a pull secret for its namespace', async () => {
    const simulation = await clusters.start('two-workers-installed', { speed: 60 });
    await session().window('ways file', { files: { ...dressed.files, 'web.yaml': web }, open: 'web.yaml' }, async (workbench) => {
      const { page } = workbench;
      await openCluster(workbench);
      await workbench.openFile('web.yaml');
      await workbench.runCommand('Compare This File with a Cluster');
      const diff = page.locator('.monaco-diff-editor');
      await diff.locator('.view-line', { hasText: 'RollingUpdate' }).first().waitFor();
      assert.deepEqual(changes(simulation), []);
      const data = { '.dockerconfigjson': Buffer.from('{"auths":{"registry.example.com":{"auth":"c29tZWJvZHk6c2VjcmV0"}}}').toString('base64') };
      const { store, resources } = simulation;
      assert.ok(store.modify(resources.need('', 'secrets'), 'openshift-config', 'pull-secret', (secret) => ({ ...secret, data })).ok);
      await workbench.runCommand('Create a Pull Secret for a Namespace');
      await answer(workbench, 'The namespace of the peer pods', 'default');
      await workbench.quickRow('The pull secret of the cluster').click();
      await answer(workbench, 'The name of the Secret', 'pull-secret');
      await workbench.quickRow('All pods of the default').click();
      const asked = await agreeUntil(workbench, 'on kube-admin: done.');
      assert.equal(asked.length, 1);
      assert.doesNotMatch(JSON.stringify(asked), /auths|c29tZWJvZHk6c2VjcmV0/);
      assert.deepEqual(changes(simulation), ['PATCH secrets/pull-secret', 'PATCH serviceaccounts/default']);
    });
  });
});

describe('left and gone on with', { timeout: 900_000 }, () => {
  test('a window that is closed in the middle: the next one goes on, and nothing is sent twice', async () => {
    const simulation = await clusters.start('operator-missing', { speed: 5 });
    await session().window('ways left', dressed, async (workbench) => {
      const tree = await openCluster(workbench);
      await tree.press('The operator is not installed');
      await workbench.quickRow('newest').click();
      await answerInstall(workbench, 'Automatic');
      await goOnWithPreview(workbench, 'install-kata-on-kube-admin.yaml');
      await agree(workbench, 'kube-admin');
      await workbench.page.locator('.part.statusbar .statusbar-item', { hasText: /Install kata [45]\/9/ }).waitFor();
      simulation.clock.pace(0.001);
    });
    const sent = changes(simulation);
    assert.equal(sent.length, 3);
    await session().window('ways left, the operator', dressed, async (workbench) => {
      const tree = await openCluster(workbench);
      await tree.press('Installation not finished');
      await answerInstall(workbench);
      await goOnWithPreview(workbench, 'install-kata-on-kube-admin.yaml');
      // Nodes reboot for the KataConfig: that is asked when its turn has come.
      simulation.clock.pace(60);
      await agree(workbench, 'kube-admin');
      await tree.shows(/Installing \| 1 node/);
      simulation.clock.pace(0.001);
    });
    assert.deepEqual(changes(simulation), [...sent, 'PATCH kataconfigs/example-kataconfig']);
    await session().window('ways left, the nodes', dressed, async (workbench) => {
      const tree = await openCluster(workbench);
      await tree.shows(/Installing \| 1 node/);
      await workbench.runCommand('Install or Continue Installing');
      await workbench.page.locator('.part.statusbar .statusbar-item', { hasText: /Install kata \d\/9/ }).waitFor();
      simulation.clock.pace(600);
      assert.deepEqual(await agreeUntil(workbench, 'Install kata on kube-admin: done.'), [], 'what was agreed to is done already');
      await tree.shows(/Installed \| 2 nodes/);
    });
    assert.deepEqual(changes(simulation), [...sent, 'PATCH kataconfigs/example-kataconfig']);
  });

  test('two windows: what one has done, the other does not do again', async () => {
    const simulation = await clusters.start('aws', { speed: 600 });
    await session().window('ways first window', dressed, async (first) => {
      const tree = await openCluster(first);
      await tree.press('No KataConfig yet');
      await answerInstall(first);
      await goOnWithPreview(first, 'install-kata-on-kube-admin.yaml');
      const dialog: Locator = first.page.locator('.monaco-dialog-box');
      await dialog.waitFor();
      await session().window('ways second window', dressed, async (second) => {
        const other = await openCluster(second);
        await other.press('No KataConfig yet');
        await answerInstall(second);
        await goOnWithPreview(second, 'install-kata-on-kube-admin.yaml');
        await agreeUntil(second, 'Install kata on kube-admin: done.');
      });
      assert.deepEqual(changes(simulation), ['PATCH kataconfigs/example-kataconfig']);
      await agreeUntil(first, 'Install kata on kube-admin: done.');
      await tree.shows(/Installed \| 2 nodes/);
    });
    assert.deepEqual(changes(simulation), ['PATCH kataconfigs/example-kataconfig']);
  });

  test('by the keyboard alone: opened, installed, done', async () => {
    const simulation = await clusters.start('operator-missing', { speed: 600 });
    await session().window('ways keyboard', dressed, async (workbench) => {
      const { page, quick, editor } = workbench;
      const input = quick.locator('.quick-input-box input');
      const focused = quick.locator('.monaco-list-row.focused');
      /** Types, and goes down to the row. */
      const take = async (text: string, row: string): Promise<void> => {
        await input.waitFor();
        await page.keyboard.type(text);
        await quick.locator('.monaco-list-row', { hasText: row }).first().waitFor();
        for (let tries = 0; (await focused.filter({ hasText: row }).count()) === 0; tries += 1) {
          assert.ok(tries < 20, `${row} cannot be reached`);
          await page.keyboard.press('ArrowDown');
        }
        await page.keyboard.press('Enter');
      };
      const command = async (title: string): Promise<void> => {
        const row = `Containers: ${title}`;
        await palette(workbench, title, row);
        await take('', row);
      };
      await command('Open Cluster...');
      await take('kube', 'kube-admin');
      await page.locator('.part.sidebar .monaco-list-row', { hasText: 'The operator is not installed' }).waitFor();
      await command('Install or Continue Installing');
      await take('newest', 'newest');
      await take('auto', 'Automatic');
      await take('on the', 'On the nodes');
      await take('all', 'All workers');
      await take('info', 'info');
      await editor.hasLine('kind: Namespace');
      await command('Go On with What Is Previewed');
      await page.locator('.monaco-dialog-box').waitFor();
      await page.keyboard.press('Enter');
      await quick.locator('.quick-input-message', { hasText: 'Type kube-admin to confirm' }).waitFor();
      await page.keyboard.type('kube-admin');
      await page.keyboard.press('Enter');
      await page.locator('.notification-toast', { hasText: 'Install kata on kube-admin: done.' }).waitFor();
    });
    assert.equal(changes(simulation).length, 4);
  });
});

/** Opens the palette, and types until it has a row: it keeps the list that it opened with, and in the first moments of a window something else takes the keys. */
async function palette({ page, quick }: Workbench, text: string, row: string): Promise<void> {
  const wanted = quick.locator('.monaco-list-row', { hasText: row }).first();
  for (let attempt = 1; ; attempt += 1) {
    await page.keyboard.press('F1');
    if (await appears(quick.locator('.quick-input-box input'), 2000)) {
      await page.keyboard.type(text);
      if (await appears(wanted, 1500 + 500 * attempt)) return;
      await page.keyboard.press('Escape');
    }
    assert.ok(attempt < 8, `not offered: ${row}`);
  }
}

/** What an install asks, after the release. */
async function answerInstall(workbench: Workbench, approval?: string): Promise<void> {
  for (const row of [...(approval === undefined ? [] : [approval]), 'On the nodes', 'All workers', 'info']) await workbench.quickRow(row).click();
}
