/**
 * Tests what a user with few permissions sees: the menu of the cluster, the list of permissions, and the roles for the
 * administrator. OSC_UPDATE_IMAGES=1 updates the pictures.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Simulation } from '#simulator/main.ts';
import { accessible } from '#test/support/workbench/accessibility.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { changesIn } from '#test/support/workbench/operation.ts';
import { DetailPage } from '#test/support/workbench/pages/detailPage.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

describe('a user with permissions in one namespace', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, { size: { width: 1280, height: 900 } });
  let simulation: Simulation;
  before(async () => {
    simulation = await clusters.start('no-permission');
  });

  test('gets only commands that can succeed in the menu, and a list of missing permissions with roles', () =>
    shared.play('permissions', async (workbench) => {
      const { editor, notifications, tree } = workbench;
      const page = new DetailPage(workbench.page);
      await tree.open();
      await tree.widen(480);
      await tree.click('developer', 'Not open');
      await tree.click('Not permitted: install, configure, update, uninstall, metrics, must-gather');
      await page.isOf('developer', /\d+ of \d+ permissions missing/);
      await page.showsIn('Tasks', 'Install Kata', 'missing');
      await page.showsIn('Tasks', 'Open a shell in a container', 'Granted only in namespace developer-sandbox');
      assert.deepEqual(await page.actions(), ['Open Roles as YAML', 'Generate Runbook...', 'Check Again']);
      await notifications.lacks('Checking developer...');
      await takeBoth(workbench, 'clusters/permissions');
      await accessible(workbench, page.frame, 'page of permissions');
      await page.press('Open Roles as YAML');
      await editor.containsLine('kind: ClusterRole');
    }));

  test('sees that an administrator granted permissions after a new check', () =>
    shared.play('granted permissions', async (workbench) => {
      const { tabs, tree } = workbench;
      const page = new DetailPage(workbench.page);
      simulation.setPermissions('developer', 'operate');
      await tabs.activate('Permissions of developer');
      await page.press('Check Again');
      await page.isOf('developer', /[1-9] of \d+ permissions missing/);
      await tree.showsRow('Not permitted: must-gather');
      assert.deepEqual(changesIn(simulation.audit.entries), []);
    }));
});
