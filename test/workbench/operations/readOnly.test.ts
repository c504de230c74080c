/**
 * Tests what remains available with osc.readOnly: readiness checks and runbooks. OSC_UPDATE_IMAGES=1 updates the
 * pictures.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { changesIn } from '#test/support/workbench/operation.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

describe('with osc.readOnly', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const settings = { '.vscode/settings.json': JSON.stringify({ 'osc.readOnly': true }) };
  const shared = useSharedWindow(session, { files: settings, size: { width: 1100, height: 700 } });

  test('commands that change a cluster are hidden, but runbooks are available', async () => {
    const simulation = await clusters.start('aws', { speed: 60 });
    await shared.play('read-only commands', async (workbench) => {
      const { tree, quickInput, editor } = workbench;
      await tree.open();
      await tree.openCluster('kube-admin');
      for (const title of [
        'Install Kata...',
        'Uninstall Kata...',
        'Set Kata Node Log Level...',
        'Create Pull Secret...',
      ])
        await quickInput.lacksCommand(title, 'Generate Runbook...');
      await tree.showsRow('Kata', 'No KataConfig');
      await workbench.run('Generate Runbook...');
      await quickInput.chooseAll('Uninstall Kata', 'An open cluster', 'Kata, the operator, and the namespace');
      await editor.hasLine('#!/usr/bin/env bash');
      await workbench.run('Generate Firewall Commands for Peer Pods...');
      await editor.containsLine('15150');
    });
    assert.deepEqual(changesIn(simulation.audit.entries), []);
  });

  test('a preflight check reports Ready, offers an installation, and exports its report', async () => {
    const simulation = await clusters.start('operator-missing', { speed: 60 });
    await shared.play('check', async (workbench) => {
      const { tree, notifications, quickInput, editor } = workbench;
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      await workbench.run('Check Cluster Readiness');
      const page = new DetailPage(workbench.page);
      await page.isOf('kube-admin', /Ready/);
      assert.deepEqual(await page.actions(), ['Install Kata...', 'Check Again', 'Export Report...']);
      await notifications.lacks('Checking kube-admin...');
      assert.deepEqual(await notifications.open(), [], 'no message covers the page');
      await takeBoth(workbench, 'clusters/guided-check');
      await page.expand('Show table', 'kataconfigs.kataconfiguration.openshift.io');
      await page.press('Check Again');
      await page.staysExpanded('kataconfigs.kataconfiguration.openshift.io');
      await page.press('Export Report...');
      await quickInput.choose('JSON');
      await editor.containsLine('"fitness": "fit"');
    });
    assert.deepEqual(changesIn(simulation.audit.entries), []);
  });

  test('a preflight check reports what to fix first and offers no installation', async () => {
    await clusters.start('install-two-operator-groups', { speed: 60 });
    await shared.play('check with a failure', async (workbench) => {
      const { tree, notifications } = workbench;
      const page = new DetailPage(workbench.page);
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      await workbench.run('Check Cluster Readiness');
      await page.isOf('kube-admin', 'Not ready');
      await page.showsIn('Failed (2)', 'OperatorGroup', 'To do:');
      assert.deepEqual(await page.actions(), ['Check Again', 'Export Report...']);
      await notifications.lacks('Checking kube-admin...');
      await takeBoth(workbench, 'clusters/guided-check-fails');
    });
  });
});
