/** Tests the cluster tree in the view of the Kubernetes extension. A fake extension provides the view. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

describe('with the Kubernetes extension', { timeout: 900_000 }, () => {
  const session = useSession(import.meta.filename, {
    // The fake extension provides the path of the kubeconfig.
    env: (kube) => ({ KUBECONFIG: '', OSC_TEST_KUBECONFIG: path.join(kube, 'config') }),
    extensions: {
      'ms-kubernetes-tools.vscode-kubernetes-tools-1.3.18': (folder) =>
        cpSync(path.join(repositoryRoot, 'test/workbench/fixtures/kubernetes'), folder, { recursive: true }),
    },
  });
  const clusters = useClusters(session);

  test('the cluster tree is in the view container of that extension and uses its kubeconfig', async () => {
    await clusters.start('operator-missing');
    await session().window('beside Kubernetes', {}, async ({ tree }) => {
      await tree.open('Kubernetes');
      await tree.showsSection('Sandboxed Containers');
      await tree.openCluster('kube-admin');
      await tree.showsRow('Operator', 'Not installed');
      await tree.lacksContainer('Sandboxed Containers');
    });
  });
});
