/** Tests checks of files against a cluster: the findings, and above all the cases without findings. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ClusterFacts } from '#server/protocol/clusterFacts.ts';
import { check, type Checked, type CheckOptions } from '#test/support/manifests/checkText.ts';

const known = (more: Partial<ClusterFacts>): ClusterFacts => ({
  cluster: 'demo',
  asOf: '2026-11-21T10:41:00Z',
  ...more,
});
const node = (name: string, labels: Record<string, string> = {}) => ({
  name,
  labels: { 'node-role.kubernetes.io/worker': '', ...labels },
});
const clock = new Date('2026-11-21T10:41:00Z').toTimeString().slice(0, 5);

async function found(rule: string, text: string, options: CheckOptions): Promise<Checked[]> {
  return (await check(text, options)).filter((one) => one.rule === `osc/${rule}`);
}

describe('kataconfig-selector-no-nodes', () => {
  const kataConfig = (spec: string) =>
    `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n${spec}`;
  const selector = (lines: string) => kataConfig(`  kataConfigPoolSelector:\n${lines}`);
  const label = (key: string, value: string) => selector(`    matchLabels:\n      ${key}: ${value}\n`);
  const nodes = [node('w0', { kata: 'yes', 'example.com/zone': 'a' }), node('w1', { kata: 'yes' }), node('w2')];
  const cluster = known({ nodes, converged: false });
  const say = (text: string, of = cluster) => found('kataconfig-selector-no-nodes', text, { cluster: of });

  test('names the cluster, the time, and the labels that nodes have instead', async () => {
    const [one, ...others] = await say(label('kata', '"true"'));
    assert.equal(
      one?.message,
      `On cluster demo (last updated ${clock}), this selector matches 0 of 3 worker nodes, so the operator won't install Kata. Did you mean kata: "yes" (nodes with this label: 2)?`,
    );
    assert.equal(one.severity, 'warning');
    assert.deepEqual(others, []);
  });
  test('excludes control plane nodes unless they are also worker nodes', async () => {
    const plane = (name: string, labels = {}) => ({
      name,
      labels: { 'node-role.kubernetes.io/master': '', kata: 'plane', ...labels },
    });
    const with3 = known({ nodes: [...nodes, plane('m0'), plane('m1'), plane('m2')], converged: false });
    const [one] = await say(label('kata', '"true"'), with3);
    assert.match(
      one?.message ?? '',
      /matches 0 of 3 worker nodes, so .* Did you mean kata: "yes" \(nodes with this label: 2\)\?/,
    );
    assert.equal(
      (await say(label('kata', '"plane"'), with3)).length,
      1,
      'what only the control plane has selects nothing',
    );
    const both = known({ nodes: [...nodes, plane('m0', { 'node-role.kubernetes.io/worker': '' })], converged: false });
    assert.deepEqual(await say(label('kata', '"plane"'), both), []);
  });
  test('suggests the correct key for a typo', async () => {
    const [one] = await say(label('example.com/zoen', 'a'));
    assert.match(one?.message ?? '', /Did you mean example\.com\/zone: "a" \(nodes with this label: 1\)\?/);
    assert.deepEqual(
      one?.finding.fixes.map(({ title }) => title),
      ['Change to example.com/zone'],
    );
  });
  test('suggests nothing without a similar label', async () => {
    const [one] = await say(label('gpu', '"1"'));
    assert.match(one?.message ?? '', /install Kata\. Change the selector/);
    assert.deepEqual(one?.finding.fixes, []);
  });
  test('suggests no label whose value differs on every node', async () => {
    const hosts = ['a', 'b', 'c', 'd'].map((name) => node(name, { host: name }));
    const [one] = await say(label('host', 'e'), known({ nodes: hosts, converged: false }));
    assert.match(one?.message ?? '', /matches 0 of 4 worker nodes, so .*install Kata\. Change the selector/);
  });

  describe('labels of the platform', () => {
    const host = {
      'kubernetes.io/hostname': 'w0',
      'topology.kubernetes.io/zone': 'a',
      'machine.openshift.io/zone': 'a',
    };
    const installed = [
      node('w0', { 'node-role.kubernetes.io/kata-oc': '', ...host }),
      node('w1', { 'node-role.kubernetes.io/kata-oc': '', ...host, 'example.com/role': '' }),
    ];
    const kata = known({ nodes: installed, converged: false, kataNodes: 2 });
    const suggested: readonly [key: string, value: string][] = [
      ['node-role.kubernetes.io/kata', '""'],
      ['node-role.kubernetes.io/workers', '""'],
      ['node-role.kubernetes.io/worker', '"true"'],
      ['kubernetes.io/hostname', 'w9'],
      ['topology.kubernetes.io/zoen', 'a'],
      ['topology.kubernetes.io/zone', 'b'],
      ['machine.openshift.io/zoen', 'a'],
    ];
    for (const [key, value] of suggested) {
      test(`are not suggested for ${key}`, async () => {
        const [one] = await say(label(key, value), kata);
        assert.match(
          one?.message ?? '',
          /matches 0 of 2 worker nodes, although Kata is installed on 2 nodes\. Change the selector or label the nodes\.$/,
        );
        assert.deepEqual(one?.finding.fixes, []);
      });
    }
    test('allow a custom label', async () => {
      const [one] = await say(label('example.com/roles', '""'), kata);
      assert.deepEqual(
        one?.finding.fixes.map(({ title }) => title),
        ['Change to example.com/role'],
      );
    });
  });
  test('shows label keys in full and shortens values', async () => {
    const key = `${'a'.repeat(30)}.example.com/${'k'.repeat(20)}`;
    const [one] = await say(
      label(key.slice(0, -1), 'v'.repeat(63)),
      known({ nodes: [node('w0', { [key]: 'v'.repeat(63) })], converged: false }),
    );
    assert.ok(
      one?.message.includes(`Did you mean ${key}: "${'v'.repeat(10)}..." (nodes with this label: 1)?`),
      one?.message,
    );
    assert.match(one?.message ?? '', /matches 0 of 1 worker node, so /);
    assert.deepEqual(
      one?.finding.fixes.map(({ title }) => title),
      [`Change to ${key}`],
    );
  });

  const expressions = (key: string, operator: string, values = '') =>
    selector(`    matchExpressions:\n      - key: ${key}\n        operator: ${operator}\n${values}`);
  const none = [
    expressions('kata', 'In', '        values: ["no", "maybe"]\n'),
    expressions('gpu', 'Exists'),
    expressions('node-role.kubernetes.io/worker', 'DoesNotExist'),
  ];
  for (const [index, text] of none.entries())
    test(`reports expression ${index} that selects no nodes`, async () => assert.equal((await say(text)).length, 1));
  test('reports a combination of labels that no node has', async () => {
    const [one] = await say(
      selector(
        '    matchLabels:\n      example.com/zone: a\n    matchExpressions:\n      - key: kata\n        operator: DoesNotExist\n',
      ),
    );
    assert.equal(one?.line, 5, 'the selector as a whole');
    assert.deepEqual(one.finding.fixes, []);
  });

  describe('exceptions', () => {
    const silent: Readonly<Record<string, string>> = {
      'a selector that matches some nodes': label('kata', '"yes"'),
      'a missing selector': kataConfig('  logLevel: info\n'),
      'an empty selector': selector('    matchLabels: {}\n'),
      'matchLabels without a value': selector('    matchLabels:\n'),
      'a template variable as the value': label('kata', '${KATA}'),
      'a placeholder as the key': label('<label_key>', '"true"'),
      'a placeholder as the value': label('kata', '<value>'),
      'a value of another type': label('kata', 'true'),
      'an invalid key': label('-kata-', '"true"'),
      'an invalid value': label('kata', '"not valid!"'),
      'an unknown field': selector('    nodeSelector:\n      kata: "true"\n'),
      'an unknown operator': expressions('gpu', 'exists'),
      'In without values': expressions('gpu', 'In'),
      'the NotIn operator': expressions('gpu', 'NotIn', '        values: ["1"]\n'),
      'the DoesNotExist operator': expressions('gpu', 'DoesNotExist'),
      "an expression that isn't a mapping": selector('    matchExpressions:\n      - gpu\n'),
    };
    for (const [name, text] of Object.entries(silent))
      test(`reports nothing for ${name}`, async () => assert.deepEqual(await say(text), []));
    const bad = label('gpu', '"1"');
    const clusters: Readonly<Record<string, ClusterFacts>> = {
      'unknown nodes': known({ converged: false }),
      'a cluster without nodes': known({ nodes: [], converged: false }),
      'a converged cluster': known({ nodes, converged: true }),
      'a cluster without separate worker nodes': known({
        nodes: [node('m', { 'node-role.kubernetes.io/master': '' })],
      }),
      'a cluster with too many nodes': known({
        nodes: Array.from({ length: 5001 }, (_, index) => node(`n${index}`)),
        converged: false,
      }),
    };
    for (const [name, of] of Object.entries(clusters))
      test(`reports nothing for ${name}`, async () => assert.deepEqual(await say(bad, of), []));
    test('reports nothing without a cluster', async () =>
      assert.deepEqual(await found('kataconfig-selector-no-nodes', bad, {}), []));
  });
  test('uses the node roles when the topology is unknown', async () =>
    assert.equal((await say(label('gpu', '"1"'), known({ nodes }))).length, 1));
  test('downgrades to information when a kustomization changes the KataConfig', async () => {
    const files = {
      'kustomization.yaml':
        'resources:\n- file.yaml\npatches:\n- patch: |\n    - op: add\n      path: /spec/logLevel\n      value: info\n  target:\n    kind: KataConfig\n',
    };
    const [one] = await found('kataconfig-selector-no-nodes', label('gpu', '"1"'), { cluster, files });
    assert.equal(one?.severity, 'info');
  });

  describe('checkNodeEligibility', () => {
    const eligible = 'feature.node.kubernetes.io/runtime.kata';
    test('reports that no worker node has the eligibility label', async () => {
      const [one] = await say(kataConfig('  checkNodeEligibility: true\n'));
      assert.match(
        one?.message ?? '',
        /^No worker node on cluster demo \(.*\) has the label feature\.node\.kubernetes\.io\/runtime\.kata: "true", so the operator doesn't install Kata\./,
      );
    });
    test('reports nothing with a labeled node, with peer pods, or when not true', async () => {
      assert.deepEqual(
        await say(
          kataConfig('  checkNodeEligibility: true\n'),
          known({ nodes: [...nodes, node('w3', { [eligible]: 'true' })], converged: false }),
        ),
        [],
      );
      for (const spec of [
        '  checkNodeEligibility: true\n  enablePeerPods: true\n',
        '  checkNodeEligibility: false\n',
        '  checkNodeEligibility: "true"\n',
      ])
        assert.deepEqual(await say(kataConfig(spec)), [], spec);
    });
  });
});

const pod = (runtimeClass: string, annotation = '') =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n${annotation}spec:\n  runtimeClassName: ${runtimeClass}\n  containers:\n    - name: web\n      image: x\n`;

describe('pod-machine-type-not-on-cluster', () => {
  const asking = (type: string, runtimeClass = 'kata-remote') =>
    pod(runtimeClass, `  annotations:\n    io.katacontainers.config.hypervisor.machine_type: ${type}\n`);
  const cluster = known({
    allowedInstanceTypes: { provider: 'aws', types: ['t3.small', 't3.large'], default: 't3.small' },
  });
  const say = (text: string, options: CheckOptions = {}) =>
    found('pod-machine-type-not-on-cluster', text, { cluster, ...options });
  const configMap = (types: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n  CLOUD_PROVIDER: "aws"\n  PODVM_INSTANCE_TYPES: "${types}"\n`;

  test("warns about a type that the cluster doesn't allow", async () => {
    const [one] = await say(asking('m5.large'));
    assert.match(
      one?.message ?? '',
      /^On cluster demo \(last updated .*\), peer-pods-cm doesn't allow instance type "m5\.large", so the pod doesn't start\. Use t3\.large or t3\.small, or allow the type\.$/,
    );
    assert.equal(one?.severity, 'warning');
  });
  test('allows only the default when the list is empty', async () => {
    const only = known({ allowedInstanceTypes: { provider: 'aws', types: [], default: 't3.small' } });
    assert.equal((await say(asking('m5.large'), { cluster: only })).length, 1);
    assert.equal((await say(asking('t3.small'), { cluster: only })).length, 0);
    // In this case, cloud-api-adaptor uses its built-in default.
    const unset = known({ allowedInstanceTypes: { provider: 'aws', types: [] } });
    assert.equal((await say(asking('m6a.large'), { cluster: unset })).length, 0);
    assert.equal((await say(asking('m5.large'), { cluster: unset })).length, 1);
  });
  test('downgrades to information when a workspace ConfigMap allows the type', async () => {
    const [one] = await say(asking('m5.large'), { files: { 'cm.yaml': configMap('m5.large') } });
    assert.equal(one?.severity, 'info');
    assert.match(one.message, /First apply the peer-pods-cm in your files that allows this type\.$/);
  });
  test("leaves types that the workspace doesn't allow to the workspace rule", async () =>
    assert.deepEqual(await say(asking('m5.large'), { files: { 'cm.yaml': configMap('t3.small') } }), []));
  test('accepts size annotations when the cluster runs a release before OSC 1.11', async () => {
    const sized = pod(
      'kata-remote',
      '  annotations:\n    io.katacontainers.config.hypervisor.machine_type: m5.large\n    io.katacontainers.config.hypervisor.default_vcpus: "2"\n    io.katacontainers.config.hypervisor.default_memory: "4096"\n',
    );
    assert.deepEqual(await say(sized, { cluster: { ...cluster, release: '1.10' }, release: '1.10' }), []);
    assert.equal((await say(sized, { cluster: { ...cluster, release: '1.12' } })).length, 1);
  });
  test('reports nothing for allowed types, other runtime classes, other providers, or unknown data', async () => {
    assert.deepEqual(await say(asking('t3.large')), []);
    assert.deepEqual(await say(asking('m5.large', 'kata')), []);
    assert.deepEqual(await say(asking('${TYPE}')), []);
    assert.deepEqual(await say(asking('<type>')), []);
    assert.deepEqual(await say(asking('""')), []);
    for (const provider of ['libvirt', 'vsphere', 'nobody', ''])
      assert.deepEqual(
        await say(asking('m5.large'), { cluster: known({ allowedInstanceTypes: { provider, types: ['x'] } }) }),
        [],
        provider,
      );
    assert.deepEqual(await say(asking('m5.large'), { cluster: known({}) }), []);
  });
});

describe('pod-runtimeclass-not-on-cluster', () => {
  const cluster = known({ runtimeClasses: ['kata', 'kata-mine'] });
  const say = (text: string, options: CheckOptions = {}) =>
    found('pod-runtimeclass-not-on-cluster', text, { cluster, ...options });
  test('reports a missing runtime class as information', async () => {
    const [one] = await say(pod('kata-remote'));
    assert.equal(one?.severity, 'info');
    assert.match(
      one.message,
      /the runtime class kata-remote doesn't exist, so the pod is rejected\. Required: A KataConfig with enablePeerPods: true, and peer-pods-cm\.$/,
    );
  });
  test('reports nothing for existing, unrelated, workspace-defined, or unknown runtime classes', async () => {
    for (const name of ['kata', 'gvisor', 'kata-other', '${CLASS}']) assert.deepEqual(await say(pod(name)), [], name);
    const made =
      'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-remote\nhandler: kata-remote\n';
    assert.deepEqual(await say(`${pod('kata-remote')}---\n${made}`), []);
    assert.deepEqual(await say(pod('kata-remote'), { files: { 'class.yaml': made } }), []);
    assert.deepEqual(await say(pod('kata-remote'), { cluster: known({}) }), []);
  });
  test('suppresses pod-runtimeclass-unknown for a runtime class of the cluster', async () => {
    const files = {
      'kata.yaml': 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n',
    };
    assert.equal((await found('pod-runtimeclass-unknown', pod('kata-mine'), { files })).length, 1);
    assert.deepEqual(await found('pod-runtimeclass-unknown', pod('kata-mine'), { files, cluster }), []);
  });
});

describe('release-not-of-cluster', () => {
  const say = (release: string | undefined, options: CheckOptions = {}) =>
    found('release-not-of-cluster', `${pod('kata')}---\n${pod('kata')}`, {
      release: '1.12',
      cluster: known(release === undefined ? {} : { release }),
      ...options,
    });
  test('reports a different cluster release once per file', async () => {
    const [one, ...others] = await say('1.10');
    assert.equal(
      one?.message,
      `This file is checked against OSC 1.12, but OSC 1.10 is installed on cluster demo (last updated ${clock}). If the file is for that cluster, set osc.release to 1.10.`,
    );
    assert.equal(one.severity, 'info');
    assert.equal(one.finding.offersReleases, true);
    assert.deepEqual(others, []);
  });
  test('reports nothing when the releases match or the cluster release is unknown', async () => {
    for (const release of ['1.12', '1.12.0', 'v1.12', undefined, '9.9', 'latest'])
      assert.deepEqual(await say(release), [], release);
  });
});

test('cluster messages stay within the length limit with the longest names', async () => {
  const long = { cluster: 'c'.repeat(100), asOf: '2026-11-01T10:41:00Z', release: '1.10' };
  const key = 'k'.repeat(63);
  const texts: [string, Partial<ClusterFacts>][] = [
    [pod('kata-cc'), { runtimeClasses: [] }],
    [pod('kata-cc-nvidia-gpu'), { runtimeClasses: [] }],
    [
      pod('kata-remote', `  annotations:\n    io.katacontainers.config.hypervisor.machine_type: ${'m'.repeat(80)}\n`),
      { allowedInstanceTypes: { provider: 'aws', types: ['t'.repeat(70)] }, release: '1.12' },
    ],
    [
      `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  checkNodeEligibility: true\n  kataConfigPoolSelector:\n    matchLabels:\n      ${key}: a\n`,
      {
        converged: false,
        nodes: Array.from({ length: 5000 }, (_, index) => node(`n${index}`, { [key]: 'v'.repeat(63) })),
      },
    ],
  ];
  for (const [text, more] of texts) {
    const said = (await check(text, { cluster: { ...long, ...more } })).filter(({ message }) =>
      message.includes('cluster c'),
    );
    assert.ok(said.length > 0);
    // A label key is shown in full, whatever its length.
    for (const { message } of said) assert.match(message.replace(key, 'key'), /^[^\n`]{20,240}$/, `${message.length}`);
  }
});
