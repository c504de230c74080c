/** Compares how the extension reads and merges kubeconfigs with kubectl. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import type { ClusterContext } from '#client/kubernetes/kubeconfig/clusterContext.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { flagAt, listAt, stringAt, textMapAt, textsAt, valueAt } from '#core/common/json.ts';
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
  for (const [name, text] of Object.entries({ one, two, anchors, empty: '', 'sub/one': one.replaceAll('prod', 'sub').replace('../me', 'me') }))
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
    assert.equal(ours.current ?? '', stringAt(theirs, 'current-context') ?? '', KUBECONFIG);
    const byName = (a: readonly unknown[], b: readonly unknown[]): number => String(a[0]).localeCompare(String(b[0]));
    assert.deepEqual(
      ours.contexts.map(ourView).sort(byName),
      listAt(theirs, 'contexts')
        .map((context) => theirView(theirs, context))
        .sort(byName),
      KUBECONFIG,
    );
  }
});

/** What a context comes to, in one form for both. */
function ourView({ name, namespace, cluster, user, access }: ClusterContext): readonly unknown[] {
  const entry = access?.cluster;
  const who = access?.user;
  const of = (material: object | undefined, field: 'data' | 'file'): string | undefined => asShown(stringAt(material, field), field === 'file');
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

/** kubectl resolves paths, and shows them relative to their file again: those of sub/ all are below it. */
function asShown(text: string | undefined, isPath = true): string | undefined {
  const base = path.dirname(folder);
  if (text === undefined || !isPath || !text.startsWith(`${base}${path.sep}`)) return text;
  const sub = path.join(folder, 'sub');
  return path.relative(text.startsWith(sub + path.sep) ? sub : folder, text);
}

function theirView(config: unknown, context: unknown): readonly unknown[] {
  const named = (list: string, name: string | undefined): unknown => listAt(config, list).find((entry) => stringAt(entry, 'name') === name);
  const cluster = stringAt(context, 'context', 'cluster');
  const user = stringAt(context, 'context', 'user');
  const entry = valueAt(named('clusters', cluster), 'cluster');
  const who = valueAt(named('users', user), 'user');
  const data = stringAt(entry, 'certificate-authority-data');
  return [
    stringAt(context, 'name'),
    stringAt(context, 'context', 'namespace'),
    cluster,
    user,
    stringAt(entry, 'server'),
    data,
    // Data goes before the file: we keep one of them.
    data === undefined ? stringAt(entry, 'certificate-authority') : undefined,
    flagAt(entry, 'insecure-skip-tls-verify') === true,
    stringAt(entry, 'tls-server-name'),
    stringAt(entry, 'proxy-url'),
    stringAt(who, 'token'),
    stringAt(who, 'tokenFile'),
    stringAt(who, 'username'),
    stringAt(who, 'password'),
    stringAt(who, 'client-certificate'),
    stringAt(who, 'client-key'),
    stringAt(who, 'as'),
    stringAt(who, 'as-uid'),
    textsAt(who, 'as-groups'),
    JSON.stringify(valueAt(who, 'as-user-extra') ?? {}),
    stringAt(who, 'exec', 'command')?.replace(/^\.\//, ''),
    textsAt(who, 'exec', 'args'),
    listAt(who, 'exec', 'env').map((variable) => `${textMapAt(variable)['name'] ?? ''}=${textMapAt(variable)['value'] ?? ''}`),
    flagAt(who, 'exec', 'provideClusterInfo') === true,
  ];
}
