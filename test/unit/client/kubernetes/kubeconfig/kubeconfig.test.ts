/** Kubeconfigs: which files, how they are merged, what of them is wrong, and that no secret gets out. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { stringify } from 'yaml';
import { watchKubeconfig } from '#client/kubernetes/kubeconfig/watchKubeconfig.ts';
import { loadKubeconfig } from '#client/kubernetes/kubeconfig/loadKubeconfig.ts';
import { parseText } from '#client/kubernetes/kubeconfig/parseKubeconfig.ts';
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

  test('rejects invalid environment variable names of a credential plugin', async () => {
    for (const name of ['A\nIt is safe', 'A B', '1A', 'A\u202e', 'A=B']) {
      const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'oc', env: [{ name, value: 'x' }] };
      const file = home.write('variables', kubeconfigOf({ a: { cluster: { server: 'https://a' }, user: { exec } } }));
      const { problems } = await load(file);
      assert.match(problems[0]?.message ?? '', /holds a name that is none of a variable/, JSON.stringify(name));
    }
  });

  test('keeps an additional file separate and sends its token to no other server', async () => {
    const file = (name: string, server: string, token: string, names: readonly string[]) =>
      home.write(
        name,
        kubeconfigOf(Object.fromEntries(names.map((one) => [one, { cluster: { server }, user: { token } }]))),
      );
    const demo = file('demo', 'http://127.0.0.1:5000', 'of-the-demo', ['demo-two-workers', 'only-demo']);
    // An entry of the name for the cluster alone: merged, it would be the demo's.
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
      /contexts "demo-two-workers" is left out/,
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
        // Without TLS there is no certificate.
        ['plain', false],
      ],
    );
  });

  test('rejects server hosts with shell characters', async () => {
    const servers = {
      shell: 'https://a;id',
      dollar: 'https://a$(id)',
      plain: 'https://api.demo:6443',
      six: 'https://[::1]:6443',
    };
    const file = home.write(
      'hosts',
      kubeconfigOf(
        Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, { cluster: { server } }])),
      ),
    );
    for (const { name, problems, access } of (await load(file)).contexts) {
      const refused = name === 'shell' || name === 'dollar';
      assert.equal(access === undefined, refused, name);
      assert.equal(
        problems.some((problem) => problem.includes('more than letters')),
        refused,
        name,
      );
    }
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

  test('drops and names invalid entries and keeps the others', async () => {
    const file = home.write(
      'wrong',
      `
clusters:
- {name: good, cluster: {server: https://good, insecure-skip-tls-verify: yes}}
- {name: good, cluster: {server: https://other}}
- {name: bad, cluster: {server: [1]}}
- {cluster: {}}
- 5
users: {}
contexts:
- {name: good, context: {cluster: good, namespace: 'n'}}
- {name: lost, context: {cluster: nowhere, user: nobody}}
- {name: empty}
- {name: __proto__, context: {cluster: good, user: nobody}}
current-context: 2020-01-01
`,
    );
    const { contexts, problems, current } = await load(file);
    assert.deepEqual(
      problems.map(({ entry, message }) => `${entry ?? ''}: ${message}`),
      [
        'clusters "good": stands twice in this file: the first counts',
        'clusters "bad": cluster.server is no text',
        'clusters[3]: has no name',
        'clusters[4]: has no name',
        'users: is no list',
        'contexts "empty": has no context',
      ],
    );
    assert.equal(current, '2020-01-01');
    assert.deepEqual(
      contexts.map(({ name, problems: own, access }) => [name, own.length, access !== undefined]),
      [
        ['good', 0, true],
        ['lost', 2, false],
        ['__proto__', 1, true],
      ],
    );
    assert.equal(contexts[0]?.access?.cluster.skipTlsVerify, true);
    assert.equal(contexts[0]?.namespace, 'n');
  });

  test('rejects insecure and contradictory entries', async () => {
    const secure = { server: 'https://x' };
    const file = home.write(
      'unusable',
      kubeconfigOf({
        plain: { cluster: { server: 'http://x:8080' } },
        loopback: { cluster: { server: 'http://127.0.0.1:8001' } },
        local: { cluster: { server: 'http://localhost:8001' } },
        below: { cluster: { server: 'http://evil.localhost:8001' } },
        proxied: { cluster: { server: 'http://localhost:8001', 'proxy-url': 'http://proxy:3128' } },
        nearly: { cluster: { server: 'http://127.0.0.1.example.com' } },
        none: { cluster: {} },
        text: { cluster: { server: 'x:6443' } },
        login: { cluster: { server: 'https://me:pass@x' } },
        both: { cluster: { ...secure, 'insecure-skip-tls-verify': true, 'certificate-authority-data': 'eA==' } },
        proxy: { cluster: { ...secure, 'proxy-url': 'ftp://p' } },
        groups: { cluster: secure, user: { token: 't', 'as-groups': ['system:masters'] } },
        two: { cluster: secure, user: { token: 't', username: 'u', password: 'p' } },
      }),
    );
    const { contexts } = await load(file);
    assert.deepEqual(
      contexts.filter(({ access }) => access !== undefined).map(({ name }) => name),
      ['loopback', 'local'],
    );
    assert.ok(contexts.every(({ access, problems }) => access !== undefined || problems.length > 0));
    assert.match(contexts[0]?.problems.join(' ') ?? '', /http:\/\/.*use https/);
    assert.match(
      contexts.find(({ name }) => name === 'proxied')?.problems.join(' ') ?? '',
      /its proxy could read the credentials: remove the proxy-url/,
    );
  });

  test("rejects files that aren't kubeconfigs with the reason", async () => {
    const cases = [
      ['[1, 2]', /its content is no map/],
      ['a: b: c: "secret', /cannot be read as YAML \(line 1\)/],
      [
        'a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c]',
        /too many aliases/,
      ],
      ['['.repeat(110_000), /far too many entries/],
      ['['.repeat(20_000), /nested too deeply|cannot be read/],
      ['x'.repeat(2_100_000), /is far too large/],
    ] as const;
    for (const [text, wanted] of cases) {
      const { problems, contexts } = await load(home.write('hostile', text));
      assert.match(problems[0]?.message ?? '', wanted);
      assert.doesNotMatch(problems[0]?.message ?? '', /secret/);
      assert.deepEqual(contexts, []);
    }
    const { problems } = await load(home.path);
    assert.match(problems[0]?.message ?? '', /is no regular file/);
    assert.match(
      (await load(path.join(home.path, 'gone'))).problems[0]?.message ?? '',
      /does not exist: look at the setting/,
    );
  });

  test('rejects malicious YAML quickly and reads a kubeconfig with 500 clusters', async () => {
    const hostile: readonly string[] = [
      '}',
      ']',
      '!a ',
      '&a ',
      ': ',
      '- ',
      '? ',
      '""',
      "'' ",
      '\\q',
      '*a,',
      '<<: *a\n',
      '%a\n',
      '[]{}',
    ];
    const began = process.cpuUsage();
    for (const part of hostile) {
      const read = parseText(`a: ${part.repeat(Math.floor(1_900_000 / part.length))}`);
      assert.equal(read.ok, false, part);
    }
    assert.equal(parseText(`a: "${'\\q'.repeat(900_000)}`).ok, false);
    // Microseconds. One of them alone took 20 s.
    assert.ok(process.cpuUsage(began).user < 10_000_000);
    const names = Array.from({ length: 500 }, (_, index) => `system:admin/api-cluster-${index}-example-com:6443`);
    const args = Array.from({ length: 10 }, (_, index) => `--oidc-${index}=https://x-y-z:1`);
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: 'kubelogin',
      args,
      env: [{ name: 'A', value: 'b' }],
    };
    const many = kubeconfigOf(
      Object.fromEntries(names.map((name) => [name, { cluster: { server: 'https://x' }, user: { exec } }])),
    );
    for (const text of [
      many,
      JSON.stringify(JSON.parse(many), undefined, 2),
      stringify(JSON.parse(many), { aliasDuplicateObjects: false }),
    ]) {
      const { contexts, problems } = await load(home.write('many', text));
      assert.deepEqual([contexts.length, problems], [500, []]);
    }
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
    // Watchers keep no process running.
    const alive = setInterval(() => undefined, 60_000);
    /**
     * Until it is told of, lets gathered hints through; patience is never reached, so that watching alone can bring it.
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
    // Another folder at the same path, between two looks: the watcher of the first one says nothing of it.
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
