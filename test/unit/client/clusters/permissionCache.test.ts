/** Tests when the permissions on an open cluster are reviewed, and how long a review is valid. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import { getString } from '#core/common/json.ts';
import { requiredPermissions } from '#core/operations/lookups/permissions.ts';
import type { ApiProblem, ApiResult, Connection, SendOptions } from '#client/kubernetes/connection.ts';
import { PermissionCache, reviewLifetime } from '#client/clusters/sessions/permissionCache.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

/** Server whose permissions the test changes. */
class ReviewServer {
  readonly clock = new ManualClock();
  /** Verbs that the server denies. */
  denied = new Set<string>();
  /** Response instead of a review. */
  response: ((options: SendOptions) => Promise<ApiResult<unknown>>) | undefined;
  requests = 0;
  most = 0;
  changes = 0;
  #open = 0;
  readonly cache: PermissionCache;

  constructor(namespace?: string) {
    const connection: Pick<Connection, 'ask' | 'send'> = {
      ask: () => assert.fail('the cache only sends reviews'),
      send: async (_path, options) => {
        this.requests += 1;
        this.#open += 1;
        this.most = Math.max(this.most, this.#open);
        await Promise.resolve();
        this.#open -= 1;
        if (this.response !== undefined) return this.response(options);
        const verb = getString(options.body, 'spec', 'resourceAttributes', 'verb') ?? '';
        return succeed({ status: { allowed: !this.denied.has(verb) } });
      },
    };
    this.cache = new PermissionCache({
      connection,
      clock: this.clock,
      namespace,
      objectNames: () => new Map(),
      changed: () => (this.changes += 1),
    });
  }

  state(id: string): string | undefined {
    return this.cache.review?.states.get(id);
  }
}

const refusal = (message: string): ApiProblem => ({ kind: 'forbidden', message, details: { message } });
const rbacRefusal = refusal('User "dev" cannot list resource "nodes" in API group "" at the cluster scope');

describe('permissions of an open cluster', () => {
  test('are reviewed in parallel and once per 5 minutes', async () => {
    const server = new ReviewServer();
    await Promise.all([server.cache.renew(), server.cache.renew()]);
    assert.equal(server.requests, requiredPermissions.length);
    assert.ok(server.most > 1);
    await server.clock.pass(reviewLifetime - 1);
    await server.cache.renew();
    assert.equal(server.requests, requiredPermissions.length);
    await server.clock.pass(1);
    await server.cache.renew();
    assert.equal(server.requests, 2 * requiredPermissions.length);
    assert.equal(server.changes, 1, 'the second review has the same result');
    assert.equal(server.clock.waiting, 0, 'no timer reviews them again');
  });

  test('are reviewed again after a 403 that contradicts them, but not in a loop', async () => {
    const server = new ReviewServer();
    await server.cache.renew();
    server.denied = new Set(['list']);
    await server.clock.pass(60_000);
    server.cache.noteProblem(rbacRefusal);
    await server.clock.pass(0);
    await server.cache.renew();
    assert.equal(server.state('list nodes'), 'missing');
    const { requests } = server;
    server.denied = new Set();
    server.cache.noteProblem(rbacRefusal);
    await server.clock.pass(0);
    assert.equal(server.requests, requests, 'the cluster already reported it as missing');
    await server.clock.pass(60_000);
    await server.cache.renew(0);
    for (let count = 0; count < 5; count += 1) {
      server.cache.noteProblem(rbacRefusal);
      await server.clock.pass(1000);
    }
    assert.equal(server.requests - requests, requiredPermissions.length, 'only the requested review');
  });

  test('are not reviewed again if admission or a quota denies a permitted request', async () => {
    const server = new ReviewServer();
    await server.cache.renew();
    await server.clock.pass(60_000);
    const { requests } = server;
    server.cache.noteProblem(refusal('admission webhook "policy" denied the request: pods are not allowed'));
    server.cache.noteProblem(refusal('pods "a" is forbidden: exceeded quota: small'));
    server.cache.noteProblem({ kind: 'notFound', message: rbacRefusal.message });
    await server.clock.pass(0);
    assert.equal(server.requests, requests);
  });

  test('stay unknown if reviews are forbidden, and keep the last known state later', async () => {
    const server = new ReviewServer();
    server.response = () => Promise.resolve(fail(refusal('no')));
    assert.equal(await server.cache.renew(), undefined);
    server.response = undefined;
    server.denied = new Set(['delete']);
    await server.cache.renew(0);
    assert.equal(server.state('delete kataconfigs'), 'missing');
    server.response = () => Promise.resolve(fail(refusal('no')));
    await server.cache.renew(0);
    assert.equal(server.state('delete kataconfigs'), 'missing');
  });

  test('stay unknown if the reviews take longer than 20 seconds', async () => {
    const server = new ReviewServer();
    server.response = ({ signal }) =>
      new Promise((resolve) => {
        const abort = (): void => resolve(fail({ kind: 'aborted', message: '' }));
        if (signal?.aborted === true) abort();
        else signal?.addEventListener('abort', abort);
      });
    const reviewed = server.cache.renew();
    await server.clock.pass(20_000);
    assert.equal(await reviewed, undefined);
  });

  test('are unknown if an authorizer reports an error, and missing if none allows the request', async () => {
    const server = new ReviewServer();
    const status = (value: object) => () => Promise.resolve(succeed({ status: value }));
    server.response = status({ allowed: false, reason: 'no opinion' });
    await server.cache.renew(0);
    assert.equal(server.state('list nodes'), 'missing');
    const other = new ReviewServer();
    other.response = ({ body }) =>
      Promise.resolve(
        succeed({
          status:
            getString(body, 'spec', 'resourceAttributes', 'resource') === 'nodes'
              ? { allowed: false, evaluationError: 'webhook authorizer: timeout' }
              : { allowed: false, denied: true, evaluationError: 'webhook authorizer: timeout' },
        }),
      );
    await other.cache.renew(0);
    assert.equal(other.state('list nodes'), 'unknown');
    assert.equal(other.state('list pods'), 'missing');
  });

  test('of an earlier user are discarded, also if their review is still in progress', async () => {
    const server = new ReviewServer();
    const before = server.cache.renew();
    server.cache.forget();
    assert.equal(server.cache.review, undefined);
    server.denied = new Set(['create']);
    await server.cache.renew();
    await before;
    assert.equal(server.state('create namespaces'), 'missing');
  });

  test('that are missing everywhere are reviewed in the namespace of the context', async () => {
    const server = new ReviewServer('shop');
    server.response = ({ body }) =>
      Promise.resolve(
        succeed({ status: { allowed: getString(body, 'spec', 'resourceAttributes', 'namespace') === 'shop' } }),
      );
    await server.cache.renew();
    assert.equal(server.state('get pods/log'), 'inNamespace');
    assert.equal(server.cache.review?.namespace, 'shop');
  });
});
