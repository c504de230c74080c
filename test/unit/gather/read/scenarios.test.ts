/** Tests a must-gather of every simulated cluster in both layouts: its problems are found, and nothing else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainKataConfig } from '#core/status/kataConfig/explainKataConfig.ts';
import { getNodeStatus } from '#core/status/nodes/nodeStatus.ts';
import { listExtensionParts } from '#core/status/operator/clusterExtensionParts.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { scenarios } from '#simulator/scenarios/index.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { classifyPath } from '#gather/read/pathLayout.ts';
import { liveStage } from '#test/support/cluster/liveStage.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { findingsOf, mustGatherFiles, readFiles } from '#test/support/mustGather/gatherStage.ts';

/**
 * Time of the must-gather, and the findings for the whole cluster and for the data that the OSC must-gather image
 * collects.
 */
interface Expected {
  /** Number of scenario steps to play first. If 0, the cluster is in its initial state. */
  readonly after?: number;
  readonly cluster: readonly string[];
  readonly sandboxed: readonly string[];
}

const nothing = { cluster: [], sandboxed: [] };
const same = (...ids: readonly string[]): Expected => ({ cluster: ids, sandboxed: ids });
const later = (after: number, expected: Expected): Expected => ({ after, ...expected });
const whole = (...ids: readonly string[]): Expected => ({ cluster: ids, sandboxed: [] });
const ignoredRule = ['nfd-rule-ineffective', 'log-no-eligible-node', 'kataconfig-state'];

const expectations: Readonly<Record<string, readonly Expected[]>> = {
  // Healthy clusters, and operations in progress.
  'two-workers': [nothing, later(1, nothing), later(2, nothing), later(4, nothing), later(5, nothing)],
  'two-workers-installed': [nothing, later(3, nothing), later(6, nothing)],
  // At the end, the KataConfig has just been deleted, and the garbage collector hasn't deleted its runtime classes yet.
  'peer-pods': [nothing, later(1, nothing), later(2, nothing), later(5, nothing)],
  'converged-3-nodes': [nothing, later(1, nothing), later(2, nothing)],
  'operator-missing': [nothing, later(4, nothing)],
  'no-permission': [nothing],
  aws: [nothing, later(1, whole('peer-pods-secret')), later(4, nothing)],
  azure: [nothing, later(4, nothing)],
  gcp: [nothing, later(4, nothing)],
  ibmcloud: [nothing, later(4, same('kataconfig-state'))],
  libvirt: [nothing, later(4, nothing)],
  'openshift-4-14': [nothing],
  'node-features': [nothing, later(2, nothing)],
  fips: [nothing],
  'gpu-nodes': [nothing],
  'full-nodes': [nothing],
  'peer-pods-fail': [nothing],
  'metrics-missing': [nothing],
  trustee: [nothing],
  'hosted-daemonset': [nothing, later(1, nothing), later(2, nothing), later(5, nothing)],
  'hosted-daemonset-fails': [
    nothing,
    later(2, {
      cluster: ['log-peer-pods-installer', 'node-stuck', 'kataconfig-state'],
      sandboxed: ['node-stuck', 'kataconfig-state'],
    }),
  ],
  'hosted-daemonset-reboot': [same('node-stuck', 'node-stuck', 'node-stuck', 'kataconfig-state'), later(10, nothing)],
  'update-appears': [nothing],
  // A missing permission of a user isn't a problem of the cluster.
  'install-may-not-subscribe': [nothing],
  'install-may-not-create-kataconfig': [nothing],
  // Problems that no object and no log shows.
  'install-webhook-silent': [nothing],
  'install-webhook-slow': [nothing],
  'install-olm-v1': [nothing],
  'olm-v1-techpreview': [nothing, later(5, nothing), later(10, nothing), later(17, nothing)],
  // Only the must-gather of the cluster contains ClusterExtensions.
  'olm-v1-missing-right': [whole('extension-failed'), later(4, nothing)],
  // Nodes and pools.
  'worker-fails-and-recovers': [
    nothing,
    later(2, same('log-extension-missing', 'node-degraded', 'kataconfig-state')),
    later(3, nothing),
  ],
  'install-pool-paused': [same('pool-stuck', 'kataconfig-state'), later(2, nothing)],
  'install-node-degraded': [same('node-degraded')],
  'install-rule-ignored': [
    { ...same('log-no-eligible-node', 'kataconfig-state'), cluster: ignoredRule },
    later(3, nothing),
  ],
  'install-drain-blocked': [nothing, later(2, nothing), later(3, same('node-degraded', 'kataconfig-state'))],
  'uninstall-pool-paused': [same('pool-stuck', 'kataconfig-state')],
  // Uninstall.
  'uninstall-blocked-by-pods': [nothing, later(2, same('kataconfig-state'))],
  // Only the must-gather of the cluster contains runtime classes.
  'runtimeclass-finalizer': [
    whole('runtime-class-terminating'),
    later(4, {
      cluster: ['operator-not-installed', 'runtime-class-terminating'],
      sandboxed: ['operator-not-installed'],
    }),
  ],
  'uninstall-operator-gone': [
    { cluster: ['operator-not-installed', 'kataconfig-state'], sandboxed: ['operator-not-installed'] },
  ],
  'uninstall-leftovers': [same('kataconfig-leftovers', 'node-stuck', 'node-stuck')],
  'install-crd-terminating': [
    {
      cluster: ['operator-not-installed', 'definition-terminating', 'kataconfig-state'],
      sandboxed: ['operator-not-installed'],
    },
  ],
  'install-namespace-terminating': [whole('namespace-terminating')],
  // Peer pods.
  'image-job-fails': [
    nothing,
    later(2, {
      cluster: ['log-image-job', 'pod-vm-image', 'kataconfig-state'],
      sandboxed: ['log-image-job', 'kataconfig-state'],
    }),
  ],
  // Guests.
  'pod-logs': [nothing],
  'kata-workloads': [nothing, later(2, nothing)],
  'related-objects': [nothing, later(2, nothing)],
  'platform-problems': [nothing, later(3, nothing)],
  'sandboxes-fail': [{ cluster: ['sandboxes-failed', 'log-no-kvm'], sandboxed: ['log-no-kvm'] }],
  // OLM.
  'manual-approval': [same('install-plan-stuck', 'subscription-stuck')],
  'update-waits': [same('install-plan-stuck', 'subscription-stuck')],
  'update-skips': [same('install-plan-stuck', 'subscription-stuck')],
  'install-no-operator-group': [whole('operator-group-wrong', 'subscription-stuck')],
  'install-two-operator-groups': [whole('operator-group-wrong', 'subscription-stuck')],
  'install-all-namespaces': [{ cluster: ['operator-group-wrong', 'release-failed'], sandboxed: ['release-failed'] }],
  'install-wrong-target': [whole('operator-group-wrong')],
  'install-other-namespace': [whole('subscription-elsewhere')],
  'install-no-catalogue': [same('subscription-stuck')],
  'install-catalogue-unreachable': [same('subscription-stuck')],
  'install-wrong-catalogue': [same('subscription-stuck')],
  'install-wrong-channel': [same('subscription-stuck')],
  'install-starting-csv-missing': [same('subscription-stuck')],
  'install-bundle-unpack-fails': [nothing, later(2, same('subscription-stuck'))],
  'install-csv-left-behind': [nothing, later(2, same('subscription-stuck'))],
  'install-plan-fails': [later(1, same('install-plan-stuck', 'subscription-stuck'))],
  'install-operator-image-missing': [nothing, later(2, same('release-failed'))],
  'install-cluster-too-old': [later(1, same('release-failed'))],
};

const small = scenarios.filter(({ name }) => !name.startsWith('nodes-'));

test('every scenario has expected findings', () => {
  assert.deepEqual(Object.keys(expectations).toSorted(), small.map(({ name }) => name).toSorted());
});

for (const { name, steps } of small) {
  test(`must-gather of ${name} has exactly the expected findings`, async () => {
    const cluster = stage({ name });
    let played = 0;
    for (const { after = 0, cluster: whole, sandboxed } of expectations[name] ?? []) {
      cluster.play(...steps.slice(played, after));
      played = after;
      for (const [kind, ids] of [
        ['cluster', whole],
        ['sandboxed', sandboxed],
      ] as const) {
        const files = mustGatherFiles(cluster, kind);
        const findings = await findingsOf(files);
        assert.deepEqual(
          findings.map(({ id }) => id),
          ids,
          `${kind} after ${after} steps`,
        );
        for (const { id, evidence, meaning, headline } of findings) {
          assert.ok(headline !== '' && meaning.length > 20, `${id} says something: ${meaning}`);
          for (const { file, line, text } of evidence) {
            const found = files.find(({ path }) => path === file)?.text.split('\n')[line - 1] ?? '';
            assert.equal(
              found.trim().replaceAll(/\s+/g, ' ').slice(0, 100),
              text.replace('…', '').slice(0, 100),
              `${id}: ${file}:${line}`,
            );
          }
        }
      }
    }
  });
}

test('findings have evidence unless they report a missing resource', async () => {
  const without: string[] = [];
  for (const { name, steps } of small) {
    const cluster = stage({ name });
    let played = 0;
    for (const { after = 0 } of expectations[name] ?? []) {
      cluster.play(...(steps.slice(played, after) satisfies readonly ScenarioStep[]));
      played = after;
      for (const { id, evidence } of await findingsOf(mustGatherFiles(cluster, 'cluster')))
        if (evidence.length === 0) without.push(`${name}: ${id}`);
    }
  }
  assert.deepEqual(without, ['aws: peer-pods-secret', 'install-no-operator-group: operator-group-wrong']);
});

test('findings about leftover resources show their labels and names as evidence', async () => {
  const findings = await findingsOf(mustGatherFiles(stage({ name: 'uninstall-leftovers' }), 'cluster'));
  assert.deepEqual(
    findings.map(({ about, evidence }) => [about, evidence.map(({ text }) => text)]),
    [
      ['Cluster', ['name: 50-enable-sandboxed-containers-extension', 'name: kata-oc']],
      ['Node worker-0', ['node-role.kubernetes.io/kata-oc: ""']],
      ['Node worker-1', ['node-role.kubernetes.io/kata-oc: ""']],
    ],
  );
});

test('findings name the node and the pods of their evidence', async () => {
  const failing = stage({ name: 'sandboxes-fail' });
  for (const kind of ['cluster', 'sandboxed'] as const) {
    const found = (await findingsOf(mustGatherFiles(failing, kind))).find(({ id }) => id === 'log-no-kvm');
    assert.equal(found?.about, 'Node worker-1', kind);
    assert.match(found.meaning, / Affected pod: payments\/payments-[\w-]+\. /, kind);
  }
  // An age would mean the age at the time of the collection.
  const [withoutSandbox] = await findingsOf(mustGatherFiles(failing, 'cluster'));
  assert.match(
    withoutSandbox?.meaning ?? '',
    / \(FailedCreatePodSandBox, \d+ times?, last \d{4}-\d\d-\d\dT[\d:]+Z\)\.$/,
  );
  const blocked = stage({ name: 'uninstall-blocked-by-pods' });
  blocked.play(...(small.find(({ name }) => name === 'uninstall-blocked-by-pods')?.steps ?? []).slice(0, 2));
  const [removal] = await findingsOf(mustGatherFiles(blocked, 'cluster'));
  assert.match(
    removal?.meaning ?? '',
    / Pods in this must-gather that block the uninstall: payments\/[\w-]+ \(worker-\d\)/,
  );
  assert.ok(removal?.evidence.some(({ file }) => file.endsWith('/namespaces/payments/core/pods.yaml')));
});

describe("must-gather of an OpenShift version that the installed OSC release doesn't support", () => {
  const findingsWith = async (version: string): Promise<Awaited<ReturnType<typeof findingsOf>>> =>
    findingsOf(
      mustGatherFiles(stage({ name: 'two-workers-installed' }), 'cluster').map((file) =>
        file.path.includes('/clusterversions')
          ? { ...file, text: file.text.replaceAll(/\bversion: \S+/g, `version: ${version}`) }
          : file,
      ),
    );

  for (const [version, headline] of [
    ['4.16.3', 'OpenShift 4.16.3 is too old'],
    ['4.20.1', 'OpenShift 4.20.1 is older than 4.20.18'],
  ] as const)
    test(`has a finding: ${version}`, async () => {
      const [found, ...others] = await findingsWith(version);
      assert.deepEqual(others, []);
      assert.equal(found?.id, 'openshift-unsupported');
      assert.equal(found.headline, headline);
      assert.equal(found.health, 'attention');
      assert.match(found.evidence[0]?.text ?? '', new RegExp(`version: ${version}`));
    });

  for (const version of ['4.21.9', '4.99.0', 'unknown'])
    test(`has no finding for a supported or unknown version: ${version}`, async () => {
      assert.deepEqual(await findingsWith(version), []);
    });
});

test('two must-gathers of one cluster have the findings of the more complete one', async () => {
  for (const [name, steps] of [
    ['install-pool-paused', 0],
    ['worker-fails-and-recovers', 2],
    ['install-two-operator-groups', 0],
  ] as const) {
    const cluster = stage({ name });
    cluster.play(...(small.find((one) => one.name === name)?.steps ?? []).slice(0, steps));
    const whole = mustGatherFiles(cluster, 'cluster');
    const ids = async (files: typeof whole): Promise<readonly string[]> =>
      (await findingsOf(files)).map(({ id }) => id);
    assert.deepEqual(await ids([...mustGatherFiles(cluster, 'sandboxed'), ...whole]), await ids(whole), name);
  }
});

/** Must-gather images collect different data. A missing kind is unknown and must not cause a finding. */
describe('must-gather with missing files', () => {
  const moments: readonly (readonly [name: string, steps: number])[] = [
    ['two-workers-installed', 0],
    ['two-workers', 2],
    ['peer-pods', 2],
    ['converged-3-nodes', 2],
    ['worker-fails-and-recovers', 2],
    ['image-job-fails', 2],
    ['uninstall-operator-gone', 0],
    ['uninstall-leftovers', 0],
    ['install-pool-paused', 0],
    ['install-two-operator-groups', 0],
    ['install-drain-blocked', 3],
  ];
  for (const [name, steps] of moments) {
    test(`has no additional findings: ${name}`, async () => {
      const cluster = stage({ name });
      cluster.play(...(small.find((one) => one.name === name)?.steps ?? []).slice(0, steps));
      for (const kind of ['cluster', 'sandboxed'] as const) {
        const files = mustGatherFiles(cluster, kind);
        const all = new Set((await findingsOf(files)).map(({ id }) => id));
        const groupOf = ({ path }: { readonly path: string }): string => {
          const place = classifyPath(path);
          return place === undefined ? '' : 'id' in place ? place.id : place.kind;
        };
        for (const group of new Set(files.map(groupOf))) {
          if (group === '') continue;
          const left = files.filter((file) => groupOf(file) !== group);
          for (const { id, meaning } of await findingsOf(left)) {
            // Without the nodes, the pool reports the failed one.
            const isSame = id === 'pool-stuck' && group === 'nodes' && all.has('node-degraded');
            assert.ok(all.has(id) || isSame, `${kind} without ${group}: ${id}: ${meaning}`);
          }
        }
      }
    });
  }
});

describe('snapshot from a must-gather', () => {
  for (const name of [
    'two-workers-installed',
    'converged-3-nodes',
    'peer-pods',
    'worker-fails-and-recovers',
    'hosted-daemonset',
    'hosted-daemonset-fails',
    'install-olm-v1',
    'olm-v1-missing-right',
  ]) {
    test(`matches the live cluster: ${name}`, async () => {
      const live = liveStage({ name });
      const [first] = small.find((one) => one.name === name)?.steps ?? [];
      if (first !== undefined) live.cluster.play(first, { wait: 240_000 });
      const gathered = await readFiles(mustGatherFiles(live.cluster, 'cluster'));
      assert.equal(gathered.at, live.now());
      assert.equal(getOperatorVersion(gathered.snapshot), getOperatorVersion(live.snapshot()));
      assert.deepEqual(listExtensionParts(gathered.snapshot), listExtensionParts(live.snapshot()));
      const names = [...live.snapshot().nodes.items.values()].map((node) => node.name);
      assert.ok(names.length >= 3);
      for (const node of names) {
        const { headline, health, list, stuck } = getNodeStatus(live.snapshot(), node, live.now());
        const told = getNodeStatus(gathered.snapshot, node, live.now());
        assert.deepEqual(
          { headline: told.headline, health: told.health, list: told.list, stuck: told.stuck },
          { headline, health, list, stuck },
          node,
        );
      }
      const followed = indexSnapshot(live.snapshot()).kataConfig;
      // Must-gathers contain no managed fields.
      const { listsWrite: _write, ...withoutFields } = followed ?? {};
      const kataConfig = followed === undefined ? undefined : withoutFields;
      for (const kind of ['cluster', 'sandboxed'] as const) {
        const { snapshot } = await readFiles(mustGatherFiles(live.cluster, kind));
        const found = indexSnapshot(snapshot).kataConfig;
        if (kind === 'cluster') assert.deepEqual(found, kataConfig);
        if (followed === undefined || found === undefined) assert.equal(found, followed);
        else {
          assert.deepEqual({ ...found, deleting: undefined }, { ...kataConfig, deleting: undefined });
          assert.equal(
            explainKataConfig(found, snapshot).headline,
            explainKataConfig(followed, live.snapshot()).headline,
          );
        }
      }
    });
  }
});
