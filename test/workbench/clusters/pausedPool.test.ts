/** Tests a paused machine config pool that blocks an operation. */
import { describe, test } from 'node:test';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { Operation } from '#test/support/workbench/operation.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

describe('a paused machine config pool', { timeout: 600_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);
  const size = { width: 1280, height: 900 };

  test('is resumed beside the operation that it blocks, which then continues', async () => {
    await clusters.start('two-workers-installed', { speed: 60 });
    await session().window('pool blocks', { size }, async (workbench) => {
      const { tree, dialogs, quickInput } = workbench;
      await tree.open();
      await tree.widen(560);
      await tree.openCluster('kube-admin');
      await tree.choose('kata-oc', 'Pause Pool...');
      await dialogs.press('Pause machine config pool', 'Pause machine config pool kata-oc on kube-admin');
      await tree.showsRow('kata-oc', '2 of 2 updated · paused');
      await workbench.run('Set Kata Node Log Level...');
      await quickInput.choose(/^debug/);
      const operation = new Operation(workbench);
      await operation.confirm();
      await tree.showsRow('Logging', 'Blocked · 2/4 · Pool kata-oc is blocked');
      await tree.choose('kata-oc', 'Resume Pool...');
      await operation.confirm();
      await tree.showsRow('Logging', /^Running · 2\/4/);
    });
  });
});
