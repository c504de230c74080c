/**
 * Tests lookups over a connection: paging, filtering, permissions, and problems. Also tests kinds that are read once.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiResult, ApiProblem, SendOptions } from '#client/kubernetes/connection.ts';
import { isChange } from '#client/kubernetes/transport/isChange.ts';
import { createClusterReader } from '#client/kubernetes/read/clusterReader.ts';
import { readSnapshot } from '#client/kubernetes/read/readSnapshot.ts';
import { fail, succeed } from '#core/common/result.ts';
import { ScriptedConnection, type RecordedRequest } from '#test/support/cluster/scriptedConnection.ts';

/** Returns a responder with numbered objects in pages of three. */
function paged(count: number): (asked: RecordedRequest) => ApiResult<unknown> {
  return ({ query }) => {
    const from = Number(query['continue'] ?? 0);
    const items = Array.from({ length: Math.min(3, count - from) }, (_, index) => ({ number: from + index }));
    const next = from + 3 < count ? { continue: String(from + 3), remainingItemCount: count - from - 3 } : {};
    return succeed({ metadata: { resourceVersion: '1', ...next }, items });
  };
}

function readerOf(answer: (asked: RecordedRequest) => ApiResult<unknown>): {
  readonly reader: ReturnType<typeof createClusterReader>;
  readonly connection: ScriptedConnection;
} {
  const connection = new ScriptedConnection();
  connection.answer = answer;
  return { reader: createClusterReader(connection, new AbortController().signal), connection };
}

const even = (raw: unknown): boolean => (raw as { readonly number: number }).number % 2 === 0;
const numbers = (items: readonly unknown[]): readonly unknown[] =>
  items.map((item) => (item as { readonly number: number }).number);

describe('list reader', () => {
  for (const [what, count, most, keep, expected, cut] of [
    ['reads all pages', 7, undefined, undefined, [0, 1, 2, 3, 4, 5, 6], false],
    ['stops at the limit and reports truncation', 7, 4, undefined, [0, 1, 2, 3], true],
    ['reports a list with exactly the limit as complete', 6, 6, undefined, [0, 1, 2, 3, 4, 5], false],
    ['keeps only matching items', 9, undefined, even, [0, 2, 4, 6, 8], false],
    ['counts only matching items toward the limit', 9, 3, even, [0, 2, 4], true],
    ['reports a list as complete when its last page has the last matching item', 8, 4, even, [0, 2, 4, 6], false],
  ] as const) {
    test(what, async () => {
      const { reader } = readerOf(paged(count));
      const answer = await reader.list('/things', most, keep);
      assert.ok(answer.kind === 'value');
      assert.deepEqual(numbers(answer.value.items), expected);
      assert.equal(answer.value.cut, cut);
    });
  }

  test('reports that the list restarts, so that sums of its items start again', async () => {
    const pages = paged(7);
    let isExpired = false;
    const { reader } = readerOf((asked) => {
      if (isExpired || asked.query['continue'] !== '3') return pages(asked);
      isExpired = true;
      return fail({ kind: 'gone', message: 'the continue token expired' });
    });
    const sum = { count: 0, starts: 0 };
    const count = (): boolean => {
      sum.count += 1;
      return false;
    };
    const answer = await reader.list('/things', 10, count, undefined, () => {
      sum.count = 0;
      sum.starts += 1;
    });
    assert.equal(answer.kind, 'value');
    assert.deepEqual(sum, { count: 7, starts: 2 });
  });

  test('stops requesting pages once the limit is reached', async () => {
    const { reader, connection } = readerOf(paged(3000));
    await reader.list('/things', 3);
    assert.ok(connection.asked.length <= 3, String(connection.asked.length));
  });
});

test('fact reader maps API problems to reasons and missing objects to absent', async () => {
  const of = async (kind: ApiProblem['kind']): Promise<unknown> => {
    const answer = await readerOf(() => fail({ kind, message: 'so it is' })).reader.get('/x');
    return answer.kind === 'problem' ? answer.problem.why : answer.kind;
  };
  assert.deepEqual(
    await Promise.all(
      (['notFound', 'forbidden', 'unauthorized', 'credentials', 'network', 'badAnswer'] as const).map(of),
    ),
    ['absent', 'forbidden', 'unauthorized', 'unauthorized', 'unreachable', 'other'],
  );
});

test('fact reader checks a permission with a single access review', async () => {
  const sent: [string, SendOptions][] = [];
  const connection = {
    ask: () => assert.fail('asked'),
    send: (path: string, options: SendOptions) => {
      sent.push([path, options]);
      return Promise.resolve(succeed({ status: { allowed: true } }));
    },
  };
  const reader = createClusterReader(connection, new AbortController().signal);
  assert.deepEqual(await reader.mayI({ group: 'g', resource: 'r', verb: 'v', namespace: 'n' }), {
    kind: 'value',
    value: true,
  });
  assert.equal(sent.length, 1);
  assert.equal(sent[0]?.[0], '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews');
  assert.equal(sent[0][1].method, 'POST');
});

test('fact reader does not report a permission as missing if the response is not an access review', async () => {
  for (const response of [null, {}, { kind: 'List', items: [] }, { status: { allowed: 'yes' } }]) {
    const connection = { ask: () => assert.fail('asked'), send: () => Promise.resolve(succeed(response)) };
    const reader = createClusterReader(connection, new AbortController().signal);
    assert.deepEqual(await reader.mayI({ group: 'g', resource: 'r', verb: 'v' }), {
      kind: 'problem',
      problem: { why: 'other', message: "The response isn't an access review." },
    });
  }
});

test('snapshot records live, forbidden, absent, and failing kinds, with only the metadata of Secrets', async () => {
  const connection = new ScriptedConnection();
  connection.answer = ({ path }) => {
    if (path.endsWith('/nodes'))
      return succeed({ metadata: { resourceVersion: '1' }, items: [{ metadata: { name: 'a', uid: 'a' } }] });
    if (path.endsWith('/kataconfigs')) return fail({ kind: 'notFound', message: 'no such kind' });
    if (path.endsWith('/subscriptions')) return fail({ kind: 'forbidden', message: 'no' });
    if (path.endsWith('/jobs')) return fail({ kind: 'server', message: 'etcd' });
    return succeed({ metadata: { resourceVersion: '1' }, items: [] });
  };
  const { snapshot, problems } = await readSnapshot(connection, () => 7, new AbortController().signal);
  assert.deepEqual([snapshot.nodes.state.kind, snapshot.nodes.asOf, snapshot.nodes.items.size], ['live', 7, 1]);
  assert.deepEqual(
    [snapshot.kataConfigs.state.kind, snapshot.subscriptions.state.kind, snapshot.jobs.state.kind],
    ['absent', 'forbidden', 'retrying'],
  );
  assert.deepEqual(problems.map(({ kind }) => kind).toSorted(), ['forbidden', 'notFound', 'server']);
  const secrets = connection.asked.find(({ path }) => path.endsWith('/secrets'));
  assert.match(secrets?.accept ?? '', /PartialObjectMetadataList/);
});

describe('dry run of a create', () => {
  async function tried(answer: ApiResult<unknown>): Promise<[unknown, SendOptions | undefined]> {
    let sent: SendOptions | undefined;
    const connection = {
      ask: () => assert.fail('asked'),
      send: (_: string, options: SendOptions) => {
        sent = options;
        return Promise.resolve(answer);
      },
    };
    const reader = createClusterReader(connection, new AbortController().signal);
    const result = await reader.tryCreate('/things', { kind: 'Thing' });
    return [result.kind === 'problem' ? result.problem.why : result.kind === 'value' ? result.value : 'absent', sent];
  }

  test("doesn't change the cluster, also with osc.readOnly", async () => {
    const [result, sent] = await tried(succeed({ kind: 'Thing' }));
    assert.deepEqual(result, {});
    assert.deepEqual([sent?.method, sent?.query], ['POST', { dryRun: 'All' }]);
    assert.ok(sent !== undefined && !isChange('/things', sent));
  });

  test('returns the message of a rejection', async () => {
    for (const kind of ['forbidden', 'conflict', 'invalid', 'server'] as const)
      assert.deepEqual(
        (
          await tried(
            fail({
              kind,
              message: 'x',
              details: { message: 'failed calling\nit' },
            }),
          )
        )[0],
        {
          rejection: 'failed calling it',
        },
      );
  });

  test("doesn't mistake other problems for a rejection", async () => {
    assert.deepEqual((await tried(fail({ kind: 'notFound', message: 'x', details: { message: 'y' } })))[0], 'absent');
    assert.deepEqual((await tried(fail({ kind: 'server', message: 'bad gateway' })))[0], 'unreachable');
    assert.deepEqual((await tried(fail({ kind: 'timeout', message: 'x' })))[0], 'unreachable');
  });
});
