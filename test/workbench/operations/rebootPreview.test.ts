/**
 * Tests that the plan and the hover of a KataConfig show the nodes that reboot and the pods that stop. With
 * OSC_UPDATE_IMAGES=1, updates the pictures.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { changesIn, Operation } from '#test/support/workbench/operation.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';
import { useSharedWindow } from '#test/support/workbench/session/sharedWindow.ts';

describe('reboots of nodes', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const shared = useSharedWindow(session, {
    files: {
      'kataconfig.yaml':
        'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\nspec:\n  logLevel: info\n',
    },
  });

  test('are shown with the pods that stop, in the plan and in the hover of a KataConfig', async () => {
    const simulation = await clusters.start('uninstall-blocked-by-pods', { speed: 60 });
    await shared.play('reboot preview', async (workbench) => {
      const { editor, quickInput, tree, webview } = workbench;
      await tree.open();
      await tree.openCluster('kube-admin');
      await workbench.run('Set Kata Node Log Level...');
      await quickInput.choose(/^debug/);
      await new Operation(workbench).showsPlan('Set Kata node log level');
      // The number of nodes and the duration are above the list of nodes, so that they're visible without scrolling.
      await webview.shows(/\d+ nodes are drained and rebooted, one at a time/);
      await webview.showsListItem(/^\d+ Kata pods? on these nodes stops?: payments\/payments \(\d+\)/);
      await takeBoth(workbench, 'clusters/reboot-preview');
      await workbench.openFile('kataconfig.yaml');
      await editor.hover('KataConfig', 'kind: KataConfig');
      await editor.hoverShows(/nodes are drained and rebooted/);
      await editor.hoverShows(/payments\/payments \(\d+\)/);
      assert.deepEqual(changesIn(simulation.audit.entries), []);
    });
  });
});
