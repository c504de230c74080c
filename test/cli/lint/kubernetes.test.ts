/** Tests the rules for Kubernetes fields in `osc-tools lint`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { folderOf, lint } from '../osc.ts';

const deployment = (runtimeClass: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replcas: 2
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: api
    spec:
      runtimeClassName: ${runtimeClass}
      restartPolicy: Allways
      containers:
        - name: web
          imge: quay.io/example/web
          ports:
            - containerPort: "80"
          resources:
            limits:
              memory: 2GB
`;

const problems = (stdout: string) =>
  (JSON.parse(stdout) as { readonly rule: string; readonly line: number }[]).map(({ rule, line }) => `${line} ${rule}`);

describe('lint of Kubernetes fields', () => {
  test('finds the six mistakes of a Deployment, and fixes those with one reasonable fix', async () => {
    const cwd = folderOf({ 'web.yaml': deployment('kata') });
    const all = [
      '6 osc/kubernetes-unknown-field',
      '9 osc/kubernetes-selector',
      '16 osc/kubernetes-value',
      '19 osc/kubernetes-unknown-field',
      '21 osc/kubernetes-wrong-type',
      '24 osc/kubernetes-quantity',
    ];
    assert.deepEqual(problems((await lint(['--format', 'json', 'web.yaml'], { cwd })).stdout), all);
    const left = problems((await lint(['--fix', '--format', 'json', 'web.yaml'], { cwd })).stdout);
    assert.deepEqual(left, [all[1], all[5]]);
    const fixed = readFileSync(path.join(cwd, 'web.yaml'), 'utf8');
    assert.equal(
      fixed,
      deployment('kata')
        .replace('replcas', 'replicas')
        .replace('imge', 'image')
        .replace('Allways', 'Always')
        .replace('"80"', '80'),
    );
    await lint(['--fix', 'web.yaml'], { cwd });
    assert.equal(readFileSync(path.join(cwd, 'web.yaml'), 'utf8'), fixed);
  });

  test('checks objects without a Kata sandbox only with --kubernetes', async () => {
    const cwd = folderOf({ 'web.yaml': deployment('gvisor') });
    assert.deepEqual(problems((await lint(['--format', 'json', '.'], { cwd })).stdout), []);
    assert.equal(problems((await lint(['--kubernetes', '--format', 'json', '.'], { cwd })).stdout).length, 6);
  });

  test('reads the kustomization next to a file, so that a patch can lack required fields', async () => {
    const patches = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - name: http
      nodePort: 30080
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: kata
scheduling:
  nodeSelector:
    pool: kata
`;
    const cwd = folderOf({
      'a/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patches.yaml\n',
      'a/patches.yaml': patches,
      'b/patches.yaml': patches,
    });
    const found = async (file: string) =>
      problems((await lint(['--kubernetes', '--format', 'json', file], { cwd })).stdout);
    assert.deepEqual(await found('a/patches.yaml'), []);
    assert.deepEqual(await found('a'), []);
    assert.deepEqual(await found('b/patches.yaml'), ['7 osc/kubernetes-missing-field', '11 osc/runtimeclass-fields']);
  });
});
