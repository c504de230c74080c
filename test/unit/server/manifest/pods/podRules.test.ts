/** Tests the rules for pods beyond their examples: runtime classes, sizes, and the effect of other files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { webhookExcludedNamespaces } from '#core/product/namespaces.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';
import {
  after,
  annotation,
  aws,
  configMap,
  found,
  kataConfig,
  fixText,
  notAllowed,
  pod,
  titles,
  typed,
  workload,
  type Parts,
} from '#test/support/manifests/podManifests.ts';

describe('pod-annotation-no-runtimeclass', () => {
  const text = pod({ runtime: '', annotations: [annotation('machine_type', 't3.large')] });
  const warned = ['pod-annotation-no-runtimeclass warning'];
  test('offers a fix for each runtime class that supports the annotation', async () => {
    assert.deepEqual(await titles(text), ['Add runtimeClassName: kata-remote', 'Add runtimeClassName: kata']);
    assert.deepEqual(await titles(pod({ runtime: '', annotations: [annotation('kernel_params', 'a')] })), [
      'Add runtimeClassName: kata',
    ]);
    assert.deepEqual(await titles(pod({ runtime: '', annotations: [annotation('default_gpus', '"1"')] })), [
      'Add runtimeClassName: kata-remote',
    ]);
  });
  test('warns unless the manifest is a patch or another document sets the runtime class', async () => {
    const patch = workload('Deployment', { runtime: '', annotations: [annotation('machine_type', 't3.large')] });
    assert.deepEqual(await found(patch), warned);
    assert.deepEqual(await found(patch.replace(/^ *image: .*\n/m, '')), []);
    assert.deepEqual(
      await found(patch, { files: { 'patch.yaml': workload('Deployment', { runtime: 'kata-remote' }) } }),
      [],
    );
    assert.deepEqual(await found(`${patch}---\n${workload('Deployment', { runtime: 'kata-remote' })}`), []);
    assert.deepEqual(await found(patch, { files: { 'other.yaml': pod({ runtime: 'kata-remote' }) } }), warned);
  });
  test('downgrades to information for another runtime class and skips it if its handler is Kata', async () => {
    const other = pod({ runtime: 'sandbox', annotations: [annotation('machine_type', 't3.large')] });
    const runtimeClass = (handler: string) =>
      `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: sandbox\nhandler: ${handler}\n`;
    assert.deepEqual(await found(other), ['pod-annotation-no-runtimeclass info']);
    assert.deepEqual(await found(other, { files: { 'c.yaml': runtimeClass('runsc') } }), [
      'pod-annotation-no-runtimeclass info',
    ]);
    for (const handler of ['kata-remote', 'kata'])
      assert.deepEqual(await found(other, { files: { 'c.yaml': runtimeClass(handler) } }), []);
  });
});

describe('pod-vcpu-memory-pair', () => {
  const half = 'pod-vcpu-memory-pair';
  const resources = (...lines: string[]) => ['resources:', '  requests:', ...lines.map((line) => `    ${line}`)];
  const vcpus = annotation('default_vcpus', '"2"');
  const cases: readonly [name: string, parts: Parts, expected: readonly string[]][] = [
    ['warns about memory without vCPUs', { annotations: [annotation('default_memory', '"2"')] }, [`${half} warning`]],
    [
      'accepts vCPUs from an annotation with memory from resources',
      { annotations: [vcpus], container: resources('memory: 2Gi') },
      [],
    ],
    ['accepts vCPUs and memory from resources', { container: resources('memory: 2Gi', 'cpu: 500m') }, []],
    ['accepts CPU resources alone', { container: resources('cpu: 1') }, []],
    ['accepts CPU resources with zero memory', { container: resources('cpu: 1', 'memory: 0') }, []],
    ['ignores other resources', { container: resources('ephemeral-storage: 1Gi', 'kata.peerpods.io/vm: 1') }, []],
    [
      'ignores pods that request an instance type',
      { annotations: [vcpus, annotation('machine_type', 't3.large')] },
      [],
    ],
    ['ignores pods that request GPUs by annotation', { annotations: [vcpus, annotation('default_gpus', '"1"')] }, []],
    ['ignores pods that request GPUs by resources', { container: resources('cpu: 1', 'nvidia.com/gpu: 1') }, []],
    ['accepts a template variable for memory', { annotations: [vcpus, annotation('default_memory', '$(MEMORY)')] }, []],
    ['ignores the kata runtime class', { runtime: 'kata', annotations: [vcpus], container: resources('cpu: 1') }, []],
    [
      'ignores namespaces that the webhook skips',
      { namespace: 'kube-system', container: resources('cpu: 1') },
      ['pod-in-operator-ns warning'],
    ],
  ];
  for (const [name, parts, expected] of cases)
    test(name, async () => assert.deepEqual(await found(pod(parts)), expected));
  test('warns about CPU resources alone when peer-pods-cm lists instance types', async () => {
    const text = pod({ container: resources('cpu: 1') });
    const by = (cm: string) => found(text, { files: { 'cm.yaml': cm } });
    assert.deepEqual(await by(aws('"t3.small,t3.large"')), [`${half} warning`]);
    assert.deepEqual(await by(aws('""')), []);
    assert.deepEqual(await by(configMap('CLOUD_PROVIDER: "libvirt"')), []);
    assert.deepEqual(await by(configMap('CLOUD_PROVIDER: "aws"')), []);
    assert.deepEqual(await by(aws('$(TYPES)')), []);
  });
  test('ignores partial pod templates', async () => {
    const text = workload('Deployment', { annotations: [vcpus] }).replace(/^ *image: .*\n/m, '');
    assert.deepEqual(await found(text), []);
  });
});

describe('check for resources that override annotations', () => {
  const size = (limits: readonly string[], vcpus = '"2"') =>
    pod({
      annotations: [annotation('default_vcpus', vcpus), annotation('default_memory', '"4096"')],
      spec: [
        'initContainers:',
        '  - name: prepare',
        '    image: x',
        '    resources:',
        '      limits:',
        '        cpu: 1',
      ],
      container: ['resources:', '  limits:', ...limits.map((line) => `    ${line}`)],
    });
  test('reports the vCPU count that the webhook writes', async () => {
    const findings = await check(size(['cpu: 1500m']));
    assert.deepEqual(
      findings.map(({ severity, message }) => [severity, /overwrites default_vcpus with "(\d+)"/.exec(message)?.[1]]),
      [['info', '3']],
    );
  });
  test('accepts resources that match the annotations', async () =>
    assert.deepEqual(await found(size(['cpu: 1', 'memory: 4Gi'])), []));
  test('ignores the kata runtime class', async () =>
    assert.deepEqual(await found(size(['cpu: 3']).replace('kata-remote', 'kata')), []));
  test('ignores a CPU limit with a template variable', async () =>
    assert.deepEqual(await found(size(['cpu: $(CPU)'])), []));
});

describe('pod-machine-type-not-allowed', () => {
  const files = (cm: string): CheckOptions => ({ files: { 'cm.yaml': cm } });
  const cases: readonly [name: string, type: string, cm: string, expected: readonly string[]][] = [
    ['accepts a listed type', 't3.large', aws('"t3.small,t3.large"'), []],
    ['reports an unlisted type', 'm5.large', aws('"t3.small,t3.large"'), notAllowed],
    [
      'reports an unlisted default type',
      't3.medium',
      aws('"t3.small"', 'PODVM_INSTANCE_TYPE: "t3.medium"'),
      notAllowed,
    ],
    ['ignores spaces in the list', 't3.large', aws('"t3.small, t3.large"'), []],
    [
      'reports a type other than the default when the list is empty',
      'm5.large',
      aws('""', 'PODVM_INSTANCE_TYPE: "t3.medium"'),
      notAllowed,
    ],
    ['accepts the default type when the list is empty', 't3.medium', aws('""', 'PODVM_INSTANCE_TYPE: "t3.medium"'), []],
    ['accepts any type when the list is empty and no default is set', 'm5.large', aws('""'), []],
    ['accepts any type without a list', 'm5.large', configMap('CLOUD_PROVIDER: "aws"'), []],
    ['accepts any type when the list is a template variable', 'm5.large', aws('$(TYPES)'), []],
    ['accepts any type without a cloud provider', 'm5.large', configMap('PODVM_INSTANCE_TYPES: "t3.large"'), []],
    ['accepts any type on libvirt', 'm5.large', configMap('CLOUD_PROVIDER: "libvirt"'), []],
    [
      'reports an unlisted profile on IBM Cloud',
      'bx2-8x32',
      configMap('CLOUD_PROVIDER: "ibmcloud"', 'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST: "bx2-2x8, bx2-4x16"'),
      notAllowed,
    ],
    [
      'ignores a ConfigMap in another namespace',
      'm5.large',
      aws('"t3.large"').replace('openshift-sandboxed-containers-operator', 'other'),
      [],
    ],
  ];
  for (const [name, type, cm, expected] of cases)
    test(name, async () => assert.deepEqual(await found(typed(type), files(cm)), expected));
  test('reports nothing without a workspace or for other runtime classes', async () => {
    assert.deepEqual(await found(typed('m5.large')), []);
    assert.deepEqual(await found(typed('q35').replace('kata-remote', 'kata'), files(aws('"t3.large"'))), []);
  });
  test('accepts an unlisted type with size annotations before OSC 1.11', async () => {
    const text = pod({
      annotations: [
        annotation('machine_type', 'm5.large'),
        annotation('default_vcpus', '"2"'),
        annotation('default_memory', '"2048"'),
      ],
    });
    assert.deepEqual(await found(text, { ...files(aws('"t3.large"')), release: '1.10' }), []);
    assert.deepEqual(await found(text, { ...files(aws('"t3.large"')), release: '1.11' }), notAllowed);
    assert.deepEqual(await found(typed('m5.large'), { ...files(aws('"t3.large"')), release: '1.10' }), notAllowed);
  });
  test('uses the nearest ConfigMap and reports only types that no candidate allows', async () => {
    const [small, large] = [aws('"t3.small"'), aws('"t3.large"')];
    const by = (options: Record<string, string>) => found(typed('t3.large'), { files: options });
    assert.deepEqual(await by({ 'cm.yaml': small, 'other/cm.yaml': large }), notAllowed);
    assert.deepEqual(await by({ 'cm.yaml': large, 'other/cm.yaml': small }), []);
    assert.deepEqual(await by({ 'a/cm.yaml': small, 'b/cm.yaml': large }), []);
    assert.deepEqual(await by({ 'a/cm.yaml': small, 'b/cm.yaml': small }), notAllowed);
    assert.deepEqual(await by({ 'one.yaml': small, 'two.yaml': large }), []);
  });
  test('names the ConfigMap file and offers its types as fixes', async () => {
    const [finding] = await check(typed('t3.LARGE'), files(aws('"t3.small,t3.large"')));
    assert.match(finding?.message ?? '', /PODVM_INSTANCE_TYPES list in cm\.yaml/);
    assert.deepEqual(
      finding?.finding.related.map(({ uri, line }) => [uri, line]),
      [['file:///workspace/cm.yaml', 7]],
    );
    assert.deepEqual(
      finding?.finding.fixes.map(({ title, sure }) => [title, sure]),
      [
        ['Change to t3.large', true],
        ['Change to t3.small', false],
      ],
    );
  });
  test('reports the affected pods at the ConfigMap', async () => {
    const others = {
      'a/p.yaml': typed('m5.large'),
      'q.yaml': typed('t3.small'),
      'r.yaml': workload('CronJob', { annotations: [annotation('machine_type', 'm5.xlarge')] }),
    };
    const findings = (await check(aws('"t3.small"'), { files: others })).filter(
      ({ rule }) => rule === 'osc/pod-machine-type-not-allowed',
    );
    assert.equal(findings.length, 1);
    assert.match(
      findings[0]?.message ?? '',
      /^Not in this list but requested by Pod web and CronJob web: m5\.large, m5\.xlarge\./,
    );
    assert.equal(findings[0]?.severity, 'info');
    assert.deepEqual(
      findings[0]?.finding.related.map(({ uri }) => uri),
      ['file:///workspace/a/p.yaml', 'file:///workspace/r.yaml'],
    );
    const nearer = { ...others, 'a/cm.yaml': aws('"m5.large"'), 'r.yaml': '' };
    assert.ok(!(await found(aws('"t3.small"'), { files: nearer })).some((rule) => rule.startsWith('pod-machine')));
  });
});

describe('pod-runtimeclass-unknown', () => {
  const cases: readonly [name: string, severity: string | undefined, fix?: string][] = [
    ['kata', undefined],
    ['kata-remote', undefined],
    ['kata-cc', undefined],
    ['kata-nvidia-gpu', undefined],
    ['Kata-Remote', 'error', 'Change to kata-remote (sure)'],
    ['kataremote', 'warning', 'Change to kata-remote (sure)'],
    ['kata_remote', 'error', 'Change to kata-remote (sure)'],
    ['KATA_REMOTE', 'warning', 'Change to kata-remote (sure)'],
    ['kata-reomte', 'warning', 'Change to kata-remote'],
    ['ktaa', 'warning', 'Change to kata'],
    ['kata-qemu', 'warning', 'Change to kata'],
    ['kata-snp', 'info', 'Change to kata-cc'],
    ['kata-fc', 'info'],
    ['kata-remote2', 'info'],
  ];
  for (const [name, severity, fix] of cases) {
    test(`${severity === undefined ? 'accepts' : 'reports'} ${name}`, async () => {
      // Upstream and other clouds have runtime classes with similar names, so the rule applies only next to OSC
      // resources.
      const options = { files: { 'kataconfig.yaml': kataConfig('enablePeerPods: true') } };
      // The support level of GPUs has its own rule.
      assert.deepEqual(
        (await found(pod({ runtime: name }), options)).filter((finding) => !finding.startsWith('pod-gpu-support')),
        severity === undefined ? [] : [`pod-runtimeclass-unknown ${severity}`],
      );
      assert.deepEqual(await titles(pod({ runtime: name }), options), fix === undefined ? [] : [fix]);
    });
  }
  test('accepts a runtime class defined in the workspace', async () => {
    const runtimeClass =
      'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-qemu\nhandler: kata\n';
    assert.deepEqual(await found(pod({ runtime: 'kata-qemu' }), { files: { 'c.yaml': runtimeClass } }), []);
    assert.deepEqual(await found(`${runtimeClass}---\n${pod({ runtime: 'kata-qemu' })}`), []);
  });
  test('fixes a typo without causing new findings', async () => {
    const text = pod({
      runtime: 'kata_remote',
      annotations: [annotation('kernel', '/x')],
      spec: ['hostNetwork: true'],
      namespace: 'kube-system',
    });
    const before = (await found(text)).filter((rule) => !rule.startsWith('pod-runtimeclass'));
    assert.deepEqual(await found(await fixText(text)), before);
    assert.equal(before.length, 3);
  });
  test('offers to remove or replace an empty runtime class', async () => {
    assert.deepEqual(await titles(pod({ runtime: "''" })), [
      'Remove runtimeClassName',
      'Change to kata-remote',
      'Change to kata',
    ]);
  });
});

describe('runtimeclass-remote-without-peerpods', () => {
  const warned = ['runtimeclass-remote-without-peerpods warning'];
  const by = (files: Record<string, string>) => found(pod(), { files });
  test("warns when the KataConfig doesn't enable peer pods", async () => {
    assert.deepEqual(await by({ 'k.yaml': kataConfig() }), warned);
    assert.deepEqual(await by({ 'k.yaml': kataConfig('enablePeerPods: false') }), warned);
    assert.deepEqual(await by({ 'below/k.yaml': kataConfig() }), warned);
  });
  test('accepts pods when peer pods are or might be enabled', async () => {
    for (const line of [
      'enablePeerPods: true',
      'enablePeerPods: $(PEERPODS)',
      'enablePeerPods: "true"',
      'enablePeerPods: yes',
    ])
      assert.deepEqual(await by({ 'k.yaml': kataConfig(line) }), []);
    assert.deepEqual(await by({}), []);
    assert.deepEqual(await by({ 'a/k.yaml': kataConfig(), 'b/k.yaml': kataConfig('enablePeerPods: true') }), []);
    assert.deepEqual(await found(pod()), []);
  });
  const short = (text: string, files: Record<string, string>) =>
    check(text, { files }).then((all) =>
      all
        .filter(({ rule }) => rule === 'osc/runtimeclass-remote-without-peerpods')
        .map(({ severity, message }) => `${severity} ${message}`),
    );
  test('reports the affected pods at the KataConfig', async () => {
    const several = { 'a.yaml': pod(), 'b/c.yaml': workload('StatefulSet', {}), 'd.yaml': workload('Job', {}) };
    assert.match(
      (await short(kataConfig(), several)).join(),
      /^info The runtime class kata-remote \(used by Pod web, StatefulSet web and others\) requires /,
    );
    assert.match(
      (await short(kataConfig(), { 'a.yaml': pod() })).join(),
      /^info The runtime class kata-remote \(used by Pod web\) requires /,
    );
    assert.deepEqual(await short(kataConfig(), { 'a.yaml': pod({ runtime: 'kata' }) }), []);
    assert.deepEqual(await short(kataConfig('enablePeerPods: true'), several), []);
    assert.deepEqual(await short(kataConfig(), { 'a.yaml': pod(), 'k.yaml': kataConfig('enablePeerPods: true') }), []);
  });
  test('leaves a misspelled enablePeerPods to another rule', async () => {
    assert.deepEqual(await short(kataConfig('enablePeerpods: true'), { 'a.yaml': pod() }), []);
  });
  test('offers a fix that enables peer pods', async () => {
    const files = { 'a.yaml': pod(), 'cm.yaml': aws('"t3.large"') };
    for (const text of [kataConfig(), kataConfig('logLevel: info'), kataConfig('enablePeerPods: false')])
      assert.match(
        (await after(text, /^(?:Add enablePeerPods: true|Change to true)$/, { files })) ?? '',
        /^spec:\n(?: {2}logLevel: info\n)? {2}enablePeerPods: true\n$/m,
      );
  });
});

describe('pod-in-operator-ns', () => {
  const warned = ['pod-in-operator-ns warning'];
  test('warns about every namespace that the webhook skips', async () => {
    for (const namespace of webhookExcludedNamespaces)
      assert.deepEqual(await found(pod({ namespace })), warned, namespace);
  });
  test('accepts other namespaces', async () => {
    for (const namespace of ['openshift-foo', 'default', 'web']) assert.deepEqual(await found(pod({ namespace })), []);
  });
  test('warns about the kata runtime class only in the operator namespace', async () => {
    assert.deepEqual(await found(pod({ runtime: 'kata', namespace: 'kube-system' })), []);
    assert.deepEqual(
      await found(pod({ runtime: 'kata', namespace: 'openshift-sandboxed-containers-operator' })),
      warned,
    );
    assert.deepEqual(
      await found(pod({ runtime: '', namespace: 'kube-system', annotations: ['a: katacontainers'] })),
      [],
    );
  });
});

test('pod-memory-unit ignores large amounts in thousandths of a byte', async () => {
  const withMemory = (memory: string) =>
    found(pod({ container: ['resources:', '  requests:', '    cpu: "1"', `    memory: ${memory}`] }));
  assert.deepEqual(await withMemory('512m'), ['pod-memory-unit warning']);
  for (const memory of ['128974848000m', '"${MEMORY}m"', '512Mi'])
    assert.deepEqual(await withMemory(memory), [], memory);
});
