/** Tests the findings in objects of agent-sandbox. The examples of the rules contain further cases. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { packInitdata, packPolicy } from '#server/engine/encoding/pack.ts';
import { initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import {
  exampleClaim,
  examplePool,
  exampleSandbox,
  exampleTemplate,
} from '#server/manifest/rules/agentSandbox/exampleSandboxes.ts';
import { check, type CheckOptions } from '../../../../support/manifests/checkText.ts';

async function findings(text: string, options?: CheckOptions): Promise<string[]> {
  return (await check(text, options)).map(
    ({ rule, severity, finding }) =>
      `${severity} ${rule.replace('osc/', '')} ${text.slice(finding.start, finding.end)}`,
  );
}

const sandbox = (version: string, ...lines: readonly string[]): string =>
  `${exampleSandbox(version).trimStart()}${lines.map((line) => `  ${line}\n`).join('')}`;

const osc = {
  'kataconfig.yaml':
    'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: example-kataconfig\n',
};

const folder = join(import.meta.dirname, '../../../../../../shared/conformance/newer/agent-sandbox');

test('the rules for Kubernetes versions and feature gates check the pod template', async () => {
  const text = sandbox('v1beta1', '    hostnameOverride: x', '    workloadRef: {name: a, podGroup: b}').replace(
    '          image: quay.io/example/agent\n',
    '$&          resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}]\n',
  );
  assert.deepEqual(await findings(text, { release: '1.12' }), [
    'info kubernetes-feature-gate resizePolicy',
    'info kubernetes-version hostnameOverride',
    // The API server accepts the Sandbox, and drops the field from the pod.
    'warning kubernetes-version workloadRef',
  ]);
  const messages = (await check(text, { release: '1.12' })).map(({ message }) => message);
  assert.ok(
    messages.some((message) => message.endsWith('drops resizePolicy when the controller creates the pod.')),
    messages.join('\n'),
  );
});

describe('the annotations of a claim', () => {
  const claim = (key: string, value: string): string =>
    `${exampleClaim.trimStart()}  additionalPodMetadata:\n    annotations:\n      ${key}: ${value}\n`;
  const policy = 'io.katacontainers.config.agent.policy';
  const initdata = 'io.katacontainers.config.hypervisor.cc_init_data';

  test('can contain a policy and initdata, which are checked like those of a pod', async () => {
    const rego = policyWith('');
    assert.deepEqual(await findings(claim(policy, packPolicy(rego))), []);
    assert.deepEqual(await findings(claim(initdata, packInitdata(initdataWith({})))), []);
    assert.deepEqual(await findings(claim(policy, `"${btoa(rego).slice(0, -5)}-"`)), [
      `error pod-policy-encoding "${btoa(rego).slice(0, -5)}-"`,
    ]);
    const plain = btoa(initdataWith({}));
    assert.deepEqual(await findings(claim(initdata, plain)), [`error pod-initdata-encoding ${plain}`]);
    const open = packPolicy(policyWith('default AllowRequestsFailingPolicy := true\n'));
    assert.deepEqual(await findings(claim(policy, open)), [`error packed-policy-problems ${open}`]);
  });
});

describe('the examples of agent-sandbox', { skip: !existsSync(folder) }, () => {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  test('have no errors and no warnings', async () => {
    for (const name of ['patch-kata.yaml', 'sandbox-kata-gke.yaml', 'sandboxtemplate-kata-aks.yaml'])
      assert.deepEqual(await findings(read(name)), [], name);
    assert.deepEqual(await findings(read('sandboxclaim-kata-aks.yaml')), []);
  });

  test('are information about the runtime class next to objects of OSC', async () => {
    const inFolder = async (name: string) => findings(read(name), { files: osc });
    assert.deepEqual(await inFolder('sandbox-kata-gke.yaml'), ['info pod-runtimeclass-unknown kata-qemu']);
    assert.deepEqual(await inFolder('sandboxtemplate-kata-aks.yaml'), [
      'info pod-runtimeclass-unknown kata-vm-isolation',
    ]);
  });
});

test('accepts mounts of volume claim templates, and reports other names', async () => {
  const claims = (name: string): string =>
    `  volumeClaimTemplates:\n    - metadata:\n        name: ${name}\n      spec:\n        accessModes: [ReadWriteOnce]\n        resources:\n          requests:\n            storage: 1Gi\n`;
  const withMount = (kind: string, apiVersion: string, rest: string): string =>
    `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: agent\nspec:\n  podTemplate:\n    spec:\n      containers:\n        - name: agent\n          image: registry.example.com/agent\n          volumeMounts:\n            - name: data\n              mountPath: /data\n${rest}`;
  for (const [kind, apiVersion] of [
    ['Sandbox', 'agents.x-k8s.io/v1beta1'],
    ['SandboxTemplate', 'extensions.agents.x-k8s.io/v1beta1'],
  ] as const) {
    assert.deepEqual(await findings(withMount(kind, apiVersion, claims('data')), { files: osc }), [], kind);
    assert.deepEqual(
      await findings(withMount(kind, apiVersion, claims('dta')), { files: osc }),
      ['error kubernetes-volume-mount data'],
      kind,
    );
  }
  // A claim can then add volume claim templates.
  const policy = '  volumeClaimTemplatesPolicy: Allowed\n';
  const template = withMount('SandboxTemplate', 'extensions.agents.x-k8s.io/v1beta1', policy);
  assert.deepEqual(await findings(template, { files: osc }), []);
});

test('accepts the fields of both versions in one file', async () => {
  const both = `${sandbox('v1beta1', 'operatingMode: Suspended', 'shutdownPolicy: Delete', 'service: true')}---
${sandbox('v1alpha1', 'replicas: 0', 'shutdownTime: "2026-12-31T23:59:59Z"')}`;
  assert.deepEqual(await findings(both), []);
});

test('reports fields and values that the CRDs reject', async () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [sandbox('v1beta1', 'shutdownPolcy: Delete'), ['error kubernetes-unknown-field shutdownPolcy']],
    [sandbox('v1beta1', 'operatingMode: Paused'), ['error kubernetes-value Paused']],
    [sandbox('v1beta1', 'shutdownTime: tomorrow'), ['error kubernetes-format tomorrow']],
    [sandbox('v1beta1', 'service: "yes"'), ['error kubernetes-wrong-type "yes"']],
    [sandbox('v1alpha1', 'replicas: 2'), ['error kubernetes-number 2']],
    [
      sandbox('v1').replace('agents.x-k8s.io/v1', 'agents.x-k8s.io/v1beta2'),
      ['error no-such-kind agents.x-k8s.io/v1beta2'],
    ],
    [`${exampleClaim}  lifecycle:\n    ttlSecondsAfterFinished: -1\n`, ['error kubernetes-number -1']],
    [`${exampleClaim}  lifecycle:\n    shutdownPolicy: Remove\n`, ['error kubernetes-value Remove']],
    [
      exampleClaim.replace('  warmPoolRef:\n    name: agents\n', '  lifecycle: {}\n'),
      ['error kubernetes-missing-field lifecycle'],
    ],
    [`${exampleClaim}  additionalPodMetadata:\n    labels:\n      team: 1\n`, ['error kubernetes-wrong-type 1']],
    [`${examplePool}  updateStrategy:\n    type: Rolling\n`, ['error kubernetes-value Rolling']],
  ];
  for (const [text, expected] of cases) assert.deepEqual(await findings(text), expected, text);
});

test('reports the pod at its exact position', async () => {
  const text = `${sandbox('v1beta1').replace(
    '  podTemplate:\n',
    '  podTemplate:\n    metadata:\n      annotations:\n        io.katacontainers.config.hypervisor.default_vcpus: two\n',
  )}          imagePullPolicy: Allways\n`;
  assert.deepEqual(await findings(text), ['error pod-annotation-value two', 'error kubernetes-value Allways']);
});

test('offers the field of the version', async () => {
  const text = sandbox('v1beta1', 'replicas: 1');
  const [found] = await check(text);
  assert.equal(found?.rule, 'osc/agent-sandbox-version');
  const fixed = applyEdits(text, [...(found.finding.fixes?.[0]?.edits ?? [])]);
  assert.equal(fixed, sandbox('v1beta1', 'operatingMode: Running'));
});

test('reports a claim of the old version only once', async () => {
  const text = exampleClaim.replace('warmPoolRef', 'sandboxTemplateRef');
  assert.deepEqual(await findings(text), ['error agent-sandbox-version sandboxTemplateRef']);
  assert.deepEqual(await findings(text.replace('v1beta1', 'v1alpha1')), []);
});

test('reports names that no file in the folder contains', async () => {
  assert.deepEqual(await findings(exampleClaim), []);
  assert.deepEqual(await findings(exampleClaim, { files: {} }), ['info agent-sandbox-reference agents']);
  assert.deepEqual(await findings(exampleClaim, { files: { 'pool.yaml': examplePool } }), []);
});

test('counts the VMs of a pool only with kata-remote', async () => {
  const pool = `${examplePool}  replicas: 5\n`;
  const files = { 'template.yaml': exampleTemplate };
  assert.deepEqual(await findings(pool, { files, hints: true }), ['hint agent-sandbox-running-vms 5']);
  const local = { 'template.yaml': exampleTemplate.replace('kata-remote', 'kata') };
  assert.deepEqual(await findings(pool, { files: local, hints: true }), []);
});

test('checks the annotations of a claim for the runtime class of its template', async () => {
  const claim = `${exampleClaim}  additionalPodMetadata:
    annotations:
      io.katacontainers.config.hypervisor.kernel_params: debug
`;
  const files = { 'pool.yaml': examplePool, 'template.yaml': exampleTemplate };
  assert.deepEqual(await findings(claim, { files }), [
    'error agent-sandbox-claim-annotations io.katacontainers.config.hypervisor.kernel_params',
  ]);
  assert.deepEqual(await findings(claim), []);
});

test('offers no fix for annotations of a claim or a warm pool', async () => {
  for (const text of [exampleClaim, examplePool]) {
    const annotated = text.replace(
      'spec:\n',
      '  annotations:\n    io.katacontainers.config.hypervisor.default_vcpus: "2"\nspec:\n',
    );
    const [found] = await check(annotated);
    assert.equal(found?.rule, 'osc/agent-sandbox-annotations');
    assert.deepEqual(found.finding.fixes, []);
  }
});

test('reports fields that only a CRD in the folder defines as information', async () => {
  const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: sandboxwarmpools.extensions.agents.x-k8s.io
spec:
  group: extensions.agents.x-k8s.io
  names: { kind: SandboxWarmPool, plural: sandboxwarmpools }
  scope: Namespaced
  versions:
    - name: v1beta1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                budget: { type: integer }
`;
  const files = { 'crd.yaml': crd, 'template.yaml': exampleTemplate };
  assert.deepEqual(await findings(`${examplePool}  budget: 3\n`, { files }), ['info kubernetes-unknown-field budget']);
  assert.deepEqual(await findings(`${examplePool}  budget: 3\n`), ['error kubernetes-unknown-field budget']);
});
