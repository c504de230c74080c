/**
 * Tests the schemas of an open cluster in the editor: findings, fixes, and the CodeLens that names the cluster.
 * OSC_UPDATE_IMAGES=1 updates the pictures.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useClusters } from '#test/support/workbench/clusters/clusters.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

const size = { width: 1120, height: 600 };
const trusteeConfig = `apiVersion: confidentialcontainers.org/v1alpha1
kind: TrusteeConfig
metadata:
  name: trustee
  namespace: trustee-operator-system
spec:
  profileType: Permisive
  kbsServiceType: ClusterIP
  tlsConfig:
    profil: modern
`;

describe('the schemas of an open cluster', { timeout: 600_000 }, () => {
  const session = useSession(import.meta.filename);
  const clusters = useClusters(session);

  test('determine findings, fixes, and the CodeLens, and are read once', async () => {
    const simulation = await clusters.start('trustee', { called: 'prod' });
    await session().window(
      'cluster schemas',
      { files: { 'trusteeconfig.yaml': trusteeConfig }, open: 'trusteeconfig.yaml', size },
      async (workbench) => {
        const { editor, problems, tree } = workbench;
        await tree.open();
        await tree.openCluster('prod');
        await workbench.openFile('trusteeconfig.yaml');
        await editor.showsCodeLens(/Schema from cluster prod \(last updated \d\d:\d\d\)/);
        await editor.hasSquiggles('warning');
        await editor.hasSquiggles('error');
        await editor.cursorAt(9, 3);
        await workbench.hideSideBar();
        await problems.open();
        await problems.shows('Permisive');
        await problems.shows('Did you mean profile?');
        await editor.cursorAt(7, 16);
        await takeBoth(workbench, 'cluster-schema');
        await editor.applyCodeAction('Change to Permissive');
        await editor.hasLine('profileType: Permissive');
        const asked = simulation.audit.entries.filter(({ url }) => url.startsWith('/openapi/v3'));
        assert.deepEqual(
          asked.map(({ url }) => url.replace(/hash=.*/, 'hash')),
          ['/openapi/v3', '/openapi/v3/apis/confidentialcontainers.org/v1alpha1?hash'],
        );
      },
    );
  });
});
