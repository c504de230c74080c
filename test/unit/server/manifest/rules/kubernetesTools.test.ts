/**
 * Tests that the rules for Kubernetes fields accept what tools add or replace: SOPS, kustomize, Helm, and users who
 * fill in placeholders.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crdWith, peerPodWith } from '#server/manifest/rules/customResources/examples.ts';
import { check, type CheckOptions } from '../../../../support/manifests/checkText.ts';

async function messages(text: string, options: CheckOptions = {}): Promise<string[]> {
  return (await check(text, { checksKubernetes: true, ...options })).map(
    ({ rule, severity, message }) => `${severity} ${rule.replace('osc/', '')}: ${message}`,
  );
}

describe('tools', () => {
  test('SOPS adds its field at the top level, and only there', async () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: web\nsops:\n  version: 3.8.1\n';
    assert.deepEqual(await messages(secret), []);
    const below = secret.replace('sops:\n  version: 3.8.1\n', '  sops: 1\n');
    assert.equal((await messages(below)).length, 1);
  });

  test('kustomize replaces the name of a Namespace, but not other names', async () => {
    const text = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: _\n';
    const files = (more: string) => ({ files: { 'kustomization.yaml': `resources: [file.yaml]\n${more}` } });
    assert.deepEqual(await messages(text, files('namespace: shop\n')), []);
    assert.equal((await messages(text, files(''))).length, 1);
    assert.equal((await messages(text)).length, 1);
    const account = text.replace('Namespace', 'ServiceAccount');
    assert.equal((await messages(account, files('namespace: shop\n'))).length, 1);
  });

  test('Helm can write the first lines of a list or mapping, with any indentation', async () => {
    const template = (action: string) => `{{- $values := .Values }}
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata:
  name: web
webhooks:
${action}
  # A comment
  namespaceSelector:
    matchLabels:
      a: b
`;
    assert.deepEqual(await messages(template('{{- include "webhook" (dict "prefix" "a") }}')), []);
    const wrong = [
      'error kubernetes-wrong-type: webhooks must be a list, but is a mapping, so the API server rejects the object.',
    ];
    assert.deepEqual(await messages(template('{{- if .Values.kata }}\n{{- end }}')), wrong);
    const withLabels = (action: string) =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  labels:\n${action}\n    app: web\nspec:\n${action}\n  prots: []\n`;
    assert.deepEqual(await messages(withLabels('{{ include "lines" . }}')), []);
    assert.equal((await messages(withLabels('{{- include "lines" . | nindent 2 }}'))).length, 1);
  });

  test('users replace placeholders in custom resources before they apply them', async () => {
    const files = {
      'crd.yaml': crdWith(
        'PeerPod',
        "url: { type: string, pattern: '^https://' }",
        'mode: { type: string, enum: [a] }',
      ),
    };
    assert.deepEqual(await messages(peerPodWith('  url: <url>', '  mode: ${MODE}'), { files }), []);
    assert.equal((await messages(peerPodWith('  url: http', '  mode: b'), { files })).length, 2);
  });
});

describe('messages about Kubernetes fields', () => {
  const workload = (selector: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
${selector}
  template:
    metadata:
      labels:
        app: web
        tier: front
    spec:
      runtimeClassName: kata
      containers:
        - name: web
          image: quay.io/example/web
          resources:
            limits:
              memory: 1Gi
`;

  test('move the labels of a selector under matchLabels, in one fix', async () => {
    const text = workload('    app: web\n    tier: front');
    const [found, ...others] = (await check(text)).filter(({ severity }) => severity === 'error');
    assert.deepEqual(others, []);
    assert.equal(
      found?.message,
      'spec.selector has no field "app", so oc rejects the object. The field belongs under spec.selector.matchLabels.',
    );
    const [fix] = found.finding.fixes;
    assert.deepEqual([fix?.title, fix?.sure], ['Move under spec.selector.matchLabels', true]);
    const fixed = (fix?.edits ?? []).reduce(
      (before, { start, end, text: written }) => before.slice(0, start) + written + before.slice(end),
      text,
    );
    assert.equal(fixed, workload('    matchLabels:\n      app: web\n      tier: front'));
  });

  test('name the only value that a field can have', async () => {
    const text = workload('    matchLabels:\n      app: web').replace(
      '  runtime',
      '  restartPolicy: Never\n      runtime',
    );
    const errors = (await check(text)).filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ message }) => message),
      ['spec.template.spec.restartPolicy can\'t be "Never", so the API server rejects the object. Use Always.'],
    );
  });

  test('find invalid quantities and values of a RuntimeClass', async () => {
    const text =
      'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata:\n  name: example\nhandler: example\noverhead:\n  podFixed:\n    memory: 120MB\nscheduling:\n  tolerations:\n    - effect: NoScheduled\n      operator: Exists\n';
    assert.deepEqual(
      (await messages(text)).map((message) => message.replace(/:.*/, '')),
      ['error kubernetes-quantity', 'error kubernetes-value'],
    );
    assert.deepEqual(await messages(text.replace('120MB', '120Mi').replace('NoScheduled', 'NoSchedule')), []);
  });
});
