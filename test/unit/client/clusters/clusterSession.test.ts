/** Tests one open cluster: requests on demand end, and only the metadata of Secrets is requested. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, AskOptions, Connection } from '#client/kubernetes/connection.ts';
import { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
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
