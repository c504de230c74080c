/** Tests that the extension reads and merges kubeconfigs as kubectl does. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import type { ClusterContext } from '#client/kubernetes/kubeconfig/clusterContext.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { getBoolean, getList, getString, getStringMap, getStrings, getValue } from '#core/common/json.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';

const kubectl = findKubectl();
const skip = kubectl === undefined ? 'kubectl is not installed' : false;
const folder = mkdtempSync(path.join(tmpdir(), 'osc-kubeconfig-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const one = `
apiVersion: v1
kind: Config
clusters:
- name: prod
  cluster: {server: 'https://prod:6443', certificate-authority: ca.crt, tls-server-name: prod.example.com}
- name: shared
  cluster: {server: 'https://shared-one', insecure-skip-tls-verify: yes}
users:
- name: me
  user: {client-certificate: ../me.crt, client-key: /abs/me.key, as: boss, as-groups: [a, b], as-uid: '7', as-user-extra: {k: [v, w]}}
- name: shared
  user: {tokenFile: deep/token}
contexts:
- name: prod
  context: {cluster: prod, user: me, namespace: one}
- name: shared
  context: {cluster: shared, user: shared}
`;

const two = `{"clusters": [{"name": "shared", "cluster": {"server": "https://shared-two", "proxy-url": "http://p:1"}}, {"name": "two", "cluster": {"server": "https://two/prefix", "certificate-authority-data": "eA==", "certificate-authority": "ignored.crt"}}],
 "users": [{"name": "shared", "user": {"token": "t", "as": "x"}}, {"name": "exec", "user": {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": "./bin/login", "args": ["-a"], "env": [{"name": "A", "value": "b"}], "interactiveMode": "Never"}}},
  {"name": "bare", "user": {"exec": {"apiVersion": "client.authentication.k8s.io/v1beta1", "command": "login", "provideClusterInfo": true}}}, {"name": "basic", "user": {"username": "u", "password": "p"}}],
 "contexts": [{"name": "prod", "context": {"cluster": "two", "user": "exec"}}, {"name": "two", "context": {"cluster": "two", "user": "exec"}}, {"name": "bare", "context": {"cluster": "shared", "user": "bare"}}, {"name": "basic", "context": {"cluster": "two", "user": "basic"}}, {"name": "lost", "context": {"cluster": "nowhere", "user": "nobody"}}],
 "current-context": "two"}`;

const anchors = `
clusters: [{name: anchored, cluster: &c {server: https://anchored}}, {name: copied, cluster: *c}, {name: merged, cluster: {<<: *c, tls-server-name: name}}]
users: [{name: date, user: {token: 2020-01-01}}]
contexts: [{name: anchored, context: {cluster: anchored, user: date}}, {name: copied, context: {cluster: copied, user: date}}, {name: merged, context: {cluster: merged, user: date}}]
current-context: 'merged'
`;

const cases: readonly (readonly string[])[] = [
  ['one'],
  ['two'],
  ['one', 'two'],
  ['two', 'one'],
  ['missing', 'empty', 'sub/one', 'anchors', 'two', 'one'],
  ['anchors'],
];

test('kubeconfig contexts match those of kubectl for any files', { skip }, async () => {
  mkdirSync(path.join(folder, 'sub'));
  for (const [name, text] of Object.entries({
    one,
    two,
    anchors,
    empty: '',
    'sub/one': one.replaceAll('prod', 'sub').replace('../me', 'me'),
  }))
    writeFileSync(path.join(folder, name), text);
  for (const files of cases) {
    const KUBECONFIG = files.map((file) => path.join(folder, file)).join(path.delimiter);
    const { status, stdout, stderr } = spawnSync(kubectl ?? '', ['config', 'view', '--merge', '--raw', '-o', 'json'], {
      env: { ...process.env, KUBECONFIG },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const theirs: unknown = JSON.parse(stdout);
    const ours = await loadKubeconfig({ env: { KUBECONFIG }, home: folder });
    assert.deepEqual(ours.problems, [], KUBECONFIG);
    assert.equal(ours.current ?? '', getString(theirs, 'current-context') ?? '', KUBECONFIG);
    const byName = (a: readonly unknown[], b: readonly unknown[]): number => String(a[0]).localeCompare(String(b[0]));
    assert.deepEqual(
      ours.contexts.map(ourView).sort(byName),
      getList(theirs, 'contexts')
        .map((context) => theirView(theirs, context))
        .sort(byName),
      KUBECONFIG,
    );
  }
});

/** Returns the resolved fields of a context in a form that can be compared with kubectl's output. */
function ourView({ name, namespace, cluster, user, access }: ClusterContext): readonly unknown[] {
  const entry = access?.cluster;
  const who = access?.user;
  const of = (material: object | undefined, field: 'data' | 'file'): string | undefined =>
    asShown(getString(material, field), field === 'file');
  return [
    name,
    namespace,
    cluster,
    user,
    entry?.server,
    of(entry?.ca, 'data'),
    of(entry?.ca, 'file'),
    entry?.skipTlsVerify === true,
    entry?.tlsServerName,
    entry?.proxyUrl,
    who?.token,
    asShown(who?.tokenFile),
    who?.username,
    who?.password,
    of(who?.certificate, 'file'),
    of(who?.key, 'file'),
    who?.impersonate?.user,
    who?.impersonate?.uid,
    who?.impersonate?.groups ?? [],
    JSON.stringify(who?.impersonate?.extra ?? {}),
    asShown(who?.exec?.command),
    who?.exec?.args ?? [],
    (who?.exec?.env ?? []).map((variable) => `${variable.name}=${variable.value}`),
    who?.exec?.provideClusterInfo === true,
  ];
}

/** Makes a path relative to its kubeconfig again, as kubectl shows it. All paths of `sub/one` are in `sub/`. */
function asShown(text: string | undefined, isPath = true): string | undefined {
  const base = path.dirname(folder);
  if (text === undefined || !isPath || !text.startsWith(`${base}${path.sep}`)) return text;
  const sub = path.join(folder, 'sub');
  return path.relative(text.startsWith(sub + path.sep) ? sub : folder, text);
}

function theirView(config: unknown, context: unknown): readonly unknown[] {
  const named = (list: string, name: string | undefined): unknown =>
    getList(config, list).find((entry) => getString(entry, 'name') === name);
  const cluster = getString(context, 'context', 'cluster');
  const user = getString(context, 'context', 'user');
  const entry = getValue(named('clusters', cluster), 'cluster');
  const who = getValue(named('users', user), 'user');
  const data = getString(entry, 'certificate-authority-data');
  return [
    getString(context, 'name'),
    getString(context, 'context', 'namespace'),
    cluster,
    user,
    getString(entry, 'server'),
    data,
    // The data takes precedence over the file, and the extension keeps only one of them.
    data === undefined ? getString(entry, 'certificate-authority') : undefined,
    getBoolean(entry, 'insecure-skip-tls-verify') === true,
    getString(entry, 'tls-server-name'),
    getString(entry, 'proxy-url'),
    getString(who, 'token'),
    getString(who, 'tokenFile'),
    getString(who, 'username'),
    getString(who, 'password'),
    getString(who, 'client-certificate'),
    getString(who, 'client-key'),
    getString(who, 'as'),
    getString(who, 'as-uid'),
    getStrings(who, 'as-groups'),
    JSON.stringify(getValue(who, 'as-user-extra') ?? {}),
    getString(who, 'exec', 'command')?.replace(/^\.\//, ''),
    getStrings(who, 'exec', 'args'),
    getList(who, 'exec', 'env').map(
      (variable) => `${getStringMap(variable)['name'] ?? ''}=${getStringMap(variable)['value'] ?? ''}`,
    ),
    getBoolean(who, 'exec', 'provideClusterInfo') === true,
  ];
}
