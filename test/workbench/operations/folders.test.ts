/**
 * Tests the comparison of a folder with a cluster, and applying the folder. With OSC_UPDATE_IMAGES=1, updates the
 * pictures.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { changesIn, Operation } from '#test/support/workbench/operation.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
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
      'apps/secret.yaml':
        'apiVersion: v1\nkind: Secret\nmetadata: {name: login, namespace: new-apps}\nstringData: {password: CANARY}\n',
      'apps/values.yaml': 'image: web\n',
      'broken/a.yaml': configMap('settings', 'data: {level: debug}\n'),
      'broken/b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: [\n',
      'apps/z.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: new-apps}\n',
    },
  });

  test('is compared with a cluster, applied in the order of dependencies, and not applied with an invalid file', async () => {
    const simulation = await clusters.start('two-workers', { speed: 60 });
    await shared.play('compare and apply a folder', async (workbench) => {
      const { editor, explorer, notifications, tree } = workbench;
      await tree.open();
      await tree.openCluster('kube-admin');
      const forget = simulation.faults.add({ effect: { kind: 'halfOpen' }, verb: 'patch', path: /configmaps\// });
      await explorer.choose('apps', 'Compare Folder with Cluster...');
      await notifications.progress('Reading kube-admin...', '2/3');
      await notifications.cancel('Reading kube-admin...');
      forget();
      await tree.lacksRow('Only in the folder');
      simulation.faults.add({ effect: { kind: 'slow', milliseconds: 300 }, verb: 'patch', times: 1 });
      await explorer.choose('apps', 'Compare Folder with Cluster...');
      await tree.showsSection('Folder Comparison');
      await tree.showsRow('Only in the folder', '3');
      await tree.showsRow('ConfigMap settings', 'b.yaml · new-apps');
      await tree.click('ConfigMap settings');
      await editor.diffShows('level: debug');
      await takeBoth(workbench, 'clusters/folder');
      assert.deepEqual(changesIn(simulation.audit.entries), []);
      await workbench.quickInput.run('Show All Folder Differences');
      await editor.diffShows('password: "***"');
      await workbench.quickInput.run('Apply Compared Folder...');
      await new Operation(workbench).confirmUntil('is complete.');
      await notifications.dismiss('is complete.');
      assert.deepEqual(changesIn(simulation.audit.entries), [
        'PATCH namespaces/new-apps',
        'PATCH configmaps/settings',
        'PATCH secrets/login',
      ]);
      // The view shows the new state.
      await tree.lacksRow('Only in the folder');
      await tree.showsRow('No differences', '3');
      await explorer.choose('apps', 'Apply Folder to Cluster...');
      await notifications.dismiss('No differences');
      await workbench.quickInput.run('Close Folder Comparison');
      await tree.lacksRow('No differences');
      await explorer.choose('broken', 'Apply Folder to Cluster...');
      await notifications.dismiss("No changes were applied, because 1 file can't be applied.");
      await tree.showsMessage('b.yaml');
      assert.equal(changesIn(simulation.audit.entries).length, 3, 'no further change');
    });
  });
});
