/** Tests navigation from an object to what it refers to, and back. `|` is the cursor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Location } from 'vscode-languageserver';
import { workloads } from '#core/kinds/workloads.ts';
import definition from '#server/lsp/capabilities/definition.ts';
import references from '#server/lsp/capabilities/references.ts';
import { placesIn, Played, readCursor } from './harness.ts';

type Files = Readonly<Record<string, string>>;

async function definitions(marked: string, files?: Files): Promise<string[]> {
  const { text, position } = readCursor(marked);
  const played = new Played(definition, text, files === undefined ? {} : { files });
  return placesIn(await played.call<Location[]>('textDocument/definition', { position }), text, files);
}

async function referencesTo(marked: string, files: Files = {}, includeDeclaration = false): Promise<string[]> {
  const { text, position } = readCursor(marked);
  const played = new Played(references, text, { files });
  return placesIn(
    await played.call<Location[]>('textDocument/references', { position, context: { includeDeclaration } }),
    text,
    files,
  );
}

const configMap = (data: string, name = 'peer-pods-cm') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: openshift-sandboxed-containers-operator\ndata:\n${data}`;
const aws = configMap(
  '  CLOUD_PROVIDER: "aws"\n  PODVM_INSTANCE_TYPE: "t3.medium"\n  PODVM_INSTANCE_TYPES: "t3.medium,t3.large"\n',
);
const annotation = (name: string, value: string) => `    io.katacontainers.config.hypervisor.${name}: ${value}\n`;
const pod = (name: string, annotations: string, runtimeClass = 'kata-remote') =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n${annotations === '' ? '' : `  annotations:\n${annotations}`}spec:\n  runtimeClassName: ${runtimeClass}\n`;
const kataConfig = (spec = '', name = 'example') =>
  `apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: ${name}\n${spec}`;
const peerPods = kataConfig('spec:\n  enablePeerPods: true\n');
const runtimeClass = 'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-fast\nhandler: kata\n';

describe('go to definition of an instance type', () => {
  const list = 'app/cm.yaml: PODVM_INSTANCE_TYPES: "t3.medium,t3.large" ["t3.medium,t3.large"]';
  test('works on the keys and values of type and size annotations', async () => {
    const files = { 'app/cm.yaml': aws };
    for (const at of [
      annotation('machine_type', 't3.|large'),
      annotation('machine|_type', 't3.large'),
      annotation('default_vcpus', '"2|"'),
      annotation('default_memory', '"|4096"'),
    ])
      assert.deepEqual(await definitions(pod('a', at), files), [list], at);
  });

  const keys = {
    aws: 'PODVM_INSTANCE_TYPES',
    azure: 'AZURE_INSTANCE_SIZES',
    gcp: 'GCP_INSTANCE_TYPES',
    ibmcloud: 'IBMCLOUD_PODVM_INSTANCE_PROFILE_LIST',
  };
  for (const [provider, key] of Object.entries(keys)) {
    test(`finds the key of ${provider}`, async () => {
      const files = {
        'cm.yaml': configMap(
          `  CLOUD_PROVIDER: ${provider}\n${Object.values(keys)
            .map((each) => `  ${each}: a,b\n`)
            .join('')}`,
        ),
      };
      assert.deepEqual(await definitions(pod('a', annotation('machine_type', '|a')), files), [
        `cm.yaml: ${key}: a,b [a,b]`,
      ]);
    });
  }

  test('falls back to the default type, then to the ConfigMap', async () => {
    const asked = pod('a', annotation('machine_type', 't3.|large'));
    const file = (data: string) => ({ 'cm.yaml': configMap(data) });
    assert.deepEqual(await definitions(asked, file('  CLOUD_PROVIDER: aws\n  PODVM_INSTANCE_TYPE: t3.medium\n')), [
      'cm.yaml: PODVM_INSTANCE_TYPE: t3.medium [t3.medium]',
    ]);
    assert.deepEqual(await definitions(asked, file('  CLOUD_PROVIDER: aws\n')), [
      'cm.yaml: kind: ConfigMap [ConfigMap]',
    ]);
    assert.deepEqual(await definitions(asked, file('  CLOUD_PROVIDER: libvirt\n')), [
      'cm.yaml: kind: ConfigMap [ConfigMap]',
    ]);
    assert.deepEqual(await definitions(asked, file('  PODVM_INSTANCE_TYPES: ${TYPES}\n')), [
      'cm.yaml: kind: ConfigMap [ConfigMap]',
    ]);
    assert.deepEqual(await definitions(asked, file('  AZURE_INSTANCE_SIZES: x\n')), [
      'cm.yaml: AZURE_INSTANCE_SIZES: x [x]',
    ]);
  });

  for (const { id, podPath = [], group } of workloads) {
    test(`works only in the pod template of kind ${id}`, async () => {
      const indent = '  '.repeat(podPath.length);
      const inTemplate = pod('x', annotation('machine_type', 't3.|large'))
        .split('\n')
        .slice(2)
        .map((line) => (line === '' ? '' : indent + line))
        .join('\n');
      const head = `apiVersion: ${group === '' ? 'v1' : `${group}/v1`}\nkind: ${id}\n`;
      const above = podPath.map((step, depth) => `${'  '.repeat(depth)}${step}:\n`).join('');
      assert.deepEqual(await definitions(head + above + inTemplate, { 'app/cm.yaml': aws }), [list]);
      if (podPath.length === 0) return;
      const own = `${head}metadata:\n  annotations:\n${annotation('machine_type', 't3.|large')}${above}${indent}spec:\n${indent}  runtimeClassName: kata-remote\n`;
      assert.deepEqual(await definitions(own, { 'app/cm.yaml': aws }), []);
    });
  }

  test('prefers the nearest ConfigMap', async () => {
    const asked = pod('a', annotation('machine_type', '|x'));
    const types = (value: string) => configMap(`  PODVM_INSTANCE_TYPES: ${value}\n`);
    const files = {
      'app/cm.yaml': types('here'),
      'cm.yaml': types('above'),
      'other/cm.yaml': types('other'),
      'app/deep/cm.yaml': types('below'),
    };
    const found = async (...names: (keyof typeof files)[]) =>
      (await definitions(asked, Object.fromEntries(names.map((name) => [name, files[name]])))).map(
        (place) => place.split(':')[0],
      );
    assert.deepEqual(await found('app/cm.yaml', 'cm.yaml', 'other/cm.yaml', 'app/deep/cm.yaml'), ['app/cm.yaml']);
    assert.deepEqual(await found('cm.yaml', 'other/cm.yaml', 'app/deep/cm.yaml'), ['cm.yaml']);
    assert.deepEqual(await found('other/cm.yaml', 'app/deep/cm.yaml'), ['other/cm.yaml', 'app/deep/cm.yaml']);
  });

  test('uses the current text of the same file, even before the workspace is indexed', async () => {
    const text = `# one\n---\n${aws}---\n${pod('a', annotation('machine_type', 't3.|large'))}`;
    const expected = [': PODVM_INSTANCE_TYPES: "t3.medium,t3.large" ["t3.medium,t3.large"]'];
    assert.deepEqual(await definitions(text), expected);
    assert.deepEqual(
      await definitions(text, { 'app/file.yaml': configMap('  PODVM_INSTANCE_TYPES: "old"\n') }),
      expected,
    );
  });

  test('works in a List item', async () => {
    const item = pod('a', annotation('machine_type', 't3.|large'))
      .split('\n')
      .map((line, index) => (line === '' ? '' : `${index === 0 ? '- ' : '  '}${line}`))
      .join('\n');
    assert.deepEqual(
      await definitions(`apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Secret\n${item}`, {
        'app/cm.yaml': aws,
      }),
      [list],
    );
  });

  test('works in a patch without a runtime class', async () => {
    const patch = pod('a', annotation('machine_type', 't3.|large')).replace(/spec:[^]*/, '');
    assert.deepEqual(await definitions(patch, { 'app/cm.yaml': aws }), [list]);
  });

  test('finds nothing for the kata runtime class, other annotations, or templates', async () => {
    const files = { 'app/cm.yaml': aws };
    assert.deepEqual(await definitions(pod('a', annotation('machine_type', 'q|35'), 'kata'), files), []);
    assert.deepEqual(await definitions(pod('a', annotation('image', 'a|mi')), files), []);
    assert.deepEqual(await definitions(pod('a', '    machine_type: t3.|large\n'), files), []);
    assert.deepEqual(
      await definitions(pod('a', `${annotation('machine_type', 't3.|large')}    {{ .y }}\n`), files),
      [],
    );
    assert.deepEqual(await definitions('kind: Servi|ce\n', files), []);
    assert.deepEqual(await definitions(pod('a', annotation('machine_type', '|x'))), []);
  });
});

describe('go to definition', () => {
  const ask = (name: string) => pod('a', '', `${name.slice(0, 2)}|${name.slice(2)}`);
  test('finds a runtime class or the KataConfig that creates it', async () => {
    const files = { 'rc.yaml': runtimeClass, 'kata.yaml': peerPods };
    assert.deepEqual(await definitions(ask('kata-fast'), files), ['rc.yaml: kind: RuntimeClass [RuntimeClass]']);
    assert.deepEqual(await definitions(ask('kata-remote'), files), ['kata.yaml: enablePeerPods: true [true]']);
    assert.deepEqual(await definitions(ask('kata'), files), ['kata.yaml: kind: KataConfig [KataConfig]']);
    assert.deepEqual(await definitions(ask('kata-remote'), { 'kata.yaml': kataConfig() }), [
      'kata.yaml: kind: KataConfig [KataConfig]',
    ]);
    const own = { ...files, 'own.yaml': runtimeClass.replace('kata-fast', 'kata-remote') };
    assert.deepEqual(await definitions(ask('kata-remote'), own), ['own.yaml: kind: RuntimeClass [RuntimeClass]']);
  });
  test('finds nothing for other or unknown runtime classes', async () => {
    const files = { 'kata.yaml': peerPods };
    for (const name of ['gvisor', '${CLASS}', 'kata-slow', '""'])
      assert.deepEqual(
        await definitions(ask(name).replace('metadata:', 'metadata: # katacontainers'), files),
        [],
        name,
      );
  });

  test('finds the operator group of a subscription by namespace', async () => {
    const operator = 'openshift-sandboxed-containers-operator';
    const group = (namespace: string) =>
      `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  name: sandboxed-containers\n  namespace: ${namespace}\n`;
    const subscription = `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata:\n  name: sandboxed-containers-operator\n  namespace: ${operator}\n`;
    const files = { 'a.yaml': group('elsewhere'), 'b.yaml': group(operator) };
    for (const marked of [
      subscription.replace('Subs', 'Subs|'),
      subscription.replace(operator, `open|${operator.slice(4)}`),
    ])
      assert.deepEqual(await definitions(marked, files), ['b.yaml: kind: OperatorGroup [OperatorGroup]']);
    assert.deepEqual(await definitions(subscription.replace('name: sand', 'name: s|and'), files), []);
  });

  test('finds peer-pods-cm from a KataConfig with peer pods', async () => {
    const files = { 'cm.yaml': aws };
    const ours = ['cm.yaml: kind: ConfigMap [ConfigMap]'];
    assert.deepEqual(await definitions(peerPods.replace('true', 't|rue'), files), ours);
    assert.deepEqual(await definitions(peerPods.replace('enable', 'e|nable'), files), ours);
    assert.deepEqual(await definitions(peerPods.replace('true', 'fa|lse'), files), []);
    assert.deepEqual(
      await definitions(peerPods.replace('true', 't|rue'), { 'cm.yaml': configMap('', 'osc-feature-gates') }),
      [],
    );
  });

  test('finds the ConfigMap of a feature gate and the Secret of a CredentialsRequest', async () => {
    const layered = configMap('  osImageURL: x\n', 'layered-image-deploy-cm');
    const gates = configMap('  layeredImageDeployment: "t|rue"\n', 'osc-feature-gates');
    assert.deepEqual(await definitions(gates, { 'layered.yaml': layered }), [
      'layered.yaml: kind: ConfigMap [ConfigMap]',
    ]);
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: peer-pods-secret\nstringData: {}\n';
    const request = (name: string) =>
      `apiVersion: cloudcredential.openshift.io/v1\nkind: CredentialsRequest\nmetadata:\n  name: sandboxed-containers\nspec:\n  secretRef:\n    name: ${name}\n`;
    assert.deepEqual(await definitions(request('peer|-pods-secret'), { 's.yaml': secret }), [
      's.yaml: kind: Secret [Secret]',
    ]);
    assert.deepEqual(await definitions(request('ot|her'), { 's.yaml': secret }), []);
  });
});

describe('find references', () => {
  const pods = {
    'app/type.yaml': pod('a', annotation('machine_type', 't3.large')),
    'size.yaml': pod('b', annotation('default_vcpus', '"2"') + annotation('default_memory', '"4096"')),
    'local.yaml': pod('c', annotation('machine_type', 'q35'), 'kata'),
    'none.yaml': pod('d', ''),
    'unknown.yaml': pod('e', annotation('machine_type', '${TYPE}')),
  };
  const asking = [
    'app/type.yaml: io.katacontainers.config.hypervisor.machine_type: t3.large [t3.large]',
    'size.yaml: io.katacontainers.config.hypervisor.default_vcpus: "2" ["2"]',
    'size.yaml: io.katacontainers.config.hypervisor.default_memory: "4096" ["4096"]',
  ];

  test('finds the pods that request an instance type or size', async () => {
    for (const key of ['PODVM_INSTANCE_TYPES', 'PODVM_INSTANCE_TYPE'])
      assert.deepEqual(
        await referencesTo(aws.replace(`  ${key}:`, `  ${key.slice(0, 3)}|${key.slice(3)}:`), pods),
        asking,
        key,
      );
    assert.deepEqual(await referencesTo(aws.replace('t3.medium,', 't3.|medium,'), pods, true), [
      ': PODVM_INSTANCE_TYPES: "t3.medium,t3.large" ["t3.medium,t3.large"]',
      ...asking,
    ]);
    assert.deepEqual(await referencesTo(aws.replace('CLOUD', 'CL|OUD'), pods, true), []);
    assert.deepEqual(
      await referencesTo(aws.replace('"aws"', 'azure').replace('PODVM_INSTANCE_TYPES', 'POD|VM_INSTANCE_TYPES'), pods),
      [],
    );
  });

  test('excludes pods with a nearer ConfigMap', async () => {
    const files = { ...pods, 'cm.yaml': aws };
    assert.deepEqual(
      await referencesTo(aws.replace('  PODVM_INSTANCE_TYPES', '  POD|VM_INSTANCE_TYPES'), files),
      asking.slice(0, 1),
    );
  });

  test('finds the pods that use the runtime classes of a KataConfig', async () => {
    const all = ['app/type.yaml', 'size.yaml', 'none.yaml', 'unknown.yaml'].map(
      (name) => `${name}: runtimeClassName: kata-remote [kata-remote]`,
    );
    const local = 'local.yaml: runtimeClassName: kata [kata]';
    const ofOthers = { ...pods, 'other.yaml': pod('f', '', 'gvisor # katacontainers') };
    assert.deepEqual(await referencesTo(peerPods.replace('true', 't|rue'), ofOthers), all);
    assert.deepEqual(
      new Set(await referencesTo(peerPods.replace('kind: Kata', 'kind: Ka|ta'), ofOthers)),
      new Set([...all, local]),
    );
    assert.deepEqual(await referencesTo(peerPods.replace('kind: Kata', 'kind: Ka|ta'), {}, true), []);
  });

  test('finds the pods of a runtime class and its declaration', async () => {
    const files = { 'a.yaml': pod('a', '', 'kata-fast'), 'b.yaml': pod('b', '', 'kata') };
    assert.deepEqual(await referencesTo(runtimeClass.replace('kata-fast', 'kata-|fast'), files, true), [
      ': kind: RuntimeClass [RuntimeClass]',
      'a.yaml: runtimeClassName: kata-fast [kata-fast]',
    ]);
  });

  test('finds KataConfig resources with peer pods from the name of peer-pods-cm', async () => {
    const files = { 'on.yaml': peerPods, 'off.yaml': peerPods.replace('true', 'false'), 'bare.yaml': kataConfig() };
    assert.deepEqual(await referencesTo(aws.replace('peer-pods', 'peer|-pods'), files), [
      'on.yaml: enablePeerPods: true [true]',
    ]);
  });

  test('finds the subscription in the namespace of an operator group', async () => {
    const group =
      'apiVersion: operators.coreos.com/v1\nkind: Operator|Group\nmetadata:\n  name: sandboxed-containers\n  namespace: a\n';
    const subscription = (namespace: string) =>
      `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata:\n  name: sandboxed-containers-operator\n  namespace: ${namespace}\n`;
    const files = { 'a.yaml': subscription('a'), 'b.yaml': subscription('b') };
    assert.deepEqual(await referencesTo(group, files), ['a.yaml: kind: Subscription [Subscription]']);
  });
});
