/** Tests `osc-tools describe` with simulated clusters: output, exit codes, unknown kinds, and missing permissions. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { getList, getString } from '#core/common/json.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { Client } from '../../support/cluster/apiClient.ts';
import { osc, type Run } from '../osc.ts';
import { useSimulatedClusters } from './simulatedClusters.ts';

describe('osc-tools describe', () => {
  const clusters = useSimulatedClusters('describe', ['sandboxes-fail', 'peer-pods', 'no-permission']);
  const { folder } = clusters;

  const describeIn = (name: string, ...args: readonly string[]): Promise<Run> =>
    osc(['describe', ...clusters.optionsFor(name), ...args]);

  const admin = (name: string): Client => clusters.admin(name);

  test('prints a node with its lease, pods, and events', async () => {
    const { status, stdout } = await describeIn('sandboxes-fail', 'node/worker-1');
    assert.equal(status, 0);
    assert.match(stdout, /^Name: +worker-1\nRoles: +/);
    assert.match(stdout, /^Non-terminated Pods: +\(\d+ in total\)$/m);
    assert.match(stdout, /^Events:\n {2}Type +Reason +Age +From +Message$/m);
  });

  test('finds a kind that only the cluster knows, and reports events that expired to standard error', async () => {
    const { status, stdout, stderr } = await describeIn(
      'sandboxes-fail',
      'clusterversions.config.openshift.io/version',
    );
    assert.deepEqual([status, stderr], [0, 'osc-tools: No events found. Older events might have expired.\n']);
    assert.match(stdout, /^Kind: +ClusterVersion$/m);
    const operator = await describeIn('sandboxes-fail', 'crd/kataconfigs.kataconfiguration.openshift.io');
    assert.equal(operator.status, 0);
    assert.match(operator.stdout, /^Kind: +CustomResourceDefinition$/m);
  });

  test('prints the keys and sizes of a Secret, and redacts credentials elsewhere', async () => {
    const secret = await describeIn('peer-pods', 'secret/peer-pods-secret', '-n', operatorNamespace);
    assert.equal(secret.status, 0);
    assert.match(secret.stdout, /^AWS_SECRET_ACCESS_KEY: +\d+ bytes$/m);
    const created = await admin('peer-pods').post(`/api/v1/namespaces/${operatorNamespace}/configmaps`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'careless' },
      data: { note: 'Authorization: Bearer abcdefgh12345678canary', other: 'visible \u001b[31m' },
    });
    assert.equal(created.code, 201);
    const { stdout } = await describeIn('peer-pods', 'cm/careless', '-n', operatorNamespace);
    for (const hidden of ['canary', '\u001b']) assert.ok(!stdout.includes(hidden));
    assert.match(stdout, /visible \\u001b\[31m/);
  });

  test('fails with a reason for objects that do not exist, unknown kinds, and missing permissions', async () => {
    for (const [name, args, message] of [
      ['peer-pods', ['pod/missing', '-n', 'default'], /^osc-tools: Pod missing doesn't exist in namespace default$/m],
      ['peer-pods', ['frobs/x'], /^osc-tools: the cluster has no kind "frobs"\./m],
      ['peer-pods', ['pod'], /^osc-tools: expected KIND\/NAME/m],
      ['peer-pods', ['pod/x', '-n', 'Not_Valid'], /isn't a valid namespace name/],
      ['no-permission', ['node/worker-1'], /^osc-tools: you don't have permission to get nodes$/m],
    ] as const) {
      const { status, stdout, stderr } = await describeIn(name, ...args);
      assert.deepEqual([status, stdout], [2, ''], stderr);
      assert.match(stderr, message);
    }
    const without = await osc(['describe', 'pod/x', '--kubeconfig', path.join(folder, 'peer-pods')]);
    assert.equal(without.status, 2);
    assert.match(without.stderr, /--context is required \(contexts: /);
  });

  test('describes objects of a must-gather with their events, without a cluster', async () => {
    const simulation = clusters.simulations.get('sandboxes-fail') ?? assert.fail();
    const gather = path.join(folder, 'must-gather');
    for (const { path: name, text } of simulation.mustGather('cluster')) {
      mkdirSync(path.dirname(path.join(gather, name)), { recursive: true });
      writeFileSync(path.join(gather, name), text);
    }
    const describeFile = (...args: readonly string[]): Promise<Run> =>
      osc(['describe', ...args, '--must-gather', gather]);
    const failing = await admin('sandboxes-fail').get('/api/v1/namespaces/payments/pods');
    const name = getString(
      getList(failing.body, 'items').find((pod) => getString(pod, 'status', 'phase') === 'Pending'),
      'metadata',
      'name',
    );
    const pod = await describeFile(`pod/${name ?? ''}`, '-n', 'payments');
    assert.equal(pod.status, 0, pod.stderr);
    assert.match(pod.stdout, /^Name: +payments-\S+\nNamespace: +payments\n/);
    assert.match(pod.stdout, /^ {2}Warning +FailedCreatePodSandBox /m);
    const node = await describeFile('node/worker-1');
    assert.match(node.stdout, /^Name: +worker-1\nRoles: +/);
    const config = await describeFile('kataconfig/example-kataconfig');
    assert.match(config.stdout, /^Kind: +KataConfig$/m);
    const missing = await describeFile('pod/missing', '-n', 'payments');
    assert.deepEqual([missing.status, missing.stdout], [2, '']);
    assert.match(missing.stderr, /no file in the must-gather contains Pod missing/);
    const both = await describeFile('node/worker-1', '--context', 'x');
    assert.equal(both.status, 2);
    assert.match(both.stderr, /--must-gather can't be used with --context/);
    const none = await osc(['describe', 'node/worker-1', '--must-gather', path.join(folder, 'nothing')]);
    assert.equal(none.status, 2);
  });
});
