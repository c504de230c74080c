/** Tests the runtime class and the annotations in all kinds that create pods. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseByLibrary } from '#server/engine/yaml/parse/parse.ts';
import { findManifests } from '#server/engine/yaml/manifest.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { found, titles } from '#test/support/manifests/podManifests.ts';

const object = (apiVersion: string, kind: string, ...lines: readonly string[]) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: web\n${lines.map((line) => `${line}\n`).join('')}`;
const indent = (spaces: number, ...lines: readonly string[]) => lines.map((line) => ' '.repeat(spaces) + line);
const annotation = 'io.katacontainers.config.hypervisor.default_vcpu: "2"';

/** Returns an object with this class, and with an unknown annotation of its pod. */
type Create = (runtimeClass: string, withAnnotation?: boolean) => string;

const templateOf =
  (apiVersion: string, kind: string, start: readonly string[], depth: number): Create =>
  (runtimeClass, withAnnotation = false) =>
    object(
      apiVersion,
      kind,
      ...start,
      ...(withAnnotation ? indent(depth, 'metadata:', '  annotations:', `    ${annotation}`) : []),
      ...indent(depth, 'spec:', `  runtimeClassName: ${runtimeClass}`, '  containers:', '    - {name: a, image: b}'),
    );
const onObject =
  (apiVersion: string, kind: string, path: readonly string[]): Create =>
  (runtimeClass, withAnnotation = false) =>
    object(
      apiVersion,
      kind,
      ...(withAnnotation ? ['  annotations:', `    ${annotation}`] : []),
      ...path.map((step, depth) => `${'  '.repeat(depth)}${step}:`),
      `${'  '.repeat(path.length)}runtimeClassName: ${runtimeClass}`,
    );

const kinds: Readonly<Record<string, Create>> = {
  PodTemplate: templateOf('v1', 'PodTemplate', ['template:'], 2),
  'Knative Service': templateOf('serving.knative.dev/v1', 'Service', ['spec:', '  template:'], 4),
  'Argo Rollout': templateOf('argoproj.io/v1alpha1', 'Rollout', ['spec:', '  template:'], 4),
  'Knative Revision': onObject('serving.knative.dev/v1', 'Revision', ['spec']),
  TaskRun: onObject('tekton.dev/v1', 'TaskRun', ['spec', 'podTemplate']),
  'PipelineRun v1': onObject('tekton.dev/v1', 'PipelineRun', ['spec', 'taskRunTemplate', 'podTemplate']),
  'PipelineRun v1beta1': onObject('tekton.dev/v1beta1', 'PipelineRun', ['spec', 'podTemplate']),
  'OpenShift Template': (runtimeClass, withAnnotation = false) =>
    [
      'apiVersion: template.openshift.io/v1\nkind: Template\nmetadata:\n  name: t\nparameters:\n- name: NAME\nobjects:',
      '- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: ${NAME}',
      ...(withAnnotation ? [`    annotations:\n      ${annotation}`] : []),
      `  spec:\n    runtimeClassName: ${runtimeClass}\n    containers:\n    - {name: a, image: "\${IMAGE}"}\n`,
    ].join('\n'),
  'InferenceService predictor': (runtimeClass, withAnnotation = false) =>
    object(
      'serving.kserve.io/v1beta1',
      'InferenceService',
      'spec:',
      '  predictor:',
      ...(withAnnotation ? ['    annotations:', `      ${annotation}`] : []),
      `    runtimeClassName: ${runtimeClass}`,
    ),
};

for (const [kind, create] of Object.entries(kinds)) {
  describe(`pod of ${kind}`, () => {
    test('has a known runtime class', async () => {
      assert.deepEqual(await found(create('kata')), []);
      assert.deepEqual(await found(create('kata-remot')), ['pod-runtimeclass-unknown warning']);
      assert.deepEqual(await titles(create('kata-remot')), ['Change to kata-remote']);
      assert.deepEqual(await found(create('${CLASS}')), []);
    });
    test('has known annotations', async () => {
      const [finding, ...others] = await check(create('kata', true));
      assert.deepEqual([finding?.rule, others], ['osc/pod-annotation-unknown', []]);
      const line = create('kata', true).split('\n')[finding?.line ?? -1];
      assert.match(line ?? '', /default_vcpu:/);
    });
    test('has the line of its runtime class as position', async () => {
      const text = create('kata-remot');
      const [finding] = await check(text);
      assert.match(text.split('\n')[finding?.line ?? -1] ?? '', /runtimeClassName/);
    });
    test('needs a KataConfig with peer pods for kata-remote', async () => {
      const kataConfig = object('kataconfiguration.openshift.io/v1', 'KataConfig', 'spec:', '  logLevel: info');
      assert.deepEqual(await found(create('kata-remote'), { files: { 'kataconfig.yaml': kataConfig } }), [
        'runtimeclass-remote-without-peerpods warning',
      ]);
    });
  });
}

describe('other objects', () => {
  const create = (name: string): Create => kinds[name] ?? (() => assert.fail(name));
  test('are ignored: Services, templates, and tasks of other groups', async () => {
    for (const [kind, apiVersion] of [
      ['Knative Service', 'serving.knative.dev/v1'],
      ['Argo Rollout', 'argoproj.io/v1alpha1'],
      ['TaskRun', 'tekton.dev/v1'],
      ['OpenShift Template', 'template.openshift.io/v1'],
    ] as const)
      assert.deepEqual(await found(create(kind)('kata-remot').replace(apiVersion, 'example.com/v1')), [], kind);
  });
  test('have no pod if the part is missing or has another form', () => {
    for (const spec of ['spec: {}', 'spec: []', 'spec:\n  podTemplate: x', 'spec:\n  podTemplate:\n    - a', ''])
      assert.deepEqual(findManifests(parseByLibrary(object('tekton.dev/v1', 'TaskRun', spec))), [], spec);
  });
  test('of an InferenceService are checked separately', async () => {
    const text = object(
      'serving.kserve.io/v1beta1',
      'InferenceService',
      'spec:',
      '  predictor: {runtimeClassName: kata}',
      '  transformer: {runtimeClassName: kata-remot}',
      '  explainer: {runtimeClassName: kata-remte}',
    );
    assert.deepEqual(
      (await check(text)).map(({ line }) => line),
      [6, 7],
    );
  });
  test('in a Template get all pod checks', async () => {
    const text = create('OpenShift Template')('kata').replace('IMAGE}"}', 'IMAGE}"}\n    volumes:\n    - {name: v}');
    assert.deepEqual(await found(text.replace('    runtimeClassName: kata\n', '    runtimClassName: kata\n')), [
      'pod-runtimeclass-key error',
    ]);
  });
  test('in a List are found', async () =>
    assert.deepEqual(
      await found(
        `apiVersion: v1\nkind: List\nitems:\n- ${create('TaskRun')('kata-remot').trimEnd().replaceAll('\n', '\n  ')}\n`,
      ),
      ['pod-runtimeclass-unknown warning'],
    ));
});

describe('virtual machine', () => {
  const machine = (runtimeClass: string) =>
    templateOf('kubevirt.io/v1', 'VirtualMachine', ['spec:', '  template:'], 4)(runtimeClass);
  test("doesn't run in Kata", async () => {
    assert.deepEqual(await found(machine('kata-remot')), ['virtualmachine-runtimeclass warning']);
    assert.deepEqual(await found(onObject('kubevirt.io/v1', 'VirtualMachineInstance', ['spec'])('kata')), [
      'virtualmachine-runtimeclass warning',
    ]);
    assert.deepEqual(await found(onObject('kubevirt.io/v1', 'VirtualMachine', ['spec'])('kata')), [
      'virtualmachine-runtimeclass warning',
    ]);
  });
  test('can have other runtime classes and parameters', async () => {
    assert.deepEqual(await found(`${machine('nvidia')}# kata\n`), []);
    assert.deepEqual(await found(machine('${CLASS}')), []);
  });
});
