/** Tests which kubeconfigs and entries are rejected, and what remains usable. */
import assert from 'node:assert/strict';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { parseText } from '#client/kubernetes/kubeconfig/parseKubeconfig.ts';
import { folder, kubeconfigOf, load } from '#test/support/cluster/clusterHarness.ts';

const home = folder();
describe('kubeconfig', () => {
  after(() => home.remove());

  test('rejects invalid environment variable names of a credential plugin', async () => {
    for (const name of ['A\nIt is safe', 'A B', '1A', 'A\u202e', 'A=B']) {
      const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'oc', env: [{ name, value: 'x' }] };
      const file = home.write('variables', kubeconfigOf({ a: { cluster: { server: 'https://a' }, user: { exec } } }));
      const { problems } = await load(file);
      assert.match(problems[0]?.message ?? '', /contains an invalid environment variable name/, JSON.stringify(name));
    }
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
        problems.some((problem) => problem.includes('can contain only letters')),
        refused,
        name,
      );
    }
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
      problems.map(({ entry, message }) => (entry === undefined ? message : `${entry}: ${message}`)),
      [
        'clusters "good": duplicate in this file (only the first entry is used)',
        'clusters "bad": cluster.server isn\'t a string',
        'clusters[3]: missing name',
        'clusters[4]: missing name',
        "users isn't a list",
        'contexts "empty": missing context',
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
    assert.match(contexts[0]?.problems.join(' ') ?? '', /http:\/\/.*Use https/);
    assert.match(
      contexts.find(({ name }) => name === 'proxied')?.problems.join(' ') ?? '',
      /exposes the credentials to the proxy\. Remove proxy-url/,
    );
  });

  test("rejects files that aren't kubeconfigs with the reason", async () => {
    const cases = [
      ['[1, 2]', /expected a mapping at the top level/],
      ['a: b: c: "secret', /invalid YAML \(line 1\)/],
      [
        'a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c]',
        /too many aliases/,
      ],
      ['['.repeat(110_000), /too many entries/],
      ['['.repeat(20_000), /nested too deeply|invalid YAML/],
      ['x'.repeat(2_100_000), /too large/],
    ] as const;
    for (const [text, wanted] of cases) {
      const { problems, contexts } = await load(home.write('hostile', text));
      assert.match(problems[0]?.message ?? '', wanted);
      assert.doesNotMatch(problems[0]?.message ?? '', /secret/);
      assert.deepEqual(contexts, []);
    }
    const { problems } = await load(home.path);
    assert.match(problems[0]?.message ?? '', /not a regular file/);
    assert.match(
      (await load(path.join(home.path, 'gone'))).problems[0]?.message ?? '',
      /not found \(check the setting that specifies the file\)/,
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
    // In microseconds. One of these texts once took 20 s.
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
});
