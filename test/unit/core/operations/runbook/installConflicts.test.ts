/** Tests that the script of an installation stops if the operator is already installed in another way. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import {
  createInstallManifests,
  createKataConfigManifest,
  documentedInstallOptions,
} from '#core/operations/changes/installManifests.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { renderGitOpsFolder } from '#core/operations/runbook/gitOpsFolder.ts';
import { installExtensionRunbook, installRunbook } from '#core/operations/runbook/installRunbook.ts';
import { unknownCluster } from '#core/operations/runbook/runbook.ts';
import { createRunbookStage, listChanges, type RunbookResult } from './runbookStage.ts';

const situation = { ...unknownCluster(), context: 'prod', server: 'https://api.prod:6443' };
const withExtension = installExtensionRunbook(
  {
    extension: { channel: 'stable', watchesOwnNamespace: true },
    kataConfig: createKataConfigManifest(documentedInstallOptions.kataConfig),
  },
  situation,
);
const withSubscription = installRunbook(createInstallManifests(documentedInstallOptions), situation);
const scripts = {
  v0: renderBashRunbook(withSubscription, renderManifestYaml),
  v1: renderBashRunbook(withExtension, renderManifestYaml),
};

/** Returns the types that the script queried before it stopped. */
const queried = ({ asked }: RunbookResult): readonly string[] =>
  asked.flatMap(([verb, type = '']) => (verb === 'get' ? [type.replace(/\..*$/, '')] : []));

describe('script of an installation', () => {
  const stage = createRunbookStage();

  for (const [title, olm, answers, said] of [
    [
      'with OLM v1 stops if a Subscription exists in any namespace',
      'v1',
      ['elsewhere/mine'],
      /^ {2}elsewhere\/mine\nA Subscription \(OLM v0\) already installs the operator\. .*no in-place move from v0 to v1.*If the Subscription is in another namespace, delete it and its ClusterServiceVersion there\./m,
    ],
    [
      'with OLM v1 stops if the operator still has a ClusterServiceVersion',
      'v1',
      ['', 'sandboxed-containers-operator.v1.12.0'],
      /^ {2}sandboxed-containers-operator\.v1\.12\.0\nThe ClusterServiceVersion of the operator exists, so OLM v0 already installed it/m,
    ],
    [
      'with OLM v1 stops if a ClusterExtension of another name exists',
      'v1',
      ['', '', 'mine'],
      /^ {2}mine\nAnother ClusterExtension already installs the operator/m,
    ],
    [
      'with OLM v0 stops if a ClusterExtension exists',
      'v0',
      ['sandboxed-containers'],
      /^ {2}sandboxed-containers\nA ClusterExtension \(OLM v1\) already installs the operator\. A Subscription would install the operator a second time\..*osc-tools runbook uninstall/m,
    ],
  ] as const)
    test(title, async () => {
      const ran = await stage.run(scripts[olm], { answers });
      assert.deepEqual([ran.code, listChanges(ran)], [1, []], ran.said);
      assert.match(ran.said, said);
      assert.equal(queried(ran).length, answers.length);
    });

  test('with OLM v1 continues with its own ClusterExtension and the ClusterServiceVersion of another operator', async () => {
    const checks = renderBashRunbook({ ...withExtension, steps: [] }, renderManifestYaml);
    const ran = await stage.run(checks, { answers: ['', 'other-operator.v1.0.0', 'sandboxed-containers'] });
    assert.equal(ran.code, 0, ran.said);
    assert.deepEqual(queried(ran), ['subscriptions', 'clusterserviceversions', 'clusterextensions']);
    const subscriptions = ran.asked.find(([verb, type]) => verb === 'get' && type?.startsWith('subscriptions.'));
    assert.deepEqual(subscriptions?.slice(2, 3), ['--all-namespaces']);
    assert.ok(subscriptions.at(-1)?.includes('?(@.spec.name=="sandboxed-containers-operator")'));
  });

  test('with OLM v1 stops before the first step if the cluster does not have OLM v1', async () => {
    const ran = await stage.run(scripts.v1, { files: { absent: 'clusterextensions' } });
    assert.deepEqual([ran.code, listChanges(ran)], [1, []], ran.said);
    assert.match(ran.said, /^The cluster doesn't have OLM v1, because it has no ClusterExtension CRD\./m);
    const checks = renderBashRunbook({ ...withSubscription, steps: [] }, renderManifestYaml);
    const subscription = await stage.run(checks, { files: { absent: 'clusterextensions' } });
    assert.equal(subscription.code, 0, subscription.said);
  });

  test("asks whether to continue if it can't query the objects", async () => {
    for (const [olm, answer, remaining] of [
      ['v0', 'n', /Not confirmed/],
      ['v1', 'y\ny\nn', /Not confirmed/],
      ['v0', 'y', /Can't query the cluster: connection refused/],
    ] as const) {
      const ran = await stage.run(scripts[olm], { files: { away: '' }, input: `${answer}\n` });
      assert.deepEqual([ran.code, listChanges(ran)], [1, []]);
      assert.match(ran.said, /connection refused\n.*can't check whether a ClusterExtension for the operator.*exists\./);
      assert.match(ran.said, remaining);
    }
  });

  test('is described in the comments of the script and in the README of a folder', () => {
    assert.match(
      scripts.v1,
      /^# Before the first step, the script verifies that no Subscription for the operator exists: oc get subscriptions\.v1alpha1\.operators\.coreos\.com --all-namespaces /m,
    );
    for (const [runbook, count] of [
      [withExtension, 3],
      [withSubscription, 1],
    ] as const) {
      const made = renderGitOpsFolder(runbook, renderManifestYaml, false);
      assert.ok(made.ok);
      const readme = made.value.find(({ name }) => name === 'README.md')?.text ?? '';
      const section = /\n## Before you start\n\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
      assert.match(
        section,
        /^Run these commands\. If the output of a command contains the object that is named before the command, don't apply the manifests:$/m,
      );
      assert.equal(section.match(/^- .*: `oc get .*`\. .*osc-tools runbook uninstall/gm)?.length, count);
    }
  });
});
