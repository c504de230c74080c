/**
 * Tests kubeconfigs: which files are read, how they are merged, which problems are reported, and that no secret is
 * exposed.
 */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { watchKubeconfig } from '#client/kubernetes/kubeconfig/watchKubeconfig.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { findKubeconfigPaths } from '#client/kubernetes/kubeconfig/kubeconfigPaths.ts';
import { KubeconfigSource } from '#client/clusters/kubeconfig/kubeconfigSource.ts';
import { contextIn, folder, HandClock, kubeconfigOf, load } from '#test/support/cluster/clusterHarness.ts';

const home = folder();
describe('kubeconfig', () => {
  after(() => home.remove());

  test('uses the same files as kubectl', () => {
    const env = { KUBECONFIG: ['/a', '', 'b', '/a'].join(path.delimiter) };
    assert.deepEqual(findKubeconfigPaths({ explicit: '~/c', env, home: '/home/me' }).files, ['/home/me/c']);
    assert.deepEqual(findKubeconfigPaths({ explicit: ' ', env, home: '/home/me' }).files, ['/a', '/home/me/b']);
    assert.deepEqual(findKubeconfigPaths({ env: { KUBECONFIG: '' }, home: '/home/me' }).files, [
      '/home/me/.kube/config',
    ]);
  });

  test('merges several files and prefers the first value', async () => {
    const cluster = (server: string) => ({ cluster: { server }, user: { token: 'x' } });
    home.write('empty', '');
    const one = JSON.parse(kubeconfigOf({ a: cluster('https://a1'), b: cluster('https://b1') })) as object;
    home.write('one', JSON.stringify({ ...one, 'current-context': '' }));
    home.write('two', kubeconfigOf({ c: cluster('https://c2/'), b: cluster('https://b2') }));
    home.write('three', kubeconfigOf({ d: cluster('https://d3/prefix//') }));
    const env = {
      KUBECONFIG: ['missing', 'empty', 'one', 'two', 'three']
        .map((name) => path.join(home.path, name))
        .join(path.delimiter),
    };
    const { contexts, current, problems, files } = await loadKubeconfig({ env, home: home.path });
    assert.deepEqual(
      contexts.map(({ name, server, user }) => [name, server, user]),
      [
        ['a', 'https://a1', 'a'],
        ['b', 'https://b1', 'b'],
        ['c', 'https://c2', 'c'],
        ['d', 'https://d3/prefix', 'd'],
      ],
    );
    assert.equal(current, 'c');
    assert.deepEqual(problems, []);
    assert.equal(files.length, 5);
  });

  test('keeps an additional file separate and sends its token to no other server', async () => {
    const file = (name: string, server: string, token: string, names: readonly string[]) =>
      home.write(
        name,
        kubeconfigOf(Object.fromEntries(names.map((one) => [one, { cluster: { server }, user: { token } }]))),
      );
    const demo = file('demo', 'http://127.0.0.1:5000', 'of-the-demo', ['demo-two-workers', 'only-demo']);
    // This file defines only a cluster, with the name of an entry in the demo file. Merging would combine both entries.
    const evil = home.write(
      'evil',
      JSON.stringify({
        clusters: [{ name: 'only-demo', cluster: { server: 'https://evil' } }],
        users: [],
        contexts: [{ name: 'demo-two-workers', context: { cluster: 'only-demo' } }],
      }),
    );
    const { contexts, problems } = await loadKubeconfig({ explicit: evil, env: {}, home: home.path, besides: [demo] });
    assert.deepEqual(
      contexts.map(({ name, server, access }) => [name, server, access?.user?.token]),
      [
        ['demo-two-workers', 'https://evil', undefined],
        ['only-demo', 'http://127.0.0.1:5000', 'of-the-demo'],
      ],
    );
    assert.match(
      problems.map(({ entry, message }) => `${entry} ${message}`).join(),
      /contexts "demo-two-workers" ignored/,
    );
    const alone = await loadKubeconfig({ env: {}, home: path.join(home.path, 'nobody'), besides: [demo] });
    assert.deepEqual([alone.contexts.length, alone.current, alone.problems], [2, 'demo-two-workers', []]);
  });

  test('distinguishes routes to a server without showing a password', async () => {
    const routes: string[] = [];
    for (const more of [
      {},
      { 'proxy-url': 'http://a:canary@p' },
      { 'insecure-skip-tls-verify': true },
      { 'certificate-authority': 'ca' },
      {},
    ]) {
      const explicit = home.write('route', kubeconfigOf({ a: { cluster: { server: 'https://a', ...more } } }));
      const source = new KubeconfigSource({
        clock: new HandClock(),
        surroundings: () => Promise.resolve({ explicit, env: {}, home: home.path }),
        mayRun: () => assert.fail(),
        isReadOnly: () => false,
        changed: () => undefined,
        tell: (line) => assert.fail(line),
      });
      await source.load();
      const { contexts } = source.list();
      source.dispose();
      assert.doesNotMatch(JSON.stringify(contexts), /canary/);
      routes.push(contexts[0]?.route ?? assert.fail());
    }
    assert.equal(new Set(routes).size, 4);
    assert.equal(routes[0], routes[4]);
  });

  test('marks contexts whose server certificate is not verified', async () => {
    const insecure = { 'insecure-skip-tls-verify': true };
    const clusters = {
      checked: { server: 'https://a' },
      skipped: { server: 'https://a', ...insecure },
      plain: { server: 'http://127.0.0.1:1', ...insecure },
    };
    const file = home.write(
      'tls',
      kubeconfigOf(Object.fromEntries(Object.entries(clusters).map(([name, cluster]) => [name, { cluster }]))),
    );
    const { contexts } = await load(file);
    assert.deepEqual(
      contexts.map(({ name, isUnverified }) => [name, isUnverified]),
      [
        ['checked', false],
        ['skipped', true],
        // Without TLS, there is no certificate to verify.
        ['plain', false],
      ],
    );
  });

  test('resolves relative paths against the file that contains them', async () => {
    mkdirSync(path.join(home.path, 'deep'));
    const user = {
      tokenFile: 'token',
      'client-certificate': '../cert',
      'client-key': '/key',
      exec: { apiVersion: 'client.authentication.k8s.io/v1', command: './login', args: ['a'] },
    };
    const file = home.write(
      'deep/config',
      kubeconfigOf({ x: { cluster: { server: 'https://x', 'certificate-authority': 'ca' }, user } }),
    );
    const access = (await contextIn(file, 'x')).access;
    const deep = path.join(home.path, 'deep');
    assert.deepEqual(access?.cluster.ca, { file: path.join(deep, 'ca') });
    assert.deepEqual(access?.user?.certificate, { file: path.join(home.path, 'cert') });
    assert.deepEqual(access?.user?.key, { file: '/key' });
    assert.equal(access?.user?.tokenFile, path.join(deep, 'token'));
    assert.equal(access?.user?.exec?.command, path.join(deep, 'login'));
    const bare = home.write(
      'deep/bare',
      kubeconfigOf({ x: { cluster: { server: 'https://x' }, user: { exec: { ...user.exec, command: 'oc' } } } }),
    );
    assert.equal((await contextIn(bare, 'x')).access?.user?.exec?.command, 'oc');
  });

  test('uses the service account in a pod without a kubeconfig', async () => {
    const mounted = folder();
    mounted.write('token', 'abc');
    mounted.write('namespace', 'dev\n');
    const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
    const { contexts, current } = await loadKubeconfig({ env, home: mounted.path }, mounted.path);
    assert.equal(current, 'in-cluster');
    assert.deepEqual([contexts[0]?.server, contexts[0]?.namespace], ['https://[fd00::1]:443', 'dev']);
    assert.equal(contexts[0]?.access?.user?.tokenFile, path.join(mounted.path, 'token'));
    assert.deepEqual((await loadKubeconfig({ env: {}, home: mounted.path }, mounted.path)).contexts, []);
    mounted.remove();
  });

  test('uses the service account if the kubeconfig is empty or in a home folder that this user has no access to', async () => {
    const pod = folder();
    pod.write('token', 'abc');
    pod.write('empty', '');
    pod.write('other', kubeconfigOf({ other: { cluster: { server: 'https://other' } } }));
    const service = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
    const namesIn = async (env: Readonly<Record<string, string>>, home = pod.path) => {
      const { contexts, problems } = await loadKubeconfig({ env: { ...service, ...env }, home }, pod.path);
      return [contexts.map(({ name }) => name), problems.length];
    };
    const file = (name: string) => ({ KUBECONFIG: path.join(pod.path, name) });
    assert.deepEqual(await namesIn(file('empty')), [['in-cluster'], 0]);
    assert.deepEqual(await namesIn(file('other')), [['other'], 0]);
    // A folder in place of the file can't be read, whatever permissions the user of the tests has.
    mkdirSync(path.join(pod.path, 'home/.kube/config'), { recursive: true });
    assert.deepEqual(await namesIn({}, path.join(pod.path, 'home')), [['in-cluster'], 1]);
    assert.deepEqual(await namesIn(file('home/.kube/config')), [[], 1], 'the user chose the file');
    pod.remove();
  });

  test('never exposes secrets of contexts', async () => {
    const canary = (name: string): string => `canary-${name}-0123456789`;
    const user = {
      token: canary('token'),
      password: canary('password'),
      'client-key-data': canary('key'),
      'client-certificate-data': canary('certificate'),
      exec: {
        apiVersion: canary('version'),
        command: 'x',
        args: [canary('arg')],
        env: [{ name: 'A', value: canary('env') }],
      },
      'auth-provider': {
        name: 'oidc',
        config: { 'id-token': canary('id'), 'refresh-token': canary('refresh'), 'client-secret': canary('client') },
      },
    };
    const wrong = { token: [canary('list')], exec: canary('exec'), 'as-groups': canary('groups') };
    const file = home.write(
      'canaries',
      kubeconfigOf({
        a: {
          cluster: { server: `https://u:${canary('server')}@x`, 'proxy-url': `http://u:${canary('proxy')}@p` },
          user,
        },
        b: { cluster: { server: 'https://x', 'proxy-url': `${canary('scheme')}://p` }, user: wrong },
      }),
    );
    const kubeconfig = await load(file);
    assert.equal(kubeconfig.contexts.length, 2);
    for (const shown of [JSON.stringify(kubeconfig), inspect(kubeconfig, { depth: 10, showHidden: true })])
      assert.doesNotMatch(shown, /canary-/);
    const broken = await load(home.write('canaries', `users:\n- {name: a, user: {token: ${canary('broken')}`));
    assert.doesNotMatch(JSON.stringify(broken), /canary-/);
    assert.equal(broken.problems.length, 1);
  });

  test('detects file changes of every kind', async () => {
    const watched = folder();
    const clock = new HandClock();
    const kube = path.join(watched.path, '.kube');
    const file = path.join(kube, 'config');
    let tell = (): void => undefined;
    const following = watchKubeconfig({
      files: [file],
      clock,
      onChange: () => tell(),
    });
    await following.ready;
    // File watchers don't keep the process running.
    const alive = setInterval(() => undefined, 60_000);
    /**
     * Runs an action and waits until the change is reported. Lets the short delay for collected events pass, but never
     * the polling interval, so only the watcher can report the change.
     */
    const changed = async (work: () => void): Promise<void> => {
      let isTold = false;
      const told = new Promise<void>((resolve) => {
        tell = () => {
          isTold = true;
          resolve();
        };
      });
      work();
      let passed = 0;
      for (;;) {
        await Promise.race([clock.asked(200), told]);
        if (isTold) return;
        clock.pass(200);
        passed += 200;
        assert.ok(passed < 20_000);
      }
    };
    await changed(() => {
      mkdirSync(kube);
      watched.write('.kube/config', 'a');
    });
    await changed(() => watched.write('.kube/config', 'ab'));
    await changed(() => {
      watched.write('.kube/new', 'abc');
      renameSync(path.join(kube, 'new'), file);
    });
    // Replaces the folder at the same path between two checks. The watcher of the old folder doesn't report changes in
    // the new one.
    await changed(() => {
      rmSync(kube, { recursive: true });
      mkdirSync(kube);
      watched.write('.kube/config', 'b');
    });
    await changed(() => watched.write('.kube/config', 'bc'));
    await changed(() => rmSync(kube, { recursive: true }));
    await changed(() => {
      mkdirSync(path.join(watched.path, 'elsewhere'));
      watched.write('elsewhere/config', 'a');
      mkdirSync(kube);
      symlinkSync('../elsewhere/config', file);
    });
    await changed(() => watched.write('elsewhere/config', 'abcd'));
    following.close();
    clock.pass(100_000);
    clearInterval(alive);
    watched.remove();
  });

  test("polls files that can't be watched", async () => {
    const watched = folder();
    const clock = new HandClock();
    const file = watched.write('config', 'a');
    let tell = (): void => undefined;
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const following = watchKubeconfig({ files: [file], clock, gather: Infinity, onChange: () => tell() });
    await following.ready;
    watched.write('config', 'ab');
    clock.pass(20_000);
    await told;
    following.close();
    watched.remove();
  });
});
