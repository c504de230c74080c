/** Tests what the user confirms before a credential plugin runs, and when the confirmation is repeated. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import {
  commandOf,
  headlineOf,
  questionsOf,
  type ExecCommandPreview,
  type CredentialRequester,
} from '#client/kubernetes/auth/execCommand.ts';
import type { ExecEntry } from '#client/kubernetes/kubeconfig/entries.ts';
import { sanitizeDetail } from '#core/text/sanitize.ts';
import { execPlugins, HandClock, problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { createExecStage, execCluster, requestCredential } from './execStage.ts';

describe('credential plugin', () => {
  const stage = createExecStage();

  function commandFor(more: Partial<ExecEntry>): ExecCommandPreview {
    const command = commandOf(stage.entry(['token'], more), { path: '/usr/bin/login', realPath: '/usr/bin/login' });
    return command.ok ? command.value : assert.fail(command.error);
  }

  function questionOf(command: ExecCommandPreview): string {
    return questionsOf(command).join('\n');
  }

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
      { command: path.join(stage.home.path, 'link') },
    ];
    symlinkSync(process.execPath, path.join(stage.home.path, 'link'));
    for (const more of entries) await requestCredential(plugins, stage.entry(['token'], more));
    for (const more of entries) await requestCredential(plugins, stage.entry(['token'], more));
    assert.equal(new Set(asked.map(({ key }) => key)).size, entries.length);
    assert.equal(asked.length, entries.length, 'once each');
    const questions = asked.map(questionOf);
    assert.match(questions[0] ?? '', /^The kubeconfig sets 1 environment variable for the plugin:\nOWN=a$/m);
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
    assert.ok(lines.includes(`The kubeconfig sets ${env.length} environment variables for the plugin:`));
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
      const command = commandOf(
        { ...stage.entry(['token']), env: [{ name: 'A', value }] },
        { path: '/p', realPath: '/p' },
      );
      assert.match(command.ok ? '' : command.error, /too long to display/);
    }
    assert.ok(
      commandOf(
        { ...stage.entry(['token']), env: [{ name: 'A_TOKEN', value: 'x'.repeat(50_000) }] },
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

  test(
    'shows the link target and asks again when the target changes',
    { skip: process.platform === 'win32' },
    async () => {
      const real = ['one', 'two', 'three', 'four', 'five'].map((name) =>
        stage.home.write(`node-${name}`, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`),
      );
      for (const file of real) chmodSync(file, 0o755);
      const link = path.join(stage.home.path, 'my-link');
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
      const exec = stage.entry(['token'], { command: link });
      const first = valueOf(await requestCredential(plugins, exec));
      assert.match(questionOf(asked[0] ?? assert.fail()), /^The executable is a symbolic link to .*node-one$/m);
      lead(real[1]);
      const second = valueOf(await requestCredential(plugins, exec, first));
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
      valueOf(await requestCredential(plugins, exec, second));
      assert.deepEqual(
        asked.slice(2).map(({ realPath }) => path.basename(realPath)),
        ['node-two', 'node-three'],
      );
      let turn = 0;
      meanwhile = () => lead(real[(2 + (turn += 1)) % 5]);
      plugins.forget();
      assert.match(problemOf(await requestCredential(plugins, exec)).message, /changed each time you were asked/);
    },
  );

  test('shows and runs the executable that the PATH of the kubeconfig selects for a bare name', async () => {
    const bin = path.join(stage.home.path, 'bin');
    mkdirSync(bin);
    symlinkSync(process.execPath, path.join(bin, 'my-login'));
    const asked: ExecCommandPreview[] = [];
    const plugins = execPlugins({ mayRun: (command) => Promise.resolve(asked.push(command) > 0) });
    valueOf(
      await requestCredential(
        plugins,
        stage.entry(['token'], { command: 'my-login', env: [{ name: 'PATH', value: `nowhere${path.delimiter}bin` }] }),
      ),
    );
    assert.equal(asked[0]?.argv[0], path.join(bin, 'my-login'));
    assert.match(questionOf(asked[0] ?? assert.fail()), /PATH=nowhere:bin/);
    assert.match(
      problemOf(await requestCredential(plugins, stage.entry(['token'], { command: 'my-login' }))).message,
      /"my-login" not found/,
    );
    assert.equal(asked.length, 1, 'nothing to ask about');
  });

  test('names the cluster in the confirmation and asks once per command', async () => {
    const asked: CredentialRequester[] = [];
    const plugins = execPlugins({ mayRun: (_command, wanting) => Promise.resolve(asked.push(wanting) < 0) });
    await requestCredential(plugins, stage.entry(['token']));
    await plugins.credential(
      stage.entry(['token']),
      execCluster,
      { context: 'there', server: 'https://there' },
      undefined,
    );
    assert.deepEqual(asked, [{ context: 'here', server: 'https://c' }]);
    assert.equal(
      headlineOf({ context: 'here', server: 'https://c' }),
      'The kubeconfig uses a credential plugin to log in to "here" at https://c. Run the plugin?',
    );
    const forged = headlineOf({ context: 'a" at https://good\u202e\nb', server: `https://${'x'.repeat(500)}` });
    assert.match(
      forged,
      /^The kubeconfig uses a credential plugin to log in to "a\\" at https:\/\/good\\u202e b" at https:\/\/x{190,199}…\. Run the plugin\?$/,
    );
  });

  test('escapes the confirmation text and rejects commands that are too long to show', async () => {
    const asked: ExecCommandPreview[] = [];
    const plugins = execPlugins({ mayRun: (command) => Promise.resolve(asked.push(command) < 0) });
    await requestCredential(
      plugins,
      stage.entry(['a\u202eb', 'c\nIt is safe.', 'd\u00a0e\u200bf', 'g\u{e0041}\u2028']),
    );
    const question = questionOf(asked[0] ?? assert.fail());
    assert.match(question, /"a\\u202eb" "c\\nIt is safe\." "d\\u00a0e\\u200bf" "g\\u\{e0041\}\\u2028"/);
    assert.doesNotMatch(question, /^It is safe|[\u202e\u200b\u2028\u00a0]/m);
    assert.equal(sanitizeDetail(question), question, 'nothing of it is left out');
    for (const args of [['x'.repeat(10_000)], Array.from({ length: 900 }, () => 'xxxx'), ['\u202e'.repeat(999)]]) {
      assert.match(problemOf(await requestCredential(plugins, stage.entry(args))).message, /too long to display/);
    }
    assert.equal(asked.length, 1);
  });
});
