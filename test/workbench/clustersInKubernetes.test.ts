/** Beside the Kubernetes extension (a stand-in): one tree, in its container, of the kubeconfig that it uses. */
import path from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../scripts/lib/run.ts';
import { useClusters } from '../support/workbench/clusters.ts';
import { useSession } from '../support/workbench/session.ts';
import { ClusterTreeView } from '../support/workbench/tree.ts';
import { startUp } from '../support/workbench/workbench.ts';

const clusters = useClusters();
const session = useSession(() => ({
  env: { KUBECONFIG: '', HOME: path.dirname(clusters.file), OSC_TEST_KUBECONFIG: clusters.file },
  extensions: { 'ms-kubernetes-tools.vscode-kubernetes-tools-1.3.18': path.join(root, 'test/workbench/fixtures/kubernetes') },
}));

describe('beside the Kubernetes extension', { timeout: 900_000 }, () => {
  test('the tree stands in its container, and not in ours', async () => {
    await clusters.start('operator-missing');
    await session().window('clusters in kubernetes', {}, async (workbench) => {
      const { page } = workbench;
      await page.locator('.part.activitybar .action-item .action-label[aria-label^="Kubernetes"]').click({ timeout: startUp });
      const tree = new ClusterTreeView(page);
      await page.locator('.part.sidebar .pane-header', { hasText: 'Sandboxed Containers' }).waitFor();
      await tree.row('kube-admin', 'not open').waitFor({ timeout: startUp });
      await tree.press('kube-admin', 'not open');
      await tree.row('The operator is not installed').waitFor();
      await page.locator('.part.activitybar .action-item .action-label[aria-label^="Sandboxed Containers"]').waitFor({ state: 'detached' });
    });
  });
});
