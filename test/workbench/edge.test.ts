/** Clusters of edge hosting in a real VS Code: saved answers of a folder, what they mean, and the service (one of loopback that verifies signatures). */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { useSession } from '../support/workbench/session.ts';
import { ClusterTreeView, dressed, takeBoth } from '../support/workbench/tree.ts';
import { startUp, type Workbench } from '../support/workbench/workbench.ts';
import { testSettings } from '../../scripts/lib/vscodeSettings.ts';
import { EdgeServer, keys } from '../unit/cluster/edgeServer.ts';

const session = useSession(() => ({ env: { KUBECONFIG: '/nowhere/config' } }));
const cases = path.join(import.meta.dirname, '../cases/edge/answers');
const answers = Object.fromEntries(readdirSync(cases).map((name) => [`answers/${name}`, readFileSync(path.join(cases, name), 'utf8')]));
/** Those that the service of the test gives. */
const actions = { ListClusters: 'clusters', ListEdgeNodePools: 'node-pools', ListEdgeNodes: 'nodes', ListAddons: 'components' };

describe('edge clusters', { timeout: 900_000 }, () => {
  const server = new EdgeServer();
  before(async () => {
    await server.open();
    server.reset();
    server.now = () => Date.now();
    for (const [action, file] of Object.entries(actions)) {
      const answer: { readonly Result: { readonly Items: readonly object[] } } = JSON.parse(answers[`answers/${file}.json`] ?? '');
      server.items[action] = answer.Result.Items;
    }
    const machine = path.join(session().home, 'user-data/Machine');
    mkdirSync(machine, { recursive: true });
    writeFileSync(path.join(machine, 'settings.json'), JSON.stringify({ ...testSettings, 'osc.edge.endpoint': server.url }));
  });
  after(() => server.close());

  test('are opened from a folder, explained, read from the service and closed', async () => {
    await session().window('edge', { files: { ...dressed.files, ...answers } }, async (workbench, folder) => {
      const { page, quick } = workbench;
      const view = new ClusterTreeView(page);
      await workbench.runCommand('Open Edge Status Files...');
      await workbench.quickRow('Folder...').click();
      await chooseFolder(workbench, path.join(folder, 'answers'));
      await view.row('Edge cluster north').waitFor({ timeout: startUp });
      await view.shows(/Edge cluster north \| Updating, 2 need attention below\n\s+Node pool general \| Scaling/);
      await view.shows(/Edge cluster south \| Shut down due to arrears: Balance, 2 failed below\n\s+Node pool default \| Abnormal: ClusterNotRunning/);
      assert.match((await view.row('Edge cluster south').getAttribute('aria-label')) ?? '', /cluster of edge hosting, Shut down due to arrears.*, failed/);

      await view.row('Edge cluster north').hover();
      await view.row('Edge cluster north').locator('.action-label[aria-label="Explain"]').click();
      await page.mouse.move(900, 785);
      const text = workbench.webview();
      await text.getByRole('heading', { name: /^Edge cluster north of answers/ }).waitFor();
      await text.getByRole('listitem').filter({ hasText: 'Node node-10 is {Creating, [Progressing]}.' }).waitFor();
      await takeBoth(workbench, folder, '../edge', { part: { x: 0, y: 0, width: 1280, height: 640 } });

      await workbench.runCommand('Set Access Key of Edge Hosting...');
      for (const key of [keys.accessKeyId, keys.secretKey]) {
        const step = key === keys.accessKeyId ? '(1/2)' : '(2/2)';
        await quick.locator('.quick-input-title', { hasText: step }).waitFor();
        const box = quick.locator('.quick-input-box input');
        assert.equal(await box.getAttribute('type'), 'password');
        await box.fill(key);
        await page.keyboard.press('Enter');
      }
      await page.locator('.notification-toast', { hasText: 'kept in the secret storage' }).waitFor();
      await workbench.runCommand('Read Edge Clusters from the Service...');
      const dialog = page.locator('.monaco-dialog-box');
      await dialog.getByText('never run against the service').waitFor();
      await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
      const label = `${new URL(server.url).host} cn-beijing`;
      await view.row(label).waitFor();
      assert.deepEqual(
        server.asked.map(({ action }) => action),
        ['ListClusters', 'ListEdgeNodePools', 'ListNodePools', 'ListEdgeNodes', 'ListNodes', 'ListAddons'],
      );

      await workbench.runCommand('Close Edge Clusters...');
      await workbench.quickRow('answers').click();
      await view.row('answers').waitFor({ state: 'detached' });
      await view.shows(/cn-beijing \| 127\.0\.0\.1:\d+ as of .*, 3 failed, 2 need attention below\n\s+Edge cluster north/);
    });
  });
});

/** In the dialog of VS Code itself, which goes into the folder that was typed before it takes it. */
async function chooseFolder({ page, quick }: Workbench, folder: string): Promise<void> {
  const box = quick.locator('.quick-input-box input');
  // There is one more, hidden, of other lists.
  const open = quick.locator('.quick-input-action .monaco-button:visible', { hasText: 'Open' });
  await open.waitFor();
  for (let attempt = 1; ; attempt += 1) {
    await box.fill(`${folder}/`);
    await open.click();
    if (
      await quick.waitFor({ state: 'hidden', timeout: 3000 }).then(
        () => true,
        () => false,
      )
    )
      break;
    if (attempt === 5) throw new Error('the dialog does not take the folder');
  }
  await page.mouse.move(900, 785);
}
