/** Installing kata by clicks in a real VS Code, on a simulated cluster that has nothing. OSC_UPDATE_IMAGES=1 takes the pictures anew. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { useClusters } from '../support/workbench/clusters.ts';
import { useSession } from '../support/workbench/session.ts';
import { dismiss, dressed, narrow, takeBoth } from '../support/workbench/tree.ts';

const clusters = useClusters();
const session = useSession(() => ({ env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));

const size = { width: 1100, height: 700 };
const whole = { part: { x: 0, y: 0, ...size } };

describe('an install by clicks', { timeout: 900_000 }, () => {
  test('from nothing to kata: questions, a preview, consequences, the name of the cluster, progress', async () => {
    const simulation = await clusters.start('operator-missing', { speed: 120 });
    const changes = () =>
      simulation.audit.entries
        .filter(({ method, url, userAgent }) => userAgent?.startsWith('openshift-sandboxed') === true && method !== 'GET' && !url.includes('dryRun=All'))
        .map(({ method, url }) => `${method} ${(url.split('?')[0] ?? '').split('/').slice(-2).join('/')}`)
        .filter((line) => !line.includes('selfsubject'));
    await session().window('lifecycle install', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      const { page, quick } = workbench;
      await tree.press('kube-admin');
      await tree.row('The operator is not installed').waitFor();
      await page.setViewportSize(size);
      await tree.press('The operator is not installed');
      await quick.locator('.quick-input-title', { hasText: 'Install Kata on kube-admin' }).waitFor();
      await workbench.quickRow('newest').waitFor();
      await takeBoth(workbench, folder, 'guided-release', whole);
      await workbench.quickRow('newest').click();
      await workbench.quickRow('Manual').waitFor();
      // There and back again.
      await quick.locator('.codicon-quick-input-back').click();
      await workbench.quickRow('newest').click();
      await workbench.quickRow('Automatic').click();
      await workbench.quickRow('On the nodes').click();
      await workbench.quickRow('Workers with a label').waitFor();
      await takeBoth(workbench, folder, 'guided-nodes', whole);
      await workbench.quickRow('Workers with a label').click();
      await quick.locator('.quick-input-message', { hasText: 'Label of the workers' }).waitFor();
      await quick.locator('.quick-input-box input').fill('kubernetes.io/hostname=worker-1');
      await quick.locator('.quick-input-message', { hasText: '1 worker: worker-1' }).waitFor();
      await quick.locator('.codicon-quick-input-back').click();
      await workbench.quickRow('All workers').click();
      await workbench.quickRow('info').click();
      await workbench.tab('install-kata-on-kube-admin.yaml').waitFor();
      await workbench.editor.hasLine('kind: Namespace');
      await workbench.checked();
      assert.deepEqual(changes(), [], 'nothing was sent');
      await page.mouse.move(300, 500);
      await takeBoth(workbench, folder, 'guided-preview', whole);
      const goOn = page.locator('.editor-actions .action-label[aria-label^="Go On"]').first();
      // While our rules find errors in it, nothing is done with it: `kind` twice in the Namespace.
      await workbench.editor.cursorAt(9, 1);
      await page.keyboard.press('Control+Shift+Alt+ArrowDown');
      const error = workbench.editor.squiggles('error');
      await error.first().waitFor();
      await goOn.click();
      await dismiss(workbench, 'so nothing is done with it');
      await workbench.editor.cursorAt(9, 1);
      await page.keyboard.press('Control+Shift+K');
      await error.first().waitFor({ state: 'detached' });
      await goOn.click();
      const dialog = page.locator('.monaco-dialog-box');
      await dialog.waitFor();
      assert.deepEqual(changes(), [], 'nothing was sent before somebody agreed');
      await takeBoth(workbench, folder, 'guided-consequences', whole);
      await dialog.locator('.monaco-button', { hasText: 'Install kata' }).click();
      await quick.locator('.quick-input-message', { hasText: 'Type kube-admin to confirm' }).waitFor();
      await quick.locator('.quick-input-box input').fill('kube-adm');
      await quick.locator('.quick-input-message', { hasText: 'This is not kube-admin' }).waitFor();
      assert.deepEqual(changes(), []);
      await takeBoth(workbench, folder, 'guided-typed', whole);
      await quick.locator('.quick-input-box input').fill('kube-admin');
      await page.keyboard.press('Enter');
      await tree.shows(/Installing \| 1 node/);
      simulation.clock.pace(0.001);
      await page.mouse.move(900, 600);
      await page.locator('.part.statusbar .statusbar-item', { hasText: /Install kata \d+\/\d+/ }).waitFor();
      await takeBoth(workbench, folder, 'guided-progress', whole);
      simulation.clock.pace(600);
      await dismiss(workbench, 'Install kata on kube-admin: done.');
      await tree.shows(/Installed \| 2 nodes/);
      await takeBoth(workbench, folder, 'guided-done', whole);
      assert.deepEqual(changes(), [
        'PATCH namespaces/openshift-sandboxed-containers-operator',
        'PATCH operatorgroups/sandboxed-containers-operator-group',
        'PATCH subscriptions/sandboxed-containers-operator',
        'PATCH kataconfigs/example-kataconfig',
      ]);
    });
  });

  test('an installation that somebody left is gone on with: only what is open is asked, and the plan is approved', async () => {
    const simulation = await clusters.start('manual-approval', { speed: 600 });
    await session().window('lifecycle continue', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      const { page, quick } = workbench;
      await tree.press('kube-admin');
      await tree.row('Installation not finished').waitFor();
      await page.setViewportSize(size);
      await page.mouse.move(900, 600);
      await takeBoth(workbench, folder, 'guided-unfinished', whole);
      await tree.press('Installation not finished');
      await workbench.quickRow('On the nodes').click();
      await workbench.quickRow('All workers').click();
      await workbench.quickRow('info').click();
      await workbench.tab('install-kata-on-kube-admin.yaml').waitFor();
      await workbench.checked();
      await page.locator('.editor-actions .action-label[aria-label^="Go On"]').first().click();
      const dialog = page.locator('.monaco-dialog-box');
      await dialog.waitFor();
      await takeBoth(workbench, folder, 'guided-approval', whole);
      await dialog.locator('.monaco-button', { hasText: 'Install kata' }).click();
      await quick.locator('.quick-input-message', { hasText: 'Type kube-admin to confirm' }).waitFor();
      await quick.locator('.quick-input-box input').fill('kube-admin');
      await page.keyboard.press('Enter');
      await dismiss(workbench, 'Install kata on kube-admin: done.');
      await tree.shows(/Installed \| 2 nodes/);
      assert.ok(simulation.audit.entries.some(({ method, url, code }) => method === 'PATCH' && url.includes('installplans') && code === 200));
    });
  });

  test('an uninstall: each step is asked for, and the cluster is empty in the end', async () => {
    const simulation = await clusters.start('two-workers-installed', { speed: 600 });
    await session().window('lifecycle uninstall', dressed, async (workbench, folder) => {
      const tree = await narrow(workbench);
      const { page, quick } = workbench;
      await tree.press('kube-admin');
      await tree.shows(/Installed \| 2 nodes/);
      await page.setViewportSize(size);
      await workbench.runCommand('Uninstall OpenShift Sandboxed Containers');
      await workbench.quickRow('Keep the namespace').waitFor();
      await workbench.quickRow('Delete the namespace').click();
      await workbench.quickRow('Delete the definition').click();
      const dialog = page.locator('.monaco-dialog-box');
      const typing = quick.locator('.quick-input-message', { hasText: 'to confirm' });
      const done = page.locator('.notification-toast', { hasText: 'Uninstall kata on kube-admin: done.' });
      await dialog.waitFor();
      await takeBoth(workbench, folder, 'guided-uninstall', whole);
      let asked = 0;
      for (;;) {
        await dialog.or(typing).or(done).filter({ visible: true }).first().waitFor({ timeout: 60_000 });
        if (await done.isVisible()) break;
        if (await typing.isVisible()) {
          const word = /Type (\S+) to confirm/.exec((await typing.textContent()) ?? '')?.[1] ?? '';
          await quick.locator('.quick-input-box input').fill(word);
          await page.keyboard.press('Enter');
          await typing.waitFor({ state: 'hidden' });
          continue;
        }
        asked += 1;
        await dialog.locator('.monaco-button', { hasText: /^(Delete|Stop)/ }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      assert.ok(asked >= 4, `asked ${asked} times`);
      await tree.row('The operator is not installed').waitFor();
      assert.equal(
        simulation.store.list(simulation.resources.need('', 'namespaces')).items.some(({ metadata }) => metadata.name.startsWith('openshift-sandboxed')),
        false,
      );
    });
  });
});
