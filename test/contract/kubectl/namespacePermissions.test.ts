/**
 * Tests with kubectl what a user with permissions in two namespaces of a simulated cluster can list: the projects are
 * those that the user can get, and the namespaces of the cluster can't be listed. Skipped for real servers, which have
 * no projects.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { listNamespaces } from '#client/operations/workloads/listNamespaces.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { contextIn, deps } from '#test/support/cluster/clusterHarness.ts';

const kubectl = findKubectl();
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const skip = isOracle ? 'the server has no projects' : kubectl === undefined ? 'kubectl is missing' : false;

describe('a user with permissions in two namespaces', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-namespaces-'));
  const file = path.join(folder, 'kubeconfig');
  let simulation: Simulation | undefined;

  before(async () => {
    const scenario = scenarioNamed('no-permission') ?? assert.fail();
    simulation = await simulate({ scenario, speed: 60 });
    writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
  });
  after(async () => {
    await simulation?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the output of kubectl, and its error messages. */
  function run(context: string, ...args: readonly string[]): Promise<string> {
    return new Promise((resolve) => {
      const options = { env: { ...process.env, KUBECONFIG: file }, cwd: folder };
      execFile(kubectl ?? '', ['--context', context, ...args], options, (_error, stdout, stderr) =>
        resolve(`${stdout}${stderr}`.trim()),
      );
    });
  }

  test('lists exactly these as projects, like the namespace filter, and an administrator lists all', async () => {
    const own = ['developer-sandbox', 'tester-sandbox'];
    assert.deepEqual(
      (await run('tester', 'get', 'projects', '-o', 'name')).split('\n'),
      own.map((name) => `project.project.openshift.io/${name}`),
    );
    const connection = connect(await contextIn(file, 'tester'), deps());
    assert.deepEqual(await listNamespaces(createClusterReader(connection, new AbortController().signal)), own);
    connection.close();
    const all = (await run('kube-admin', 'get', 'namespaces', '-o', 'name')).replaceAll('namespace/', '');
    assert.ok(all.includes('openshift-marketplace'));
    assert.equal((await run('kube-admin', 'get', 'projects', '-o', 'name')).replaceAll(/^.*\//gm, ''), all);
  });

  test('can list neither namespaces nor the pods of all namespaces, and can change one of the namespaces', async () => {
    for (const [verb, resource, namespace, expected] of [
      ['list', 'namespaces', undefined, 'no'],
      ['list', 'pods', undefined, 'no'],
      ['list', 'pods', 'developer-sandbox', 'yes'],
      ['create', 'pods', 'developer-sandbox', 'no'],
      ['create', 'pods', 'tester-sandbox', 'yes'],
      ['list', 'pods', 'default', 'no'],
    ] as const) {
      const scope = namespace === undefined ? ['--all-namespaces'] : ['--namespace', namespace];
      const answer = await run('tester', 'auth', 'can-i', verb, resource, ...scope);
      assert.equal(answer.split('\n').at(-1), expected, `${verb} ${resource} in ${namespace ?? 'all namespaces'}`);
    }
    assert.match(
      await run('tester', 'get', 'pods', '--all-namespaces'),
      /User "tester" cannot list resource "pods" in API group "" at the cluster scope$/,
    );
  });
});
