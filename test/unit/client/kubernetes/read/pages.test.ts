/** Tests paged lists: page sizes, and servers whose continue tokens expire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiResult } from '#client/kubernetes/connection.ts';
import { mostObjects, PageSize, readPages, type ListResult } from '#client/kubernetes/read/readPages.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { listOf, refusal, thing } from '#test/support/cluster/followCluster.ts';

interface Reading {
  readonly answer: ApiResult<ListResult>;
  readonly items: readonly unknown[];
}

async function read(
  connection: ScriptedConnection,
  size = new PageSize(),
  signal = new AbortController().signal,
): Promise<Reading> {
  let items: readonly unknown[] = [];
  const answer = await readPages(connection, '/things', {
    signal,
    size,
    onPage: (page, first) => {
      items = first ? page : [...items, ...page];
    },
  });
  return { answer, items };
}

/** Creates a connection with this number of objects, each with a value of this length. */
function serving(count: number, length: number): ScriptedConnection {
  const connection = new ScriptedConnection();
  connection.answer = ({ query }) => {
    const from = Number(query['continue'] ?? 0);
    const until = Math.min(count, from + Number(query['limit']));
    const items = Array.from({ length: until - from }, (_, index) => thing(`t${from + index}`, 1, 'x'.repeat(length)));
    return listOf(77, items, until < count ? String(until) : undefined);
  };
  return connection;
}

test('paged list joins all pages and has the version of the last page', async () => {
  const connection = serving(1234, 10);
  const { answer, items } = await read(connection);
  assert.deepEqual(answer, { ok: true, value: { version: '77', consistent: true } });
  assert.equal(new Set(items.map((item) => JSON.stringify(item))).size, 1234);
  assert.deepEqual(
    connection.asked.map(({ query }) => query['limit']),
    [50, 500, 500, 500],
  );
});

test('paged list uses small pages for large objects, also the next time', async () => {
  const connection = serving(1000, 20_000);
  const size = new PageSize();
  const { items } = await read(connection, size);
  assert.equal(items.length, 1000);
  const limits = connection.asked.map(({ query }) => Number(query['limit']));
  assert.ok(Math.max(...limits.slice(1)) * 20_000 < 2_100_000, String(limits));
  await read(connection, size);
  assert.ok(Number(connection.asked[limits.length]?.query['limit']) <= 100);
});

test('paged list requests smaller pages after a timeout or an oversized response', async () => {
  for (const kind of ['timeout', 'badAnswer'] as const) {
    const connection = serving(10, 10);
    const size = new PageSize();
    const { answer } = connection;
    connection.answer = () => refusal(kind);
    for (let times = 0; times < 5; times += 1) assert.equal((await read(connection, size)).answer.ok, false);
    assert.deepEqual(
      connection.asked.map(({ query }) => query['limit']),
      [50, 12, 3, 1, 1],
    );
    connection.answer = answer;
    assert.equal((await read(connection, size)).items.length, 10);
  }
});

test('paged list restarts after 410 Gone between two pages and drops the first page', async () => {
  const connection = new ScriptedConnection();
  const answers = [
    listOf(1, [thing('old', 1)], 'a'),
    refusal('gone', { status: 410, details: { metadata: { continue: 'rest' } } }),
    listOf(9, [thing('new', 8)], 'b'),
    listOf(9, [thing('other', 9)]),
  ];
  connection.answer = () => answers.shift();
  const { answer, items } = await read(connection);
  assert.deepEqual(answer, { ok: true, value: { version: '9', consistent: true } });
  assert.deepEqual(items, [thing('new', 8), thing('other', 9)]);
  assert.deepEqual(
    connection.asked.map(({ query }) => query['continue']),
    [undefined, 'a', undefined, 'b'],
  );
});

test("paged list continues with the server's token after a second 410 Gone and is inconsistent", async () => {
  const connection = new ScriptedConnection();
  const gone = refusal('gone', { status: 410, details: { metadata: { continue: 'rest' } } });
  const answers = [
    listOf(1, [thing('a', 1)], 'a'),
    gone,
    listOf(5, [thing('a', 1)], 'a'),
    gone,
    listOf(9, [thing('b', 9)]),
  ];
  connection.answer = () => answers.shift();
  const { answer, items } = await read(connection);
  assert.deepEqual(answer, { ok: true, value: { version: '9', consistent: false } });
  assert.deepEqual(items, [thing('a', 1), thing('b', 9)]);
  assert.equal(connection.asked.at(-1)?.query['continue'], 'rest');
});

test('paged list gives up if the server keeps returning 410 Gone', async () => {
  for (const details of [undefined, { metadata: { continue: 'rest' } }]) {
    const connection = new ScriptedConnection();
    connection.answer = ({ query }) =>
      query['continue'] === undefined ? listOf(1, [], 'a') : refusal('gone', { status: 410, details });
    const { answer } = await read(connection);
    assert.equal(answer.ok ? '' : answer.error.kind, 'gone');
    assert.ok(connection.asked.length < 40);
  }
});

test('paged list gives up if the server always has another page', async () => {
  const empty = new ScriptedConnection();
  empty.answer = () => listOf(1, [], 'more');
  const nothing = await read(empty);
  assert.equal(nothing.answer.ok ? '' : nothing.answer.error.kind, 'badAnswer');
  const full = new ScriptedConnection();
  const page = Array.from({ length: 500 }, () => thing('a', 1));
  full.answer = () => listOf(1, page, 'more');
  assert.equal((await read(full)).answer.ok, false);
  assert.ok(full.asked.length <= mostObjects / 500 + 2);
});

test('paged list accepts an object that is nested too deeply to serialize', async () => {
  const depth = 200_000;
  const deep: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  const size = new PageSize();
  const connection = new ScriptedConnection();
  connection.answer = () => listOf(7, [{ metadata: { name: 'deep' }, deep }, thing('a', 1)]);
  const { answer, items } = await read(connection, size);
  assert.deepEqual(answer, { ok: true, value: { version: '7', consistent: true } });
  assert.equal(items.length, 2);
  assert.ok(size.size < 10, String(size.size));
});

test("paged list rejects a response that isn't a list", async () => {
  for (const value of [
    null,
    'text',
    {},
    { items: 'x' },
    { items: [] },
    { items: [], metadata: { resourceVersion: 4 } },
  ]) {
    const connection = new ScriptedConnection();
    connection.answer = () => ({ ok: true, value });
    const { answer } = await read(connection);
    assert.equal(answer.ok ? '' : answer.error.kind, 'badAnswer', JSON.stringify(value));
  }
});

test('paged list requests no further page after it is aborted', async () => {
  const connection = new ScriptedConnection();
  const controller = new AbortController();
  connection.answer = () => {
    controller.abort();
    return listOf(1, [thing('a', 1)], 'more');
  };
  const { answer, items } = await read(connection, new PageSize(), controller.signal);
  assert.equal(answer.ok ? '' : answer.error.kind, 'aborted');
  assert.deepEqual([connection.asked.length, items.length], [1, 0]);
});
