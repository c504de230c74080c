/** Who says no to what comes of a preview keeps it, in a real VS Code. */
import path from 'node:path';
import { describe, test } from 'node:test';
import { useClusters } from '../support/workbench/clusters.ts';
import { useSession } from '../support/workbench/session.ts';
import { dressed, narrow } from '../support/workbench/tree.ts';

const clusters = useClusters();
const session = useSession(() => ({ env: { KUBECONFIG: clusters.file, HOME: path.dirname(clusters.file) } }));

describe('a preview', { timeout: 900_000 }, () => {
  test('stays when somebody says no, with what was changed in it, and goes when somebody agrees', async () => {
    await clusters.start('two-workers', { speed: 600 });
    await session().window('preview stays', dressed, async (workbench) => {
      const tree = await narrow(workbench);
      const { page, quick } = workbench;
      await tree.press('kube-admin');
      await tree.row('No KataConfig yet').waitFor();
      await page.setViewportSize({ width: 1100, height: 700 });
      await tree.press('No KataConfig yet');
      await workbench.quickRow('On the nodes').click();
      await workbench.quickRow('All workers').click();
      await workbench.quickRow('info').click();
      const tab = workbench.tab('install-kata-on-kube-admin.yaml');
      await tab.waitFor();
      await workbench.checked();
      await workbench.editor.root.locator('.view-lines').click();
      // At the top: code lenses come when they come, and push what is below out of view.
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('# changed');
      await page.keyboard.press('Enter');
      const goOn = page.locator('.editor-actions .action-label[aria-label^="Go On"]').first();
      const dialog = page.locator('.monaco-dialog-box');
      await goOn.click();
      await dialog.locator('.monaco-button', { hasText: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await tree.row('No KataConfig yet').waitFor();
      await workbench.editor.hasLine('# changed');
      await goOn.click();
      await dialog.locator('.monaco-button', { hasText: 'Install kata' }).click();
      await quick.locator('.quick-input-message', { hasText: 'Type kube-admin to confirm' }).waitFor();
      await quick.locator('.quick-input-box input').fill('kube-admin');
      await page.keyboard.press('Enter');
      await tab.waitFor({ state: 'detached' });
      await tree.shows(/Installed \| 2 nodes/);
    });
  });
});
