/**
 * Tests the edge hosting service over HTTP, with a server that verifies the signatures: pages, throttling, faults, and
 * different clocks.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { edgeTree } from '#core/edge/tree/edgeTree.ts';
import { edgeReadActions, type EdgeReadAction } from '#client/edge/service/edgeActions.ts';
import { wayProblem } from '#client/edge/service/edgeProblem.ts';
import { EdgeService, endpointProblem, type EdgeServiceParts } from '#client/edge/service/edgeService.ts';
import { readEdge } from '#client/edge/service/readEdgeResources.ts';
import { signedHeaders } from '#client/edge/service/signRequest.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import { EdgeServer, keys, refuse, region, send } from './edgeServer.ts';

/**
 * Clock on which each wait ends immediately and advances the time by its duration. The response timeout of 30 seconds
 * never expires.
 */
class RestingClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  /** Whether waits end. */
  ends = true;
  readonly rests: number[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, work: () => void): () => void {
    if (milliseconds === 30_000) return () => undefined;
    this.rests.push(milliseconds);
    if (!this.ends) return () => undefined;
    const due = setImmediate(() => {
      this.#now += milliseconds;
      work();
    });
    return () => clearImmediate(due);
  }
}

describe('edge hosting service', () => {
  const server = new EdgeServer();
  const never = new AbortController().signal;
  let clock = new RestingClock();
  const services: EdgeService[] = [];
  before(() => server.open());
  after(async () => {
    for (const service of services) service.close();
    await server.close();
  });
  beforeEach(() => {
    server.reset();
    clock = new RestingClock();
  });

  const open = (parts: Partial<EdgeServiceParts> = {}): EdgeService => {
    const service = new EdgeService({
      endpoint: server.url,
      region,
      version: '2021-03-03',
      keys,
      clock,
      chance: () => 0.5,
      ...parts,
    });
    services.push(service);
    return service;
  };
  const node = (index: number): object => ({
    Id: `n${index}`,
    NodePoolId: 'p',
    ClusterId: 'c',
    Status: { Phase: 'Running', Conditions: [{ Type: 'Ok' }] },
  });
  const problemOf = async (service: EdgeService, action: EdgeReadAction = 'ListClusters'): Promise<ApiProblem> => {
    const answer = await service.ask(action, {}, never);
    assert.ok(!answer.ok);
    return answer.error;
  };

  test('signs every action as the server expects and never sends the secret key', async () => {
    server.items['ListClusters'] = [
      { Id: 'c', Name: '北 * +', Status: { Phase: 'Running', Conditions: [{ Type: 'Ok' }] } },
    ];
    const service = open();
    for (const action of Object.keys(edgeReadActions) as EdgeReadAction[]) {
      const answer = await service.ask(action, { Filter: { Name: '北 *+%~' } }, never);
      assert.equal(answer.ok, true, JSON.stringify(answer));
    }
    assert.equal(server.asked.length, 6);
    assert.doesNotMatch(JSON.stringify(server.asked), new RegExp(keys.secretKey.replaceAll('=', '.')));
    assert.match(server.asked[0]?.authorization ?? '', /SignedHeaders=host;x-content-sha256;x-date/);
  });

  test('computes the recorded signature', () => {
    const signed = signedHeaders(
      {
        method: 'POST',
        host: 'veecp.volcengineapi.com',
        query: { Action: 'ListClusters', Version: '2021-03-03' },
        body: '{}',
        region,
        service: 'veecp_openapi',
      },
      keys,
      Date.UTC(2026, 0, 1),
    );
    assert.deepEqual(signed, {
      Host: 'veecp.volcengineapi.com',
      'X-Date': '20260101T000000Z',
      'X-Content-Sha256': '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
      Authorization:
        'HMAC-SHA256 Credential=AKLTexample/20260101/cn-beijing/veecp_openapi/request, SignedHeaders=host;x-content-sha256;x-date, Signature=fc75f40c19ab6552df74c7ed0f8380100e23609853cd552a762b1ab8001cfc4c',
    });
  });

  test('distinguishes wrong keys, region, and version without showing a key', async () => {
    const secret = await problemOf(open({ keys: { ...keys, secretKey: 'other' } }));
    assert.deepEqual([secret.kind, secret.reason], ['unauthorized', 'SignatureDoesNotMatch']);
    assert.match(secret.message, /Set the access key again, and check osc\.edge\.region/);
    const id = await problemOf(open({ keys: { ...keys, accessKeyId: 'AKLTother' } }));
    assert.deepEqual([id.kind, id.reason], ['unauthorized', 'InvalidAccessKey']);
    server.instead.push((response) =>
      refuse(response, 401, 'InvalidAccessKey', `The accesskey [${keys.accessKeyId}] included is invalid.`),
    );
    assert.match((await problemOf(open())).message, /\*\*\*/);
    assert.equal((await problemOf(open({ region: 'cn-shanghai' }))).reason, 'SignatureDoesNotMatch');
    assert.match(
      (await problemOf(open({ version: '2022-05-12' }))).message,
      /doesn't support ListClusters in version 2022-05-12/,
    );
  });

  test("rejects actions that aren't read-only", async () => {
    const answer = await open().ask('DeleteCluster' as EdgeReadAction, {}, never);
    assert.deepEqual([answer.ok, server.asked.length], [false, 0]);
    const inherited = await open().ask('toString' as EdgeReadAction, {}, never);
    assert.deepEqual([inherited.ok, server.asked.length], [false, 0]);
    for (const action of Object.keys(edgeReadActions)) assert.match(action, /^List/);
  });

  test('rejects endpoints that could expose a signature', () => {
    assert.equal(endpointProblem('https://veecp.volcengineapi.com'), undefined);
    assert.equal(endpointProblem('http://127.0.0.1:8080'), undefined);
    for (const endpoint of [
      '',
      'veecp.volcengineapi.com',
      'http://veecp.volcengineapi.com',
      'https://a@b.example',
      'https://b.example/x',
      'https://b.example/?x',
      'file:///etc',
    ])
      assert.match(endpointProblem(endpoint) ?? '', /osc\.edge\.endpoint/, endpoint);
  });

  test('reads all pages and combines them into one tree', async () => {
    server.items = { ...server.items, ListEdgeNodes: Array.from({ length: 230 }, (_, index) => node(index)) };
    const said: string[] = [];
    const read = await readEdge(open(), clock, never, (words) => said.push(words));
    assert.ok(read.ok);
    assert.deepEqual(
      server.asked.filter(({ action }) => action === 'ListEdgeNodes').map(({ body }) => body),
      [1, 2, 3].map((PageNumber) => ({ PageNumber, PageSize: 100 })),
    );
    assert.ok(said.includes('ListEdgeNodes, page 3'));
    const tree = edgeTree(read.value.sources);
    assert.deepEqual([tree.count, tree.left, read.value.problems], [230, [], []]);
  });

  test('stops reading when the server repeats the same page', async () => {
    const page = { Result: { Items: Array.from({ length: 100 }, (_, index) => node(index)), TotalCount: 1_000_000 } };
    const asked: string[] = [];
    const read = await readEdge(
      { ask: (action) => (asked.push(action), Promise.resolve({ ok: true, value: page })) },
      clock,
      never,
    );
    assert.deepEqual([read.ok, asked.length], [true, 12]);
  });

  test('retries throttled requests no earlier than the server allows', async () => {
    server.instead.push((response) =>
      refuse(response, 429, 'FlowLimitExceeded', 'Slow down.', undefined, { 'Retry-After': '7' }),
    );
    server.instead.push((response) => refuse(response, 400, 'Throttling.User', 'Slow down.'));
    const answer = await open().ask('ListClusters', {}, never);
    assert.deepEqual([answer.ok, server.asked.length], [true, 3]);
    // Halfway between the minimum delay and the delay after two consecutive failures.
    assert.deepEqual(clock.rests, [7000, 1250]);
  });

  test('gives up after repeated throttling with a message', async () => {
    for (let turn = 0; turn < 20; turn += 1)
      server.instead.push((response) => refuse(response, 429, 'FlowLimitExceeded', 'No.'));
    const answer = await open().ask('ListClusters', {}, never);
    assert.ok(!answer.ok);
    assert.deepEqual([answer.error.kind, server.asked.length], ['tooMany', 6]);
    assert.match(answer.error.message, /^Too many requests to .*\. Try again in a minute\.$/);
  });

  test('stops waiting when the request is canceled', async () => {
    server.instead.push((response) =>
      refuse(response, 429, 'FlowLimitExceeded', 'No.', undefined, { 'Retry-After': '300' }),
    );
    const over = new AbortController();
    clock.ends = false;
    const asking = open().ask('ListClusters', {}, over.signal);
    while (clock.rests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    over.abort();
    const answer = await asking;
    assert.deepEqual([answer.ok, server.asked.length, clock.rests], [false, 1, [300_000]]);
  });

  test('corrects a wrong clock once with the time of the service', async () => {
    server.now = () => Date.UTC(2026, 0, 1) + 3 * 3600_000;
    const service = open();
    assert.equal((await service.ask('ListClusters', {}, never)).ok, true);
    assert.deepEqual([server.asked.length, service.skew], [2, 3 * 3600_000]);
    assert.equal((await service.ask('ListAddons', {}, never)).ok, true);
    assert.equal(server.asked.length, 3);
  });

  test("doesn't retry if the service rejects a correct timestamp", async () => {
    for (let turn = 0; turn < 5; turn += 1)
      server.instead.push((response) => refuse(response, 400, 'InvalidTimestamp', 'Expired.', clock.now() + 1000));
    const problem = await problemOf(open());
    assert.deepEqual([problem.kind, server.asked.length], ['credentials', 1]);
    assert.match(problem.message, /Check this computer's clock\./);
  });

  test('reports proxy pages, redirects, unknown errors, and gateway errors', async () => {
    server.instead.push((response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'));
    assert.equal((await problemOf(open())).kind, 'badAnswer');
    server.instead.push((response) => response.writeHead(302, { Location: 'https://evil.example/' }).end());
    assert.match((await problemOf(open())).message, /redirects to evil\.example/);
    server.instead.push((response) =>
      send(response, 200, { ResponseMetadata: { Error: { Code: 'InternalError\u202e', Message: 'x'.repeat(5000) } } }),
    );
    const odd = await problemOf(open());
    assert.ok(odd.message.length < 400 && !odd.message.includes('\u202e'));
    for (let turn = 0; turn < 3; turn += 1)
      server.instead.push((response) => response.writeHead(502).end('bad gateway'));
    server.asked.length = 0;
    const down = await open().ask('ListClusters', {}, never);
    assert.deepEqual([!down.ok && down.error.kind, server.asked.length], ['server', 3]);
  });

  test('names the endpoint setting when the connection is refused', async () => {
    const nobody = new EdgeServer();
    await nobody.open();
    const endpoint = nobody.url;
    await nobody.close();
    const problem = await problemOf(open({ endpoint }));
    assert.equal(problem.kind, 'network');
    assert.match(
      problem.message,
      /^Connection refused by 127\.0\.0\.1:\d+: check osc\.edge\.endpoint and this computer's network connection\.$/,
    );
  });

  test('returns the other lists if one action fails', async () => {
    delete server.items['ListNodePools'];
    const read = await readEdge(open(), clock, never);
    assert.ok(read.ok);
    assert.equal(read.value.sources.length, 5);
    assert.match(read.value.problems.join(), /^ListNodePools: .* doesn't support ListNodePools/);
  });

  test('sends no further requests if listing clusters fails', async () => {
    delete server.items['ListClusters'];
    assert.equal((await readEdge(open(), clock, never)).ok, false);
    assert.equal(server.asked.length, 1);
    assert.equal((await readEdge(open({ keys: { ...keys, secretKey: 'x' } }), clock, never)).ok, false);
    assert.equal(server.asked.length, 2);
  });
});

test('a failed TLS handshake with the edge hosting service is reported as such', () => {
  const { message } = wayProblem({ kind: 'tls', message: 'for kubeconfigs' }, 'edge.example');
  assert.match(message, /^The TLS handshake with edge\.example failed\. .*osc\.edge\.endpoint/);
});
