/**
 * Tests what kustomizations change in the objects of other files, and that rules then report nothing about these as
 * certain.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { check, uri } from '#test/support/manifests/checkText.ts';
import { kataConfig, workspace } from '#test/support/manifests/memoryWorkspace.ts';

const configMap = (...data: string[]) =>
  [
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:',
    ...data,
    '',
  ].join('\n  ');
const types = configMap('CLOUD_PROVIDER: aws', 'PODVM_INSTANCE_TYPES: t3.medium,t3.large');
const pod =
  'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  annotations:\n    io.katacontainers.config.hypervisor.machine_type: m5.4xlarge\nspec:\n  runtimeClassName: kata-remote\n  containers:\n    - name: web\n      image: quay.io/example/web\n';
const base = { 'kustomization.yaml': 'resources: [file.yaml, cm.yaml]\n', 'cm.yaml': types };
/** Returns a kustomization in another folder that builds on the one of the pod. */
const overlay = (...lines: string[]) => ['resources: [../../]', ...lines, ''].join('\n');
const found = async (text: string, files: Readonly<Record<string, string>>) =>
  (await check(text, { files }))
    .filter(({ rule }) => rule !== 'osc/ppcm-instance-type')
    .map(({ rule, severity }) => `${rule} ${severity}`);
const refused = 'osc/pod-machine-type-not-allowed';

describe('instance type check with an overlay', () => {
  const ways: Readonly<Record<string, readonly [kustomization: string, patch?: string]>> = {
    'a patch with a target': [overlay('patches:', '- target: {kind: ConfigMap, name: peer-pods-cm}', "  patch: '[]'")],
    'a patch with a target pattern': [
      overlay('patches:', '- target: {kind: ConfigMap, name: peer-.*}', "  patch: '[]'"),
    ],
    'a patch with a label selector': [overlay('patches:', '- target: {labelSelector: a=b}', '  path: p.yaml')],
    'an inline patch': [
      overlay(
        'patches:',
        '- patch: |-',
        '    apiVersion: v1',
        '    kind: ConfigMap',
        '    metadata: {name: peer-pods-cm}',
      ),
    ],
    'a patch in a file': [overlay('patches:', '- path: p.yaml'), configMap('PODVM_INSTANCE_TYPES: m5.4xlarge')],
    'patchesStrategicMerge in a file': [
      overlay('patchesStrategicMerge: [p.yaml]'),
      configMap('PODVM_INSTANCE_TYPES: m5.4xlarge'),
    ],
    'inline patchesStrategicMerge': [
      overlay(
        'patchesStrategicMerge:',
        '- |-',
        '  apiVersion: v1',
        '  kind: ConfigMap',
        '  metadata:',
        '    name: peer-pods-cm',
      ),
    ],
    patchesJson6902: [
      overlay('patchesJson6902:', '- target: {version: v1, kind: ConfigMap, name: peer-pods-cm}', '  path: p.yaml'),
    ],
    replacements: [
      overlay(
        'replacements:',
        '- source: {kind: ConfigMap, name: o}',
        '  targets:',
        '  - select: {kind: ConfigMap, name: peer-pods-cm}',
      ),
    ],
    'replacements in a file': [overlay('replacements:', '- path: r.yaml')],
    transformers: [overlay('transformers: [t.yaml]')],
    'a merging generator': [overlay('configMapGenerator:', '- {name: peer-pods-cm, behavior: merge, envs: [a.env]}')],
    'a missing component': [overlay('components: [../gone]')],
  };
  for (const [name, [kustomization, patch]] of Object.entries(ways)) {
    test(`reports nothing with ${name}`, async () => {
      const files = {
        ...base,
        'overlays/prod/kustomization.yaml': kustomization,
        ...(patch === undefined ? {} : { 'overlays/prod/p.yaml': patch }),
      };
      assert.deepEqual(await found(pod, files), []);
    });
  }
  test('reports an unlisted type when no overlay changes the list', async () => {
    const others = [
      overlay(),
      overlay('patches:', '- target: {kind: ConfigMap, name: other}', "  patch: '[]'"),
      overlay('patches:', '- patch: |-', '    kind: ConfigMap', '    metadata:', '      name: other'),
      overlay('patches:', '- path: p.yaml'),
      overlay('configMapGenerator:', '- {name: peer-pods-cm, behavior: create}'),
      'resources: [../other]\ntransformers: [t.yaml]\n',
      'resources: [https://example.com/base?ref=v1]\ntransformers: [t.yaml]\n',
      '- transformers\n',
      'resources: [../..\n',
    ];
    for (const kustomization of others) {
      const files = {
        ...base,
        'overlays/prod/kustomization.yaml': kustomization,
        'overlays/prod/p.yaml': `${kataConfig('a')}spec:\n  enablePeerPods: true\n`,
      };
      assert.deepEqual(await found(pod, files), [`${refused} error`], kustomization);
    }
  });
});

describe('overlay scope', () => {
  const changing = 'transformers: [t.yaml]\n';
  test('includes nested kustomizations and folders without a kustomization', async () => {
    const above = {
      'a/kustomization.yaml': 'resources:\n- ../b\n',
      'b/kustomization.yaml': `resources: [../]\n${changing}`,
    };
    assert.deepEqual(await found(pod, { ...base, ...above }), []);
    assert.deepEqual(
      await found(pod, {
        ...base,
        'a/kustomization.yaml': `resources:\n- ../b\n${changing}`,
        'b/kustomization.yaml': 'bases: [..]\n',
      }),
      [],
    );
    assert.deepEqual(
      await found(pod, { 'cm.yaml': types, 'a/kustomization.yaml': `resources: [..]\n${changing}` }),
      [],
    );
  });
  test('includes only files that the kustomization names', async () => {
    assert.deepEqual(await found(pod, { ...base, 'kustomization.yaml': `resources: [cm.yaml]\n${changing}` }), []);
    assert.deepEqual(await found(pod, { ...base, 'kustomization.yaml': `resources: [other.yaml]\n${changing}` }), [
      `${refused} error`,
    ]);
  });
  test('includes components only where a kustomization uses them', async () => {
    const component = {
      'c/kustomization.yaml': 'kind: Component\npatches:\n- target: {kind: ConfigMap}\n  path: p.yaml\n',
    };
    assert.deepEqual(await found(pod, { ...base, ...component }), [`${refused} error`]);
    assert.deepEqual(
      await found(pod, { ...base, ...component, 'o/kustomization.yaml': 'resources: [..]\ncomponents: [../c]\n' }),
      [],
    );
  });
  test('supports kustomizations that include each other', () => {
    const { overlays } = createWorkspaceSnapshot([
      { uri: 'file:///w/a/kustomization.yaml', text: 'resources: [../b, x.yaml]\n' },
      { uri: 'file:///w/b/kustomization.yaml', text: `resources: [../a]\ncomponents: [../b]\n${changing}` },
    ]);
    assert.ok(overlays.change('file:///w/a/x.yaml', 'Pod', 'web'));
    assert.ok(!overlays.change('file:///w/a/y.yaml', 'Pod', 'web'));
  });
});

describe('check of an object that an overlay changes', () => {
  const patching = (target: string) => overlay('patches:', `- target: ${target}`, '  path: p.yaml');
  test('downgrades pod findings to information and drops them at the ConfigMap', async () => {
    const files = { ...base, 'o/p/kustomization.yaml': patching('{kind: Pod}') };
    const [finding] = await check(pod, { files });
    assert.equal(finding?.severity, 'info');
    assert.match(finding.message, /A kustomization changes this object and might fix this problem\.$/);
    assert.ok(finding.message.length <= 240);
    assert.ok(!finding.finding.fixes.some(({ sure }) => sure));
    const asConfigMap = { 'kustomization.yaml': 'resources: [file.yaml, pod.yaml]\n', 'pod.yaml': pod };
    assert.ok((await found(types, asConfigMap)).includes(`${refused} info`));
    assert.ok(
      !(await found(types, { ...asConfigMap, 'o/p/kustomization.yaml': patching('{kind: Pod, name: web}') })).includes(
        `${refused} info`,
      ),
    );
  });
  test('downgrades pod findings when the patch file is missing', async () => {
    const files = { ...base, 'o/p/kustomization.yaml': overlay('patches: [{path: gone.yaml}]') };
    assert.deepEqual(await found(pod, files), [`${refused} info`]);
  });
  test('downgrades missing keys and invalid values', async () => {
    const text = configMap('CLOUD_PROVIDER: libvirt', 'DISABLECVM: "yes"');
    const found = async (more: Readonly<Record<string, string>>) =>
      (await check(text, { files: { 'kustomization.yaml': 'resources: [file.yaml]\n', ...more } })).map(
        ({ rule, severity }) => `${rule} ${severity}`,
      );
    const [missing, wrong] = await found({});
    assert.deepEqual([missing, wrong], ['osc/ppcm-missing-key error', 'osc/ppcm-bool warning']);
    assert.deepEqual(await found({ 'o/p/kustomization.yaml': patching('{kind: ConfigMap}') }), [
      'osc/ppcm-missing-key info',
      'osc/ppcm-bool info',
    ]);
  });
  test('reports nothing about peer pods when an overlay changes the KataConfig', async () => {
    const files = {
      'kataconfig.yaml': kataConfig('a'),
      'kustomization.yaml': 'resources: [file.yaml, kataconfig.yaml]\n',
    };
    const text = pod.replace(/ {2}annotations:\n.*\n/, '');
    assert.deepEqual(await found(text, files), ['osc/runtimeclass-remote-without-peerpods warning']);
    assert.deepEqual(await found(text, { ...files, 'o/p/kustomization.yaml': patching('{kind: KataConfig}') }), []);
  });
  test('keeps the severity of a value in a patch', async () => {
    const files = { 'kustomization.yaml': 'resources: [cm.yaml]\npatches: [{path: file.yaml}]\n', 'cm.yaml': types };
    assert.deepEqual(await found(configMap('DISABLECVM: "yes"'), files), ['osc/ppcm-bool warning']);
  });
  test('keeps the severity that the user sets', async () => {
    const files = { ...base, 'o/p/kustomization.yaml': patching('{kind: Pod}') };
    const [finding] = await check(pod, { files, severities: { 'pod-machine-type-not-allowed': 'error' } });
    assert.equal(finding?.severity, 'error');
  });
});

test('WorkspaceIndex notifies only when the effect of a kustomization changes', async () => {
  const at = 'file:///workspace/o/kustomization.yaml';
  const { disk, index, seen, readAll } = workspace({ [uri]: pod, [at]: 'resources: [..]\n' });
  await readAll();
  const before = seen.changes;
  disk.set(at, '# why\nresources: [..]\n');
  await index.refresh(at);
  assert.equal(seen.changes, before);
  const overlays = index.facts()?.overlays;
  assert.ok(overlays !== undefined && !overlays.change(uri, 'Pod', 'web'));
  disk.set(at, 'resources: [..]\ntransformers: [t.yaml]\n');
  await index.refresh(at);
  assert.equal(seen.changes, before + 1);
  assert.ok(index.facts()?.overlays.change(uri, 'Pod', 'web'));
  disk.delete(at);
  await index.refresh(at);
  assert.ok(!index.facts()?.overlays.change(uri, 'Pod', 'web'));
});

test('missing keys in a patch file are reported as information', async () => {
  const patch = configMap(
    'CLOUD_PROVIDER: aws',
    'AWS_REGION: us-east-2',
    'AWS_VPC_ID: vpc-0123456789abcdef0',
    'VXLAN_PORT: "9000"',
  );
  const as = async (kustomization: string) =>
    (await check(patch, { files: { 'kustomization.yaml': kustomization } })).map(
      ({ rule, severity }) => `${rule} ${severity}`,
    );
  assert.deepEqual(await as('resources: [file.yaml]\n'), ['osc/ppcm-missing-key error']);
  for (const field of [
    'patches: [{path: file.yaml}]',
    'patches: [{path: file.yaml, target: {kind: ConfigMap}}]',
    'patchesStrategicMerge: [file.yaml]',
  ])
    assert.deepEqual(await as(`${field}\n`), ['osc/ppcm-missing-key info'], field);
});

describe('value that a kustomization writes', () => {
  const text = `${kataConfig('example-kataconfig')}spec:\n  logLevel: PLACEHOLDER\n`;
  const wrong = 'osc/kataconfig-loglevel';
  const target = '{group: kataconfiguration.openshift.io, kind: KataConfig, name: example-kataconfig}';
  const json = '- {op: replace, path: /spec/logLevel, value: debug}\n';
  const merge = `${kataConfig('example-kataconfig')}spec:\n  logLevel: debug\n`;
  const own = (...lines: readonly string[]) => ({
    'kustomization.yaml': ['resources: [file.yaml]', ...lines, ''].join('\n'),
  });
  const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'a JSON patch in a file': { ...own('patches:', `- {target: ${target}, path: p.yaml}`), 'p.yaml': json },
    'a JSON patch in the file of patchesJson6902': {
      ...own('patchesJson6902:', `- target: ${target}`, '  path: p.yaml'),
      'p.yaml': json,
    },
    'an inline JSON patch': own('patches:', `- target: ${target}`, '  patch: |-', `    ${json.trim()}`),
    'a merge patch in a file': { ...own('patches: [{path: p.yaml}]'), 'p.yaml': merge },
    'a merge patch with a target': { ...own('patches:', `- {target: ${target}, path: p.yaml}`), 'p.yaml': merge },
    'an inline merge patch': own('patchesStrategicMerge:', '- |-', ...merge.split('\n').map((line) => `  ${line}`)),
    'a replacement': own(
      'replacements:',
      '- source: {kind: ConfigMap, name: a, fieldPath: data.level}',
      '  targets:',
      '  - select: {kind: KataConfig}',
      '    fieldPaths: [spec.logLevel]',
    ),
    'a component': {
      ...own('components: [c]'),
      'c/kustomization.yaml': `kind: Component\npatches:\n- target: ${target}\n  path: p.yaml\n`,
      'c/p.yaml': json,
    },
    'an overlay': {
      ...own(),
      'o/p/kustomization.yaml': overlay('patches:', `- {target: ${target}, path: p.yaml}`),
      'o/p/p.yaml': json,
    },
  };
  for (const [name, files] of Object.entries(ways)) {
    test(`isn't reported with ${name}`, async () => assert.deepEqual(await found(text, files), []));
  }
  test('is reported when another path, object, or kind is changed', async () => {
    const patched = (target: string, path: string) =>
      found(
        text,
        own('patches:', `- target: ${target}`, '  patch: |-', `    - {op: replace, path: ${path}, value: a}`),
      );
    assert.deepEqual(await patched(target, '/spec/checkNodeEligibility'), [`${wrong} info`]);
    assert.deepEqual(await patched('{kind: KataConfig, labelSelector: a=b}', '/spec/logLevel'), [`${wrong} info`]);
    assert.deepEqual(await patched('{kind: KataConfig, name: other}', '/spec/logLevel'), [`${wrong} error`]);
    assert.deepEqual(await patched('{group: example.com, kind: KataConfig}', '/spec/logLevel'), [`${wrong} error`]);
  });
  test('is information when another overlay uses the object unpatched', async () => {
    const files = { ...ways['an overlay'], 'o/other/kustomization.yaml': overlay() };
    const [finding] = await check(text, { files });
    assert.equal(finding?.severity, 'info');
    assert.match(
      finding.message,
      /Another kustomization replaces this value, but o\/other\/kustomization\.yaml doesn't\.$/,
    );
  });
  test('is reported in the literals of a merging generator', async () => {
    const merging = [
      'kind: Kustomization',
      'resources: [base]',
      'generatorOptions: {disableNameSuffixHash: true}',
      'configMapGenerator:',
      '- name: peer-pods-cm',
      '  behavior: merge',
      '  literals: [CLOUD_PROVIDER=aws, DISABLECVM=yes]',
      '',
    ].join('\n');
    const files = {
      'kustomization.yaml': merging,
      'base/kustomization.yaml': 'resources: [cm.yaml]\n',
      'base/cm.yaml': types,
    };
    assert.deepEqual(await found(merging, files), ['osc/ppcm-bool warning']);
  });
  test("isn't reported when a merging generator replaces it", async () => {
    const merging =
      'resources: [file.yaml]\nconfigMapGenerator:\n- {name: peer-pods-cm, behavior: merge, literals: [DISABLECVM=true]}\n';
    const cm = configMap('CLOUD_PROVIDER: aws', 'DISABLECVM: "yes"', 'VXLAN_PORT: x');
    assert.deepEqual(
      (await found(cm, { 'kustomization.yaml': merging })).filter((one) => !one.includes('missing')),
      ['osc/ppcm-int info'],
    );
  });
  test("isn't reported as missing", async () => {
    const adding = (key: string) => ({
      'kustomization.yaml': 'resources: [file.yaml]\npatches: [{path: p.yaml, target: {kind: ConfigMap}}]\n',
      'p.yaml': `- {op: add, path: /data/${key}, value: a}\n`,
    });
    const cm = configMap('CLOUD_PROVIDER: libvirt', 'LIBVIRT_VOL_NAME: a', 'LIBVIRT_DIR_NAME: /a');
    assert.deepEqual(await found(cm, adding('LIBVIRT_POOL')), []);
    assert.deepEqual(await found(cm, adding('OTHER')), ['osc/ppcm-missing-key info']);
  });
  test("isn't reported in a Subscription of a base folder", async () => {
    const subscription =
      'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata:\n  name: sandboxed-containers-operator\n  namespace: openshift-sandboxed-containers-operator\nspec:\n  channel: patch-me-see-overlays-dir\n  name: sandboxed-containers-operator\n  source: redhat-operators\n  sourceNamespace: openshift-marketplace\n';
    const base = { 'kustomization.yaml': 'resources: [file.yaml]\n' };
    const patched = '- {target: {kind: Subscription, name: sandboxed-containers-operator}, path: p.yaml}';
    const stable = {
      'overlays/stable/kustomization.yaml': overlay('patches:', patched),
      'overlays/stable/p.yaml': '- {op: replace, path: /spec/channel, value: stable}\n',
    };
    assert.deepEqual(await found(subscription, { ...base, ...stable }), []);
    const plain = { 'overlays/plain/kustomization.yaml': overlay() };
    assert.deepEqual(await found(subscription, { ...base, ...stable, ...plain }), ['osc/placeholder-left-in info']);
    assert.deepEqual(await found(subscription, { ...base, ...plain }), ['osc/placeholder-left-in info']);
  });
});
