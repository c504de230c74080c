/**
 * Tests commands that change one object: the pod of a row, its workload, and a node. OSC_UPDATE_IMAGES=1 updates the
 * pictures.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scenarioNamed } from '#simulator/main.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { Operation } from '#test/support/workbench/operation.ts';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

describe('single objects', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const size = { width: 1280, height: 900 };

  test('are changed from their rows after a confirmation that names the consequences', async () => {
    const scenario = scenarioNamed('uninstall-blocked-by-pods') ?? assert.fail();
    await clusters.start({ ...scenario, steps: [] }, { speed: 60 });
    await session().window('single objects', { size }, async (workbench) => {
      const { tree, dialogs, notifications, quickInput } = workbench;
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      await tree.expand('Pods');
      await tree.expand('payments', 'pods');
      await tree.shows(/payments-\w+-\w+/);
      const [pod = ''] = /payments-\w+-\w+/.exec(await tree.text()) ?? [];
      await tree.choose(pod, 'Delete Pod...');
      const { detail } = await dialogs.shows(`Delete pod ${pod} in payments on kube-admin?`);
      assert.match(detail, /Deployment payments recreates the pod if it's deleted\./);
      assert.match(detail, /The VM of the pod on node worker-\d is deleted\./);
      await takeBoth(workbench, 'clusters/delete-pod');
      await dialogs.press('Delete pod', `Delete pod ${pod}`);
      await notifications.dismiss(new RegExp(`Delete Pod ${pod} on kube-admin: `));
      await tree.expand('Installed');
      await tree.choose('worker-1', 'Cordon Node');
      await dialogs.press('Cordon node', 'Cordon node worker-1 on kube-admin', 'counts the node as unavailable');
      await notifications.dismiss('Cordon node worker-1 on kube-admin: Cordoned.');
      await tree.choose('worker-1', 'Uncordon Node');
      await dialogs.press('Uncordon node', 'Kubernetes can schedule pods to the node again.');
      await notifications.dismiss('Uncordon node worker-1 on kube-admin: Schedulable.');
      await workbench.run('Scale Workload...');
      await quickInput.choose('payments');
      await quickInput.answer('Enter the number of replicas of Deployment payments (currently 2)', '0');
      await new Operation(workbench, 'kube-admin').confirm();
      await notifications.dismiss('Scale Deployment payments to 0 on kube-admin: 0 replicas.');
    });
  });
});
