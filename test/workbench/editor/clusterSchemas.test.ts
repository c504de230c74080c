/**
 * Tests the schemas of an open cluster in the editor: completion, findings, fixes, and the CodeLens that names the
 * cluster, the stored schemas of an unreachable cluster, and schemas that can't be used.
 * OSC_UPDATE_IMAGES=1 updates the pictures.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FaultEffect } from '#simulator/api/http/faults.ts';
import type { Simulation } from '#simulator/main.ts';
import { until } from '#test/support/workbench/parts/step.ts';
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

/** Responses of a cluster whose schemas can't be used: the title, the path, and the effect. */
const unusable: readonly (readonly [title: string, path: RegExp, effect: FaultEffect])[] = [
  [
    'without permission',
    /^\/openapi\/v3$/,
    {
      kind: 'status',
      error: { code: 403, reason: 'Forbidden', message: 'forbidden: User "a" cannot get path "/openapi/v3"' },
    },
  ],
  ['if a document ends halfway', /^\/openapi\/v3\/apis\/confidentialcontainers\.org/, { kind: 'reset' }],
];

/** Waits until the extension has sent a request with this path, and the cluster has responded. */
async function untilAsked({ audit }: Simulation, path: RegExp): Promise<void> {
  const step = {
    does: 'wait for a request',
    expects: String(path),
    state: async () => `${audit.entries.length} requests`,
  };
  await until(step, async () => audit.entries.some(({ url }) => path.test(url.replace(/\?.*/, ''))));
}

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
        await editor.cursorAt(9, 3);
        await editor.suggestions.request('httpsSpec');
        await editor.escape();
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

  const kataConfig = `apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  enablePeerpods: true
`;

  test('come from the disk while the cluster is unreachable', async () => {
    const simulation = await clusters.start('trustee', { called: 'offline' });
    const files = { 'trusteeconfig.yaml': trusteeConfig };
    const readSchema = (state: string, stop: () => Promise<void>) =>
      session().window('offline schemas', { files, open: 'trusteeconfig.yaml', size }, async (workbench) => {
        const { editor, problems, tree } = workbench;
        await tree.open();
        await tree.openCluster('offline', state);
        await workbench.openFile('trusteeconfig.yaml');
        await editor.showsCodeLens(/Schema from cluster offline \(last updated \d\d:\d\d\)/);
        await problems.open();
        await problems.shows('Permisive');
        await stop();
      });
    await readSchema('Connected', () => simulation.close());
    await readSchema('Unreachable', async () => undefined);
  });

  for (const [title, path, effect] of unusable)
    test(`don't apply ${title}, and other checks continue`, async () => {
      const simulation = await clusters.start('trustee', { called: 'broken' });
      simulation.faults.add({ path, effect });
      const files = { 'trusteeconfig.yaml': trusteeConfig, 'kataconfig.yaml': kataConfig };
      await session().window('broken schemas', { files, open: 'trusteeconfig.yaml', size }, async (workbench) => {
        const { editor, problems, tree } = workbench;
        await tree.open();
        await tree.openCluster('broken');
        await workbench.openFile('trusteeconfig.yaml');
        await untilAsked(simulation, path);
        await workbench.openFile('kataconfig.yaml');
        await editor.hasSquiggles('error');
        await problems.open();
        await problems.shows('enablePeerpods');
        await workbench.openFile('trusteeconfig.yaml');
        await editor.hasNoSquiggles('error');
        await editor.hasNoSquiggles('warning');
      });
    });
});
