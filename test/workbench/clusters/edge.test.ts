/**
 * Tests clusters of edge hosting: from saved responses in a folder, and from a local service that verifies signatures.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import type { Workbench } from '#test/support/workbench/workbench.ts';
import { EdgeServer, keys } from '#test/unit/client/edge/edgeServer.ts';

const cases = path.join(import.meta.dirname, '../../cases/edge/answers');
const answers = Object.fromEntries(
  readdirSync(cases).map((name) => [`answers/${name}`, readFileSync(path.join(cases, name), 'utf8')]),
);
/** The responses of the service, by action. */
const actions = {
  ListClusters: 'clusters',
  ListEdgeNodePools: 'node-pools',
  ListEdgeNodes: 'nodes',
  ListAddons: 'components',
};

describe('edge clusters', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const server = new EdgeServer();

  before(async () => {
    await server.open();
    server.reset();
    server.now = () => Date.now();
    for (const [action, file] of Object.entries(actions)) {
      const answer: { readonly Result: { readonly Items: readonly object[] } } = JSON.parse(
        answers[`answers/${file}.json`] ?? '',
      );
      server.items[action] = answer.Result.Items;
    }
    session().setMachineSettings({ 'osc.edge.endpoint': server.url });
  });
  after(() => server.close());

  test('open from saved responses or the service, explain their status, and close', () =>
    session().window('edge', { files: answers }, async (workbench, folder) => {
      const { fileDialog, quickInput, tree, webview } = workbench;
      await workbench.run('Open Edge Status Files...');
      await quickInput.choose('Folder...');
      await fileDialog.chooseFolder(path.join(folder, 'answers'), 'Open');
      await tree.shows(
        /Edge cluster north \| Updating, 2 need attention in this branch\n\s+Node pool general \| Scaling/,
      );
      await tree.shows(
        /Edge cluster south \| Shut down due to arrears: Balance, 2 failed in this branch\n\s+Node pool default \| Abnormal: ClusterNotRunning/,
      );
      assert.match(
        await tree.accessibleName('Edge cluster south'),
        /^Edge cluster south, Shut down due to arrears.*, Failed/,
      );

      await tree.pressIcon('Edge cluster north', 'Explain');
      await webview.showsHeading(/^Edge cluster north of answers/);
      await webview.showsListItem('Node node-10 is {Creating, [Progressing]}.');
      await takeBoth(workbench, 'edge', { clip: { x: 0, y: 0, width: 1280, height: 640 } });

      await readFromService(workbench);
      // The row appears before the service responds. The time in the row shows that all responses have arrived.
      await tree.shows(/cn-beijing \| 127\.0\.0\.1:\d+ · Last updated .*, 3 failed, 2 need attention in this branch/);
      assert.deepEqual(
        server.asked.map(({ action }) => action),
        ['ListClusters', 'ListEdgeNodePools', 'ListNodePools', 'ListEdgeNodes', 'ListNodes', 'ListAddons'],
      );

      await workbench.run('Close Edge Clusters...');
      await quickInput.choose('answers');
      await tree.lacksRow('answers');
      await tree.shows(
        /cn-beijing \| 127\.0\.0\.1:\d+ · Last updated .*, 3 failed, 2 need attention in this branch\n\s+Edge cluster north/,
      );
    }));
});

/** Enters the access key in masked input boxes, and confirms that the extension may contact the service. */
async function readFromService(workbench: Workbench): Promise<void> {
  const { dialogs, notifications, quickInput } = workbench;
  await workbench.run('Set Edge Hosting Access Key...');
  for (const [step, key] of [['(1/2)', keys.accessKeyId] as const, ['(2/2)', keys.secretKey] as const]) {
    await quickInput.shows(step);
    await quickInput.hidesText();
    await quickInput.answer(step, key);
  }
  await notifications.appears('stored in VS Code secret storage');
  await workbench.run('Query Edge Hosting Service...');
  await dialogs.press('Query', 'never been tested against the service');
}
