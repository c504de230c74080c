/** Tests what completion offers, and what it inserts. `|` is the cursor. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { itemsAt, labels, taken } from './completionAt.ts';

const kataConfig = 'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\n';
const configMap = (data: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n${data}`;
const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n${spec}`;

describe('KataConfig completion', () => {
  test('offers missing keys but not status', async () => {
    assert.deepEqual(await labels(`${kataConfig}|`), ['spec']);
    assert.deepEqual(await labels(`${kataConfig}spec:\n  logLevel: info\n  |`), [
      'enablePeerPods',
      'checkNodeEligibility',
      'kataConfigPoolSelector',
    ]);
  });

  test('inserts a key in the right form', async () => {
    assert.equal(
      await taken(`${kataConfig}spec:\n  logL|`, 'logLevel', { plain: true }),
      `${kataConfig}spec:\n  logLevel: `,
    );
    assert.equal(
      await taken(`${kataConfig}spec:\n  kata|`, 'kataConfigPoolSelector', { plain: true }),
      `${kataConfig}spec:\n  kataConfigPoolSelector:\n    `,
    );
    const selector = `${kataConfig}spec:\n  kataConfigPoolSelector:\n    `;
    assert.equal(
      await taken(`${selector}m|`, 'matchExpressions', { plain: true }),
      `${selector}matchExpressions:\n      - `,
    );
    assert.equal(
      await taken(`${kataConfig}spec:\n  log|Lvl: info`, 'logLevel'),
      `${kataConfig}spec:\n  logLevel: info`,
    );
  });

  test('offers values in logical order and preselects the default', async () => {
    const items = await itemsAt(`${kataConfig}spec:\n  logLevel: |`);
    assert.deepEqual(
      items.map(({ label }) => label),
      ['panic', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
    );
    assert.deepEqual(
      items.filter(({ preselect }) => preselect === true).map(({ label }) => label),
      ['info'],
    );
    assert.equal(await taken(`${kataConfig}spec:\n  logLevel:|`, 'debug'), `${kataConfig}spec:\n  logLevel: debug`);
    assert.equal(
      await taken(`${kataConfig}spec:\n  logLevel: w|arning # c`, 'warn'),
      `${kataConfig}spec:\n  logLevel: warn # c`,
    );
    assert.deepEqual(await labels(`${kataConfig}spec:\n  enablePeerPods: |`), ['true', 'false']);
  });

  test('offers keys and values in list items', async () => {
    const selector = `${kataConfig}spec:\n  kataConfigPoolSelector:\n    matchExpressions:\n`;
    assert.deepEqual(await labels(`${selector}      - |`), ['key', 'operator', 'values']);
    assert.deepEqual(await labels(`${selector}    - key: a\n      |`), ['operator', 'values']);
    assert.deepEqual(await labels(`${selector}    - key: a\n      operator: |`), [
      'In',
      'NotIn',
      'Exists',
      'DoesNotExist',
    ]);
  });

  test('offers nothing in comments, block scalars, and free-form mappings', async () => {
    for (const at of [
      '# log|',
      'spec:\n  logLevel: info # w|',
      'spec:\n  logLevel: |\n    in§',
      'spec:\n  kataConfigPoolSelector:\n    matchLabels:\n      |',
    ])
      assert.deepEqual(
        await labels(`${kataConfig}${at.includes('§') ? at.replace('|', '>').replace('§', '|') : at}`),
        [],
        at,
      );
  });

  test('works in flow mappings and sequences', async () => {
    assert.deepEqual(await labels(`${kataConfig}spec: {|}`), [
      'logLevel',
      'enablePeerPods',
      'checkNodeEligibility',
      'kataConfigPoolSelector',
    ]);
    assert.deepEqual(await labels(`${kataConfig}spec: {logLevel: info, |}`), [
      'enablePeerPods',
      'checkNodeEligibility',
      'kataConfigPoolSelector',
    ]);
    assert.equal(
      await taken(`${kataConfig}spec: {log|}`, 'logLevel', { plain: true }),
      `${kataConfig}spec: {logLevel: }`,
    );
    assert.equal(
      await taken(`${kataConfig}spec: {kata|}`, 'kataConfigPoolSelector', { plain: true }),
      `${kataConfig}spec: {kataConfigPoolSelector: {}}`,
    );
    assert.equal(await taken(`${kataConfig}spec: {logLevel: d|}`, 'debug'), `${kataConfig}spec: {logLevel: debug}`);
    assert.deepEqual(
      await labels(configMap('').replace(/^data:\n/m, 'data: {CLOUD_PROVIDER: "a|"}\n')),
      await labels(configMap('  CLOUD_PROVIDER: "a|"\n')),
    );
    const selector = `${kataConfig}spec:\n  kataConfigPoolSelector:\n    matchExpressions: `;
    assert.deepEqual(await labels(`${selector}[{key: a, |}]`), ['operator', 'values']);
    assert.equal(
      await taken(`${selector}[{key: a, op|}]`, 'operator', { plain: true }),
      `${selector}[{key: a, operator: }]`,
    );
  });

  test('works in the items of a List object', async () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- apiVersion: kataconfiguration.openshift.io/v1\n  kind: KataConfig\n  metadata:\n    name: a\n  spec:\n    checkNodeEligibility: true\n    logLevel: |debug\n`;
    assert.ok((await labels(list)).includes('warn'));
  });

  test('leaves schema completion to another YAML extension', async () => {
    assert.deepEqual(await labels(`${kataConfig}spec:\n  |`, { elsewhere: true }), []);
    assert.ok((await labels(configMap('  |'), { elsewhere: true })).includes('CLOUD_PROVIDER'));
    assert.deepEqual(await labels(pod('spec:\n  |'), { elsewhere: true }), []);
  });
});

describe('peer-pods-cm completion', () => {
  const own = {
    aws: 'AWS_REGION',
    azure: 'AZURE_REGION',
    gcp: 'GCP_ZONE',
    libvirt: 'LIBVIRT_POOL',
    ibmcloud: 'IBMCLOUD_VPC_ID',
  };

  for (const [provider, key] of Object.entries(own)) {
    test(`offers only the keys of ${provider}`, async () => {
      const offered = await labels(configMap(`  CLOUD_PROVIDER: "${provider}"\n  |`));
      assert.ok(offered.includes(key) && offered.includes('VXLAN_PORT'), offered.join());
      for (const other of Object.values(own)) assert.equal(offered.includes(other), other === key, other);
      assert.ok(!offered.includes('CLOUD_PROVIDER'));
    });
  }

  test('offers all keys with their provider while the provider is unknown', async () => {
    const items = await itemsAt(configMap('  |'));
    for (const key of Object.values(own))
      assert.ok(
        items.some(({ label }) => label === key),
        key,
      );
    assert.equal(items[0]?.label, 'CLOUD_PROVIDER');
    assert.match(JSON.stringify(items.find(({ label }) => label === 'AWS_REGION')?.documentation), /For aws: /);
  });

  test('offers required keys first and all of them in one item', async () => {
    const [first, second] = await itemsAt(configMap('  CLOUD_PROVIDER: aws\n  AWS_VPC_ID: vpc-1\n  |'));
    assert.equal(first?.label, 'all required keys');
    assert.match(second?.labelDetails?.description ?? '', /^required by operator/);
    const text = await taken(configMap('  CLOUD_PROVIDER: aws\n  AWS_VPC_ID: vpc-1\n  |'), 'all required keys', {
      plain: true,
    });
    for (const key of ['AWS_REGION', 'AWS_SUBNET_ID', 'AWS_SG_IDS'])
      assert.match(text, new RegExp(`^  ${key}: ""$`, 'm'));
    assert.doesNotMatch(text, /AWS_VPC_ID[^]*AWS_VPC_ID/);
  });

  test('inserts quoted values and reuses existing quotes', async () => {
    assert.deepEqual((await labels(configMap('  CLOUD_PROVIDER: |'))).slice(0, 4), ['aws', 'azure', 'gcp', 'libvirt']);
    assert.equal(await taken(configMap('  CLOUD_PROVIDER: |'), 'aws'), configMap('  CLOUD_PROVIDER: "aws"'));
    assert.equal(await taken(configMap('  CLOUD_PROVIDER: "|"'), 'aws'), configMap('  CLOUD_PROVIDER: "aws"'));
    assert.equal(await taken(configMap('  DISABLECVM: "tr|'), 'true'), configMap('  DISABLECVM: "true'));
    assert.equal(await taken(configMap('  VXL|'), 'VXLAN_PORT', { plain: true }), configMap('  VXLAN_PORT: "9000"'));
  });

  test('offers the allowed types as the default type', async () => {
    const listed = '  CLOUD_PROVIDER: aws\n  PODVM_INSTANCE_TYPES: "t3.small,t3.large"\n';
    assert.deepEqual(await labels(configMap(`${listed}  PODVM_INSTANCE_TYPE: |`)), [
      't3.small',
      't3.large',
      't3.medium',
    ]);
  });

  test("omits keys that the release doesn't read", async () => {
    const at = configMap('  CLOUD_PROVIDER: aws\n  |');
    assert.ok((await labels(at)).includes('USE_PODVM_LAUNCHTEMPLATE'));
    assert.ok(!(await labels(at, { release: '1.11' })).includes('USE_PODVM_LAUNCHTEMPLATE'));
  });

  test('offers nothing in other ConfigMaps', async () => {
    assert.deepEqual(await labels('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other\ndata:\n  |'), []);
  });
});

describe('completion in related objects', () => {
  test('offers Secret keys of the provider', async () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: peer-pods-secret\nstringData:\n  |';
    const files = { 'cm.yaml': configMap('  CLOUD_PROVIDER: "azure"\n') };
    assert.ok((await labels(secret)).includes('AWS_ACCESS_KEY_ID'));
    const offered = await labels(secret, { files });
    assert.ok(offered.includes('AZURE_CLIENT_SECRET') && !offered.includes('AWS_ACCESS_KEY_ID'), offered.join());
  });

  test('offers feature gates and image keys', async () => {
    const named = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  |`;
    assert.ok((await labels(named('osc-feature-gates'))).includes('confidential'));
    assert.ok((await labels(named('gcp-podvm-image-cm'))).includes('IMAGE_VERSION'));
    assert.equal(
      await taken(named('gcp-podvm-image-cm').replace('|', 'BOOT_FIPS: |'), 'yes'),
      named('gcp-podvm-image-cm').replace('|', 'BOOT_FIPS: "yes"'),
    );
  });
});

describe('workload completion', () => {
  test('offers runtime classes', async () => {
    assert.deepEqual(await labels(pod('spec:\n  runtimeClassName: |')), ['kata', 'kata-remote', 'kata-cc']);
    const cronJob =
      'apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: a\nspec:\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          |';
    assert.ok((await labels(cronJob)).includes('runtimeClassName'));
  });

  test('offers annotations of the runtime class in the pod metadata', async () => {
    const annotated = (runtimeClass: string) =>
      pod(`  annotations:\n    io.kata|\nspec:\n  runtimeClassName: ${runtimeClass}\n`);
    const vfio = 'io.katacontainers.config.hypervisor.hot_plug_vfio';
    assert.ok((await labels(annotated('kata'))).includes(vfio));
    assert.ok(!(await labels(annotated('kata-remote'))).includes(vfio));
    const deployment = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  annotations:\n    io.kata|\n';
    assert.deepEqual(await labels(deployment), []);
  });

  test('offers instance types from the ConfigMap in the workspace', async () => {
    const text = pod(
      '  annotations:\n    io.katacontainers.config.hypervisor.machine_type: |\nspec:\n  runtimeClassName: kata-remote\n',
    );
    assert.deepEqual(await labels(text), []);
    const files = { 'cm.yaml': configMap('  CLOUD_PROVIDER: aws\n  PODVM_INSTANCE_TYPES: "t3.small,t3.large"\n') };
    assert.deepEqual(await labels(text, { files }), ['t3.small', 't3.large']);
    assert.match(await taken(text, 't3.large', { files }), /machine_type: "t3.large"/);
  });
});

test('completion supports installation objects', async () => {
  const subscription =
    'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata:\n  name: sandboxed-containers-operator\nspec:\n  |';
  assert.ok((await labels(subscription)).includes('channel'));
  assert.equal(
    await taken(subscription.replace('|', 'channel: |'), 'stable'),
    subscription.replace('|', 'channel: stable'),
  );
  const group =
    'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  namespace: openshift-sandboxed-containers-operator\nspec:\n  targetNamespaces:\n  - |';
  assert.deepEqual(await labels(group), ['openshift-sandboxed-containers-operator']);
});

describe('completion before the first line', () => {
  const rest = 'kind: KataConfig\nspec: {}\n';
  test('offers the missing keys', async () => {
    for (const start of ['|\n', '|', 'a|\n', '# c\n|\n', '---\n|\n'])
      assert.deepEqual(
        (await labels(start + rest)).filter((label) => label !== 'kind').toSorted(),
        ['apiVersion', 'metadata'],
        start,
      );
    assert.equal(
      await taken(`api|\n${rest}`, 'apiVersion', { plain: true }),
      `apiVersion: kataconfiguration.openshift.io/v1\n${rest}`,
    );
  });
  test('offers whole documents before a document marker', async () => {
    const offered = await labels(`|\n---\n${kataConfig}`);
    assert.ok(offered.includes('kataconfig') && offered.includes('apiVersion'), offered.join());
    assert.ok((await labels(`kata|\n---\n${kataConfig}`)).includes('kataconfig'));
  });
});

describe('object name completion', () => {
  const configMaps = [
    'peer-pods-cm',
    'aws-podvm-image-cm',
    'azure-podvm-image-cm',
    'gcp-podvm-image-cm',
    'libvirt-podvm-image-cm',
    'ibmcloud-podvm-image-cm',
    'osc-feature-gates',
    'layered-image-deploy-cm',
  ];
  const object = (kind: string, name: string) => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name:${name}\n`;
  test('offers the names for the kind', async () => {
    assert.deepEqual(await labels(object('ConfigMap', ' |')), configMaps);
    assert.deepEqual(await labels(object('ConfigMap', ' other|')), configMaps);
    assert.deepEqual(await labels(object('Secret', '|')), ['peer-pods-secret', 'ssh-key-secret']);
    assert.deepEqual(await labels(object('Namespace', ' open|')), ['openshift-sandboxed-containers-operator']);
    assert.equal(
      await taken(object('ConfigMap', ' "peer|-pods"'), 'osc-feature-gates'),
      object('ConfigMap', ' "osc-feature-gates"'),
    );
    assert.equal(await taken(object('Secret', '|'), 'ssh-key-secret'), object('Secret', ' ssh-key-secret'));
  });
  test('offers nothing elsewhere', async () => {
    assert.deepEqual(await labels(object('Service', ' |')), []);
    assert.deepEqual(await labels(`${object('ConfigMap', ' a')}data:\n  name: |\n`), []);
  });
});

describe('List item completion', () => {
  const list = (items: string) => `apiVersion: v1\nkind: List\nitems:\n${items}`;
  const first = '- apiVersion: v1\n  kind: Service\n  metadata:\n    name: a\n';
  test('inserts a complete header', async () => {
    assert.ok((await labels(list('- |'))).includes('KataConfig'));
    assert.equal(
      await taken(list(`${first}- |\n`), 'peer-pods-cm'),
      list(`${first}- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: peer-pods-cm\n`),
    );
    assert.equal(
      await taken(list('  - kata|\n').replaceAll('\n', '\r\n'), 'KataConfig'),
      list(
        '  - apiVersion: kataconfiguration.openshift.io/v1\n    kind: KataConfig\n    metadata:\n      name: \n',
      ).replaceAll('\n', '\r\n'),
    );
  });
  test('offers kind, apiVersion, and name', async () => {
    assert.deepEqual(await labels(list('- apiVersion: kataconfiguration.openshift.io/v1\n  kind: |')), ['KataConfig']);
    assert.deepEqual(await labels(list('  - kind: KataConfig\n    apiVersion: |\n')), [
      'kataconfiguration.openshift.io/v1',
    ]);
    assert.ok(
      (await labels(list(`${first}- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: |\n`))).includes(
        'peer-pods-cm',
      ),
    );
  });
  test('offers the keys and values of an item regardless of other items', async () => {
    const config = '- apiVersion: kataconfiguration.openshift.io/v1\n  kind: KataConfig\n';
    assert.ok((await labels(list(`${config}  |\n${first}`))).includes('spec'));
    assert.deepEqual(await labels(list(`${first}${config}  spec:\n    enablePeerPods: |`)), ['true', 'false']);
    assert.ok((await labels(list(`${config}${first}  spec:\n    |\n`))).includes('externalName'));
    const provider = (name: string) =>
      `- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: peer-pods-cm\n  data:\n    CLOUD_PROVIDER: ${name}\n`;
    const offered = await labels(list(`${provider('aws')}${provider('azure')}    |\n`));
    assert.ok(offered.includes('AZURE_REGION') && !offered.includes('AWS_REGION'), offered.join());
  });
  test('works after the last line of an item in any style', async () => {
    const configMap =
      '- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: peer-pods-cm}\n  data:\n    CLOUD_PROVIDER: aws\n';
    for (const after of ['', first])
      assert.ok((await labels(list(`${first}${configMap}    |\n${after}`))).includes('AWS_REGION'), after);
    assert.deepEqual(await labels(list(`${configMap}${first}  |\n`)), ['spec']);
    for (const indent of ['', '  ']) {
      const bare = list(`${indent}- apiVersion: kataconfiguration.openshift.io/v1\n${indent}  |\n`);
      assert.deepEqual(await labels(bare), ['metadata', 'kind', 'spec', 'status']);
      assert.ok((await taken(bare, 'kind', { plain: true })).includes(`\n${indent}  kind: `));
    }
  });
  test('offers nothing after the list', async () =>
    assert.deepEqual(await labels(`${list(first)}metadata:\n  |\n`), []));
});
