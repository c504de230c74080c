/** Tests the comparison of a folder with a cluster, and applying the folder. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { changesIn, Operation } from '#test/support/workbench/operation.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

const configMap = (name: string, more: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: new-apps}\n${more}`;

describe('a folder', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, {
    files: {
      'apps/b.yaml': configMap('settings', 'data: {level: debug}\n'),
      'apps/z.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: new-apps}\n',
    },
  });

  test('is compared with a cluster, applied in the order of dependencies, and then has no differences', async () => {
    const simulation = await clusters.start('two-workers', { speed: 60 });
    await shared.play('compare and apply a folder', async (workbench) => {
      const { explorer, notifications, quickInput, tree } = workbench;
      await tree.open();
      await tree.openCluster('kube-admin');
      await explorer.choose('apps', 'Compare Folder with Cluster...');
      await quickInput.shows('ConfigMap settings');
      await quickInput.shows('Only in the folder');
      await quickInput.close();
      assert.deepEqual(changesIn(simulation.audit.entries), []);
      await explorer.choose('apps', 'Apply Folder to Cluster...');
      await quickInput.choose('Apply 2 objects');
      const operation = new Operation(workbench);
      await operation.asks('Apply apps to kube-admin (2 objects)');
      await workbench.dialogs.press('Apply the file');
      await notifications.dismiss('on kube-admin is complete.');
      assert.deepEqual(changesIn(simulation.audit.entries), ['PATCH namespaces/new-apps', 'PATCH configmaps/settings']);
      await explorer.choose('apps', 'Compare Folder with Cluster...');
      await notifications.dismiss('No differences between apps');
    });
  });
});
