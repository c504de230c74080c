/** Tests runbooks with bash and kubectl on a simulated cluster. Skipped with a message if kubectl isn't installed. */
import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, test } from 'node:test';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import {
  documentedInstallOptions,
  createInstallManifests,
  createKataConfigManifest,
  type InstallOptions,
} from '#core/operations/changes/installManifests.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { getMap, getString, getValue } from '#core/common/json.ts';
import { logLevelProcedure } from '#core/operations/procedures/logLevel.ts';
import { peerPodsProcedure } from '#core/operations/procedures/peerPods.ts';
import { installExtensionRunbook, installRunbook } from '#core/operations/runbook/installRunbook.ts';
import { createRunbook, unknownCluster, type Runbook } from '#core/operations/runbook/runbook.ts';
import { createUpdateRunbook } from '#core/operations/runbook/updateRunbook.ts';
import { createUninstallRunbook } from '#core/operations/runbook/uninstallRunbook.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { runbookCluster, type RunbookCluster } from './runbookCluster.ts';

const kubectl = findKubectl() ?? '';
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const skip = isOracle
  ? 'the simulator alone has an operator'
  : kubectl === ''
    ? 'there is no kubectl of 1.27 or newer: npm test -- contract brings one'
    : false;

const write = (runbook: Runbook): string => renderBashRunbook(runbook, renderManifestYaml);

async function onCluster(name: string, use: (cluster: RunbookCluster) => Promise<void>): Promise<void> {
  const scenario = scenarioNamed(name);
  assert.ok(scenario !== undefined);
  const cluster = await runbookCluster(scenario, kubectl);
  try {
    await use(cluster);
    assert.deepEqual(
      cluster.simulation.audit.entries.filter(({ code }) => code >= 500).map(({ url, code }) => `${code} ${url}`),
      [],
    );
  } finally {
    await cluster.close();
  }
}

function installWith(answers: Partial<InstallOptions> = {}): Runbook {
  return installRunbook(createInstallManifests({ ...documentedInstallOptions, ...answers }));
}

describe('runbook on a simulated cluster', { skip }, () => {
  test('installs Kata, changes nothing the second time, and uninstalls everything', async () => {
    await onCluster('operator-missing', async (cluster) => {
      const { url } = cluster.simulation;
      const script = write(installWith());
      const declined = await cluster.run(script, 'y\nno\n');
      assert.equal(declined.code, 1, declined.said);
      assert.match(declined.said, new RegExp(`The input isn't ${url}`));
      const installed = await cluster.run(script, `y\n${url}\n`);
      assert.equal(installed.code, 0, installed.said);
      assert.match(installed.said, /Completed: Install Kata\./);
      assert.match((await cluster.kubectl('get', 'runtimeclass', 'kata')).said, /^kata +kata /m);
      const changes = (): number =>
        cluster.simulation.audit.entries.filter(({ method }) => method !== 'GET' && method !== 'HEAD').length;
      const before = changes();
      const again = await cluster.run(script, 'y\n');
      assert.equal(again.code, 0, again.said);
      assert.equal(changes(), before, again.said);
      const gone = await cluster.run(
        write(createUninstallRunbook({ namespace: true, crd: true })),
        `y\n${url}\ny\ny\n${url}\n${url}\n`,
      );
      assert.equal(gone.code, 0, gone.said);
      const left = await cluster.kubectl('get', 'namespaces,customresourcedefinitions', '-o', 'name');
      assert.doesNotMatch(left.said, /sandboxed|kataconfigs\./);
      assert.match(left.said, /namespace\/default/);
      const nothing = await cluster.run(write(createUninstallRunbook({ namespace: true, crd: true })), 'y\n');
      assert.equal(nothing.code, 0, nothing.said);
    });
  });

  test('stops before the first step if the other version of OLM installed the operator', async () => {
    const kataConfig = createKataConfigManifest(documentedInstallOptions.kataConfig);
    const withExtension = installExtensionRunbook({
      extension: { channel: 'stable', watchesOwnNamespace: true },
      kataConfig,
    });
    for (const [name, runbook, said] of [
      [
        'two-workers',
        withExtension,
        /openshift-sandboxed-containers-operator\/[\w-]+\nA Subscription \(OLM v0\) already installs/,
      ],
      ['install-olm-v1', installWith(), / {2}sandboxed-containers\nA ClusterExtension \(OLM v1\) already installs/],
    ] as const)
      await onCluster(name, async (cluster) => {
        const ran = await cluster.run(write(runbook), 'y\n');
        assert.equal(ran.code, 1, ran.said);
        assert.match(ran.said, said);
        assert.deepEqual(
          cluster.simulation.audit.entries.filter(({ method }) => method !== 'GET' && method !== 'HEAD'),
          [],
        );
      });
  });

  test('shows the install plan and asks for manual approval', async () => {
    await onCluster('operator-missing', async (cluster) => {
      const { url } = cluster.simulation;
      const script = write(installWith({ approval: 'Manual' }));
      const declined = await cluster.run(script, 'y\nn\n');
      assert.equal(declined.code, 1, declined.said);
      assert.match(
        declined.said,
        /installplans\S+\/install-\S+: sandboxed-containers-operator\.v\S+\ninstall-\S+: Approve this install plan\? \[y\/N\]/,
      );
      const installed = await cluster.run(script, `y\ny\n${url}\n`);
      assert.equal(installed.code, 0, installed.said);
    });
  });

  test('recreates the KataConfig and the pod VM image during an update with peer pods', async () => {
    await onCluster('peer-pods', async (cluster) => {
      const { url } = cluster.simulation;
      const script = write(
        createUpdateRunbook(createKataConfigManifest({ ...documentedInstallOptions.kataConfig, enablePeerPods: true })),
      );
      const cm = ['configmap/peer-pods-cm', '-n', 'openshift-sandboxed-containers-operator'] as const;
      const image = async (): Promise<string> =>
        (await cluster.kubectl('get', ...cm, '-o', 'jsonpath={.data.PODVM_AMI_ID}')).said;
      const uid = async (): Promise<string> =>
        (await cluster.kubectl('get', 'kataconfig', 'example-kataconfig', '-o', 'jsonpath={.metadata.uid}')).said;
      const installed = await cluster.run(
        write(installWith({ kataConfig: { ...documentedInstallOptions.kataConfig, enablePeerPods: true } })),
        `y\n${url}\n`,
      );
      assert.equal(installed.code, 0, installed.said);
      const made = await uid();
      // The KataConfig is newer than the release, so the script doesn't recreate it.
      const early = await cluster.run(script, 'y\n');
      assert.deepEqual([early.code, await uid()], [0, made], early.said);
      assert.match(early.said, /The KataConfig was already recreated for this release/);
      const wishes = {
        metadata: {
          labels: { team: 'one' },
          annotations: { why: 'it is "so": \\ <all>', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
        },
      };
      assert.equal(
        (
          await cluster.kubectl(
            'patch',
            'kataconfig',
            'example-kataconfig',
            '--type=merge',
            '-p',
            JSON.stringify(wishes),
          )
        ).code,
        0,
      );
      const levelled = await cluster.kubectl(
        'patch',
        'kataconfig',
        'example-kataconfig',
        '--type=merge',
        '-p',
        '{"spec":{"logLevel":"debug"}}',
      );
      assert.equal(levelled.code, 0, levelled.said);
      // Makes the release appear newer than the KataConfig.
      const later = script.replaceAll('[[ $time < $at ]]', '[[ $time < ${at/20/21} ]]');
      // The input ends before the second confirmation. The next run continues.
      const interrupted = await cluster.run(later, `y\n${url}\n`);
      assert.equal(interrupted.code, 1, interrupted.said);
      assert.match(interrupted.said, /Saved in \S+kept-kataconfigs-\S+\.yaml/);
      const updated = await cluster.run(later, `y\n${url}\n`);
      assert.equal(updated.code, 0, updated.said);
      assert.notEqual(await uid(), made);
      const again: unknown = JSON.parse(
        (await cluster.kubectl('get', 'kataconfig', 'example-kataconfig', '-o', 'json')).said,
      );
      assert.deepEqual(getMap(again, 'metadata', 'labels'), { team: 'one' });
      assert.deepEqual(getMap(again, 'metadata', 'annotations'), { why: wishes.metadata.annotations.why });
      assert.deepEqual(
        [getString(again, 'spec', 'logLevel'), getValue(again, 'spec', 'enablePeerPods')],
        ['debug', true],
      );
      // Another client has deleted the KataConfig, but `peer-pods-cm` still names an image.
      assert.equal((await cluster.kubectl('delete', 'kataconfig', '--all', '--timeout=100s')).code, 0);
      assert.equal(
        (await cluster.kubectl('patch', ...cm, '--type=merge', '-p', '{"data":{"PODVM_AMI_ID":"ami-old"}}')).code,
        0,
      );
      const between = await cluster.run(script, `y\n${url}\n`);
      assert.equal(between.code, 0, between.said);
      assert.match(await image(), /^ami-(?!old$)./);
    });
  });

  test('names the pods that block an uninstall and continues when they are deleted', async () => {
    await onCluster('uninstall-blocked-by-pods', async (cluster) => {
      const { url } = cluster.simulation;
      const script = write(createUninstallRunbook({ namespace: false, crd: false }));
      // Shortens a minute of the script to 1 second, and its timeout to 3 seconds.
      const hurried = script
        .replace('SECONDS >= told + 60', 'SECONDS >= told + 1')
        .replace('SECONDS + minutes * 60', 'SECONDS + 3');
      const held = await cluster.run(hurried, 'y\n');
      assert.equal(held.code, 1, held.said);
      assert.match(held.said, /Waiting until no pods use the kata runtime class .*\n {4}now: payments\/payments-/);
      assert.match(held.said, /Timed out after 120 min\. Condition not met: no pods use the kata runtime class/);
      assert.equal((await cluster.kubectl('scale', 'deployment/payments', '-n', 'payments', '--replicas=0')).code, 0);
      const gone = await cluster.run(script, `y\n${url}\ny\ny\n`);
      assert.equal(gone.code, 0, gone.said);
    });
  });

  test('sets the log level and peer pods credentials from environment variables', async () => {
    await onCluster('two-workers-installed', async (cluster) => {
      const known = { context: 'demo', server: cluster.simulation.url };
      const stage = liveStage({ name: 'two-workers-installed' });
      const situation = {
        ...unknownCluster(),
        ...known,
        snapshot: stage.snapshot(),
        history: stage.history(),
        now: stage.now(),
      };
      const elsewhere = await cluster.run(
        write(
          createRunbook(
            logLevelProcedure,
            situation,
            { level: 'debug' },
            { ...known, server: 'https://elsewhere:6443' },
          ),
        ),
        'demo\n',
      );
      assert.match(elsewhere.said, /This script is for https:\/\/elsewhere:6443, but the kubeconfig selects/);
      cluster.holdUpdateUntilRead('kata-oc');
      // The script stops waiting when the update has started, so the long limit costs no time.
      const ran = await cluster.run(
        write(createRunbook(logLevelProcedure, situation, { level: 'debug' }, known)),
        'demo\n',
        { SETTLE: '600' },
      );
      assert.equal(ran.code, 0, ran.said);
      const pool = await cluster.kubectl(
        'get',
        'machineconfigpool/kata-oc',
        '-o',
        'jsonpath={.spec.configuration.name} {.status.configuration.name}',
      );
      assert.match(pool.said, /^(\S+) \1$/);
      assert.doesNotMatch(ran.said, /kata-oc[^]*It is so already/);
      const choices = {
        settings: { CLOUD_PROVIDER: 'aws' },
        credentials: { values: { AWS_ACCESS_KEY_ID: 'canary' }, given: 1_700_000_000_000 },
      };
      const script = write(createRunbook(peerPodsProcedure, situation, choices, known));
      const set = await cluster.run(script, 'y\ny\n', { PEER_PODS_SECRET_AWS_ACCESS_KEY_ID: 'AKIA' });
      assert.equal(set.code, 0, set.said);
      const stored = await cluster.kubectl(
        'get',
        'secret/peer-pods-secret',
        '-n',
        'openshift-sandboxed-containers-operator',
        '-o',
        'jsonpath={.data.AWS_ACCESS_KEY_ID}',
      );
      assert.equal(stored.said, Buffer.from('AKIA').toString('base64'));
      assert.doesNotMatch(set.said, /AKIA/);
    });
  });
});
