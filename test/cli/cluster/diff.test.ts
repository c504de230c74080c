/**
 * Tests `osc-tools diff` with simulated clusters: verdicts, formats, exit codes, kustomizations, Secrets, missing
 * permissions, and refusals.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { getList, getString, getValue } from '#core/common/json.ts';
import { currentContext, type Client } from '../../support/cluster/apiClient.ts';
import { folderOf, inTerminal, osc, type Run } from '../osc.ts';
import { useSimulatedClusters } from './simulatedClusters.ts';

const settings = (value: string, name = 'settings'): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: ${name}, namespace: default, labels: {app: shop}}
data: {level: "${value}"}
`;
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default, labels: {app: shop}}
spec:
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: a, image: "quay.io/a:1"}]}
`;
const secret = (value: string): string => `apiVersion: v1
kind: Secret
metadata: {name: login, namespace: default, labels: {app: shop}}
stringData: {password: ${value}, user: admin}
`;

describe('osc-tools diff', () => {
  const clusters = useSimulatedClusters('diff', ['two-workers', 'no-permission']);
  const { folder, simulations } = clusters;

  const contextOf = (name: string): string => currentContext(simulations.get(name)?.kubeconfig ?? '');
  const diff = (args: readonly string[], setting = {}, name = 'two-workers'): Promise<Run> =>
    osc(['diff', ...clusters.optionsFor(name), ...args], setting);

  const admin = (): Client => clusters.admin('two-workers');

  /** Applies objects as `kubectl apply --server-side` does. */
  async function apply(where: string, body: object, manager = 'kubectl'): Promise<void> {
    const answer = await admin().apply(`${where}?fieldManager=${manager}&force=true`, { ...body });
    assert.ok(answer.code < 300, answer.text);
  }
  const level = (value: string): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', labels: { app: 'shop' } },
    data: { level: value },
  });
  const settingsPath = '/api/v1/namespaces/default/configmaps/settings';

  test('prints a unified diff with exit code 1 before a change, and exit code 0 after it', async () => {
    await apply(settingsPath, level('info'));
    const cwd = folderOf({ 'settings.yaml': settings('debug') });
    const changed = await diff(['settings.yaml'], { cwd });
    assert.deepEqual([changed.status, changed.stderr], [1, '']);
    assert.equal(
      changed.stdout,
      `--- a/ConfigMap.default.settings
+++ b/ConfigMap.default.settings
@@ -6,4 +6,4 @@
     app: shop
   namespace: default
 data:
-  level: info
+  level: debug

different: ConfigMap settings in default (settings.yaml)
${contextOf('two-workers')}: 1 object (1 different)
`,
    );
    const read = await admin().get(settingsPath);
    assert.equal(getString(read.body, 'data', 'level'), 'info');
    await apply(settingsPath, level('debug'));
    const same = await diff(['settings.yaml'], { cwd });
    assert.deepEqual([same.status, same.stdout], [0, `${contextOf('two-workers')}: 1 object (1 same)\n`]);
  });

  test('does not report default values and fields of other managers', async () => {
    const cwd = folderOf({ 'web.yaml': deployment });
    const created = await admin().post('/apis/apps/v1/namespaces/default/deployments', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', labels: { app: 'shop' }, annotations: { 'example.com/by': 'another' } },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'shop' } },
        template: {
          metadata: { labels: { app: 'shop' } },
          spec: { containers: [{ name: 'a', image: 'quay.io/a:1', env: [{ name: 'X', value: '1' }] }] },
        },
      },
    });
    assert.equal(created.code, 201, created.text);
    const { status, stdout } = await diff(['web.yaml'], { cwd });
    assert.deepEqual([status, stdout], [0, `${contextOf('two-workers')}: 1 object (1 same)\n`]);
  });

  test('names the field managers whose values an apply would change', async () => {
    await apply(
      '/api/v1/namespaces/default/configmaps/owned',
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'owned' },
        data: { level: 'info' },
      },
      'argocd',
    );
    const { status, stdout } = await diff(['-'], { input: settings('debug', 'owned') });
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^different: ConfigMap owned in default \(<stdin>\): applying it conflicts with field managers: argocd$/m,
    );
  });

  test('lists objects that only the files or only the cluster contain', async () => {
    await apply(settingsPath, level('debug'));
    const cwd = folderOf({ 'a/settings.yaml': settings('debug', 'other'), 'a/readme.md': '# No manifest' });
    const { status, stdout } = await diff(['a'], { cwd });
    assert.equal(status, 1);
    assert.match(stdout, /^only in the files: ConfigMap other in default \(a\/settings\.yaml\)$/m);
    assert.match(stdout, /^only in the cluster: ConfigMap settings in default$/m);
    assert.match(stdout, /^\+ {2}level: debug$/m);
  });

  test('shows which keys of a Secret change, and never a value', async () => {
    await apply('/api/v1/namespaces/default/secrets/login', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login', labels: { app: 'shop' } },
      stringData: { password: 'old-canary', user: 'admin' },
    });
    for (const format of ['text', 'json']) {
      const { status, stdout, stderr } = await diff(['-', '--format', format], { input: secret('new-canary') });
      assert.equal(status, 1, stderr);
      for (const hidden of ['canary', Buffer.from('new-canary').toString('base64'), 'YWRtaW4='])
        assert.ok(!`${stdout}${stderr}`.includes(hidden), `${format}: ${hidden}`);
      if (format === 'text') {
        assert.match(stdout, /^-.*password: .*\n\+.*password: .*changed/m);
        assert.doesNotMatch(stdout, /^[-+].*user:/m);
      }
    }
    const same = await diff(['-'], { input: secret('old-canary') });
    assert.equal(same.status, 0);
  });

  test('formats the result as JSON, Markdown, and SARIF', async () => {
    await apply(settingsPath, level('info'));
    const cwd = folderOf({ 'settings.yaml': settings('`debug`') });
    const json: unknown = JSON.parse((await diff(['settings.yaml', '--format', 'json'], { cwd })).stdout);
    assert.equal(getValue(json, 'counts', 'different'), 1);
    const [object] = getList(json, 'objects');
    assert.deepEqual(
      ['verdict', 'kind', 'name', 'namespace', 'file'].map((field) => getString(object, field)),
      ['different', 'ConfigMap', 'settings', 'default', 'settings.yaml'],
    );
    assert.match(getString(object, 'diff') ?? '', /^-\s+level: info$/m);
    const markdown = (await diff(['settings.yaml', '--format', 'markdown'], { cwd })).stdout;
    assert.match(markdown, /^\| different \| ConfigMap settings in default \| settings\.yaml \| {2}\|$/m);
    assert.match(markdown, /^```diff\n--- a\/ConfigMap/m);
    const sarif: unknown = JSON.parse((await diff(['settings.yaml', '--format', 'sarif'], { cwd })).stdout);
    const [result] = getList(getList(sarif, 'runs')[0], 'results');
    assert.equal(getString(result, 'ruleId'), 'diff/different');
    assert.equal(
      getString(getList(result, 'locations')[0], 'physicalLocation', 'artifactLocation', 'uri'),
      'settings.yaml',
    );
  });

  test('builds a kustomization, and refuses remote resources and Helm by name', async () => {
    const cwd = folderOf({
      'kustomization.yaml': 'resources: [base]\nnamePrefix: dev-\n',
      'base/kustomization.yaml': 'configMapGenerator: [{name: a, namespace: default, literals: [x=1]}]\n',
      'remote/kustomization.yaml': 'resources: ["https://example.com/base?ref=v1"]\n',
      'helm/kustomization.yaml': 'helmCharts: [{name: x}]\n',
      'chart/Chart.yaml': 'name: x\n',
    });
    const built = await diff(['.'], { cwd });
    assert.equal(built.status, 1);
    assert.match(built.stdout, /^only in the files: ConfigMap dev-a-\w{10} in default \(base\/kustomization\.yaml\)$/m);
    for (const [name, message] of [
      ['remote', 'Remote resource https://example.com/base?ref=v1'],
      ['helm', 'helmCharts'],
      ['chart', 'Helm chart'],
    ] as const) {
      const { status, stdout, stderr } = await diff([name], { cwd });
      assert.deepEqual([status, stdout], [2, '']);
      assert.ok(stderr.includes(`${message} isn't supported. `), stderr);
      assert.match(stderr, /oc kustomize PATH \| osc-tools diff - --context NAME/);
    }
  });

  test('skips files of a folder that are not manifests, and continues after a broken manifest', async () => {
    await apply(settingsPath, level('debug'));
    const cwd = folderOf({
      'a/settings.yaml': settings('debug'),
      'a/values.yaml': 'image: web\n',
      'a/sub/package.json': '{"name": "web"}',
    });
    const skipped = await diff(['-R', 'a'], { cwd });
    assert.deepEqual(skipped.stderr.split('\n'), [
      "osc-tools: a/sub/package.json: skipped because it isn't a Kubernetes manifest",
      "osc-tools: a/values.yaml: skipped because it isn't a Kubernetes manifest",
      '',
    ]);
    assert.deepEqual([skipped.status, skipped.stdout], [0, `${contextOf('two-workers')}: 1 object (1 same)\n`]);
    const broken = folderOf({ 'a/settings.yaml': settings('debug'), 'a/b.yaml': `${settings('a', 'b')}x: [}\n` });
    const { status, stdout, stderr } = await diff(['-R', 'a'], { cwd: broken });
    assert.deepEqual([status, stdout], [2, `${contextOf('two-workers')}: 1 object (1 same)\n`]);
    assert.match(stderr, /^osc-tools: a\/b\.yaml: Can't read the file: .*\n$/);
  });

  test('shows the progress of slow dry runs only in a terminal, and ends', async () => {
    const cwd = folderOf({ 'a.yaml': `${settings('a', 'a')}---\n${settings('a', 'slow')}` });
    const { faults } = simulations.get('two-workers') ?? assert.fail();
    try {
      faults.add({ effect: { kind: 'slow', milliseconds: 300 }, verb: 'patch', path: /configmaps\/slow$/ });
      const piped = await diff(['a.yaml'], { cwd });
      assert.deepEqual([piped.status, piped.stderr], [1, '']);
      const terminal = inTerminal(['diff', ...clusters.optionsFor('two-workers'), 'a.yaml'], cwd);
      assert.equal(await terminal.ends(), 1, terminal.output());
      assert.match(terminal.output(), /Comparing: 1 of 2 objects[^]*Comparing: 2 of 2 objects[^]*2 only in the files/);
    } finally {
      faults.clear();
    }
  });

  test('stops after Ctrl+C during a dry run that gets no response', async () => {
    const cwd = folderOf({ 'a.yaml': `${settings('a', 'a')}---\n${settings('a', 'slow')}` });
    const { faults } = simulations.get('two-workers') ?? assert.fail();
    try {
      faults.add({ effect: { kind: 'halfOpen' }, verb: 'patch', path: /configmaps\/slow$/ });
      const terminal = inTerminal(['diff', ...clusters.optionsFor('two-workers'), 'a.yaml'], cwd);
      await terminal.shows('Comparing: 1 of 2 objects');
      terminal.type('\u0003');
      assert.equal(await terminal.ends(), 130, terminal.output());
      assert.doesNotMatch(terminal.output(), /only in the files/);
    } finally {
      faults.clear();
    }
  });

  test('compares new objects whose namespace or kind is in the files, too', async () => {
    const input = `apiVersion: v1
kind: Namespace
metadata: {name: new-apps}
---
${settings('info').replace('namespace: default', 'namespace: new-apps')}---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: frobs.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Frob, plural: frobs, singular: frob, listKind: FrobList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
---
apiVersion: example.com/v1
kind: Frob
metadata: {name: one, namespace: default}
`;
    const { status, stdout } = await diff(['-'], { input });
    assert.equal(status, 1);
    assert.match(stdout, /: 4 objects \(4 only in the files\)$/m);
    const missing = await diff(['-'], { input: settings('info').replace('namespace: default', 'namespace: gone') });
    assert.equal(missing.status, 1);
    assert.match(missing.stdout, /^only in the files: ConfigMap settings in gone .*: Namespace gone doesn't exist\.$/m);
  });

  test('compares the other objects if the cluster refuses one', async () => {
    await apply(settingsPath, level('debug'));
    const input = `${settings('debug')}---
apiVersion: frobs.example.org/v1
kind: Other
metadata: {name: a}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: wrong}
dta: {}
`;
    const { status, stdout } = await diff(['-'], { input });
    assert.equal(status, 2);
    assert.match(stdout, /^not comparable: Other a .*The cluster doesn't provide frobs\.example\.org\/v1\./m);
    assert.match(stdout, /^not comparable: ConfigMap wrong in default .*dta/m);
    assert.match(stdout, /: 3 objects \(2 not comparable, 1 same\)$/m);
  });

  test('redacts credentials that a rejection quotes, and compares the kinds that are not refused', async () => {
    await apply(settingsPath, level('debug'));
    const simulation = simulations.get('two-workers') ?? assert.fail();
    const said = 'admission webhook "policy" denied the request: password: CANARY-of-webhook is weak';
    const forbidden = 'configmaps is forbidden: User "kube:admin" cannot patch resource "configmaps" in API group ""';
    const error = (message: string) => ({ code: 403, reason: 'Forbidden', message, details: {} }) as const;
    const input = `${settings('debug')}---\n${settings('debug', 'refused')}---\n${deployment}`;
    try {
      simulation.faults.add({
        effect: { kind: 'status', error: error(said) },
        verb: 'patch',
        path: /configmaps\/refused$/,
      });
      const quoted = await diff(['-', '--format', 'json'], { input });
      assert.equal(quoted.status, 2);
      assert.ok(!quoted.stdout.includes('CANARY'), quoted.stdout);
      assert.deepEqual(
        getList(JSON.parse(quoted.stdout), 'objects').map((one) => getString(one, 'verdict')),
        ['same', 'notComparable', 'same'],
      );
      simulation.faults.clear();
      simulation.faults.add({
        effect: { kind: 'status', error: error(forbidden) },
        verb: 'patch',
        path: /configmaps\//,
      });
      const { status, stdout } = await diff(['-'], { input });
      assert.equal(status, 2);
      const reason = "You don't have permission to patch configmaps in namespace default.";
      assert.equal(stdout.split(reason).length, 3, stdout);
      assert.match(stdout, /: 3 objects \(2 not comparable, 1 same\)$/m);
    } finally {
      simulation.faults.clear();
    }
  });

  test('names verb, resource, and namespace of a missing permission', async () => {
    const { status, stdout } = await diff(['-'], { input: settings('debug') }, 'no-permission');
    assert.equal(status, 2);
    assert.match(
      stdout,
      /^not comparable: ConfigMap settings .*You don't have permission to (?:get|patch) configmaps in namespace default\.$/m,
    );
  });

  test('fails for wrong usage and for files without objects', async () => {
    const cwd = folderOf({
      'one.yaml': settings('a'),
      'two.yaml': settings('b'),
      'empty/readme.md': '',
      'generated.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}\n',
    });
    for (const [args, message] of [
      [['one.yaml', 'two.yaml'], /^osc-tools: two\.yaml: one\.yaml also contains ConfigMap settings\.$/m],
      [['empty'], /^osc-tools: empty: No objects found\. Subfolders aren't read\.$/m],
      [['missing.yaml'], /^osc-tools: missing\.yaml: not found$/m],
      [['generated.yaml'], /generateName but no name/],
      [['-', '-'], /^osc-tools: only one argument can be - \(standard input\)$/m],
      [['one.yaml', '-n', 'Not_Valid'], /isn't a valid namespace name/],
    ] as const) {
      const { status, stdout, stderr } = await diff(args, { cwd });
      assert.deepEqual([status, stdout], [2, ''], stderr);
      assert.match(stderr, message);
    }
    const without = await osc(['diff', 'one.yaml', '--kubeconfig', path.join(folder, 'two-workers')], { cwd });
    assert.equal(without.status, 2);
    assert.match(without.stderr, /--context is required \(contexts: /);
  });
});
