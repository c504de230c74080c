/** Tests credential plugins: permission to run, number of runs, input, and failures. */
import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import process from 'node:process';
import { describe, test } from 'node:test';
import type { ExecCommandPreview } from '#client/kubernetes/auth/execCommand.ts';
import { environmentOf } from '#client/kubernetes/auth/findExecutable.ts';
import { readCredential } from '#client/kubernetes/auth/execCredential.ts';
import { getValue } from '#core/common/json.ts';
import { execPlugins, HandClock, problemOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { createExecStage, credentialVersion, requestCredential } from './execStage.ts';

describe('credential plugin', () => {
  const stage = createExecStage();

  test('runs once for concurrent requests and again after rejection or expiry, with one confirmation', async () => {
    const asked: ExecCommandPreview[] = [];
    const clock = new HandClock(Date.UTC(2026, 0, 1));
    const mayRun = (command: ExecCommandPreview): Promise<boolean> => Promise.resolve(asked.push(command) > 0);
    const plugins = execPlugins({ mayRun, clock });
    const exec = stage.entry(['token', '2026-01-01T01:00:00Z'], {
      env: [
        { name: 'OWN', value: 'plain' },
        { name: 'OWN_TOKEN', value: 'secret' },
      ],
    });
    const all = await Promise.all(Array.from({ length: 8 }, () => requestCredential(plugins, exec)));
    const first = valueOf(await requestCredential(plugins, exec));
    assert.ok(all.every((answer) => valueOf(answer) === first));
    assert.equal(stage.runs().length, 1);
    assert.deepEqual(stage.runs()[0], {
      info: { kind: 'ExecCredential', apiVersion: credentialVersion, spec: { interactive: false } },
      own: 'plain',
      cwd: stage.home.path,
    });
    const [second, third] = await Promise.all([
      requestCredential(plugins, exec, first),
      requestCredential(plugins, exec, first),
    ]);
    assert.notEqual(valueOf(second).token, first.token);
    assert.equal(valueOf(third), valueOf(second));
    clock.pass(3_600_001);
    assert.notEqual(valueOf(await requestCredential(plugins, exec)), valueOf(second));
    assert.equal(stage.runs().length, 3);
    const key = asked[0]?.key ?? assert.fail();
    assert.match(key, /^[0-9a-f]{64}$/);
    const argv = [process.execPath, stage.program, 'token', '2026-01-01T01:00:00Z'];
    const variables = [{ name: 'OWN', value: 'plain' }, { name: 'OWN_TOKEN' }];
    assert.deepEqual(asked, [
      { argv, realPath: realpathSync(process.execPath), variables, folder: stage.home.path, key },
    ]);
    assert.doesNotMatch(JSON.stringify(asked), /secret/);
  });

  test('shows and sets the last of several variables with the same name', async () => {
    const asked: ExecCommandPreview[] = [];
    const plugins = execPlugins({ mayRun: (command) => Promise.resolve(asked.push(command) > 0) });
    const env = ['first', 'second'].map((value) => ({ name: 'OWN', value }));
    valueOf(await requestCredential(plugins, stage.entry(['token'], { env })));
    assert.deepEqual(asked[0]?.variables, [{ name: 'OWN', value: 'second' }]);
    assert.equal(getValue(stage.runs()[0], 'own'), 'second');
    const windows = environmentOf({ Path: 'C:\\good', OTHER: '1' }, new Map([['PATH', 'C:\\kubeconfig']]), true);
    assert.deepEqual(windows, { PATH: 'C:\\kubeconfig', OTHER: '1' });
  });

  test('receives cluster information if provideClusterInfo is set', async () => {
    const plugins = execPlugins();
    const beta = 'client.authentication.k8s.io/v1beta1';
    valueOf(await requestCredential(plugins, stage.entry(['token'], { apiVersion: beta, provideClusterInfo: true })));
    assert.deepEqual(getValue(stage.runs()[0], 'info'), {
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
      const problem = problemOf(await requestCredential(plugins, stage.entry(['token'])));
      assert.equal(problem.kind, 'credentials');
      assert.match(problem.message, /wasn't allowed to run/);
    }
    assert.deepEqual([asked, stage.runs().length], [1, 0]);
    plugins.forget();
    valueOf(await requestCredential(plugins, stage.entry(['token'])));
    for (const [more, words] of [
      [
        { apiVersion: 'client.authentication.k8s.io/v1alpha1' },
        /uses client\.authentication\.k8s\.io\/v1alpha1, which is no longer supported/,
      ],
      [{ interactiveMode: 'Always' }, /requires input in a terminal/],
      [{ command: 'osc-no-such-program' }, /"osc-no-such-program" not found\. Install it/],
    ] as const) {
      assert.match(problemOf(await requestCredential(plugins, stage.entry(['token'], more))).message, words);
    }
  });

  test("stops on failure, timeout, or endless output, and isn't rerun immediately", async () => {
    const clock = new HandClock();
    const plugins = execPlugins({ clock });
    for (let index = 0; index < 3; index += 1) {
      const { message } = problemOf(await requestCredential(plugins, stage.entry(['fail'])));
      assert.match(message, /failed with exit code 3\. To see the output, run the plugin in a terminal/);
      assert.doesNotMatch(message, /canary/);
    }
    assert.equal(stage.runs().length, 1);
    clock.pass(30_000);
    problemOf(await requestCredential(plugins, stage.entry(['fail'])));
    assert.equal(stage.runs().length, 2);
    assert.match(
      problemOf(await requestCredential(plugins, stage.entry(['much']))).message,
      /wrote too much output and was stopped/,
    );
    const hanging = requestCredential(plugins, stage.entry(['hang']));
    await clock.asked(60_000);
    clock.pass(60_000);
    assert.match(problemOf(await hanging).message, /returned no credentials within 60 s/);
  });

  test('validates the returned credentials', () => {
    const answer = (status: object, more: object = {}): string =>
      JSON.stringify({ kind: 'ExecCredential', apiVersion: credentialVersion, status, ...more });
    const cases = [
      ['{', /didn't return an ExecCredential in JSON/],
      ['[]', /didn't return an ExecCredential/],
      [
        answer({ token: 'a' }, { apiVersion: 'client.authentication.k8s.io/v1beta1' }),
        /didn't return apiVersion client\.authentication\.k8s\.io\/v1, /,
      ],
      [answer({}), /neither a token nor a certificate/],
      [answer({ clientCertificateData: 'a' }), /certificate without its key/],
      [answer({ token: 'a', expirationTimestamp: 'tomorrow' }), /invalid expirationTimestamp/],
      [answer({ token: 5 }), /neither a token nor a certificate/],
    ] as const;
    for (const [text, words] of cases) {
      const read = readCredential(text, credentialVersion, 'login');
      assert.match(read.ok ? '' : read.error, words);
    }
    assert.deepEqual(
      readCredential(
        answer({ token: ' a\n', expirationTimestamp: '1970-01-01T00:00:01Z' }),
        credentialVersion,
        'login',
      ),
      {
        ok: true,
        value: { token: 'a', expiresAt: 1000 },
      },
    );
  });
});
