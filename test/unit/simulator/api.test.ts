/**
 * Tests the simulator's API server beyond the contract: injected faults, token expiry, compaction, logs, and the audit
 * log.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, currentContext, identitiesOf } from '#test/support/cluster/apiClient.ts';
import type { Identity } from '#test/support/cluster/apiClient.ts';
import { splitInside } from '#simulator/api/http/sending.ts';
import type { Simulation } from '#simulator/simulate.ts';
import { simulate } from '#simulator/simulate.ts';
import { getList, getString, getValue } from '#simulator/store/kubeObject.ts';

const state: { simulation?: Simulation; identity?: Identity | undefined; clients: Client[] } = { clients: [] };
const maps = '/api/v1/namespaces/default/configmaps';

describe('simulator API', () => {
  before(async () => {
    state.simulation = await simulate({ recordBodies: true });
    state.identity = identitiesOf(state.simulation.kubeconfig, '/').get(currentContext(state.simulation.kubeconfig));
  });

  after(async () => {
    for (const client of state.clients) client.close();
    await state.simulation?.close();
  });

  function started(): Simulation {
    if (state.simulation === undefined) throw new Error('the simulation has not been started');
    return state.simulation;
  }

  function client(token?: string): Client {
    if (state.identity === undefined) throw new Error('the simulation has not been started');
    const made = new Client(token === undefined ? state.identity : { ...state.identity, token });
    state.clients.push(made);
    return made;
  }

  const map = (name: string, data: Readonly<Record<string, string>> = {}): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data,
  });

  async function codeOf(promise: Promise<unknown>): Promise<unknown> {
    try {
      await promise;
      return 'no error';
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    }
  }

  test('returns an injected Status a limited number of times', async () => {
    const error = {
      code: 429,
      reason: 'TooManyRequests',
      message: 'too many requests',
      details: { retryAfterSeconds: 7 },
    };
    started().faults.add({ effect: { kind: 'status', error }, verb: 'list', path: /configmaps$/, times: 2 });
    for (let time = 0; time < 2; time += 1) {
      const reply = await client().get(maps);
      assert.equal(reply.code, 429);
      assert.equal(reply.headers['retry-after'], '7');
      assert.equal(reply.body['kind'], 'Status');
    }
    assert.equal((await client().get(maps)).code, 200);
  });

  test('resets a connection before and during the response', async () => {
    const take = started().faults.add({ effect: { kind: 'reset' }, path: /configmaps$/ });
    assert.equal(await codeOf(client().get(maps)), 'ECONNRESET');
    take();
    started().faults.add({ effect: { kind: 'reset', afterBytes: 20 }, path: /configmaps$/, times: 1 });
    assert.equal(await codeOf(client().get(maps)), 'ECONNRESET');
    assert.equal((await client().get(maps)).code, 200);
  });

  test('resets a watch after a number of bytes without delivering a partial event', async () => {
    await client().post(maps, map('watched'));
    started().faults.add({ effect: { kind: 'reset', afterBytes: 30 }, verb: 'watch', times: 1 });
    const stream = await client().watch(`${maps}?watch=1`);
    assert.equal(await stream.next(), undefined);
  });

  test('sends an injected ERROR event', async () => {
    const error = { code: 410, reason: 'Expired', message: 'too old resource version: 1 (2)' };
    started().faults.add({ effect: { kind: 'errorEvent', error }, verb: 'watch', times: 1 });
    const stream = await client().watch(`${maps}?watch=1`);
    const event = await stream.next();
    assert.equal(event?.type, 'ERROR');
    assert.equal(getValue(event?.object, 'code'), 410);
    assert.equal(await stream.next(), undefined);
  });

  test('splits chunks inside characters and keeps the text intact', async () => {
    const text = 'größer 漢字 🙂';
    await client().post(maps, map('split', { text }));
    started().faults.add({ effect: { kind: 'splitUtf8' }, path: /split$/, times: 1 });
    assert.equal(getString((await client().get(`${maps}/split`)).body, 'data', 'text'), text);
    const parts = splitInside(Buffer.from(text));
    assert.ok(parts.length > 5);
    assert.equal(Buffer.concat(parts).toString(), text);
  });

  test('delays a response by the injected time', async () => {
    started().faults.add({ effect: { kind: 'slow', milliseconds: 50 }, path: /slow$/, times: 1 });
    const before = performance.now();
    assert.equal((await client().get(`${maps}/slow`)).code, 404);
    assert.ok(performance.now() - before >= 45);
  });

  test('expires tokens at their time and on request', async () => {
    const { logIn, tokens, clock } = started();
    const user = { name: 'short', groups: ['system:masters'] };
    const token = logIn(user, 60);
    assert.equal((await client(token).get(maps)).code, 200);
    clock.jump(61_000);
    assert.equal((await client(token).get(maps)).code, 401);
    clock.jump(-61_000);
    const other = logIn(user);
    tokens.expire('short');
    assert.equal((await client(other).get(maps)).code, 401);
  });

  test('returns 410 Gone for compacted pages and as a watch event', async () => {
    for (const name of ['p1', 'p2', 'p3']) await client().post(maps, map(name));
    const first = await client().get(`${maps}?limit=1`);
    const version = getString(first.body, 'metadata', 'resourceVersion') ?? '';
    await client().post(maps, map('p4'));
    started().store.compact();
    const late = await client().get(
      `${maps}?limit=1&continue=${encodeURIComponent(getString(first.body, 'metadata', 'continue') ?? '')}`,
    );
    assert.equal(late.code, 410);
    assert.equal(late.body['reason'], 'Expired');
    const on = await client().get(
      `${maps}?limit=100&continue=${encodeURIComponent(getString(late.body, 'metadata', 'continue') ?? '')}`,
    );
    assert.equal(on.code, 200);
    const stream = await client().watch(`${maps}?watch=1&resourceVersion=${version}`);
    assert.equal(stream.code, 200);
    const event = await stream.next();
    assert.equal(event?.type, 'ERROR');
    assert.equal(getString(event?.object, 'reason'), 'Expired');
    assert.equal(await stream.next(), undefined);
  });

  test('keeps objects and the port on a restart and ends watches', async () => {
    await client().post(maps, map('kept'));
    const stream = await client().watch(`${maps}?watch=1&fieldSelector=metadata.name%3Dkept`);
    assert.equal((await stream.next())?.type, 'ADDED');
    await started().restart();
    assert.equal(await stream.next(), undefined);
    assert.equal((await client().get(`${maps}/kept`)).code, 200);
  });

  test('reads, tails, and follows logs to their end', async () => {
    const { logs } = started();
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'talks' },
      spec: { nodeName: 'gone', containers: [{ name: 'c', image: 'i:1' }] },
    };
    await client().post('/api/v1/namespaces/default/pods', pod);
    await client().patch('/api/v1/namespaces/default/pods/talks/status', 'merge', {
      status: { containerStatuses: [{ name: 'c', state: { running: {} } }] },
    });
    for (const text of ['one', 'two', 'three'])
      logs.append('default', 'talks', 'c', { at: Date.UTC(2026, 0, 1), text });
    const where = '/api/v1/namespaces/default/pods/talks/log';
    assert.equal((await client().get(where)).text, 'one\ntwo\nthree\n');
    assert.equal(
      (await client().get(`${where}?tailLines=1&timestamps=true`)).text,
      '2026-01-01T00:00:00.000000000Z three\n',
    );
    assert.equal(
      (await client().get(`${where}?container=nothing`)).body['message'],
      'container nothing is not valid for pod talks',
    );
    const following = await client().watch(`${where}?follow=true&tailLines=1`);
    logs.append('default', 'talks', 'c', { at: 0, text: 'four' });
    logs.end('default', 'talks', 'c');
    assert.deepEqual(
      [await following.line(), await following.line(), await following.line()],
      ['three', 'four', undefined],
    );
  });

  test('records every request without its token', async () => {
    const { audit } = started();
    audit.clear();
    const heard = new Promise<string>((resolve) => {
      const stop = audit.listen(({ url }) => {
        if (!url.includes('dryRun')) return;
        stop();
        resolve(url);
      });
    });
    await client().post(`${maps}?dryRun=All`, map('recorded'));
    assert.equal(await heard, `${maps}?dryRun=All`);
    const entry = audit.entries.find(({ url }) => url.includes('dryRun'));
    assert.deepEqual([entry?.verb, entry?.method, entry?.user, entry?.code], ['create', 'POST', 'kube:admin', 201]);
    assert.equal(getString(entry?.body, 'metadata', 'name'), 'recorded');
    assert.ok(!JSON.stringify(audit.entries).includes(state.identity?.token ?? '?'));
  });

  test('sends nothing on a half-open connection and continues to serve others', async () => {
    started().faults.add({ effect: { kind: 'halfOpen' }, path: /silence$/, times: 1 });
    const silent = client();
    const asked = codeOf(silent.get(`${maps}/silence`));
    assert.equal((await client().get(maps)).code, 200);
    started().cutConnections();
    assert.equal(await asked, 'ECONNRESET');
  });

  test('returns the current user and the projects', async () => {
    const me = await client().get('/apis/user.openshift.io/v1/users/~');
    assert.equal(getString(me.body, 'metadata', 'name'), 'kube:admin');
    const projects = await client().get('/apis/project.openshift.io/v1/projects');
    assert.equal(projects.body['kind'], 'ProjectList');
  });

  test('stores Routes, lists them as tables, and deletes them', async () => {
    const routes = '/apis/route.openshift.io/v1/namespaces/default/routes';
    const spec = {
      host: 'web.apps.demo.example.com',
      to: { kind: 'Service', name: 'web' },
      tls: { termination: 'edge' },
    };
    const made = await client().post(routes, {
      apiVersion: 'route.openshift.io/v1',
      kind: 'Route',
      metadata: { name: 'web' },
      spec,
    });
    assert.equal(made.code, 201, made.text);
    assert.deepEqual(getValue(made.body, 'spec'), spec);
    const table = await client().get(routes, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
    const [row] = getList(table.body, 'rows');
    const columns = getList(table.body, 'columnDefinitions').map((column) => getString(column, 'name'));
    assert.equal(getList(row, 'cells')[columns.indexOf('Host')], spec.host);
    assert.equal((await client().delete(`${routes}/web`)).code, 200);
    assert.equal((await client().get(`${routes}/web`)).code, 404);
  });
});
