/**
 * Tests a connection to the simulated API server: its requests, the number of sockets, and the result of every fault.
 */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import { getList, getString } from '#core/common/json.ts';
import { problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { createConnectionStage, namespacesPath } from './connectionStage.ts';

describe('cluster connection', () => {
  const stage = createConnectionStage();

  test('reuses one TCP connection for 50 sequential requests', async () => {
    const connection = await stage.connect();
    for (let index = 0; index < 50; index += 1) valueOf(await connection.ask(namespacesPath, { query: { limit: 1 } }));
    assert.equal(stage.gate.count(), 1);
    assert.equal(stage.cluster.audit.entries.length, 50);
    assert.equal(stage.cluster.audit.entries[0]?.url, '/api/v1/namespaces?limit=1');
    assert.equal(stage.cluster.audit.entries[0]?.user, 'kube:admin');
  });

  test('sends changes and returns the result or the problem', async () => {
    const connection = await stage.connect();
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'sent' } };
    assert.equal(
      getString(valueOf(await connection.send(namespacesPath, { method: 'POST', body })), 'metadata', 'name'),
      'sent',
    );
    const again = problemOf(await connection.send(namespacesPath, { method: 'POST', body }));
    assert.deepEqual([again.kind, again.status, again.reason], ['conflict', 409, 'AlreadyExists']);
    assert.equal(again.message, 'namespaces "sent" already exists');
    const patch = {
      method: 'PATCH',
      body: { metadata: { labels: { a: 'b' } } },
      contentType: 'application/merge-patch+json',
    } as const;
    assert.equal(
      getString(valueOf(await connection.send(`${namespacesPath}/sent`, patch)), 'metadata', 'labels', 'a'),
      'b',
    );
    const wrong = problemOf(
      await connection.send(namespacesPath, { method: 'POST', body: { ...body, metadata: { name: 'No Name' } } }),
    );
    assert.equal(wrong.kind, 'invalid');
  });

  test('rejects names that lead to another path and deletes no collection', async () => {
    const connection = await stage.connect();
    const pods = '/api/v1/namespaces/default/configmaps';
    await connection.send(pods, {
      method: 'POST',
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } },
    });
    stage.cluster.audit.clear();
    // Paths with the names ``, `.`, and `..` as apiPath writes them, other spellings that URL parsing shortens, and
    // invalid paths.
    for (const path of [
      `${pods}/`,
      `${pods}/.`,
      `${pods}/..`,
      `${pods}/%2e`,
      `${pods}/.%2E`,
      `${pods}//a`,
      `${pods}/?x=1`,
      `${pods}/a#b`,
      `${pods}\\a`,
      '//x',
    ])
      for (const asked of [connection.send(path, { method: 'DELETE' }), connection.ask(path)])
        assert.equal(problemOf(await asked).kind, 'invalid', path);
    assert.equal(stage.cluster.audit.entries.length, 0);
    assert.equal(getString(valueOf(await connection.ask(`${pods}/kept`)), 'metadata', 'name'), 'kept');
    valueOf(await connection.send(`${pods}/kept`, { method: 'DELETE' }));
  });

  test('maps error responses to problem kinds with a message', async () => {
    const connection = await stage.connect();
    const group = problemOf(await connection.ask('/apis/kataconfiguration.openshift.io/v1/kataconfigs'));
    assert.deepEqual([group.kind, group.status], ['notFound', 404]);
    assert.match(group.message, /can't find the requested resource \(404\)/);
    const object = problemOf(await connection.ask(`${namespacesPath}/nobody`));
    assert.deepEqual(
      [object.kind, object.reason, object.message],
      ['notFound', 'NotFound', 'namespaces "nobody" not found'],
    );
    const forbidden = problemOf(await (await stage.connect('viewer')).ask('/api/v1/nodes'));
    assert.equal(forbidden.kind, 'forbidden');
    assert.match(forbidden.message, /^Access denied: nodes is forbidden: User "viewer" cannot list/);
  });

  test('maps each HTTP status to a problem kind', async () => {
    const connection = await stage.connect();
    const cases = [
      [429, { retryAfterSeconds: 3 }, 'tooMany', 3000],
      [503, { retryAfterSeconds: 2 }, 'tooMany', 2000],
      [503, undefined, 'server', undefined],
      [500, undefined, 'server', undefined],
      [410, undefined, 'gone', undefined],
      [422, undefined, 'invalid', undefined],
      [403, undefined, 'forbidden', undefined],
      [302, undefined, 'badAnswer', undefined],
    ] as const;
    for (const [code, details, kind, retryAfter] of cases) {
      const error = { code, reason: 'Because', message: 'two\nlines', ...(details === undefined ? {} : { details }) };
      stage.cluster.faults.add({ effect: { kind: 'status', error }, times: 1 });
      const problem = problemOf(await connection.ask(namespacesPath));
      assert.deepEqual([problem.kind, problem.status, problem.retryAfter], [kind, code, retryAfter], String(code));
      assert.doesNotMatch(problem.message, /\n/);
    }
  });

  test('delivers a stream line by line regardless of chunk boundaries', async () => {
    const connection = await stage.connect();
    valueOf(
      await connection.send('/api/v1/namespaces/default/configmaps', {
        method: 'POST',
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'words' }, data: { text: '한국어 — ✓ 𝄞' } },
      }),
    );
    stage.cluster.faults.add({ effect: { kind: 'splitUtf8' } });
    assert.equal(
      getString(valueOf(await connection.ask('/api/v1/namespaces/default/configmaps/words')), 'data', 'text'),
      '한국어 — ✓ 𝄞',
    );
    const controller = new AbortController();
    const lines: string[] = [];
    let opens = 0;
    const answer = await connection.stream('/api/v1/namespaces/default/configmaps', {
      query: { watch: true },
      idle: 10_000,
      signal: controller.signal,
      onOpen: () => void (opens += 1),
      onLine: (line) => {
        lines.push(line);
        controller.abort();
      },
    });
    assert.equal(problemOf(answer).kind, 'aborted');
    assert.equal(opens, 1);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /한국어 — ✓ 𝄞/);
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });

  test('reports a stream as complete if the server ends it and as failed if it breaks', async () => {
    const connection = await stage.connect();
    const watch = (onLine: (line: string) => void = () => undefined) =>
      connection.stream(namespacesPath, { query: { watch: true, timeoutSeconds: 1 }, idle: 10_000, onLine });
    stage.cluster.faults.add({
      effect: { kind: 'errorEvent', error: { code: 410, reason: 'Expired', message: 'too old' } },
      times: 1,
    });
    const lines: string[] = [];
    valueOf(await watch((line) => void lines.push(line)));
    assert.match(lines.join(''), /"code":410/);
    stage.cluster.faults.add({ effect: { kind: 'reset', afterBytes: 30 }, times: 1 });
    assert.equal(problemOf(await watch(() => assert.fail('half a line'))).kind, 'network');
    stage.cluster.faults.add({
      effect: { kind: 'status', error: { code: 403, reason: 'Forbidden', message: 'no' } },
      times: 1,
    });
    assert.equal(problemOf(await watch()).kind, 'forbidden');
    await assert.rejects(
      watch(() => {
        throw new Error('a fault of the caller');
      }),
      /a fault of the caller/,
    );
  });

  test('times out silent streams and requests', async () => {
    const connection = await stage.connect();
    // The first request completes the TLS handshake and the token check, so they don't count toward the time limits.
    valueOf(await connection.ask(namespacesPath));
    stage.cluster.faults.add({ effect: { kind: 'halfOpen', afterBytes: 40 }, times: 1 });
    const stream = problemOf(
      await connection.stream(namespacesPath, { query: { watch: true }, idle: 30, onLine: () => undefined }),
    );
    assert.equal(stream.kind, 'timeout');
    assert.match(
      stream.message,
      /The extension closed the connection because 127\.0\.0\.1:\d+ sent no data for 0\.03 seconds/,
    );
    for (const effect of [
      { kind: 'halfOpen' },
      { kind: 'slow', milliseconds: 5000 },
      { kind: 'halfOpen', afterBytes: 10 },
    ] as const) {
      stage.cluster.faults.add({ effect, times: 1 });
      const asked = problemOf(await connection.ask(namespacesPath, { timeout: 60 }));
      assert.equal(asked.kind, 'timeout', effect.kind);
      assert.match(asked.message, /didn't respond within 0\.06 seconds/);
      // On a busy computer, the time limit can expire before the server receives the request.
      stage.cluster.faults.clear();
    }
    stage.cluster.faults.add({ effect: { kind: 'slow', milliseconds: 20 }, times: 1 });
    valueOf(await connection.ask(namespacesPath));
  });

  test('reports a broken connection and reconnects automatically for reads on a reused one', async () => {
    const connection = await stage.connect();
    const reset = { effect: { kind: 'reset' }, times: 1 } as const;
    stage.cluster.faults.add(reset);
    const first = problemOf(await connection.ask(namespacesPath));
    assert.equal(first.kind, 'network');
    assert.match(first.message, /Connection to 127\.0\.0\.1:\d+ lost/);
    valueOf(await connection.ask(namespacesPath));
    stage.cluster.faults.add(reset);
    valueOf(await connection.ask(namespacesPath));
    stage.cluster.faults.add(reset);
    assert.equal(problemOf(await connection.send(namespacesPath, { method: 'POST', body: {} })).kind, 'network');
    stage.cluster.faults.add({ effect: { kind: 'reset', afterBytes: 50 }, times: 1 });
    assert.equal(problemOf(await connection.ask(namespacesPath)).kind, 'network');
  });

  test('leaves no socket open when a request is canceled at any moment', async () => {
    // A stream that is canceled in the middle must close its socket, unlike a completed request, whose socket can be
    // reused.
    const streaming = new AbortController();
    const first = await stage.connect();
    const stream = first.stream(namespacesPath, {
      query: { watch: true },
      idle: 60_000,
      signal: streaming.signal,
      onLine: () => streaming.abort(),
    });
    assert.equal(problemOf(await stream).kind, 'aborted');
    await stage.gate.empty();
    const connection = await stage.connect();
    // Before the request is sent, immediately after, during the handshake, during the request, and during the response.
    for (const turns of [-1, 0, 1, 2, 3, 5, 8, 12, 20]) {
      const controller = new AbortController();
      if (turns < 0) controller.abort();
      const asked = connection.stream(namespacesPath, {
        query: { watch: true },
        idle: 60_000,
        signal: controller.signal,
        onLine: () => undefined,
      });
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      assert.equal(problemOf(await asked).kind, 'aborted', String(turns));
      assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
    }
    const streams = [1, 2, 3].map(() =>
      connection.stream(namespacesPath, { query: { watch: true }, idle: 60_000, onLine: () => connection.close() }),
    );
    for (const stream of await Promise.all(streams)) assert.equal(problemOf(stream).kind, 'aborted');
    await stage.gate.empty();
    assert.equal(problemOf(await connection.ask(namespacesPath)).kind, 'aborted');
  });

  test('reconnects after the server closes all connections', async () => {
    const connection = await stage.connect();
    valueOf(await connection.ask(namespacesPath));
    const stream = connection.stream(namespacesPath, {
      query: { watch: true },
      idle: 60_000,
      onLine: () => stage.cluster.cutConnections(),
    });
    assert.equal(problemOf(await stream).kind, 'network');
    assert.ok(getList(valueOf(await connection.ask(namespacesPath)), 'items').length > 0);
  });
});
