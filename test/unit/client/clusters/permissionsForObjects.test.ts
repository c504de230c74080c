/** Tests that permissions on an open cluster are also reviewed for the objects that commands change. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getString } from '#core/common/json.ts';
import { succeed } from '#core/common/result.ts';
import type { ObjectNames } from '#core/operations/permissions/objectNames.ts';
import { PermissionCache } from '#client/clusters/sessions/permissionCache.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';

/** Server that grants permissions only for the object `example`. */
class NamedServer {
  readonly clock = new ManualClock();
  names: ObjectNames = new Map();
  requests = 0;
  changes = 0;
  readonly cache = new PermissionCache({
    connection: {
      ask: () => assert.fail('the cache only sends reviews'),
      send: async (_path, { body }) => {
        this.requests += 1;
        await Promise.resolve();
        return succeed({ status: { allowed: getString(body, 'spec', 'resourceAttributes', 'name') === 'example' } });
      },
    },
    clock: this.clock,
    namespace: undefined,
    objectNames: () => this.names,
    changed: () => (this.changes += 1),
  });

  get states(): readonly unknown[] {
    return [...(this.cache.review?.objects?.get('patch kataconfigs') ?? [])];
  }
}

describe('permissions for objects', () => {
  test('are reviewed again if an object is found during a review', async () => {
    const server = new NamedServer();
    const first = server.cache.renew();
    server.names = new Map([['patch kataconfigs', ['example']]]);
    await first;
    await server.cache.renew(1);
    assert.equal(server.cache.review?.states.get('patch kataconfigs'), 'missing');
    assert.deepEqual(server.states, [['example', 'granted']]);
    assert.equal(server.changes, 2);
  });

  test('are reviewed again if an object has a new name, and only then', async () => {
    const server = new NamedServer();
    server.names = new Map([['patch kataconfigs', ['example']]]);
    await server.cache.renew();
    const { requests } = server;
    server.cache.noteObjects();
    await server.clock.pass(0);
    assert.equal(server.requests, requests);
    server.names = new Map([['patch kataconfigs', ['other']]]);
    server.cache.noteObjects();
    await server.cache.renew(1);
    assert.deepEqual(server.states, [['other', 'missing']]);
    assert.equal(server.changes, 2);
  });
});
