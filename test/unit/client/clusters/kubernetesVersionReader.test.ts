/** Tests reading the Kubernetes version of clusters without OpenShift. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { factsOf } from '#core/status/health/clusterInfo.ts';
import { KubernetesVersionReader } from '#client/clusters/sessions/kubernetesVersionReader.ts';
import type { ApiResult } from '#client/kubernetes/connection.ts';

const withState = (kind: 'absent' | 'live' | 'idle'): Snapshot => ({
  ...emptySnapshot,
  clusterVersions: { ...emptySnapshot.clusterVersions, state: { kind } },
});

function stage(answer: ApiResult<unknown>, kind: 'absent' | 'live' | 'idle' = 'absent') {
  const state = { answer, time: 0, changes: 0, asked: [] as string[] };
  const session = {
    context: 'demo',
    snapshot: withState(kind),
    connection: {
      ask: async (path: string) => {
        state.asked.push(path);
        return state.answer;
      },
    },
  };
  const reader = new KubernetesVersionReader({ clock: { now: () => state.time }, changed: () => (state.changes += 1) });
  /** Describes the session, and again after the response. */
  const describeTwice = async () => {
    reader.describe(session);
    await new Promise(setImmediate);
    return reader.describe(session)?.kubernetes;
  };
  return { state, describeTwice };
}

describe('the Kubernetes version', () => {
  test('is read once from a cluster without OpenShift', async () => {
    const { state, describeTwice } = stage(succeed({ gitVersion: 'v1.34.1' }));
    assert.equal(await describeTwice(), 'v1.34.1');
    assert.equal(await describeTwice(), 'v1.34.1');
    assert.deepEqual([state.asked, state.changes], [['/version'], 1]);
  });

  test("isn't read from a cluster with OpenShift, or while this isn't known", async () => {
    for (const kind of ['live', 'idle'] as const) {
      const { state, describeTwice } = stage(succeed({ gitVersion: 'v1.34.1' }), kind);
      assert.equal(await describeTwice(), undefined);
      assert.deepEqual(state.asked, []);
    }
  });

  test('is read again after some time if the response has no version', async () => {
    const { state, describeTwice } = stage(fail({ kind: 'forbidden', status: 403, message: 'forbidden' }));
    assert.equal(await describeTwice(), undefined);
    state.answer = succeed({ gitVersion: 'v2.0.0' });
    state.time = 59_999;
    assert.equal(await describeTwice(), undefined);
    assert.equal(state.asked.length, 1);
    state.time = 60_000;
    assert.equal(await describeTwice(), undefined);
    state.answer = succeed({ gitVersion: 'v1.36.0' });
    state.time = 120_000;
    assert.equal(await describeTwice(), 'v1.36.0');
    assert.deepEqual([state.asked.length, state.changes], [3, 1]);
  });

  test('is part of the data for file checks', () => {
    const live = withState('absent');
    const snapshot: Snapshot = { ...live, nodes: { ...live.nodes, asOf: 1 } };
    assert.equal(factsOf('demo', snapshot, 'v1.34.1')?.kubernetes, 'v1.34.1');
    assert.equal(factsOf('demo', snapshot)?.kubernetes, undefined);
  });
});
