/** Tests how a connection renews its credentials, and what it does after the server rejects them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { describe, test } from 'node:test';
import type { ExecCommandPreview } from '#client/kubernetes/auth/execCommand.ts';
import { contextIn, execPlugins, HandClock, problemOf } from '#test/support/cluster/clusterHarness.ts';
import { createConnectionStage, namespacesPath, readUser, viewerUser } from './connectionStage.ts';

const execVersion = 'client.authentication.k8s.io/v1';

describe('cluster connection', () => {
  const stage = createConnectionStage();

  test('rereads an expired token once for concurrent requests', async () => {
    const file = stage.home.write('token', stage.cluster.logIn(viewerUser));
    const clock = new HandClock();
    let reads = 0;
    const connection = await stage.connectAs(
      { tokenFile: 'token' },
      {
        clock,
        reread: () =>
          contextIn(stage.home.write('other', stage.kubeconfigFor({ tokenFile: 'token' })), 'other').finally(
            () => void (reads += 1),
          ),
      },
    );
    assert.match(await readUser(connection), /^viewer/);
    stage.cluster.tokens.expire('viewer');
    stage.home.write('token', `${stage.cluster.logIn(viewerUser)}\n`);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => connection.ask('/apis/user.openshift.io/v1/users/~')),
    );
    assert.ok(answers.every(({ ok }) => ok));
    assert.equal(reads, 1);
    // Reading the token again doesn't help. The connection retries once, and then not again for a while.
    stage.cluster.tokens.expire('viewer');
    stage.cluster.audit.clear();
    clock.pass(61_000);
    assert.equal(problemOf(await connection.ask(namespacesPath)).kind, 'unauthorized');
    assert.equal(stage.cluster.audit.entries.length, 2);
    const problem = problemOf(await connection.ask(namespacesPath));
    assert.equal(stage.cluster.audit.entries.length, 3);
    assert.equal(reads, 2);
    assert.match(problem.message, /rejected the login for "other" \(401\).*Log in again/);
    // After a minute, the connection reads the file again automatically.
    stage.home.write('token', stage.cluster.logIn(viewerUser));
    clock.pass(61_000);
    assert.match(await readUser(connection), /^viewer/);
    assert.ok(file.endsWith('token'));
  });

  test('uses a new login from another window unless the server changed', async () => {
    const old = stage.cluster.logIn(viewerUser);
    let next = stage.kubeconfigFor({ token: stage.cluster.logIn(viewerUser) });
    const connection = await stage.connectAs(
      { token: old },
      { reread: () => contextIn(stage.home.write('next', next), 'other') },
    );
    stage.cluster.tokens.expire('viewer');
    next = stage.kubeconfigFor({ token: stage.cluster.logIn(viewerUser) });
    assert.match(await readUser(connection), /^viewer/);
    const second = await stage.connectAs(
      { token: 'never-was-one' },
      { reread: () => contextIn(stage.home.write('next', next.replace('127.0.0.1', 'localhost')), 'other') },
    );
    assert.equal(problemOf(await second.ask(namespacesPath)).kind, 'unauthorized');
  });

  test('reruns a credential plugin once when the server rejects its token', async () => {
    const file = stage.home.write('given', stage.cluster.logIn(viewerUser));
    const script = `JSON.stringify({ kind: 'ExecCredential', apiVersion: '${execVersion}', status: { token: require('fs').readFileSync(${JSON.stringify(file)}, 'utf8') } })`;
    const commands: string[] = [];
    const mayRun = (command: ExecCommandPreview): Promise<boolean> =>
      Promise.resolve(commands.push(command.argv[0]) > 0);
    const connection = await stage.connectAs(
      { exec: { apiVersion: execVersion, command: process.execPath, args: ['-p', script] } },
      { exec: execPlugins({ mayRun }) },
    );
    assert.match(await readUser(connection), /^viewer/);
    stage.cluster.tokens.expire('viewer');
    stage.home.write('given', stage.cluster.logIn(viewerUser));
    for (const name of await Promise.all([1, 2, 3, 4].map(() => readUser(connection)))) assert.match(name, /^viewer/);
    stage.cluster.tokens.expire('viewer');
    assert.equal(problemOf(await connection.ask(namespacesPath)).kind, 'unauthorized');
    assert.deepEqual(commands, [process.execPath]);
  });

  test('reruns a credential plugin with rejected credentials only on request or after a kubeconfig change', async () => {
    const runs = stage.home.write('runs', '');
    const token = stage.home.write('given', 'never-was-one');
    const script = `require('fs').appendFileSync(${JSON.stringify(runs)}, 'x'); JSON.stringify({ kind: 'ExecCredential', apiVersion: '${execVersion}', status: { token: require('fs').readFileSync(${JSON.stringify(token)}, 'utf8') } })`;
    const count = (): number => readFileSync(runs, 'utf8').length;
    const exec = { apiVersion: execVersion, command: process.execPath, args: ['-p', script] };
    const clock = new HandClock();
    let user = { exec };
    const connection = await stage.connectAs(user, {
      clock,
      exec: execPlugins({ clock }),
      reread: () => contextIn(stage.home.write('other', stage.kubeconfigFor(user)), 'other'),
    });
    for (let minutes = 0; minutes < 300; minutes += 10) {
      assert.equal(problemOf(await connection.ask(namespacesPath)).kind, 'unauthorized');
      clock.pass(600_000);
    }
    assert.equal(count(), 2);
    connection.allowRenewal?.();
    assert.equal(problemOf(await connection.ask(namespacesPath)).kind, 'unauthorized');
    assert.equal(count(), 3);
    user = { exec: { ...exec, args: [...exec.args, 'other'] } };
    clock.pass(3_600_001);
    assert.equal(problemOf(await connection.ask(namespacesPath)).kind, 'unauthorized');
    assert.equal(count(), 4);
    stage.home.write('given', stage.cluster.logIn(viewerUser));
    connection.allowRenewal?.();
    assert.match(await readUser(connection), /^viewer/);
    // The credentials worked for a while before they expired, so the plugin runs again without a request from the user.
    clock.pass(3_600_001);
    assert.match(await readUser(connection), /^viewer/);
    stage.cluster.tokens.expire('viewer');
    stage.home.write('given', stage.cluster.logIn(viewerUser));
    assert.match(await readUser(connection), /^viewer/);
    assert.equal(count(), 6);
  });

  test('rereads a repeatedly rejected login less and less often', async () => {
    const clock = new HandClock();
    let reads = 0;
    const reread = () =>
      contextIn(stage.home.write('other', stage.kubeconfigFor({ token: 'never-was-one' })), 'other').finally(
        () => void (reads += 1),
      );
    const connection = await stage.connectAs({ token: 'never-was-one' }, { clock, reread });
    for (let minutes = 0; minutes < 240; minutes += 1) {
      assert.equal(problemOf(await connection.ask(namespacesPath)).kind, 'unauthorized');
      clock.pass(60_000);
    }
    // Reads after 0, 1, 3, 7, 15, 31, 63, 123, and 183 minutes.
    assert.equal(reads, 9);
  });

  test('uses the permissions of the impersonated user', async () => {
    const token = stage.cluster.tokenOf('kube:admin');
    assert.match(
      await readUser(await stage.connectAs({ token, as: 'somebody', 'as-groups': ['one', 'two'] })),
      /^somebody one,two/,
    );
    const forbidden = problemOf(await (await stage.connectAs({ token, as: 'viewer' })).ask('/api/v1/nodes'));
    assert.match(forbidden.message, /User "viewer" cannot list/);
  });

  test('renews credentials for streams as for other requests', async () => {
    stage.home.write('token', stage.cluster.logIn(viewerUser));
    const connection = await stage.connectAs({ tokenFile: 'token' });
    assert.match(await readUser(connection), /^viewer/);
    stage.cluster.tokens.expire('viewer');
    stage.home.write('token', stage.cluster.logIn(viewerUser));
    const lines: string[] = [];
    const query = { watch: true, timeoutSeconds: 1 };
    const problem = problemOf(
      await connection.stream('/api/v1/nodes', { query, idle: Infinity, onLine: (line) => void lines.push(line) }),
    );
    assert.match(problem.message, /User "viewer" cannot watch/);
    assert.deepEqual(lines, []);
  });
});
