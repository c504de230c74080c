/** Tests one open cluster: requests on demand end, and only the metadata of Secrets is requested. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, AskOptions, Connection } from '#client/kubernetes/connection.ts';
import { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import { workloadsNode } from '#client/tree/rows/contents/workloadsNode.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

type Ask = (path: string, options?: AskOptions) => Promise<ApiResult<unknown>>;

function session(ask: Ask, clock = new ManualClock()): ClusterSession {
  const connection: Connection = {
    identity: { context: 'a', server: '', user: '' },
    ask,
    send: () => assert.fail('nothing is written'),
    stream: () => new Promise(() => undefined),
    close: () => undefined,
  };
  const info = { name: 'a', server: 'https://a', user: 'me', current: true };
  return new ClusterSession({
    info,
    connection,
    clock,
    chance: () => 0.5,
    log: () => undefined,
    changed: () => undefined,
  });
}

const emptyList = succeed({ items: [], metadata: { resourceVersion: '1' } });

test('cluster session reports a failed pod search and restarts it on Refresh', async () => {
  let answer: Ask = () => Promise.reject(new RangeError('Maximum call stack size exceeded'));
  const one = session((path, options) =>
    path === '/api/v1/pods' ? answer(path, options) : Promise.resolve(emptyList),
  );
  one.wantWorkloads();
  await setImmediate();
  assert.deepEqual(one.seen(0).workloads, { kind: 'failed', message: "Can't read the server response" });
  const signals: (AbortSignal | undefined)[] = [];
  answer = (_path, options) => {
    signals.push(options?.signal);
    return new Promise(() => undefined);
  };
  one.retryNow();
  one.retryNow();
  await setImmediate();
  assert.deepEqual(
    signals.map((signal) => signal?.aborted),
    [true, false],
  );
  assert.equal(one.seen(0).workloads.kind, 'loading');
  answer = () => Promise.resolve(emptyList);
  one.retryNow();
  await setImmediate();
  assert.equal(one.seen(0).workloads.kind, 'loaded');
  one.close();
});

test('cluster session keeps the found pods and reports the failure when a new search fails', async () => {
  const pod = {
    metadata: { name: 'web', namespace: 'shop', uid: 'u' },
    spec: { runtimeClassName: 'kata' },
    status: { phase: 'Running' },
  };
  let answer: ApiResult<unknown> = succeed({ items: [pod], metadata: { resourceVersion: '1' } });
  const kata = succeed({
    items: [{ metadata: { name: 'kata', uid: 'c' }, handler: 'kata' }],
    metadata: { resourceVersion: '1' },
  });
  const clock = new ManualClock();
  const one = session(
    (path) => Promise.resolve(path === '/api/v1/pods' ? answer : path.endsWith('/runtimeclasses') ? kata : emptyList),
    clock,
  );
  await clock.pass(1000);
  const names = () => {
    const { workloads } = one.seen(0);
    return workloads.kind === 'loaded'
      ? [workloads.pods.map(({ name }) => name), workloads.again?.kind]
      : workloads.kind;
  };
  one.wantWorkloads();
  await setImmediate();
  assert.deepEqual(names(), [['web'], undefined]);
  answer = fail({ kind: 'unauthorized', message: 'the server says 401', status: 401 });
  one.retryNow();
  assert.deepEqual(names(), [['web'], 'loading']);
  await setImmediate();
  assert.deepEqual(names(), [['web'], 'failed']);
  const { view, children } = workloadsNode(one.seen(0));
  assert.match(view.description ?? '', /^1 · last updated .* · Refresh failed$/);
  assert.deepEqual(
    children?.().map((row) => row.view.label),
    ['the server says 401', 'shop'],
  );
  answer = emptyList;
  one.retryNow();
  await setImmediate();
  assert.deepEqual(names(), [[], undefined]);
  one.close();
});

test('cluster session ignores a failed search for the web console', async () => {
  let asked = 0;
  const clock = new ManualClock();
  const one = session((path) => {
    if (!path.includes('console-public')) return Promise.resolve(emptyList);
    asked += 1;
    return Promise.reject(new RangeError());
  }, clock);
  await clock.pass(2000);
  assert.equal(asked, 1);
  assert.equal(one.consoleUrl, undefined);
  one.close();
});

test('cluster session requests only the metadata of Secrets', async () => {
  const accepts: (string | undefined)[] = [];
  const one = session((path, options) => {
    if (path.endsWith('/x')) accepts.push(options?.accept);
    return Promise.resolve(fail({ kind: 'notFound', message: '' }));
  });
  for (const [plural, kind] of [
    ['secrets', 'ConfigMap'],
    ['secrets', 'Secret'],
    ['configmaps', 'ConfigMap'],
  ] as const) {
    await one.object({ group: '', version: 'v1', plural, kind, namespace: 'ns', name: 'x' });
  }
  assert.deepEqual(
    accepts.map((accept) => accept?.includes('PartialObjectMetadata') ?? false),
    [true, true, false],
  );
  one.close();
});
