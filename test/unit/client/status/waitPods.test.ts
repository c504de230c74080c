/** Tests `osc-tools wait --for pods-gone` in one namespace over a scripted connection, with a manual clock. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiProblem, ApiResult } from '#client/kubernetes/connection.ts';
import { runWait } from '#client/status/waitCommand.ts';
import type { WaitEnd } from '#client/status/waitRun.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

const emptyList = succeed({ metadata: { resourceVersion: '1' }, items: [] });
const forbidden: ApiProblem = { kind: 'forbidden', message: 'cannot get resource "namespaces"', status: 403 };
const unreachable: ApiProblem = { kind: 'network', message: 'connection refused' };

class Stage {
  readonly clock = new ManualClock();
  readonly connection = new ScriptedConnection();
  readonly lines: string[] = [];
  readonly ended: Promise<WaitEnd>;

  /** @param namespaces responses to the requests for the namespace, in order. The last one repeats */
  constructor(...namespaces: readonly ApiResult<unknown>[]) {
    let count = 0;
    this.connection.answer = ({ path }) => {
      if (path !== '/api/v1/namespaces/payments') return emptyList;
      count += 1;
      return namespaces[Math.min(count, namespaces.length) - 1];
    };
    const { connection, clock, lines } = this;
    const request = {
      target: { kind: 'podsGone' },
      timeout: 600_000,
      failFast: false,
      namespace: 'payments',
      stop: new AbortController().signal,
      onLine: (line: string) => lines.push(line),
    } as const;
    const cluster = {
      connection,
      head: { cluster: 'test', server: '', user: '' },
      now: () => clock.now(),
      signal: new AbortController().signal,
      withoutLimit: <T>(work: () => Promise<T>) => work(),
    };
    this.ended = runWait(cluster, request, clock);
  }

  listsPods(): boolean {
    return this.connection.asked.some(({ path }) => path === '/api/v1/namespaces/payments/pods');
  }
}

describe('osc-tools wait --for pods-gone -n NAMESPACE', () => {
  test('ends without a result if the namespace does not exist', async () => {
    const stage = new Stage(fail({ kind: 'notFound', message: 'not found', status: 404 }));
    const end = await stage.ended;
    assert.deepEqual([end.kind, end.last?.text], ['missing', 'namespace payments not found']);
    assert.ok(!stage.listsPods());
    assert.equal(stage.clock.waiting, 0);
  });

  test('lists the pods if the namespace exists, or if the user has no permission to read it', async () => {
    for (const answer of [succeed({ metadata: { name: 'payments' } }), fail(forbidden)]) {
      const stage = new Stage(answer);
      assert.equal((await stage.ended).kind, 'reached');
      assert.ok(stage.listsPods());
    }
  });

  test('reads the namespace again if the cluster does not respond at first', async () => {
    const stage = new Stage(fail(unreachable), succeed({ metadata: { name: 'payments' } }));
    await stage.clock.pass(15_000);
    assert.equal((await stage.ended).kind, 'reached');
    assert.match(stage.lines[0] ?? '', /^No response from the cluster: /);
  });
});
