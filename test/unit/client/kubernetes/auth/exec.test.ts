/** Programs that give credentials: who may run, how often, what they are told, and what becomes of those that fail. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, beforeEach, describe, test } from 'node:test';
import {
  commandOf,
  headlineOf,
  questionsOf,
  type ExecCommandPreview,
  type CredentialRequester,
} from '#client/kubernetes/auth/execCommand.ts';
import { environmentOf } from '#client/kubernetes/auth/findExecutable.ts';
import { readCredential } from '#client/kubernetes/auth/execCredential.ts';
import type { ExecPlugins } from '#client/kubernetes/auth/execPlugins.ts';
import type { ClusterEntry, ExecEntry } from '#client/kubernetes/kubeconfig/entries.ts';
import { sanitizeDetail } from '#client/vscode/messageText.ts';
import { getValue } from '#core/common/json.ts';
import { execPlugins, folder, HandClock, problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';

const home = folder();
const log = path.join(home.path, 'log');
const v1 = 'client.authentication.k8s.io/v1';
const cluster: ClusterEntry = {
  name: 'c',
  server: 'https://c',
  skipTlsVerify: false,
  tlsServerName: 'name',
  execConfig: { audience: 'x' },
};
const program = home.write(
  'login.mjs',
  `import { appendFileSync } from 'node:fs';
   const [mode, expires] = process.argv.slice(2);
   const info = process.env.KUBERNETES_EXEC_INFO;
   appendFileSync(${JSON.stringify(log)}, JSON.stringify({ info: JSON.parse(info), own: process.env.OWN, cwd: process.cwd() }) + '\\n');
   const { apiVersion } = JSON.parse(info);
   if (mode === 'fail') { console.error('canary-of-the-program'); process.exit(3); }
   else if (mode === 'hang') setInterval(() => {}, 1000);
   else if (mode === 'much') { process.stdout.on('error', () => process.exit()); process.stdout.write('x'.repeat(1_200_000)); setInterval(() => {}, 1000); }
   else console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion, status: { token: 'token-' + process.pid, expirationTimestamp: expires } }));`,
);

describe('credential plugin', () => {
  after(() => home.remove());
  beforeEach(() => rmSync(log, { force: true }));

  function entry(args: readonly string[], more: Partial<ExecEntry> = {}): ExecEntry {
    return {
      command: process.execPath,
      args: [program, ...args],
      env: [],
      apiVersion: v1,
      provideClusterInfo: false,
      folder: home.path,
      ...more,
    };
  }

  function commandFor(more: Partial<ExecEntry>): ExecCommandPreview {
    const command = commandOf(entry(['token'], more), { path: '/usr/bin/login', realPath: '/usr/bin/login' });
    return command.ok ? command.value : assert.fail(command.error);
  }

  function questionOf(command: ExecCommandPreview): string {
    return questionsOf(command).join('\n');
  }

  function runs(): readonly unknown[] {
    return existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((line): unknown => JSON.parse(line))
      : [];
  }

  function ask(plugins: ExecPlugins, exec: ExecEntry, refused?: Parameters<ExecPlugins['credential']>[4]) {
    return plugins.credential(
      exec,
      cluster,
      { context: 'here', server: cluster.server },
      Buffer.from('-----BEGIN CERTIFICATE-----'),
      refused,
    );
  }

  test('runs once for concurrent requests and again after rejection or expiry, with one confirmation', async () => {
    const asked: ExecCommandPreview[] = [];
    const clock = new HandClock(Date.UTC(2026, 0, 1));
    const mayRun = (command: ExecCommandPreview): Promise<boolean> => Promise.resolve(asked.push(command) > 0);
    const plugins = execPlugins({ mayRun, clock });
    const exec = entry(['token', '2026-01-01T01:00:00Z'], {
      env: [
        { name: 'OWN', value: 'plain' },
        { name: 'OWN_TOKEN', value: 'secret' },
      ],
    });
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(plugins, exec)));
    const first = valueOf(await ask(plugins, exec));
    assert.ok(all.every((answer) => valueOf(answer) === first));
    assert.equal(runs().length, 1);
    assert.deepEqual(runs()[0], {
      info: { kind: 'ExecCredential', apiVersion: v1, spec: { interactive: false } },
      own: 'plain',
      cwd: home.path,
    });
    const [second, third] = await Promise.all([ask(plugins, exec, first), ask(plugins, exec, first)]);
    assert.notEqual(valueOf(second).token, first.token);
    assert.equal(valueOf(third), valueOf(second));
    clock.pass(3_600_001);
    assert.notEqual(valueOf(await ask(plugins, exec)), valueOf(second));
    assert.equal(runs().length, 3);
    const key = asked[0]?.key ?? assert.fail();
    assert.match(key, /^[0-9a-f]{64}$/);
    const argv = [process.execPath, program, 'token', '2026-01-01T01:00:00Z'];
    const variables = [{ name: 'OWN', value: 'plain' }, { name: 'OWN_TOKEN' }];
    assert.deepEqual(asked, [{ argv, realPath: realpathSync(process.execPath), variables, folder: home.path, key }]);
    assert.doesNotMatch(JSON.stringify(asked), /secret/);
  });

  test('asks again when the command changes and shows variables that affect which code runs', async () => {
    const asked: ExecCommandPreview[] = [];
    const plugins = execPlugins({ mayRun: (command) => Promise.resolve(asked.push(command) < 0) });
    const variable = (name: string, value: string) => ({ env: [{ name, value }] });
    const entries = [
      variable('OWN', 'a'),
      variable('OWN', 'b'),
      variable('OWN_PASSWORD', 'b'),
      variable('OWN_PASSWORD', 'c'),
      variable('NODE_OPTIONS', '--require /tmp/evil.js'),
      variable('LD_PRELOAD', '/tmp/e.so'),
      { command: path.join(home.path, 'link') },
    ];
    symlinkSync(process.execPath, path.join(home.path, 'link'));
    for (const more of entries) await ask(plugins, entry(['token'], more));
    for (const more of entries) await ask(plugins, entry(['token'], more));
    assert.equal(new Set(asked.map(({ key }) => key)).size, entries.length);
    assert.equal(asked.length, entries.length, 'once each');
    const questions = asked.map(questionOf);
    assert.match(questions[0] ?? '', /^The kubeconfig sets 1 environment variable for it:\nOWN=a$/m);
    assert.match(questions[4] ?? '', /^NODE_OPTIONS="--require \/tmp\/evil\.js"$/m);
    assert.match(questions[5] ?? '', /^LD_PRELOAD=\/tmp\/e\.so$/m);
  });

  test('shows every variable with its value and hides only credentials', () => {
    const steering = [
      'PATH',
      'BASH_ENV',
      'ENV',
      'PERL5OPT',
      'JAVA_TOOL_OPTIONS',
      'AWS_CONFIG_FILE',
      'SSL_CERT_FILE',
      'OPENSSL_CONF',
      'GIT_ASKPASS',
    ];
    const pointing = [
      'TOKEN_COMMAND',
      'GOOGLE_APPLICATION_CREDENTIALS',
      'AWS_WEB_IDENTITY_TOKEN_FILE',
      'AWS_CREDENTIAL_PROCESS',
      'TOKEN_SCRIPT',
      'SECRET_MODULE',
    ];
    const secret = ['AWS_SECRET_ACCESS_KEY', 'OIDC_CLIENT_SECRET', 'PASSWORD', 'X_TOKEN'];
    const set = (names: readonly string[], value: string) => names.map((name) => ({ name, value: `${value}/${name}` }));
    const others = Array.from({ length: 27 }, (_, index) => ({ name: `V${index}`, value: `value of ${index}` }));
    const proxy = { name: 'HTTPS_PROXY', value: 'http://me:canary@proxy:3128' };
    const env = [...set(steering, '/tmp'), ...set(pointing, '/tmp'), ...set(secret, 'canary'), ...others, proxy];
    const pages = questionsOf(commandFor({ env }));
    const lines = pages.join('\n').split('\n');
    for (const name of [...steering, ...pointing]) assert.ok(lines.includes(`${name}=/tmp/${name}`), name);
    for (const name of secret) assert.ok(lines.includes(`${name}=*** (credential hidden)`), name);
    for (const { name, value } of others) assert.ok(lines.includes(`${name}="${value}"`), name);
    assert.ok(lines.includes('HTTPS_PROXY="http://me:***@proxy:3128"'));
    assert.ok(lines.includes(`The kubeconfig sets ${env.length} environment variables for it:`));
    assert.doesNotMatch(pages.join(), /canary/);
    assert.equal(pages.length, 4);
    for (const page of pages) {
      assert.ok(page.split('\n').length <= 16, page);
      assert.equal(sanitizeDetail(page), page, 'nothing of it is left out');
    }
  });

  test('splits long values and rejects what is too long to show', () => {
    const long = Array.from({ length: 1500 }, (_, index) => `-D${index}`).join(' ');
    const pages = questionsOf(commandFor({ env: [{ name: 'JAVA_TOOL_OPTIONS', value: long }] }));
    assert.ok(pages.slice(1).join('').replaceAll('\n', '').includes(`JAVA_TOOL_OPTIONS="${long}"`));
    for (const page of pages) assert.equal(sanitizeDetail(page), page);
    for (const value of ['x'.repeat(20_001), '\u202e'.repeat(5000)]) {
      const command = commandOf({ ...entry(['token']), env: [{ name: 'A', value }] }, { path: '/p', realPath: '/p' });
      assert.match(command.ok ? '' : command.error, /too long to display/);
    }
    assert.ok(
      commandOf(
        { ...entry(['token']), env: [{ name: 'A_TOKEN', value: 'x'.repeat(50_000) }] },
        { path: '/p', realPath: '/p' },
      ).ok,
    );
  });

  test('escapes variable names and values with invisible, line-breaking, or bidirectional characters', () => {
    const env = [
      { name: 'A\u202eB\n', value: 'x\u2066y\u009b31m\nPATH=/bin' },
      { name: 'C', value: 'D=1\u2028\u061c' },
    ];
    const text = questionsOf(commandFor({ env })).join('\n');
    assert.match(text, /^A\\u202eB\\u000a="x\\u2066y\\u009b31m\\nPATH=\/bin"$/m);
    assert.match(text, /^C="D=1\\u2028\\u061c"$/m);
    assert.doesNotMatch(text, /^PATH=|[\u202e\u2066\u009b\u2028\u061c]/m);
  });

  test('shows and sets the last of several variables with the same name', async () => {
    const asked: ExecCommandPreview[] = [];
    const plugins = execPlugins({ mayRun: (command) => Promise.resolve(asked.push(command) > 0) });
    const env = ['first', 'second'].map((value) => ({ name: 'OWN', value }));
    valueOf(await ask(plugins, entry(['token'], { env })));
    assert.deepEqual(asked[0]?.variables, [{ name: 'OWN', value: 'second' }]);
    assert.equal(getValue(runs()[0], 'own'), 'second');
    const windows = environmentOf({ Path: 'C:\\good', OTHER: '1' }, new Map([['PATH', 'C:\\kubeconfig']]), true);
    assert.deepEqual(windows, { PATH: 'C:\\kubeconfig', OTHER: '1' });
  });

  test(
    'shows the link target and asks again when the target changes',
    { skip: process.platform === 'win32' },
    async () => {
      const real = ['one', 'two', 'three', 'four', 'five'].map((name) =>
        home.write(`node-${name}`, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`),
      );
      for (const file of real) chmodSync(file, 0o755);
      const link = path.join(home.path, 'my-link');
      const lead = (to = ''): void => {
        rmSync(link, { force: true });
        symlinkSync(to, link);
      };
      lead(real[0]);
      const asked: ExecCommandPreview[] = [];
      let meanwhile = (): void => undefined;
      const clock = new HandClock();
      const plugins = execPlugins({
        clock,
        mayRun: (command) => {
          meanwhile();
          return Promise.resolve(asked.push(command) > 0);
        },
      });
      const exec = entry(['token'], { command: link });
      const first = valueOf(await ask(plugins, exec));
      assert.match(questionOf(asked[0] ?? assert.fail()), /^The program is a link to .*node-one$/m);
      lead(real[1]);
      const second = valueOf(await ask(plugins, exec, first));
      assert.deepEqual(
        asked.map(({ realPath }) => path.basename(realPath)),
        ['node-one', 'node-two'],
      );
      // The program changes while the prompt is open, so the approved program isn't the one that would run.
      meanwhile = () => {
        meanwhile = () => undefined;
        lead(real[2]);
      };
      plugins.forget();
      valueOf(await ask(plugins, exec, second));
      assert.deepEqual(
        asked.slice(2).map(({ realPath }) => path.basename(realPath)),
        ['node-two', 'node-three'],
      );
      let turn = 0;
      meanwhile = () => lead(real[(2 + (turn += 1)) % 5]);
      plugins.forget();
      assert.match(problemOf(await ask(plugins, exec)).message, /changed each time you were asked/);
    },
  );

  test('shows and runs the executable that the PATH of the kubeconfig selects for a bare name', async () => {
    const bin = path.join(home.path, 'bin');
    mkdirSync(bin);
    symlinkSync(process.execPath, path.join(bin, 'my-login'));
    const asked: ExecCommandPreview[] = [];
    const plugins = execPlugins({ mayRun: (command) => Promise.resolve(asked.push(command) > 0) });
    valueOf(
      await ask(
        plugins,
        entry(['token'], { command: 'my-login', env: [{ name: 'PATH', value: `nowhere${path.delimiter}bin` }] }),
      ),
    );
    assert.equal(asked[0]?.argv[0], path.join(bin, 'my-login'));
    assert.match(questionOf(asked[0] ?? assert.fail()), /PATH=nowhere:bin/);
    assert.match(problemOf(await ask(plugins, entry(['token'], { command: 'my-login' }))).message, /is not there/);
    assert.equal(asked.length, 1, 'nothing to ask about');
  });

  test('names the cluster in the confirmation and asks once per command', async () => {
    const asked: CredentialRequester[] = [];
    const plugins = execPlugins({ mayRun: (_command, wanting) => Promise.resolve(asked.push(wanting) < 0) });
    await ask(plugins, entry(['token']));
    await plugins.credential(entry(['token']), cluster, { context: 'there', server: 'https://there' }, undefined);
    assert.deepEqual(asked, [{ context: 'here', server: 'https://c' }]);
    assert.equal(
      headlineOf({ context: 'here', server: 'https://c' }),
      'To log in to "here" at https://c, the kubeconfig names a program. Run it?',
    );
    const forged = headlineOf({ context: 'a" at https://good\u202e\nb', server: `https://${'x'.repeat(500)}` });
    assert.match(
      forged,
      /^To log in to "a\\" at https:\/\/good\\u202e b" at https:\/\/x{190,199}…, the kubeconfig names a program\. Run it\?$/,
    );
  });

  test('escapes the confirmation text and rejects commands that are too long to show', async () => {
    const asked: ExecCommandPreview[] = [];
    const plugins = execPlugins({ mayRun: (command) => Promise.resolve(asked.push(command) < 0) });
    await ask(plugins, entry(['a\u202eb', 'c\nIt is safe.', 'd\u00a0e\u200bf', 'g\u{e0041}\u2028']));
    const question = questionOf(asked[0] ?? assert.fail());
    assert.match(question, /"a\\u202eb" "c\\nIt is safe\." "d\\u00a0e\\u200bf" "g\\u\{e0041\}\\u2028"/);
    assert.doesNotMatch(question, /^It is safe|[\u202e\u200b\u2028\u00a0]/m);
    assert.equal(sanitizeDetail(question), question, 'nothing of it is left out');
    for (const args of [['x'.repeat(10_000)], Array.from({ length: 900 }, () => 'xxxx'), ['\u202e'.repeat(999)]]) {
      assert.match(problemOf(await ask(plugins, entry(args))).message, /too long to display/);
    }
    assert.equal(asked.length, 1);
  });

  test('receives cluster information if provideClusterInfo is set', async () => {
    const plugins = execPlugins();
    const beta = 'client.authentication.k8s.io/v1beta1';
    valueOf(await ask(plugins, entry(['token'], { apiVersion: beta, provideClusterInfo: true })));
    assert.deepEqual(getValue(runs()[0], 'info'), {
      kind: 'ExecCredential',
      apiVersion: beta,
      spec: {
        cluster: {
          server: 'https://c',
          'tls-server-name': 'name',
          'certificate-authority-data': 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t',
          config: { audience: 'x' },
        },
        interactive: false,
      },
    });
  });

  test("doesn't run without permission or with unsupported settings", async () => {
    let asked = 0;
    const plugins = execPlugins({ mayRun: () => Promise.resolve((asked += 1) > 1) });
    for (let index = 0; index < 2; index += 1) {
      const problem = problemOf(await ask(plugins, entry(['token'])));
      assert.equal(problem.kind, 'credentials');
      assert.match(problem.message, /was not allowed/);
    }
    assert.deepEqual([asked, runs().length], [1, 0]);
    plugins.forget();
    valueOf(await ask(plugins, entry(['token'])));
    for (const [more, words] of [
      [
        { apiVersion: 'client.authentication.k8s.io/v1alpha1' },
        /v1alpha1 of the interface, which no longer is supported/,
      ],
      [{ interactiveMode: 'Always' }, /wants to ask in a terminal/],
      [{ command: 'osc-no-such-program' }, /"osc-no-such-program" is not there: install it/],
    ] as const) {
      assert.match(problemOf(await ask(plugins, entry(['token'], more))).message, words);
    }
  });

  test("stops on failure, timeout, or endless output, and isn't rerun immediately", async () => {
    const clock = new HandClock();
    const plugins = execPlugins({ clock });
    for (let index = 0; index < 3; index += 1) {
      const { message } = problemOf(await ask(plugins, entry(['fail'])));
      assert.match(message, /failed with code 3\. Run it in a terminal/);
      assert.doesNotMatch(message, /canary/);
    }
    assert.equal(runs().length, 1);
    clock.pass(30_000);
    problemOf(await ask(plugins, entry(['fail'])));
    assert.equal(runs().length, 2);
    assert.match(problemOf(await ask(plugins, entry(['much']))).message, /wrote far more/);
    const hanging = ask(plugins, entry(['hang']));
    await clock.asked(60_000);
    clock.pass(60_000);
    assert.match(problemOf(await hanging).message, /gave no credentials within 60 s/);
  });

  test('validates the returned credentials', () => {
    const answer = (status: object, more: object = {}): string =>
      JSON.stringify({ kind: 'ExecCredential', apiVersion: v1, status, ...more });
    const cases = [
      ['{', /is no JSON/],
      ['[]', /is no ExecCredential/],
      [answer({ token: 'a' }, { apiVersion: 'client.authentication.k8s.io/v1beta1' }), /another apiVersion/],
      [answer({}), /neither a token nor a certificate/],
      [answer({ clientCertificateData: 'a' }), /certificate without its key/],
      [answer({ token: 'a', expirationTimestamp: 'tomorrow' }), /no time/],
      [answer({ token: 5 }), /neither/],
    ] as const;
    for (const [text, words] of cases) {
      const read = readCredential(text, v1, 'login');
      assert.match(read.ok ? '' : read.error, words);
    }
    assert.deepEqual(
      readCredential(answer({ token: ' a\n', expirationTimestamp: '1970-01-01T00:00:01Z' }), v1, 'login'),
      {
        ok: true,
        value: { token: 'a', expiresAt: 1000 },
      },
    );
  });
});
