/**
 * Tests responses that no API server sends, credentials that must not appear in messages, and the headers of requests.
 */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from '#client/kubernetes/connection.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { Lines } from '#client/kubernetes/transport/lineSplitter.ts';
import { parseRetryAfter } from '#client/kubernetes/transport/retryAfter.ts';
import { fullOnce, gate } from '#test/support/time/gate.ts';
import {
  contextIn,
  deps,
  folder,
  HandClock,
  kubeconfigOf,
  problemOf,
  valueOf,
} from '#test/support/cluster/clusterHarness.ts';
import { oddServer, type OddServer } from '#test/support/network/oddServer.ts';

const home = folder();
const canary = 'canary-0123456789-abcdef';
let server: OddServer;

const json = { 'Content-Type': 'application/json' };
const page = { 'Content-Type': 'text/html' };
const answers: Readonly<Record<string, (response: ServerResponse, authorization: string) => void>> = {
  '/good': (response) => response.writeHead(200, json).end('{"a":1}'),
  '/page': (response) => response.writeHead(200, page).end('<html>Log in</html>'),
  '/cut': (response) => response.writeHead(200, json).end('{"a":'),
  '/empty': (response) => response.writeHead(200, json).end(),
  '/nothing': (response) => response.writeHead(204).end(),
  '/packed': (response) => response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end('x'),
  '/huge': (response) => void response.writeHead(200, { ...json, 'Content-Length': 100_000_000 }).write('x'),
  '/login': (response) => response.writeHead(302, { Location: 'https://login.example.com/?secret=1' }).end(),
  '/bad-gateway': (response) => response.writeHead(502, page).end('<html>nginx</html>'),
  '/later': (response) =>
    response.writeHead(503, { ...page, 'Retry-After': new Date(1_700_000_060_000).toUTCString() }).end(),
  '/long-line': (response) => response.writeHead(200, json).end('x'.repeat(9_000_000)),
  '/lines': (response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('one\ntwo\n\nlast'),
  '/many-lines': (response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/plain', Connection: 'close' })
      .end(`${'x'.repeat(999)}\n`.repeat(20_000)),
  '/no-http': (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
  '/echo': (response, authorization) =>
    response
      .writeHead(500, json)
      .end(JSON.stringify({ kind: 'Status', message: `You sent ${authorization}`, details: { sent: authorization } })),
  '/never': (response, authorization) =>
    response.writeHead(401, json).end(JSON.stringify({ kind: 'Status', message: `not ${authorization}` })),
};

describe('API client', () => {
  before(async () => {
    server = await oddServer((request, response) => {
      const answer = answers[request.url?.split('?')[0] ?? ''];
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, request.headers.authorization ?? '');
    });
  });

  after(async () => {
    await server.close();
    home.remove();
  });

  async function as(user: object, path = ''): Promise<Connection> {
    const file = home.write('config', kubeconfigOf({ x: { cluster: { server: `${server.url}${path}` }, user } }));
    return connect(await contextIn(file, 'x'), deps({ clock: new HandClock(1_700_000_000_000) }));
  }

  test('reports responses that an API server never sends', async () => {
    const connection = await as({});
    assert.deepEqual(valueOf(await connection.ask('/good')), { a: 1 });
    assert.equal(valueOf(await connection.send('/nothing', { method: 'DELETE' })), undefined);
    const expected = {
      '/page': [
        'badAnswer',
        /returned a response that isn't JSON\. Check whether a proxy or login page is intercepting the connection/,
      ],
      '/cut': ['badAnswer', /returned a response that isn't JSON/],
      '/empty': ['badAnswer', /returned a response that isn't JSON/],
      '/packed': ['badAnswer', /returned a response that isn't JSON/],
      '/huge': ['badAnswer', /exceeds the maximum size of 16 MiB/],
      '/login': ['badAnswer', /redirects to login\.example\.com \(302\), and redirects aren't followed/],
      '/bad-gateway': ['server', /returned 502\. A backend service isn't running/],
      '/later': ['tooMany', /is busy \(503\)\. Retry later/],
      '/no-http': ['badAnswer', /returned a response that isn't HTTP/],
      '/gone': ['notFound', /can't find the requested resource \(404\)/],
    } as const;
    for (const [path, [kind, words]] of Object.entries(expected)) {
      const problem = problemOf(await connection.ask(path));
      assert.equal(problem.kind, kind, path);
      assert.match(problem.message, words);
      assert.doesNotMatch(problem.message, /html|secret/);
      assert.equal(problem.retryAfter, path === '/later' ? 60_000 : undefined);
    }
    connection.close();
  });

  test('streams lines and rejects HTML pages and overlong lines', async () => {
    const connection = await as({});
    const lines: string[] = [];
    const stream = (path: string) => connection.stream(path, { idle: 10_000, onLine: (line) => void lines.push(line) });
    valueOf(await stream('/lines'));
    assert.deepEqual(lines, ['one', 'two', '', 'last']);
    assert.equal(problemOf(await stream('/page')).kind, 'badAnswer');
    assert.match(problemOf(await stream('/long-line')).message, /exceeds the maximum size of 8 MiB/);
    assert.equal(lines.length, 4);
    connection.close();
  });

  test('pauses a stream while the reader is full and then delivers everything', async () => {
    const connection = await as({});
    const full = fullOnce();
    let seen = 0;
    const stream = connection.stream('/many-lines', {
      idle: 10_000,
      onLine: () => void (seen += 1),
      waitForSpace: full.room,
    });
    await full.asked;
    const before = seen;
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    assert.deepEqual([seen, before < 20_000], [before, true]);
    full.free();
    valueOf(await stream);
    assert.equal(seen, 20_000);
    connection.close();
  });

  test('delivers the end of a stream even if the reader is full for a long time', async () => {
    const connection = await as({});
    const [full, free] = [gate(), gate()];
    const lines: string[] = [];
    const stream = connection.stream('/lines', {
      idle: 10,
      onLine: (line) => void lines.push(line),
      waitForSpace() {
        full.open();
        return free.passed;
      },
    });
    await full.passed;
    // The server has sent everything and closes the connection.
    for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    free.open();
    valueOf(await stream);
    assert.equal(lines.at(-1), 'last');
    connection.close();
  });

  test('sends authorization, impersonation, and content headers and accepts no compression', async () => {
    const user = {
      username: 'ü',
      password: 'pässword',
      as: 'other',
      'as-uid': '42',
      'as-groups': ['a', 'b'],
      'as-user-extra': { 'acme.com/project': ['one', 'two'], none: [] },
    };
    const connection = await as(user, '/prefix');
    server.requests.length = 0;
    await connection.ask('/api?a=1', {
      query: { watch: true, left: undefined, selector: 'a in (b)' },
      accept: 'application/json;as=Table',
    });
    await connection.send('/api', { method: 'PATCH', body: { a: 'ä' }, contentType: 'application/merge-patch+json' });
    connection.close();
    const [get, patch] = server.requests;
    assert.equal(get?.url, '/prefix/api?a=1&watch=true&selector=a+in+%28b%29');
    const raw = (name: string): readonly string[] =>
      (get?.rawHeaders ?? []).flatMap((text, index, all) =>
        index % 2 === 0 && text === name ? [all[index + 1] ?? ''] : [],
      );
    assert.deepEqual(
      [
        'Impersonate-User',
        'Impersonate-Uid',
        'Impersonate-Group',
        'Impersonate-Extra-acme.com%2Fproject',
        'Accept',
        'Accept-Encoding',
        'User-Agent',
      ].map(raw),
      [
        ['other'],
        ['42'],
        ['a', 'b'],
        ['one', 'two'],
        ['application/json;as=Table'],
        ['identity'],
        ['openshift-sandboxed-containers-tools'],
      ],
    );
    assert.deepEqual(raw('Authorization'), [`Basic ${Buffer.from('ü:pässword').toString('base64')}`]);
    assert.deepEqual(
      [patch?.headers['content-type'], patch?.headers['content-length']],
      ['application/merge-patch+json', '10'],
    );
  });

  test('never includes credentials in messages', async () => {
    const file = home.write('token', canary);
    const users = [
      { token: canary },
      { tokenFile: file },
      { username: 'me', password: canary },
      {
        exec: {
          apiVersion: 'client.authentication.k8s.io/v1',
          command: canary,
          args: [canary],
          env: [{ name: 'A', value: canary }],
        },
      },
      { exec: { apiVersion: canary, command: 'x' } },
      { 'auth-provider': { name: 'gcp', config: { 'access-token': canary } } },
      {
        'auth-provider': {
          name: 'oidc',
          config: { 'id-token': canary, 'refresh-token': canary, 'client-secret': canary },
        },
      },
      { token: `${canary}\n한` },
      { token: 'x', 'client-key-data': canary, 'client-certificate-data': canary },
      { token: 'x', 'client-key': `/nowhere/${canary}` },
    ];
    const basic = Buffer.from(`me:${canary}`).toString('base64');
    for (const [index, user] of users.entries()) {
      const connection = await as(user);
      for (const path of ['/echo', '/never', '/cut']) {
        const problem = problemOf(await connection.ask(path));
        // The user needs the names of executables and files. They aren't credentials.
        if ('exec' in user || index === users.length - 1) assert.equal(problem.kind, 'credentials');
        else
          for (const secret of [canary, basic])
            assert.ok(!JSON.stringify(problem).includes(secret), `${index} ${path}: ${problem.message}`);
      }
      connection.close();
    }
  });

  test('splits lines correctly at any chunk size and limits their length', () => {
    const text = Buffer.from('한국\n𝄞\n\nrest');
    for (let size = 1; size <= text.length; size += 1) {
      const lines = new Lines(10);
      const seen: string[] = [];
      const take = (line: string): boolean => seen.push(line) > 0;
      for (let at = 0; at < text.length; at += size) assert.ok(lines.push(text.subarray(at, at + size), take));
      lines.end(take);
      assert.deepEqual(seen, ['한국', '𝄞', '', 'rest']);
    }
    const bounded = new Lines(3);
    assert.ok(bounded.push(Buffer.from('abc\nab'), () => true));
    assert.ok(!bounded.push(Buffer.from('cd'), () => true));
    assert.ok(!new Lines(3).push(Buffer.from('abcd\n'), () => true));
  });

  test('reads Retry-After as seconds or a date', () => {
    const now = Date.UTC(2026, 0, 1);
    const cases = [
      ['5', 5000],
      ['0', 0],
      ['Thu, 01 Jan 2026 00:00:07 GMT', 7000],
      ['Thu, 01 Jan 2015 00:00:07 GMT', 0],
      ['999999', 600_000],
      ['soon', undefined],
      ['', undefined],
      [undefined, undefined],
    ] as const;
    for (const [header, wanted] of cases) assert.equal(parseRetryAfter(header, now), wanted, header);
  });
});
