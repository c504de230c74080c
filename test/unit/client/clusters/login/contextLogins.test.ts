/** Tests logging in and out with tokens, against a simulated cluster. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { ContextLogins, type LoginTarget } from '#client/clusters/login/contextLogins.ts';
import { KubeconfigSource } from '#client/clusters/kubeconfig/kubeconfigSource.ts';
import { SavedTokens } from '#client/clusters/kubeconfig/savedTokens.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { getString } from '#core/common/json.ts';
import type { Certificates } from '#simulator/api/auth/certificates.ts';
import { makeCertificates } from '#simulator/api/auth/certificates.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { oddServer } from '#test/support/network/oddServer.ts';

const user = { name: 'kube:admin', groups: ['system:masters', 'system:authenticated'] };
const expired = 'sha256~expired-token-canary';

/** A kubeconfig as an object. JSON is also valid YAML. */
type Kubeconfig = Record<'clusters' | 'users' | 'contexts', readonly Record<string, unknown>[]>;

describe('logging in', () => {
  let certificates: Certificates;
  let simulation: Simulation;
  let other: Simulation;
  let folder = '';
  let file = '';
  const secrets = new Map<string, string>();
  const log: string[] = [];
  let source: KubeconfigSource;
  let logins: ContextLogins;
  let index: unknown;

  before(async () => {
    certificates = await makeCertificates(Date.now());
    simulation = await simulate({ certificates });
    other = await simulate({ certificates, externalIdentityProvider: true });
  });
  after(async () => {
    await simulation.close();
    await other.close();
  });
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'osc-login-'));
    file = path.join(folder, 'config');
    writeFileSync(file, kubeconfig());
    secrets.clear();
    log.length = 0;
    index = undefined;
    const tokens = new SavedTokens({
      secrets: {
        get: async (key) => secrets.get(key),
        store: async (key, value) => void secrets.set(key, value),
        delete: async (key) => void secrets.delete(key),
      },
      index: {
        read: () => index,
        write: async (keys) => {
          index = keys;
        },
      },
      clock: realClock,
    });
    source = new KubeconfigSource({
      clock: realClock,
      surroundings: async () => ({ explicit: file, env: {}, home: folder }),
      mayRun: async () => false,
      isReadOnly: () => true,
      changed: () => undefined,
      tell: (line) => void log.push(line),
      tokens,
    });
    logins = new ContextLogins({ source, tokens, clock: realClock });
    await source.load();
  });
  afterEach(() => {
    source.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns a kubeconfig whose token has expired, with two contexts for the same user. */
  function kubeconfig(entry: object = { token: expired }, more: Partial<Kubeconfig> = {}): string {
    const ca = Buffer.from(certificates.ca).toString('base64');
    const cluster = (name: string, server: string, rest = {}) => ({
      name,
      cluster: { server, 'certificate-authority-data': ca, ...rest },
    });
    const context = (name: string, its: string) => ({ name, context: { cluster: its, user: 'me' } });
    return JSON.stringify({
      clusters: [cluster('one', simulation.url), cluster('external', other.url), ...(more.clusters ?? [])],
      users: [
        { name: 'me', user: entry },
        { name: 'they', user: {} },
      ],
      contexts: [
        context('first', 'one'),
        { name: 'second', context: { cluster: 'one', user: 'me', namespace: 'demo' } },
        { name: 'external', context: { cluster: 'external', user: 'they' } },
        ...(more.contexts ?? []),
      ],
    });
  }

  /** Returns the status of a request with the current login. */
  async function statusOf(name: string): Promise<number | 'ok'> {
    const connection = source.connect(name);
    assert.ok(connection.ok);
    const answer = await connection.value.ask('/version');
    connection.value.close();
    return answer.ok ? 'ok' : (answer.error.status ?? 0);
  }

  /** Returns a context as the user sees it. */
  const target = (name = 'first'): LoginTarget => {
    const info = source.list().contexts.find((context) => context.name === name);
    assert.ok(info !== undefined);
    return info;
  };

  const tokenInFile = (): string | undefined => {
    const read: { users: readonly unknown[] } = JSON.parse(readFileSync(file, 'utf8')) as Kubeconfig;
    return getString(read.users[0], 'user', 'token');
  };

  test('finds the token page without sending credentials', async () => {
    const before = simulation.audit.entries.length;
    assert.deepEqual(await logins.findTokenSource('first'), {
      ok: true,
      value: { kind: 'page', url: `${simulation.url}/oauth/token/request` },
    });
    const requests = simulation.audit.entries.slice(before);
    assert.deepEqual(
      requests.map(({ user: sender, code }) => [sender, code]),
      [['system:anonymous', 200]],
    );
  });

  test('names the external identity provider of a cluster without a token page', async () => {
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'oc' };
    const args = ['get-token', '--issuer-url=https://login.example.com/realms/demo', '--client-id=cli'];
    for (const [entry, host] of [
      [{ exec: { ...exec, args } }, 'login.example.com'],
      [{ exec: { ...exec, args: ['--oidc-issuer-url', 'https://sso.example.com'] } }, 'sso.example.com'],
      [{ exec }, undefined],
      [{ exec: { ...exec, args: ['--issuer-url=https://a b'] } }, undefined],
    ] as const) {
      const contexts = [{ name: 'sso', context: { cluster: 'external', user: 'me' } }];
      writeFileSync(file, kubeconfig(entry, { contexts }));
      await source.load();
      assert.deepEqual(await logins.findTokenSource('sso'), { ok: true, value: { kind: 'external', host } });
    }
  });

  test('checks a token on the server of the context, and reports the user', async () => {
    assert.deepEqual(await logins.check(target(), simulation.logIn(user)), { ok: true, value: 'kube:admin' });
  });

  test('rejects an expired token, and names neither the token nor other secrets', async () => {
    const token = simulation.logIn(user, 60);
    simulation.tokens.expire(user.name);
    const checked = await logins.check(target(), token);
    assert.ok(!checked.ok);
    assert.match(checked.error, /^first rejected the token\. The token might have expired/);
    assert.ok(!checked.error.includes(token));
    assert.equal(secrets.size, 0);
  });

  test('neither sends nor saves a token if the context leads to another server, user, or route in the meantime', async () => {
    const token = simulation.logIn(user);
    const selected = target();
    const { clusters, users, contexts } = JSON.parse(kubeconfig()) as Kubeconfig;
    const [one, external] = clusters;
    const renamed = { name: 'first', context: { cluster: 'one', user: 'they' } };
    for (const changed of [
      { clusters: [{ name: 'one', cluster: external?.['cluster'] }, external], users, contexts },
      { clusters, users, contexts: [renamed] },
      {
        clusters: [{ name: 'one', cluster: { server: simulation.url, 'proxy-url': 'http://127.0.0.1:1' } }],
        users,
        contexts,
      },
      {
        clusters: [{ name: 'one', cluster: { server: simulation.url, 'insecure-skip-tls-verify': true } }],
        users,
        contexts,
      },
      { clusters: [one], users, contexts: [] },
    ]) {
      const text = JSON.stringify(changed);
      writeFileSync(file, text);
      await source.load();
      const before = [simulation.audit.entries.length, other.audit.entries.length];
      for (const done of [
        await logins.check(selected, token),
        await logins.saveSecret(selected, token),
        await logins.saveInFile(selected, token),
      ])
        assert.match(done.ok ? '' : done.error, /changed in the meantime|no longer contains this context/);
      assert.deepEqual([simulation.audit.entries.length, other.audit.entries.length], before);
      assert.equal(secrets.size, 0);
      assert.equal(readFileSync(file, 'utf8'), text);
    }
  });

  /** Returns a kubeconfig for another server. */
  const kubeconfigOf = (server: string): string => kubeconfig().replaceAll(simulation.url, server);

  test('explains that a token page is hidden from anonymous users, without blaming the login of the user', async () => {
    for (const status of [401, 403]) {
      const server = await oddServer((_, response) => response.writeHead(status).end('{}'), certificates);
      writeFileSync(file, kubeconfigOf(server.url));
      await source.load();
      const found = await logins.findTokenSource('first');
      await server.close();
      assert.match(
        found.ok ? '' : found.error,
        /^first shows the address of its token page only to users who are logged in/,
      );
    }
  });

  test('accepts no token from a server that is not an API server', async () => {
    const server = await oddServer((_, response) => response.writeHead(404).end('not found'), certificates);
    writeFileSync(file, kubeconfigOf(server.url));
    await source.load();
    const checked = await logins.check(target(), 'sha256~some-token');
    await server.close();
    assert.ok(!checked.ok);
  });

  test('uses a saved token for all contexts with the same server and user, and nothing else', async () => {
    assert.equal(await statusOf('first'), 401);
    await logins.saveSecret(target(), simulation.logIn(user));
    await source.load();
    assert.equal(await statusOf('first'), 'ok');
    assert.equal(await statusOf('second'), 'ok');
    const saved = source.list().contexts.map(({ name, savedToken }) => [name, savedToken]);
    assert.deepEqual(saved, [
      ['first', true],
      ['second', true],
      ['external', undefined],
    ]);
    assert.equal(readFileSync(file, 'utf8'), kubeconfig(), 'the kubeconfig is unchanged');
  });

  test('never uses a saved token for another server, proxy, or CA', async () => {
    await logins.saveSecret(target(), simulation.logIn(user));
    const { cluster } = (JSON.parse(kubeconfig()) as { clusters: [{ cluster: object }] }).clusters[0];
    for (const changed of [
      { ...cluster, server: other.url },
      { ...cluster, 'proxy-url': 'http://127.0.0.1:1' },
      { server: simulation.url, 'insecure-skip-tls-verify': true },
    ]) {
      const text = JSON.parse(kubeconfig()) as { clusters: unknown[] };
      text.clusters[0] = { name: 'one', cluster: changed };
      writeFileSync(file, JSON.stringify(text));
      await source.load();
      assert.equal(source.list().contexts[0]?.savedToken, undefined);
    }
  });

  test('prefers a login that the user made in the kubeconfig after the token was saved', async () => {
    await logins.saveSecret(target(), 'sha256~older-token');
    const newer = simulation.logIn(user);
    writeFileSync(file, kubeconfig({ token: newer }));
    await source.load();
    assert.equal(await statusOf('first'), 'ok');
    assert.equal(source.list().contexts[0]?.savedToken, undefined);
  });

  test('reads the new login when a request with the old one is rejected', async () => {
    const connection = source.connect('first');
    assert.ok(connection.ok);
    await logins.saveSecret(target(), simulation.logIn(user));
    assert.ok((await connection.value.ask('/version')).ok);
    connection.value.close();
  });

  test('saves a token in the kubeconfig, and then in no other place', async () => {
    await logins.saveSecret(target(), 'sha256~older-token');
    const token = simulation.logIn(user);
    assert.equal(await logins.fileFor('first'), file);
    assert.deepEqual(await logins.saveInFile(target(), token), { ok: true, value: file });
    assert.equal(tokenInFile(), token);
    assert.equal(secrets.size, 0);
    await source.load();
    assert.equal(await statusOf('second'), 'ok');
    assert.equal(logins.hasTokenInFile('second'), true);
  });

  test('removes the token again when the user logs out', async () => {
    await logins.saveSecret(target(), simulation.logIn(user));
    await logins.removeSecret('second');
    assert.equal(secrets.size, 0);
    assert.deepEqual(index, []);
    assert.deepEqual(await logins.saveInFile(target(), ''), { ok: true, value: file });
    await source.load();
    assert.equal(logins.hasTokenInFile('first'), false);
    assert.ok(!readFileSync(file, 'utf8').includes(expired));
  });

  test('offers the kubeconfig only for a user that logs in with a token, on one server', async () => {
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'login' };
    for (const entry of [{ exec }, { tokenFile: 'token' }, { username: 'me', password: 'x' }, { 'client-key': 'k' }]) {
      writeFileSync(file, kubeconfig(entry));
      await source.load();
      assert.equal(await logins.fileFor('first'), undefined, JSON.stringify(entry));
    }
    writeFileSync(file, kubeconfig({}, { contexts: [{ name: 'x', context: { cluster: 'external', user: 'me' } }] }));
    await source.load();
    assert.equal(await logins.fileFor('first'), undefined, 'the other server would receive the token');
    writeFileSync(file, kubeconfig({ as: 'boss' }));
    await source.load();
    assert.equal(await logins.fileFor('first'), file);
  });

  test('finds the contexts of the server in a pasted command', () => {
    assert.deepEqual(logins.contextsAt(`${simulation.url}/`), ['first', 'second']);
    assert.deepEqual(logins.contextsAt(other.url), ['external']);
    assert.deepEqual(logins.contextsAt('https://elsewhere.example.com'), []);
    assert.deepEqual(logins.contextsAt('not a server'), []);
  });

  test('keeps working with a damaged or unavailable secret storage', async () => {
    await logins.saveSecret(target(), 'sha256~some-token');
    for (const key of secrets.keys()) secrets.set(key, 'not JSON');
    await source.load();
    assert.equal(source.list().contexts[0]?.savedToken, undefined);
    secrets.clear();
    index = ['osc.token.unknown', 7];
    await source.load();
    assert.equal(source.list().contexts.length, 3);
    assert.deepEqual(log, []);
  });
});
