/**
 * Tests `osc-tools rights` against a simulated cluster: output, exit codes, and roles that an administrator creates
 * from its output.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { getList, getString, isJsonObject, type JsonObject } from '#core/common/json.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { Client, identitiesOf } from '../../support/cluster/apiClient.ts';
import { osc, type Run } from '../osc.ts';

describe('osc-tools rights', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc rights-'));
  const file = path.join(folder, 'kubeconfig');
  let simulation: Simulation | undefined;

  before(async () => {
    const scenario = scenarioNamed('no-permission');
    assert.ok(scenario !== undefined);
    simulation = await simulate({ scenario, speed: 60 });
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
  });
  after(async () => {
    await simulation?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const rights = (context: string, ...args: readonly string[]): Promise<Run> =>
    osc(['rights', '--context', context, '--kubeconfig', file, ...args]);

  /** Creates the objects of a YAML text as an administrator. */
  async function apply(text: string): Promise<void> {
    const identity = identitiesOf(simulation?.kubeconfig ?? '', folder).get('kube-admin');
    assert.ok(identity !== undefined);
    const admin = new Client(identity);
    for (const document of parseAllDocuments(text)) {
      const object: unknown = document.toJS();
      if (!isJsonObject(object)) continue;
      const namespace = getString(object, 'metadata', 'namespace');
      const plural = `${(getString(object, 'kind') ?? '').toLowerCase()}s`;
      const place = namespace === undefined ? plural : `namespaces/${namespace}/${plural}`;
      const reply = await admin.post(`/apis/rbac.authorization.k8s.io/v1/${place}`, object);
      assert.equal(reply.code, 201, reply.text);
    }
    admin.close();
  }

  test('exits with 0 if all permissions are granted, and names the user', async () => {
    const { status, stdout, stderr } = await rights('kube-admin');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^All permissions are granted\.$/m);
    assert.match(stdout, /^User: kube:admin$/m);
  });

  test('lists missing permissions by task, and those that are granted in one namespace', async () => {
    const { status, stdout } = await rights('developer');
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^ {2}missing: list, create, patch subscriptions\.operators\.coreos\.com in openshift-sandboxed-containers-operator$/m,
    );
    assert.match(stdout, /^logs {9}1 of 2 missing, 1 of 2 only in developer-sandbox$/m);
    assert.match(stdout, /^ {2}only in developer-sandbox: get pods\/log$/m);
    const elsewhere = await rights('developer', '--for', 'logs', '-n', 'default');
    assert.match(elsewhere.stdout, /^logs {2}2 of 2 missing$/m);
    assert.doesNotMatch(elsewhere.stdout, /subscriptions/);
    const viewer = await rights('viewer', '--for', 'view');
    assert.equal(viewer.status, 0, viewer.stdout);
  });

  test('prints JSON with each permission', async () => {
    const { status, stdout } = await rights('operator', '--format', 'json', '--for', 'must-gather', '--role');
    assert.equal(status, 1);
    const report: unknown = JSON.parse(stdout);
    const [task] = getList(report, 'tasks');
    assert.equal(getString(task, 'state'), 'missing');
    assert.deepEqual(
      getList(task, 'missing').map((one) => getString(one, 'resource')),
      ['pods', 'pods', 'clusterrolebindings', 'clusterroles'],
    );
    assert.deepEqual(
      getList(report, 'roles').map((role) => getString(role, 'kind')),
      ['ClusterRole', 'ClusterRoleBinding'],
    );
  });

  test('prints roles after whose creation nothing is missing for the task', async () => {
    const before = await rights('developer', '--for', 'install', '--role');
    assert.equal(before.status, 1, before.stderr);
    const roles: JsonObject[] = parseAllDocuments(before.stdout).flatMap((document) => {
      const object: unknown = document.toJS();
      return isJsonObject(object) ? [object] : [];
    });
    assert.ok(roles.length >= 4);
    await apply(before.stdout);
    const after = await rights('developer', '--for', 'install', '--role');
    assert.equal(after.status, 0, after.stdout);
    assert.equal(after.stdout, '# No permissions are missing.\n');
    assert.equal((await rights('developer', '--for', 'uninstall')).status, 1, 'other tasks are still not permitted');
  });

  test('reviews the names of objects that commands change', async () => {
    const named = (name: string, group: string, resource: string, names: string, verbs: string) =>
      `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: ${name}}
rules: [{apiGroups: ["${group}"], resources: [${resource}], resourceNames: [${names}], verbs: [${verbs}]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: ${name}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${name}}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: viewer}]
`;
    const missing = async (): Promise<readonly string[]> =>
      getList(JSON.parse((await rights('viewer', '--format', 'json', '--for', 'configure')).stdout), 'tasks')
        .flatMap((task) => getList(task, 'missing'))
        .map((one) => ['verb', 'resource', 'name'].map((key) => getString(one, key) ?? '').join(' '));
    const before = await missing();
    const expected = ['patch kataconfigs ', 'patch configmaps '];
    assert.deepEqual(before.filter((one) => expected.includes(one)).toSorted(), expected.toSorted());
    await apply(
      named('one-kataconfig', 'kataconfiguration.openshift.io', 'kataconfigs', 'example-kataconfig', 'patch'),
    );
    await apply(named('one-configmap', '', 'configmaps', 'peer-pods-cm', 'patch'));
    const after = await missing();
    assert.deepEqual(
      after.filter((one) => /patch (?:kataconfigs|configmaps)/.test(one)),
      ['patch configmaps osc-feature-gates'],
    );
  });

  test('changes its result when the permissions change while the cluster runs', async () => {
    simulation?.setPermissions('viewer', 'all');
    assert.equal((await rights('viewer')).status, 0);
    simulation?.setPermissions('viewer', 'none');
    assert.equal((await rights('viewer', '--for', 'view')).status, 1);
  });

  test('exits with 2 for a usage error or a cluster that does not respond', async () => {
    const none = await osc(['rights', '--kubeconfig', file]);
    assert.equal(none.status, 2);
    assert.match(none.stderr, /--context is required \(contexts: .*developer \(current\)/);
    assert.equal((await rights('developer', '--for', 'everything')).status, 2);
    assert.equal((await rights('nobody')).status, 2);
    const error = { code: 403, reason: 'Forbidden', message: 'reviews are not allowed', details: {} };
    simulation?.faults.add({ effect: { kind: 'status', error }, path: /selfsubjectaccessreviews/ });
    const refused = await rights('developer');
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /can't review the permissions on developer: .*reviews are not allowed/);
    simulation?.faults.clear();
  });
});
