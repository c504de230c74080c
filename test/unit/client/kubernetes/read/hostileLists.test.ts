/**
 * Tests the memory, requests, and time of one run with servers whose responses are endless, too large, or too deeply
 * nested.
 */
import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { after, afterEach, describe, test } from 'node:test';
import type { Connection } from '#client/kubernetes/connection.ts';
import { PageSize, readPages } from '#client/kubernetes/read/readPages.ts';
import { readWatchLine } from '#client/kubernetes/watch/watchLines.ts';
import { ReadBudget } from '#client/kubernetes/readBudget.ts';
import { TimeLimit } from '#client/kubernetes/timeLimit.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { JsonMeter } from '#client/kubernetes/transport/jsonMeter.ts';
import { runPreflight } from '#client/operations/preflight/runPreflight.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { checkCluster } from '#client/operations/preflight/checkCluster.ts';
import { runLookups } from '#client/kubernetes/read/runLookups.ts';
import { readSnapshot } from '#client/kubernetes/read/readSnapshot.ts';
import { listRequiredLookups } from '#core/operations/checks/preflight.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { getList } from '#core/common/json.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { contextIn, deps, folder, kubeconfigOf, problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { oddServer, type OddServer } from '#test/support/network/oddServer.ts';

const home = folder();
const json = { 'Content-Type': 'application/json' };
const never = new AbortController().signal;
const megabyte = 1024 * 1024;
const head = '{"kind":"List","metadata":{"resourceVersion":"1"},"items":[';
let server: OddServer | undefined;
let connection: Connection | undefined;

afterEach(async () => {
  connection?.close();
  await server?.close();
  connection = server = undefined;
});
after(() => home.remove());

async function against(answer: RequestListener): Promise<Connection> {
  server = await oddServer(answer);
  connection = connect(await contextIn(home.write('config', configOf(server)), 'x'), deps());
  return connection;
}

function configOf({ url }: OddServer): string {
  return kubeconfigOf({ x: { cluster: { server: url }, user: { token: 'canary-of-the-test' } } });
}

function deep(levels: number): string {
  return `${head}${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}]}`;
}

/** Responds with a list that always has another page with one object. */
function oneMorePage(request: IncomingMessage, response: ServerResponse): void {
  const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('continue') ?? 0) + 1;
  const items = [{ metadata: { name: `n${page}`, uid: `u${page}`, resourceVersion: '1' } }];
  response
    .writeHead(200, json)
    .end(JSON.stringify({ metadata: { resourceVersion: '1', continue: String(page) }, items }));
}

describe('response of a malicious server', () => {
  test('is rejected when it has more than 500 nested levels and parsed otherwise', async () => {
    const api = await against((request, response) =>
      response.writeHead(200, json).end(deep(Number(request.url?.slice(1)))),
    );
    assert.equal(getList(valueOf(await api.ask('/490')), 'items').length, 1);
    for (const levels of [600, 200_000]) {
      const problem = problemOf(await api.ask(`/${levels}`));
      assert.equal(problem.kind, 'badAnswer');
      assert.match(problem.message, /more than 500 nested levels/);
    }
  });

  test('is rejected when it contains millions of empty objects', async () => {
    const empty = Buffer.from('{},'.repeat(megabyte));
    const api = await against((_request, response) => {
      response.writeHead(200, json).write(head);
      for (let part = 0; part < 20; part += 1) response.write(empty);
      response.end('{}]}');
    });
    assert.match(problemOf(await api.ask('/api')).message, /more than 2,000,000 values/);
  });

  test('keeps its error status when the body has too many nested levels', async () => {
    const api = await against((_request, response) => response.writeHead(403, json).end(deep(100_000)));
    const { kind, details } = problemOf(await api.ask('/api'));
    assert.deepEqual([kind, details], ['forbidden', undefined]);
  });

  test("isn't a watch event when it has too many nested levels", () => {
    const { kind } = readWatchLine(`{"type":"ADDED","object":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
    assert.equal(kind, 'error');
    const brackets = readWatchLine(`{"type":"ADDED","object":{"a":"${'['.repeat(1000)}\\"Ģ["}}`);
    assert.equal(brackets.kind, 'put', 'brackets in a text are no levels');
  });

  test('has the same measured size for any chunk boundaries', () => {
    const bytes = Buffer.from('{"a\\"[":["x{","\\\\",{"b":[1,2,{}]}],"ü":{}}');
    const whole = new JsonMeter();
    whole.push(bytes);
    assert.deepEqual([whole.deepest, whole.values], [5, 11]);
    const pieces = new JsonMeter();
    for (const byte of bytes) pieces.push(Uint8Array.of(byte));
    assert.deepEqual([pieces.deepest, pieces.values], [whole.deepest, whole.values]);
  });
});

describe('list of a malicious server', () => {
  test('stops when its pages repeat or stay empty', async () => {
    for (const answer of [
      { metadata: { resourceVersion: '1', continue: 'same' }, items: [{}] },
      { metadata: { resourceVersion: '1' }, items: [] },
    ]) {
      let page = 0;
      const api = await against((_request, response) => {
        page += 1;
        const metadata = answer.items.length > 0 ? answer.metadata : { ...answer.metadata, continue: `p${page}` };
        response.writeHead(200, json).end(JSON.stringify({ ...answer, metadata }));
      });
      const problem = problemOf(
        await readPages(api, '/api', { signal: never, size: new PageSize(), onPage: () => undefined }),
      );
      assert.match(problem.message, /endless list/);
      assert.ok(page < 220, String(page));
      api.close();
      await server?.close();
    }
  });

  test('is requested in smaller pages when a page is too large', async () => {
    const object = JSON.stringify({ a: 'x'.repeat(megabyte) });
    const api = await against((request, response) => {
      const asked = new URL(request.url ?? '', 'http://x').searchParams;
      const from = Number(asked.get('continue') ?? 0);
      const until = Math.min(30, from + Number(asked.get('limit')));
      const metadata = { resourceVersion: '1', ...(until < 30 ? { continue: String(until) } : {}) };
      response
        .writeHead(200, json)
        .end(
          `{"metadata":${JSON.stringify(metadata)},"items":[${Array.from({ length: until - from }, () => object).join(',')}]}`,
        );
    });
    let seen = 0;
    valueOf(
      await readPages(api, '/api', {
        signal: never,
        size: new PageSize(),
        onPage: (items) => void (seen += items.length),
      }),
    );
    assert.equal(seen, 30);
  });

  test('shares a memory limit with the other lists of a run and releases dropped objects', async () => {
    const body = `${head}{"metadata":{"name":"a"},"text":"${'x'.repeat(megabyte)}"}]}`;
    const api = await against((_request, response) => response.writeHead(200, json).end(body));
    const budget = new ReadBudget(3.5 * megabyte);
    const reader = createClusterReader(api, never, budget);
    for (let time = 0; time < 10; time += 1) {
      const skipped = await reader.list(`/skipped${time}`, 10, () => false);
      assert.equal(skipped.kind, 'value', 'what is not kept costs nothing');
    }
    const kept = await Promise.all([1, 2, 3, 4, 5].map((one) => reader.list(`/kept${one}`, 10)));
    const problems = kept.flatMap((answer) => (answer.kind === 'problem' ? answer.problem.message : []));
    assert.equal(problems.length, 2);
    assert.match(problems[0] ?? '', /exceed the memory limit for one cluster/);
  });

  test('is one of up to 8 lists that are requested at the same time', async () => {
    let [open, most] = [0, 0];
    const part = Buffer.alloc(megabyte, 0x20);
    const api = await against((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => (open -= 1));
      response.writeHead(200, json);
      // The response never ends.
      const more = (): void => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    });
    const budget = new ReadBudget(24 * megabyte);
    const { problems } = await readSnapshot(api, () => 0, never, budget);
    const facts = await runLookups(createClusterReader(api, never, budget), listRequiredLookups(), () => 0);
    assert.ok(problems.length > 10 && Object.values(facts).every(({ kind }) => kind === 'unknown'));
    assert.ok(most <= 8, String(most));
  });
});

describe('preflight check of a malicious cluster', () => {
  test('stops at its time limit when every list has another page', async () => {
    server = await oddServer(oneMorePage);
    const order = {
      context: 'x',
      kubeconfig: home.write('config', configOf(server)),
      allowExec: false,
      folder: home.path,
      home: home.path,
      env: {},
    };
    const checked = await checkCluster({ ...order, tell: () => undefined, timeout: 400 });
    assert.deepEqual(checked, {
      ok: false,
      error: "x didn't send complete responses within 0.4 s. If the cluster is large or slow, increase --timeout",
    });
  });

  test('stops at the limit of the setting in the editor', async () => {
    const api = await against(() => undefined);
    const clock = new ManualClock();
    const cluster = {
      context: 'x',
      server: '',
      user: '',
      snapshot: emptySnapshot,
      history: emptyHistory,
      connection: api,
    };
    const checking = assert.rejects(
      runPreflight(cluster, { clock, timeout: 60_000 }),
      /x didn't send complete responses within 60 s\. If the cluster is large or slow, increase the osc\.preflight\.timeout setting\./,
    );
    await clock.pass(60_000);
    await checking;
  });

  test('has the full time limit after a login', async () => {
    const clock = new ManualClock();
    const limit = new TimeLimit(clock, 60_000);
    await clock.pass(20_000);
    await Promise.all([limit.outside(() => clock.pass(50_000)), limit.outside(() => Promise.resolve())]);
    await clock.pass(39_000);
    assert.equal(limit.isOver, false);
    await clock.pass(1000);
    assert.deepEqual([limit.isOver, limit.signal.aborted], [true, true]);
  });
});
