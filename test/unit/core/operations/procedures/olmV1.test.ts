/** Tests the operations on clusters whose operator OLM v1 installs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKataConfigManifest, documentedInstallOptions } from '#core/operations/changes/installManifests.ts';
import { installExtension } from '#core/operations/procedures/installExtension.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { keptUninstall } from '#core/operations/procedures/savedChoices.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { createUninstallRunbook } from '#core/operations/runbook/uninstallRunbook.ts';
import { extensionNames, operatorNamespace } from '#core/product/namespaces.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { scenario } from '#test/support/cluster/controllersStage.ts';
import { liveStage, type LiveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, situationWith, stepsOf } from '#test/support/operations/procedureStage.ts';

const crdName = 'kataconfigs.kataconfiguration.openshift.io';

/** Plays the scenario until Kata is installed with OSC 1.13.0. */
function installedByOlmV1(): LiveStage {
  const stage = liveStage({ name: 'olm-v1-techpreview' });
  const { steps } = scenario('olm-v1-techpreview');
  stage.cluster.play(
    ...steps.slice(
      0,
      steps.findIndex((step) => 'patch' in step),
    ),
  );
  return stage;
}

test('uninstall deletes the KataConfig, waits, and then deletes the ClusterExtension', async () => {
  const stage = installedByOlmV1();
  const choices = { namespace: true, crd: false, extension: true } as const;
  const played = await playProcedure(stage, uninstall, choices);
  assert.equal(played.outcome, 'done', played.told.at(-1));
  assert.deepEqual(played.sent, [
    'Delete KataConfig example-kataconfig',
    `Delete ClusterExtension ${extensionNames.extension}`,
    `Delete Namespace ${operatorNamespace}`,
  ]);
  assert.equal(stage.cluster.client.get(names.crds, crdName), undefined);
  assert.deepEqual(keptUninstall.read(keptUninstall.write(choices)), choices);
});

test('uninstall deletes a ClusterExtension of another name, and never before the KataConfig', async () => {
  const stage = installedByOlmV1();
  const step = (await stepsOf(stage, uninstall, { namespace: false, crd: true })).find(
    ({ id }) => id === 'extension-gone',
  );
  assert.equal(step?.state, 'later');
  assert.match(step?.gate?.consequences.join(' ') ?? '', /KataConfig CRD.*ClusterRoleBinding of the installer remain/);
  const other = liveStage({ name: 'install-olm-v1' });
  const { client } = other.cluster;
  const spec = client.get(names.clusterExtensions, extensionNames.extension)?.['spec'];
  other.cluster.play(
    { delete: { resource: names.clusterExtensions, name: extensionNames.extension } },
    { wait: 60_000 },
  );
  const object = {
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: 'mine' },
    spec,
  };
  other.cluster.play({ resource: names.clusterExtensions, create: object }, { wait: 120_000 });
  const played = await playProcedure(other, uninstall, { namespace: false, crd: true });
  assert.deepEqual([played.outcome, played.sent], ['done', ['Delete ClusterExtension mine']]);
});

test('uninstall of an operator of OLM v0 has no step for a ClusterExtension', async () => {
  const stage = liveStage({ name: 'two-workers-installed' });
  assert.ok(
    !(await stepsOf(stage, uninstall, { namespace: false, crd: false })).some(({ id }) => id === 'extension-gone'),
  );
});

test('the runbook for an uninstall looks for a ClusterExtension unless the cluster has none', () => {
  const kinds = (runbook: ReturnType<typeof createUninstallRunbook>): readonly string[] =>
    runbook.steps.flatMap(({ found = [] }) => found.map(({ object }) => object.kind));
  const ends = { namespace: false, crd: false };
  const cluster = { context: 'c', server: 's' };
  assert.ok(kinds(createUninstallRunbook(ends)).includes('ClusterExtension'));
  const at = (name: string): readonly string[] =>
    kinds(createUninstallRunbook(ends, cluster, situationWith(liveStage({ name }).snapshot())));
  assert.ok(at('install-olm-v1').includes('ClusterExtension'));
  assert.ok(!at('two-workers-installed').includes('ClusterExtension'));
});

const choices = {
  extension: { channel: 'stable', watchesOwnNamespace: true },
  kataConfig: createKataConfigManifest(documentedInstallOptions.kataConfig),
};

test('install with OLM v1 creates what upstream creates, and then Kata', async () => {
  const stage = liveStage({ name: 'olm-v1-techpreview' });
  const played = await playProcedure(stage, installExtension, choices);
  assert.equal(played.outcome, 'done', played.told.at(-1));
  assert.deepEqual(played.sent, [
    `Apply Namespace ${operatorNamespace}`,
    'Apply ServiceAccount sandboxed-containers-installer',
    'Apply ClusterRole sandboxed-containers-installer-role',
    'Apply ClusterRoleBinding sandboxed-containers-installer-binding',
    'Apply ClusterExtension sandboxed-containers',
    'Apply KataConfig example-kataconfig',
  ]);
  assert.equal(getOperatorVersion(stage.snapshot()), '1.13.1');
  assert.deepEqual(installExtension.kept?.read(installExtension.kept.write(choices)), choices);
});

test('install with OLM v1 says before the first step that an operator of OLM v0 must be uninstalled', async () => {
  const [first] = (await stepsOf(liveStage({ name: 'two-workers' }), installExtension, choices)).slice(1);
  assert.deepEqual([first?.state, first?.headline], ['blocked', 'Installed by OLM v0']);
  assert.match(first?.meaning ?? '', /no in-place move from v0 to v1: uninstall, then install/);
  const empty = await stepsOf(liveStage({ name: 'olm-v1-techpreview' }), installExtension, choices);
  const gate = empty.find(({ id }) => id === 'cluster-extension')?.gate;
  assert.match(
    gate?.consequences.join(' ') ?? '',
    /TechPreviewNoUpgrade.*no in-place move from v0 to v1: uninstall, then install/,
  );
});

test('install with OLM v1 quotes a missing permission of the installer', async () => {
  const stage = liveStage({ name: 'olm-v1-missing-right' });
  const step = (await stepsOf(stage, installExtension, choices)).find(({ id }) => id === 'extension-installed');
  assert.equal(step?.state, 'blocked');
  assert.match(step?.meaning ?? '', /Resources:\[customresourcedefinitions\]/);
});
