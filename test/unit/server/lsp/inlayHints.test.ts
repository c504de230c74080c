/** Tests the inlay hints after the runtime class of a pod, and their tooltips. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Hover, InlayHint } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { workloads } from '#core/kinds/workloads.ts';
import hover from '#server/lsp/capabilities/hover.ts';
import inlayHints from '#server/lsp/capabilities/inlayHints.ts';
import { Played, uri, type Setting } from './harness.ts';

const all = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };
async function hints(text: string, setting?: Setting, range = all): Promise<InlayHint[]> {
  return new Played(inlayHints, text, setting).call<InlayHint[]>('textDocument/inlayHint', { range });
}
const labels = async (text: string, setting?: Setting) => (await hints(text, setting)).map(({ label }) => label);

const annotation = (name: string, value: string) => `    io.katacontainers.config.hypervisor.${name}: ${value}\n`;
const container = (resources = '', more = '') =>
  `  - name: c\n${more}${resources === '' ? '' : `    resources: ${resources}\n`}`;
interface PodParts {
  readonly runtimeClass?: string;
  readonly annotations?: string;
  readonly containers?: string;
  readonly init?: string;
  readonly spec?: string;
}
const pod = ({
  runtimeClass = 'kata',
  annotations = '',
  containers = container(),
  init = '',
  spec = '',
}: PodParts = {}) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n${annotations === '' ? '' : `  annotations:\n${annotations}`}spec:\n  runtimeClassName: ${runtimeClass}\n${spec}${init === '' ? '' : `  initContainers:\n${init}`}  containers:\n${containers}`;

describe('kata inlay hint', () => {
  const cases: Readonly<Record<string, readonly [text: string, label: string]>> = {
    'shows 2 GiB and the overhead range by default': [pod(), 'On the node: 2.34 GiB to 2.49 GiB, 0.25 to 0.5 CPU'],
    'prefers limits over requests': [
      pod({ containers: container('{requests: {cpu: 100m, memory: 1Gi}, limits: {cpu: "1", memory: 2Gi}}') }),
      'On the node: 4.34 GiB to 4.49 GiB, 1.25 to 1.5 CPU',
    ],
    'uses requests without limits': [
      pod({ containers: container('{requests: {cpu: 0.5, memory: 1024Mi}}') }),
      'On the node: 3.34 GiB to 3.49 GiB, 0.75 to 1 CPU',
    ],
    'adds all containers': [
      pod({ containers: container('{limits: {memory: 512Mi}}') + container('{limits: {memory: 512Mi, cpu: 2}}') }),
      'On the node: 3.34 GiB to 3.49 GiB, 2.25 to 2.5 CPU',
    ],
    'accepts any quantity notation': [
      pod({ containers: container('{limits: {memory: 1073741824, cpu: 1e3m}}').replace('1e3m', '1e0') }),
      'On the node: 3.34 GiB to 3.49 GiB, 1.25 to 1.5 CPU',
    ],
    'uses the larger of init containers and regular containers': [
      pod({
        init: container('{limits: {memory: 3Gi}}') + container('{limits: {memory: 1Gi}}'),
        containers: container('{limits: {memory: 2Gi}}'),
      }),
      'On the node: 5.34 GiB to 5.49 GiB, 0.25 to 0.5 CPU',
    ],
    'adds sidecar containers': [
      pod({
        init: container('{limits: {memory: 1Gi}}', '    restartPolicy: Always\n'),
        containers: container('{limits: {memory: 1Gi}}'),
      }),
      'On the node: 4.34 GiB to 4.49 GiB, 0.25 to 0.5 CPU',
    ],
    'treats restartPolicy OnFailure as a regular init container': [
      pod({
        init: container('{limits: {memory: 1Gi}}', '    restartPolicy: OnFailure\n'),
        containers: container('{limits: {memory: 1Gi}}'),
      }),
      'On the node: 3.34 GiB to 3.49 GiB, 0.25 to 0.5 CPU',
    ],
    'uses annotations instead of the default': [
      pod({ annotations: annotation('default_memory', '"4096"') + annotation('default_vcpus', '"1.5"') }),
      'On the node: 4.34 GiB to 4.49 GiB, 1.75 to 2 CPU',
    ],
  };
  for (const [name, [text, label]] of Object.entries(cases))
    test(name, async () => assert.deepEqual(await labels(text), [label]));

  test('appears after the value and before a comment', async () => {
    const text = `# x\n---\n${pod({ runtimeClass: '"kata" # ours' })}`;
    const [hint] = await hints(text);
    const document = TextDocument.create(uri, 'yaml', 1, text);
    assert.equal(
      document.offsetAt(hint?.position ?? { line: 0, character: 0 }),
      text.indexOf('"kata"') + '"kata"'.length,
    );
    assert.equal(hint?.paddingLeft, true);
  });

  test('lists every part with its source in the tooltip', async () => {
    const [hint] = await hints(pod({ containers: container('{limits: {memory: 1Gi, cpu: 1}}') }));
    const tooltip = typeof hint?.tooltip === 'object' ? hint.tooltip.value : '';
    assert.match(tooltip, /VM at startup \| 2 GiB \|  \| OSC 1\.5 §2\.1\.1 \|/);
    assert.match(tooltip, /Containers \| 1 GiB \| 1 \| limits/);
    assert.match(tooltip, /Runtime class overhead \| 350 MiB \| 0\.25 \| \S+@\w+ controllers/);
    assert.match(tooltip, /Runtime class overhead \| 500 MiB \| 0\.5 \| OSC 1\.5 §2\.1\.1 \|/);
    assert.match(tooltip, /Runtime class overhead \| 350 MiB \|  \| OSC 1\.5 §2\.1\.1, in its prose \|/);
    assert.match(tooltip, /Guest kernel at boot \| 110Mi \| runtime class overhead \|/);
    assert.match(tooltip, /File cache, for example after `dnf install` \| 300Mi \| VM's memory \|/);
    assert.match(tooltip, /about 170 MiB\. The documented overhead of the kata runtime class is 350Mi or 500Mi\./);
    assert.match(tooltip, /The values come from the documentation and aren't measured\.$/);
  });

  test('is absent when the amount is unknown', async () => {
    for (const [what, text] of Object.entries({
      'no containers: a patch': pod().replace(/ {2}containers:[^]*/, ''),
      'containers filled in later': pod({ containers: '' }).replace('containers:', 'containers: ${ALL}'),
      'an amount filled in later': pod({ containers: container('{limits: {memory: "${M}"}}') }),
      'resources filled in later': pod({ containers: container('"${R}"') }),
      'a key filled in later': pod({ containers: container('{limits: {"${K}": 1}}') }),
      'an amount that is none': pod({ containers: container('{limits: {memory: 1GB}}') }),
      'a negative amount': pod({ containers: container('{limits: {memory: -1}}') }),
      'resources of the pod itself': pod({ spec: '  resources: {limits: {memory: 1Gi}}\n' }),
      'an annotation filled in later': pod({ annotations: annotation('default_memory', '${M}') }),
      'annotations filled in later': pod({ spec: '' }).replace(
        '  name: a\n',
        '  name: a\n  annotations: {{ .Values.all }}\n',
      ),
      'the key of an annotation filled in later': pod({ annotations: '    "${KEY}": "1"\n' }),
      'an annotation that is no number': pod({ annotations: annotation('default_memory', '4Gi') }),
      'a placeholder': pod({ annotations: annotation('default_vcpus', '"<cpus>"') }),
      'another class': pod({ runtimeClass: 'kata-cc' }),
      'a class of others': pod({ runtimeClass: 'gvisor # katacontainers' }),
      'a class filled in later': pod({ runtimeClass: '${KATA}' }).replace('name: a', 'name: a # katacontainers'),
      'a template': pod({ containers: container('{limits: {memory: {{ .m }}}}') }),
    }))
      assert.deepEqual(await labels(text), [], what);
  });
});

describe('kata-remote inlay hint', () => {
  const configMap = (data: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n  namespace: openshift-sandboxed-containers-operator\ndata:\n${data}`;
  const aws = configMap(
    '  CLOUD_PROVIDER: aws\n  PODVM_INSTANCE_TYPE: t3.medium\n  PODVM_INSTANCE_TYPES: "t3.medium,t3.large,t3.xlarge"\n',
  );
  const remote = (parts: PodParts = {}) => pod({ runtimeClass: 'kata-remote', ...parts });
  const files = { 'app/peer-pods.yaml': aws };

  const cases: Readonly<Record<string, readonly [parts: PodParts, label: string, because: RegExp]>> = {
    'shows the default type': [{}, 'VM: t3.medium (2 vCPUs, 4 GiB)', /default type from PODVM_INSTANCE_TYPE applies/],
    'shows the requested type': [
      { annotations: annotation('machine_type', 't3.large') },
      'VM: t3.large (2 vCPUs, 8 GiB)',
      /machine_type annotation/,
    ],
    'shows the type for a requested size': [
      { annotations: annotation('default_vcpus', '"4"') + annotation('default_memory', '"6000"') },
      'VM: t3.xlarge (4 vCPUs, 16 GiB)',
      /4 vCPUs and 6000 MiB/,
    ],
    'adds container resources exactly': [
      {
        containers:
          container('{requests: {cpu: 700m, memory: 2Gi}}') +
          container('{limits: {cpu: 1.1, memory: 4Gi}}') +
          container('{limits: {cpu: 200m}}'),
      },
      'VM: t3.large (2 vCPUs, 8 GiB)',
      /2 vCPUs and 6144 MiB/,
    ],
    'prefers resources over annotations': [
      {
        annotations: annotation('default_vcpus', '"1"') + annotation('default_memory', '"1"'),
        containers: container('{limits: {cpu: 3, memory: 1Gi}}'),
      },
      'VM: t3.xlarge (4 vCPUs, 16 GiB)',
      /3 vCPUs and 1024 MiB/,
    ],
    'adds init containers': [
      { init: container('{limits: {cpu: 2, memory: 1Gi}}'), containers: container('{limits: {cpu: 2, memory: 1Gi}}') },
      'VM: t3.xlarge (4 vCPUs, 16 GiB)',
      /4 vCPUs and 2048 MiB/,
    ],
    'ignores CPUs without memory': [
      { containers: container('{limits: {cpu: 4}}') },
      'VM: t3.medium (2 vCPUs, 4 GiB)',
      /apply only if both are set/,
    ],
  };
  for (const [name, [parts, label, because]] of Object.entries(cases)) {
    test(name, async () => {
      const [hint] = await hints(remote(parts), { files, release: '1.12' });
      assert.equal(hint?.label, label);
      const tooltip = typeof hint.tooltip === 'object' ? hint.tooltip.value : '';
      assert.match(tooltip, because);
      assert.match(
        tooltip,
        /OSC 1\.12 and peer-pods-cm in `peer-pods\.yaml`\.[^]*The values come from the documentation and aren't measured\.$/,
      );
    });
  }

  test('ignores resources in namespaces that the webhook skips', async () => {
    const text = remote({ containers: container('{limits: {cpu: 4, memory: 1Gi}}') }).replace(
      '  name: a\n',
      '  name: a\n  namespace: openshift-operators\n',
    );
    assert.deepEqual(await labels(text, { files }), ['VM: t3.medium (2 vCPUs, 4 GiB)']);
    assert.deepEqual(await labels(text.replace('cpu: 4', 'cpu: "${CPUS}"'), { files }), [
      'VM: t3.medium (2 vCPUs, 4 GiB)',
    ]);
  });

  test('uses the nearest ConfigMap, including one in the same file', async () => {
    const other = aws.replace('_TYPE: t3.medium', '_TYPE: t3.xlarge');
    assert.deepEqual(await labels(remote(), { files: { ...files, 'peer-pods.yaml': other } }), [
      'VM: t3.medium (2 vCPUs, 4 GiB)',
    ]);
    assert.deepEqual(await labels(`${remote()}---\n${other}`, { files: {} }), ['VM: t3.xlarge (4 vCPUs, 16 GiB)']);
    // If two ConfigMaps are equally near, it's unknown which one applies. If both result in the same type, it doesn't
    // matter.
    assert.deepEqual(await labels(remote(), { files: { ...files, 'app/other.yaml': other } }), []);
    assert.deepEqual(await labels(remote(), { files: { ...files, 'app/other.yaml': aws } }), [
      'VM: t3.medium (2 vCPUs, 4 GiB)',
    ]);
  });

  test('uses generated ConfigMaps unless keys come from files', async () => {
    const generator = (more: string) =>
      `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nconfigMapGenerator:\n- name: peer-pods-cm\n  literals: [CLOUD_PROVIDER=aws]\n${more}`;
    assert.deepEqual(await labels(remote(), { files: { 'app/kustomization.yaml': generator('') } }), [
      'VM: m6a.large (2 vCPUs, 8 GiB)',
    ]);
    assert.deepEqual(
      await labels(remote(), { files: { 'app/kustomization.yaml': generator('  envs: [aws.env]\n') } }),
      [],
    );
  });

  test('is absent when the type is unknown or rejected', async () => {
    const cases: Readonly<Record<string, readonly [parts: PodParts, configMap: string, release?: string]>> = {
      'no provider': [{}, configMap('  PODVM_INSTANCE_TYPE: t3.medium\n')],
      'another provider': [{}, configMap('  CLOUD_PROVIDER: vsphere\n')],
      libvirt: [{}, configMap('  CLOUD_PROVIDER: libvirt\n')],
      'a type that is not in the list': [{ annotations: annotation('machine_type', 'm5.large') }, aws],
      'a type filled in later': [{ annotations: annotation('machine_type', '${TYPE}') }, aws],
      'a placeholder for a type': [{ annotations: annotation('machine_type', '"<type>"') }, aws],
      'a default filled in later': [{}, configMap('  CLOUD_PROVIDER: aws\n  PODVM_INSTANCE_TYPE: ${TYPE}\n')],
      'a placeholder for the default': [{}, configMap('  CLOUD_PROVIDER: aws\n  PODVM_INSTANCE_TYPE: <type>\n')],
      'a list filled in later': [
        { annotations: annotation('machine_type', 't3.large') },
        configMap('  CLOUD_PROVIDER: aws\n  PODVM_INSTANCE_TYPES: ${TYPES}\n'),
      ],
      'types of unknown size': [
        { containers: container('{limits: {cpu: 1, memory: 1Gi}}') },
        configMap('  CLOUD_PROVIDER: aws\n  PODVM_INSTANCE_TYPES: x9.large,t3.large\n'),
      ],
      'an amount that is none': [{ containers: container('{limits: {cpu: 1GB, memory: 1Gi}}') }, aws],
      'a list that stops cloud-api-adaptor': [{}, aws.replace(',t3.large', ', t3.large'), '1.11'],
    };
    for (const [what, [parts, text, release]] of Object.entries(cases)) {
      const setting = { files: { 'cm.yaml': text }, ...(release === undefined ? {} : { release }) };
      assert.deepEqual(await labels(remote(parts), setting), [], what);
    }
    assert.deepEqual(await labels(remote(), { files: {} }), [], 'no ConfigMap');
    assert.deepEqual(await labels(remote()), [], 'a workspace that was not read');
  });

  test('depends on the OSC release', async () => {
    const gcp = { 'cm.yaml': configMap('  CLOUD_PROVIDER: gcp\n  GCP_INSTANCE_TYPES: e2-medium,e2-standard-2\n') };
    const asked = remote({ annotations: annotation('machine_type', 'e2-standard-2') });
    assert.deepEqual(await labels(asked, { files: gcp, release: '1.12' }), ['VM: e2-standard-2 (2 vCPUs, 8 GiB)']);
    assert.deepEqual(await labels(asked, { files: gcp, release: '1.9' }), []);
  });
});

for (const { id, podPath = [], group } of workloads) {
  test(`inlay hint appears in kind ${id}`, async () => {
    const indent = '  '.repeat(podPath.length);
    const template = pod()
      .split('\n')
      .slice(2)
      .map((line) => (line === '' ? '' : indent + line))
      .join('\n');
    const above = podPath.map((step, depth) => `${'  '.repeat(depth)}${step}:\n`).join('');
    assert.equal(
      (await hints(`apiVersion: ${group === '' ? 'v1' : `${group}/v1`}\nkind: ${id}\n${above}${template}`)).length,
      1,
    );
  });
}

test('inlay hint appears in each List item', async () => {
  const item = `- ${pod().trimEnd().replaceAll('\n', '\n  ')}\n`;
  assert.equal((await hints(`apiVersion: v1\nkind: List\nitems:\n${item}${item}`)).length, 2);
});

test('inlay hints are limited to the requested range and to 500, and can be turned off', async () => {
  const many = Array.from({ length: 600 }, () => pod()).join('---\n');
  assert.equal((await hints(many)).length, 500);
  const lines = pod().split('\n').length;
  const range = { start: { line: lines, character: 0 }, end: { line: 2 * lines - 1, character: 0 } };
  assert.deepEqual(
    (await hints(many, {}, range)).map(({ position }) => position.line),
    [
      lines +
        pod()
          .split('\n')
          .findIndex((line) => line.includes('runtimeClassName')),
    ],
  );
  assert.deepEqual(await hints(pod(), { off: true }), []);
});

test('inlay hints refresh when another file changes their text', async () => {
  const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: peer-pods-cm\ndata:\n  CLOUD_PROVIDER: aws\n';
  const client = { workspace: { inlayHint: { refreshSupport: true } } };
  const made = new Played(inlayHints, pod({ runtimeClass: 'kata-remote' }), { files: {}, client });
  assert.deepEqual(await made.call('textDocument/inlayHint', { range: all }), []);
  made.change(() => (made.files = { 'app/cm.yaml': configMap }));
  await made.hasRequested(1);
  assert.deepEqual(made.requested, ['workspace/inlayHint/refresh']);
  const [hint] = await made.call<InlayHint[]>('textDocument/inlayHint', { range: all });
  assert.equal(hint?.label, 'VM: m6a.large (2 vCPUs, 8 GiB)');
});

test('the hover on a pod overhead lists the memory of a sandbox', async () => {
  const text =
    'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: kata-small\nhandler: kata\noverhead:\n  podFixed:\n    memory: 350Mi\n';
  for (const line of [6, 7]) {
    const found = await new Played(hover, text).call<Hover | null>('textDocument/hover', {
      position: { line, character: 5 },
    });
    assert.match(JSON.stringify(found), /Guest kernel at boot \| 110Mi \| runtime class overhead/);
  }
});
