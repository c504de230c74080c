/**
 * A connection against the simulated API server: what it asks, over how many sockets, and what becomes of every fault.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getEventListeners } from 'node:events';
import process from 'node:process';
import { after, afterEach, before, describe, test } from 'node:test';
import type { ExecCommandPreview } from '#client/kubernetes/auth/execCommand.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { connect, type ConnectDeps } from '#client/kubernetes/transport/connect.ts';
import { getList, getString, getStrings } from '#core/common/json.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { gateBefore, type Gate } from '#test/support/time/clusterGate.ts';
import {
  contextIn,
  deps,
  execPlugins,
  folder,
  HandClock,
  kubeconfigOf,
  problemOf,
  valueOf,
} from '#test/support/cluster/clusterHarness.ts';

const home = folder();
const open = new Set<Connection>();
const namespaces = '/api/v1/namespaces';
const execVersion = 'client.authentication.k8s.io/v1';
const viewer = { name: 'viewer', groups: [] };
let cluster: Simulation;
let gate: Gate;
let caData: string;

describe('cluster connection', () => {
  before(async () => {
    cluster = await simulate({ users: [viewer] });
    gate = await gateBefore(Number(new URL(cluster.url).port));
    home.write('kubeconfig', cluster.kubeconfig.replace(cluster.url, `https://127.0.0.1:${gate.port}`));
    caData = /"certificate-authority-data": "([^"]+)"/.exec(cluster.kubeconfig)?.[1] ?? '';
  });

  after(async () => {
    await gate.close();
    await cluster.close();
    home.remove();
  });

  afterEach(async () => {
    cluster.faults.clear();
    cluster.audit.clear();
    for (const connection of open) connection.close();
    open.clear();
    // Whatever a test did: nobody is left.
    await gate.empty();
    gate.reset();
  });

  function connected(user = 'kube-admin', options: Partial<ConnectDeps> = {}): Promise<Connection> {
    return opened(`${home.path}/kubeconfig`, user, options);
  }

  async function opened(file: string, name: string, options: Partial<ConnectDeps> = {}): Promise<Connection> {
    const connection = connect(await contextIn(file, name), deps(options));
    open.add(connection);
    return connection;
  }

  /** To the simulated cluster, with another user entry. */
  function as(user: object, options: Partial<ConnectDeps> = {}): Promise<Connection> {
    return opened(home.write('other', fileFor(user)), 'other', options);
  }

  function fileFor(user: object, server = `https://127.0.0.1:${gate.port}`): string {
    return kubeconfigOf({ other: { cluster: { server, 'certificate-authority-data': caData }, user } });
  }

  async function whoAmI(connection: Connection): Promise<string> {
    const user = valueOf(await connection.ask('/apis/user.openshift.io/v1/users/~'));
    return `${getString(user, 'metadata', 'name') ?? ''} ${getStrings(user, 'groups').join(',')}`;
  }

  test('reuses one TCP connection for 50 sequential requests', async () => {
    const connection = await connected();
    for (let index = 0; index < 50; index += 1) valueOf(await connection.ask(namespaces, { query: { limit: 1 } }));
    assert.equal(gate.count(), 1);
    assert.equal(cluster.audit.entries.length, 50);
    assert.equal(cluster.audit.entries[0]?.url, '/api/v1/namespaces?limit=1');
    assert.equal(cluster.audit.entries[0]?.user, 'kube:admin');
  });

  test('sends changes and returns the result or the problem', async () => {
    const connection = await connected();
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'sent' } };
    assert.equal(
      getString(valueOf(await connection.send(namespaces, { method: 'POST', body })), 'metadata', 'name'),
      'sent',
    );
    const again = problemOf(await connection.send(namespaces, { method: 'POST', body }));
    assert.deepEqual([again.kind, again.status, again.reason], ['conflict', 409, 'AlreadyExists']);
    assert.equal(again.message, 'namespaces "sent" already exists');
    const patch = {
      method: 'PATCH',
      body: { metadata: { labels: { a: 'b' } } },
      contentType: 'application/merge-patch+json',
    } as const;
    assert.equal(
      getString(valueOf(await connection.send(`${namespaces}/sent`, patch)), 'metadata', 'labels', 'a'),
      'b',
    );
    const wrong = problemOf(
      await connection.send(namespaces, { method: 'POST', body: { ...body, metadata: { name: 'No Name' } } }),
    );
    assert.equal(wrong.kind, 'invalid');
  });

  test('rejects names that lead to another path and deletes no collection', async () => {
    const connection = await connected();
    const pods = '/api/v1/namespaces/default/configmaps';
    await connection.send(pods, {
      method: 'POST',
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } },
    });
    cluster.audit.clear();
    // As apiPath writes the names ``, `.` and `..`; what URLs make shorter in other writings; and what is no path any
    // more.
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
    assert.equal(cluster.audit.entries.length, 0);
    assert.equal(getString(valueOf(await connection.ask(`${pods}/kept`)), 'metadata', 'name'), 'kept');
    valueOf(await connection.send(`${pods}/kept`, { method: 'DELETE' }));
  });

  test('maps error responses to problem kinds with a message', async () => {
    const connection = await connected();
    const group = problemOf(await connection.ask('/apis/kataconfiguration.openshift.io/v1/kataconfigs'));
    assert.deepEqual([group.kind, group.status], ['notFound', 404]);
    assert.match(group.message, /does not know that \(404\)/);
    const object = problemOf(await connection.ask(`${namespaces}/nobody`));
    assert.deepEqual(
      [object.kind, object.reason, object.message],
      ['notFound', 'NotFound', 'namespaces "nobody" not found'],
    );
    const forbidden = problemOf(await (await connected('viewer')).ask('/api/v1/nodes'));
    assert.equal(forbidden.kind, 'forbidden');
    assert.match(forbidden.message, /^Not allowed: nodes is forbidden: User "viewer" cannot list/);
  });

  test('maps each HTTP status to a problem kind', async () => {
    const connection = await connected();
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
      cluster.faults.add({ effect: { kind: 'status', error }, times: 1 });
      const problem = problemOf(await connection.ask(namespaces));
      assert.deepEqual([problem.kind, problem.status, problem.retryAfter], [kind, code, retryAfter], String(code));
      assert.doesNotMatch(problem.message, /\n/);
    }
  });

  test('rereads an expired token once for concurrent requests', async () => {
    const file = home.write('token', cluster.logIn(viewer));
    const clock = new HandClock();
    let reads = 0;
    const connection = await as(
      { tokenFile: 'token' },
      {
        clock,
        reread: () =>
          contextIn(home.write('other', fileFor({ tokenFile: 'token' })), 'other').finally(() => void (reads += 1)),
      },
    );
    assert.match(await whoAmI(connection), /^viewer/);
    cluster.tokens.expire('viewer');
    home.write('token', `${cluster.logIn(viewer)}\n`);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => connection.ask('/apis/user.openshift.io/v1/users/~')),
    );
    assert.ok(answers.every(({ ok }) => ok));
    assert.equal(reads, 1);
    // It does not help: one more attempt, then no more for a while.
    cluster.tokens.expire('viewer');
    cluster.audit.clear();
    clock.pass(61_000);
    assert.equal(problemOf(await connection.ask(namespaces)).kind, 'unauthorized');
    assert.equal(cluster.audit.entries.length, 2);
    const problem = problemOf(await connection.ask(namespaces));
    assert.equal(cluster.audit.entries.length, 3);
    assert.equal(reads, 2);
    assert.match(problem.message, /does not accept the login of "other" \(401\).*Log in again/);
    // And a minute later the file is looked at again, without being asked.
    home.write('token', cluster.logIn(viewer));
    clock.pass(61_000);
    assert.match(await whoAmI(connection), /^viewer/);
    assert.ok(file.endsWith('token'));
  });

  test('uses a new login from another window unless the server changed', async () => {
    const old = cluster.logIn(viewer);
    let next = fileFor({ token: cluster.logIn(viewer) });
    const connection = await as({ token: old }, { reread: () => contextIn(home.write('next', next), 'other') });
    cluster.tokens.expire('viewer');
    next = fileFor({ token: cluster.logIn(viewer) });
    assert.match(await whoAmI(connection), /^viewer/);
    const second = await as(
      { token: 'never-was-one' },
      { reread: () => contextIn(home.write('next', next.replace('127.0.0.1', 'localhost')), 'other') },
    );
    assert.equal(problemOf(await second.ask(namespaces)).kind, 'unauthorized');
  });

  test('reruns a credential plugin once when the server rejects its token', async () => {
    const file = home.write('given', cluster.logIn(viewer));
    const script = `JSON.stringify({ kind: 'ExecCredential', apiVersion: '${execVersion}', status: { token: require('fs').readFileSync(${JSON.stringify(file)}, 'utf8') } })`;
    const commands: string[] = [];
    const mayRun = (command: ExecCommandPreview): Promise<boolean> =>
      Promise.resolve(commands.push(command.argv[0]) > 0);
    const connection = await as(
      { exec: { apiVersion: execVersion, command: process.execPath, args: ['-p', script] } },
      { exec: execPlugins({ mayRun }) },
    );
    assert.match(await whoAmI(connection), /^viewer/);
    cluster.tokens.expire('viewer');
    home.write('given', cluster.logIn(viewer));
    for (const name of await Promise.all([1, 2, 3, 4].map(() => whoAmI(connection)))) assert.match(name, /^viewer/);
    cluster.tokens.expire('viewer');
    assert.equal(problemOf(await connection.ask(namespaces)).kind, 'unauthorized');
    assert.deepEqual(commands, [process.execPath]);
  });

  test('reruns a credential plugin with rejected credentials only on request or after a kubeconfig change', async () => {
    const runs = home.write('runs', '');
    const token = home.write('given', 'never-was-one');
    const script = `require('fs').appendFileSync(${JSON.stringify(runs)}, 'x'); JSON.stringify({ kind: 'ExecCredential', apiVersion: '${execVersion}', status: { token: require('fs').readFileSync(${JSON.stringify(token)}, 'utf8') } })`;
    const count = (): number => readFileSync(runs, 'utf8').length;
    const exec = { apiVersion: execVersion, command: process.execPath, args: ['-p', script] };
    const clock = new HandClock();
    let user = { exec };
    const connection = await as(user, {
      clock,
      exec: execPlugins({ clock }),
      reread: () => contextIn(home.write('other', fileFor(user)), 'other'),
    });
    for (let minutes = 0; minutes < 300; minutes += 10) {
      assert.equal(problemOf(await connection.ask(namespaces)).kind, 'unauthorized');
      clock.pass(600_000);
    }
    assert.equal(count(), 2);
    connection.allowRenewal?.();
    assert.equal(problemOf(await connection.ask(namespaces)).kind, 'unauthorized');
    assert.equal(count(), 3);
    user = { exec: { ...exec, args: [...exec.args, 'other'] } };
    clock.pass(3_600_001);
    assert.equal(problemOf(await connection.ask(namespaces)).kind, 'unauthorized');
    assert.equal(count(), 4);
    home.write('given', cluster.logIn(viewer));
    connection.allowRenewal?.();
    assert.match(await whoAmI(connection), /^viewer/);
    // Good for a while, then ended: nobody has to be asked.
    clock.pass(3_600_001);
    assert.match(await whoAmI(connection), /^viewer/);
    cluster.tokens.expire('viewer');
    home.write('given', cluster.logIn(viewer));
    assert.match(await whoAmI(connection), /^viewer/);
    assert.equal(count(), 6);
  });

  test('rereads a repeatedly rejected login less and less often', async () => {
    const clock = new HandClock();
    let reads = 0;
    const reread = () =>
      contextIn(home.write('other', fileFor({ token: 'never-was-one' })), 'other').finally(() => void (reads += 1));
    const connection = await as({ token: 'never-was-one' }, { clock, reread });
    for (let minutes = 0; minutes < 240; minutes += 1) {
      assert.equal(problemOf(await connection.ask(namespaces)).kind, 'unauthorized');
      clock.pass(60_000);
    }
    // After 0, 1, 3, 7, 15, 31, 63, 123 and 183 minutes.
    assert.equal(reads, 9);
  });

  test('uses the permissions of the impersonated user', async () => {
    const token = cluster.tokenOf('kube:admin');
    assert.match(await whoAmI(await as({ token, as: 'somebody', 'as-groups': ['one', 'two'] })), /^somebody one,two/);
    const forbidden = problemOf(await (await as({ token, as: 'viewer' })).ask('/api/v1/nodes'));
    assert.match(forbidden.message, /User "viewer" cannot list/);
  });

  test('delivers a stream line by line regardless of chunk boundaries', async () => {
    const connection = await connected();
    valueOf(
      await connection.send('/api/v1/namespaces/default/configmaps', {
        method: 'POST',
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'words' }, data: { text: '한국어 — ✓ 𝄞' } },
      }),
    );
    cluster.faults.add({ effect: { kind: 'splitUtf8' } });
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
    const connection = await connected();
    const watch = (onLine: (line: string) => void = () => undefined) =>
      connection.stream(namespaces, { query: { watch: true, timeoutSeconds: 1 }, idle: 10_000, onLine });
    cluster.faults.add({
      effect: { kind: 'errorEvent', error: { code: 410, reason: 'Expired', message: 'too old' } },
      times: 1,
    });
    const lines: string[] = [];
    valueOf(await watch((line) => void lines.push(line)));
    assert.match(lines.join(''), /"code":410/);
    cluster.faults.add({ effect: { kind: 'reset', afterBytes: 30 }, times: 1 });
    assert.equal(problemOf(await watch(() => assert.fail('half a line'))).kind, 'network');
    cluster.faults.add({
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

  test('renews credentials for streams as for other requests', async () => {
    home.write('token', cluster.logIn(viewer));
    const connection = await as({ tokenFile: 'token' });
    assert.match(await whoAmI(connection), /^viewer/);
    cluster.tokens.expire('viewer');
    home.write('token', cluster.logIn(viewer));
    const lines: string[] = [];
    const query = { watch: true, timeoutSeconds: 1 };
    const problem = problemOf(
      await connection.stream('/api/v1/nodes', { query, idle: Infinity, onLine: (line) => void lines.push(line) }),
    );
    assert.match(problem.message, /User "viewer" cannot watch/);
    assert.deepEqual(lines, []);
  });

  test('times out silent streams and requests', async () => {
    const connection = await connected();
    // The first one warms up: keys are exchanged, the token is checked.
    valueOf(await connection.ask(namespaces));
    cluster.faults.add({ effect: { kind: 'halfOpen', afterBytes: 40 }, times: 1 });
    const stream = problemOf(
      await connection.stream(namespaces, { query: { watch: true }, idle: 30, onLine: () => undefined }),
    );
    assert.equal(stream.kind, 'timeout');
    assert.match(stream.message, /Nothing has come from 127\.0\.0\.1:\d+ for 0\.03 s/);
    for (const effect of [
      { kind: 'halfOpen' },
      { kind: 'slow', milliseconds: 5000 },
      { kind: 'halfOpen', afterBytes: 10 },
    ] as const) {
      cluster.faults.add({ effect, times: 1 });
      const asked = problemOf(await connection.ask(namespaces, { timeout: 60 }));
      assert.equal(asked.kind, 'timeout', effect.kind);
      assert.match(asked.message, /gave no answer within 0\.06 s/);
      // On a busy machine the time is over before the server has seen the request.
      cluster.faults.clear();
    }
    cluster.faults.add({ effect: { kind: 'slow', milliseconds: 20 }, times: 1 });
    valueOf(await connection.ask(namespaces));
  });

  test('reports a broken connection and reconnects automatically for reads on a reused one', async () => {
    const connection = await connected();
    const reset = { effect: { kind: 'reset' }, times: 1 } as const;
    cluster.faults.add(reset);
    const first = problemOf(await connection.ask(namespaces));
    assert.equal(first.kind, 'network');
    assert.match(first.message, /The connection to 127\.0\.0\.1:\d+ broke/);
    valueOf(await connection.ask(namespaces));
    cluster.faults.add(reset);
    valueOf(await connection.ask(namespaces));
    cluster.faults.add(reset);
    assert.equal(problemOf(await connection.send(namespaces, { method: 'POST', body: {} })).kind, 'network');
    cluster.faults.add({ effect: { kind: 'reset', afterBytes: 50 }, times: 1 });
    assert.equal(problemOf(await connection.ask(namespaces)).kind, 'network');
  });

  test('leaves no socket open when a request is canceled at any moment', async () => {
    // In the midst of a stream: its connection is gone, although the others could go on.
    const streaming = new AbortController();
    const first = await connected();
    const stream = first.stream(namespaces, {
      query: { watch: true },
      idle: 60_000,
      signal: streaming.signal,
      onLine: () => streaming.abort(),
    });
    assert.equal(problemOf(await stream).kind, 'aborted');
    await gate.empty();
    const connection = await connected();
    // Before it is sent, at once after, in the handshake, in the request, in the answer.
    for (const turns of [-1, 0, 1, 2, 3, 5, 8, 12, 20]) {
      const controller = new AbortController();
      if (turns < 0) controller.abort();
      const asked = connection.stream(namespaces, {
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
      connection.stream(namespaces, { query: { watch: true }, idle: 60_000, onLine: () => connection.close() }),
    );
    for (const stream of await Promise.all(streams)) assert.equal(problemOf(stream).kind, 'aborted');
    await gate.empty();
    assert.equal(problemOf(await connection.ask(namespaces)).kind, 'aborted');
  });

  test('reconnects after the server closes all connections', async () => {
    const connection = await connected();
    valueOf(await connection.ask(namespaces));
    const stream = connection.stream(namespaces, {
      query: { watch: true },
      idle: 60_000,
      onLine: () => cluster.cutConnections(),
    });
    assert.equal(problemOf(await stream).kind, 'network');
    assert.ok(getList(valueOf(await connection.ask(namespaces)), 'items').length > 0);
  });
});
