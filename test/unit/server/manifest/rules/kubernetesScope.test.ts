/** Tests which Kubernetes objects the rules check: those in files with a Kata workload, or all on request. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease } from '#core/product/releases.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import { checkFile } from '#server/manifest/checkManifests.ts';
import { check, type CheckOptions } from '../../../../support/manifests/checkText.ts';

const pod = createExamplePod('  runtimeClassName: kata').trimStart();
const service = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: nodePort
`;
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
spec:
  replcas: 2
`;

async function findings(text: string, options?: CheckOptions): Promise<string[]> {
  return (await check(text, options)).map(
    ({ rule, severity, finding }) =>
      `${severity} ${rule.replace('osc/', '')} ${text.slice(finding.start, finding.end)}`,
  );
}

const environment = {
  release: newestRelease,
  severities: new Map(),
  workspace: undefined,
  yamlCheckedElsewhere: false,
  onError: (message: string) => assert.fail(message),
  embeddedRules: () => Promise.resolve([]),
};

const traffic = (value: string) => service.replace('type: nodePort', `trafficDistribution: ${value}`);
const nodePort = 'error kubernetes-value nodePort';
const replcas = 'error kubernetes-unknown-field replcas';

describe('scope of the rules for Kubernetes fields', () => {
  test('includes the other objects in the file of a Kata workload', async () => {
    assert.deepEqual(await findings(`${service}---\n${pod}---\n${deployment}`), [nodePort, replcas]);
    assert.deepEqual(await findings(`${service}---\n${pod.replace('kata', 'gvisor')}`), []);
  });

  test('includes closed lists that the Kubernetes sources declare as strings', async () => {
    const options = { checksKubernetes: true, release: '1.12' };
    assert.deepEqual(await findings(traffic('PreferNear'), options), ['error kubernetes-value PreferNear']);
    assert.deepEqual(await findings(traffic('PreferClose'), options), []);
    assert.deepEqual(await findings(traffic('PreferSameNode'), options), ['info kubernetes-version PreferSameNode']);
  });

  test('excludes fields, types, and listed values of a file that the schema kubernetes of another extension checks', async () => {
    const wrong = deployment.replace('replcas: 2', 'replicas: "2"\n  strategy: { type: Rolling }\n  replcas: 2');
    const rules = async (kubernetesCheckedElsewhere: boolean) =>
      (
        await checkFile(
          'file:///workspace/deployment.yaml',
          readDocuments(`${pod}---\n${wrong}`),
          { ...environment, kubernetesCheckedElsewhere },
          () => false,
        )
      )?.map(({ rule }) => rule.id);
    const others = ['pod-no-memory-limit'];
    const own = ['kubernetes-wrong-type', 'kubernetes-value', 'kubernetes-unknown-field'];
    assert.deepEqual((await rules(false))?.toSorted(), [...others, ...own].toSorted());
    assert.deepEqual(await rules(true), others);
  });

  test('includes the items of a List and the objects of a Template', async () => {
    const item = (text: string) => text.replace(/^/gm, '    ').replace('    ', '  - ').trimEnd();
    const list = `apiVersion: v1\nkind: List\nitems:\n${item(pod)}\n${item(service)}\n`;
    assert.deepEqual(await findings(list), [nodePort]);
    const template = list
      .replace('apiVersion: v1\nkind: List\nitems', 'apiVersion: template.openshift.io/v1\nkind: Template\nobjects')
      .replace('nodePort', '${TYPE}');
    assert.deepEqual(await findings(template), []);
    assert.deepEqual(await findings(template.replace('type:', 'tpye:')), ['error kubernetes-unknown-field tpye']);
  });

  test('includes all objects on request, but no objects that only kustomize reads', async () => {
    const options = { checksKubernetes: true };
    assert.deepEqual(await findings(`${service}---\n${deployment}`, options), [nodePort, replcas]);
    const local = service.replace('  name: web\n', '$&  annotations:\n    config.kubernetes.io/local-config: "true"\n');
    assert.deepEqual(await findings(local, options), []);
  });

  test('checks the names and labels of these objects', async () => {
    assert.deepEqual(
      await findings(`${pod}---\n${service.replace('nodePort', 'NodePort').replace('name: web', 'name: a_b')}`),
      ['error metadata-invalid a_b'],
    );
  });

  test('checks a document again if a Kata workload joins its file', async () => {
    const documents = readDocuments(service);
    const count = async (text: string) => {
      const now = readDocuments(text, documents);
      assert.equal(now[0]?.document, documents[0]?.document);
      const found = await checkFile('file:///workspace/a.yaml', now, environment);
      return found?.filter(({ severity }) => severity === 'error').length;
    };
    // The document remains the same object, so its cached findings would be used.
    assert.equal(await count(service), 0);
    assert.equal(await count(`${service}---\n${pod}`), 1);
    assert.equal(await count(service), 0);
  });

  test('parses no document of a file that does not concern the product', async () => {
    const documents = readDocuments(`${service}---\n${deployment}---\n${deployment}`);
    await checkFile('file:///workspace/a.yaml', documents, environment);
    assert.deepEqual(
      documents.map(({ document }) => document.isParsed),
      [false, false, false],
    );
  });
});

describe('Kubernetes versions', () => {
  const workloadRef = `${pod}  workloadRef:\n    name: a\n    podGroup: b\n`;
  const facts = { cluster: 'demo', asOf: '2026-11-21T10:41:00Z' };
  const cluster = (openShift: string) => ({ cluster: { ...facts, openShift } });
  const withoutOpenShift = (kubernetes: string) => ({ cluster: { ...facts, kubernetes } });

  test('are that of the selected cluster, otherwise those of the release', async () => {
    const message = async (options?: CheckOptions) =>
      (await check(workloadRef, options))
        .filter(({ rule }) => rule === 'osc/kubernetes-version')
        .map(({ severity, message }) => `${severity}: ${message}`);
    const only = 'spec.workloadRef exists only in Kubernetes 1.35.';
    assert.deepEqual(await message(cluster('4.21.9')), [`error: ${only}`]);
    assert.deepEqual(await message(cluster('4.22.0')), []);
    assert.deepEqual(await message(cluster('4.23.0')), [`error: ${only}`]);
    assert.deepEqual(await message(withoutOpenShift('v1.34.1')), [`error: ${only}`]);
    assert.deepEqual(await message(withoutOpenShift('v1.35.0+k3s1')), []);
    assert.deepEqual(await message(withoutOpenShift('v1.36.0-rc.1')), [`error: ${only}`]);
    assert.deepEqual(await message({ ...withoutOpenShift('unknown'), release: '1.5' }), [`info: ${only}`]);
    // The supported OpenShift versions of this release aren't known, so all versions in the tables are possible.
    assert.deepEqual(await message({ release: '1.5' }), [`info: ${only}`]);
  });

  test('make unknown fields and values information on a newer cluster', async () => {
    const text = `${pod}  hostNetwrok: true\n  restartPolicy: Sometimes\n`;
    assert.deepEqual(await findings(text), [
      'error kubernetes-unknown-field hostNetwrok',
      'error kubernetes-value Sometimes',
    ]);
    assert.deepEqual(await findings(text, cluster('4.30.1')), [
      'info kubernetes-unknown-field hostNetwrok',
      'info kubernetes-value Sometimes',
    ]);
  });
});

describe('kustomizations and Kubernetes fields', () => {
  const files = (kustomization: string) => ({ 'kustomization.yaml': `resources: [file.yaml]\n${kustomization}` });

  test('make findings about images and selectors information if they change all of them', async () => {
    const image = pod.replace('example/web', 'Example/web');
    assert.deepEqual(await findings(image), ['error kubernetes-format quay.io/Example/web']);
    assert.deepEqual(await findings(image, { files: files('images: [{ name: a, newName: b }]\n') }), [
      'info kubernetes-format quay.io/Example/web',
    ]);
    const noSelector = `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    metadata:\n      labels:\n        app: web\n${pod.slice(pod.indexOf('spec:')).replace(/^/gm, '    ').trimEnd()}\n`;
    assert.deepEqual(await findings(noSelector), ['error kubernetes-missing-field template']);
    assert.deepEqual(await findings(noSelector, { files: files('commonLabels: { app: web }\n') }), [
      'info kubernetes-missing-field template',
    ]);
  });

  test('limit the check of a patch file to fields, types, and values', async () => {
    const patch = `${pod.replace('      image: quay.io/example/web\n', '')}      imge: web\n      ports:\n        - $patch: delete\n          containerPort: "80"\n          protocol: tcp\n        - containerPort: 70000\n`;
    const text = patch.replace('name: web\n      imge', 'name: Web\n      imge');
    assert.deepEqual(await findings(text, { files: { 'kustomization.yaml': 'patches:\n  - path: file.yaml\n' } }), [
      'error kubernetes-unknown-field imge',
      'error kubernetes-wrong-type "80"',
      'error kubernetes-value tcp',
    ]);
  });

  test('are checked in inline patches and JSON patches, at their positions', async () => {
    const inline = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
patches:
  - patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
      spec:
        replcas: "2"
        template:
          $patch: replace
          spec:
            runtimeClassName: kata
            hostNetwork: "true"
  - target:
      kind: Service
    patch: |-
      - op: replace
        path: /spec/type
        value: nodePort
      - op: remove
        path: /spec/anything
`;
    const kata = ['error kubernetes-unknown-field replcas', 'error kubernetes-wrong-type "true"'];
    assert.deepEqual(await findings(inline), kata);
    assert.deepEqual(await findings(inline, { checksKubernetes: true }), [...kata, 'error kubernetes-value nodePort']);
    assert.deepEqual(await findings(inline.replace('kata', 'gvisor')), []);
  });

  test('are checked in JSON patches in files of their own, by the kind of the target', async () => {
    const operation = (path: string, value: string, op = 'replace') =>
      `- op: ${op}\n  path: ${path}\n  value: ${value}\n`;
    const target = (kind: string, ...names: readonly string[]) => ({
      checksKubernetes: true,
      files: {
        'kustomization.yaml': `patches:\n${['', ...names].map((name) => `  - path: file.yaml\n    target: { kind: ${kind}${name === '' ? '' : `, name: ${name}`} }\n`).join('')}`,
      },
    });
    const container = '/spec/template/spec/containers';
    const wrong = [
      operation('/spec/replcas', '2'),
      operation('/spec/replicas', '"2"'),
      operation(`${container}/1/imagePullPolicy`, 'always'),
      operation(`${container}/-`, '{ name: a, image: b, imge: c }', 'add'),
      operation(`${container}/0/ports/0/protocol`, 'tcp'),
      operation(`${container}/0/prots/0`, '{}'),
      operation('/spec/template/metadata/labels/1', '2'),
    ].join('');
    const found = [
      'error kubernetes-unknown-field replcas',
      'error kubernetes-wrong-type "2"',
      'error kubernetes-value always',
      'error kubernetes-unknown-field imge',
      'error kubernetes-value tcp',
      'error kubernetes-unknown-field prots',
      'error kubernetes-wrong-type 2',
    ];
    assert.deepEqual(await findings(wrong, target('Deployment')), found);
    assert.deepEqual(await findings(wrong, target('Deployment', 'a', 'b')), found);
    const [message] = (await check(operation(`${container}/3/imagePullPolicy`, 'always'), target('Deployment'))).map(
      (one) => one.message,
    );
    assert.match(message ?? '', /containers\[3\]\.imagePullPolicy/);
    // Without the setting, and for kinds that the tables don't contain, nothing is checked.
    assert.deepEqual(await findings(wrong, { files: target('Deployment').files }), []);
    assert.deepEqual(await findings(wrong, target('Widget')), []);
    const right = [
      operation('/spec/replicas', '2'),
      operation(`${container}/0/image`, 'quay.io/example/web'),
      operation(`${container}/0/env/-`, '{ name: A, value: b }', 'add'),
      operation('/spec/template/metadata/annotations/example.com~1a', 'text', 'add'),
      operation(`${container}/0/imge`, 'x', 'test'),
      '- op: remove\n  path: /spec/anything\n',
    ].join('');
    assert.deepEqual(await findings(right, target('Deployment')), []);
  });
});
