/**
 * Tests that evictions respect PodDisruptionBudgets, with kubectl drain and with requests. Skipped for real servers:
 * the server of the other contract tests doesn't serve policy/v1, and has no nodes. The expected texts are from
 * kubernetes/kubernetes@01aa0f3f6052c9866dcb69054d8924fa8c96e3cb pkg/registry/core/pod/storage/eviction.go.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { getList, getString, type JsonObject } from '#simulator/store/kubeObject.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { scenarioNamed, simulate, type Simulation } from '#simulator/main.ts';
import { Client, currentContext, identitiesOf } from '#test/support/cluster/apiClient.ts';

const kubectl = findKubectl();
const isOracle = (process.env['ORACLE_KUBECONFIG'] ?? '') !== '';
const budgets = '/apis/policy/v1/namespaces/ledger/poddisruptionbudgets';

describe('evictions', { skip: isOracle ? 'the server has no nodes' : false }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-drain-'));
  const kubeconfig = path.join(folder, 'kubeconfig');
  const state: { simulation?: Simulation; client?: Client } = {};

  before(async () => {
    const scenario = scenarioNamed('install-drain-blocked');
    assert.ok(scenario !== undefined);
    state.simulation = await simulate({ scenario, speed: 60 });
    writeFileSync(kubeconfig, state.simulation.kubeconfig, { mode: 0o600 });
    const identity = identitiesOf(state.simulation.kubeconfig, folder).get(currentContext(state.simulation.kubeconfig));
    assert.ok(identity !== undefined);
    state.client = new Client(identity);
  });
  after(async () => {
    state.client?.close();
    await state.simulation?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function client(): Client {
    return state.client ?? assert.fail('no client');
  }

  async function podOn(node: string): Promise<string> {
    const { body } = await client().get(`/api/v1/namespaces/ledger/pods?fieldSelector=spec.nodeName%3D${node}`);
    return getString(getList(body, 'items')[0], 'metadata', 'name') ?? assert.fail(`no pod on ${node}`);
  }

  function evict(pod: string, query = ''): Promise<{ readonly code: number; readonly body: JsonObject }> {
    const metadata = { name: pod, namespace: 'ledger' };
    return client().post(`/api/v1/namespaces/ledger/pods/${pod}/eviction${query}`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata,
    });
  }

  function drain(node: string): Promise<{ readonly isOk: boolean; readonly text: string }> {
    const args = ['drain', node, '--ignore-daemonsets', '--timeout=7s', '--kubeconfig', kubeconfig];
    return new Promise((resolve) => {
      execFile(kubectl ?? '', args, (error, stdout, stderr) =>
        resolve({ isOk: error === null, text: `${stdout}\n${stderr}` }),
      );
    });
  }

  test('are rejected with 429 and the reason while the budget allows no disruption, also in a dry run', async () => {
    const pod = await podOn('worker-0');
    for (const query of ['', '?dryRun=All']) {
      const { code, body } = await evict(pod, query);
      assert.equal(code, 429, query);
      assert.deepEqual(body, {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        reason: 'TooManyRequests',
        details: {
          causes: [
            {
              reason: 'DisruptionBudget',
              message: 'The disruption budget ledger needs 2 healthy pods and has 2 currently',
            },
          ],
        },
        code: 429,
      });
    }
  });

  test('of a pod in two budgets fail with 500', async () => {
    const second = {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'second', namespace: 'ledger' },
      spec: { maxUnavailable: 2, selector: { matchLabels: { app: 'ledger' } } },
    };
    assert.equal((await client().post(budgets, second)).code, 201);
    const { code, body } = await evict(await podOn('worker-0'));
    assert.equal(code, 500);
    assert.equal(
      body['message'],
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
    assert.equal((await client().delete(`${budgets}/second`)).code, 200);
  });

  test('block kubectl drain until the budget is deleted', { skip: kubectl === undefined }, async () => {
    const pod = await podOn('worker-0');
    const blocked = await drain('worker-0');
    assert.equal(blocked.isOk, false, blocked.text);
    assert.ok(
      blocked.text.includes(
        `error when evicting pods/"${pod}" -n "ledger" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.`,
      ),
      blocked.text,
    );
    assert.equal((await client().delete(`${budgets}/ledger`)).code, 200);
    const drained = await drain('worker-0');
    assert.ok(drained.isOk, drained.text);
    assert.match(drained.text, /node\/worker-0 drained/);
  });
});
