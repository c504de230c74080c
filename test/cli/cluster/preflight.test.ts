/**
 * Tests `osc-tools preflight` against simulated clusters: output, exit codes, hidden credentials, and credential
 * plugins that must not run.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, chmodSync, existsSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { isJsonObject, getList, getString, getValue } from '#core/common/json.ts';
import { scenarioNamed, simulate } from '#simulator/main.ts';
import { currentContext, identitiesOf } from '../../support/cluster/apiClient.ts';
import { osc, type Run } from '../osc.ts';
import { refusingPort } from '../../support/network/refusingPort.ts';

interface Cluster {
  readonly context: string;
  readonly file: string;
  /** Credentials that must not appear in any output. */
  readonly secrets: readonly string[];
}

describe('osc-tools preflight', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc preflight-'));
  const closing: (() => Promise<void>)[] = [];
  const clusters = new Map<string, Cluster>();

  before(async () => {
    for (const name of ['operator-missing', 'two-workers-installed', 'no-permission', 'update-waits']) {
      const scenario = scenarioNamed(name);
      assert.ok(scenario !== undefined);
      const simulation = await simulate({ scenario, speed: 60 });
      closing.push(simulation.close);
      const file = path.join(folder, `${name}.kubeconfig`);
      writeFileSync(file, simulation.kubeconfig, { mode: 0o600 });
      const context = currentContext(simulation.kubeconfig);
      const identity = identitiesOf(simulation.kubeconfig, folder).get(context);
      assert.ok(identity !== undefined);
      const secrets = [...simulation.kubeconfig.matchAll(/"?(?:token|client-key-data)"?: "?([^\s",]{12,})/g)].map(
        ([, secret]) => secret ?? '',
      );
      assert.ok(secrets.length > 0, 'the kubeconfig has something to hide');
      clusters.set(name, { context, file, secrets });
    }
  });
  after(async () => {
    await Promise.all(closing.map((close) => close()));
    rmSync(folder, { recursive: true, force: true });
  });

  async function preflight(name: string, ...args: readonly string[]): Promise<Run> {
    const cluster = clusters.get(name);
    assert.ok(cluster !== undefined);
    const run = await osc(['preflight', '--context', cluster.context, '--kubeconfig', cluster.file, ...args]);
    for (const secret of cluster.secrets)
      assert.ok(!`${run.stdout}${run.stderr}`.includes(secret), 'a secret of the kubeconfig is in the output');
    return run;
  }

  test('reports a cluster as ready before an install', async () => {
    const { status, stdout, stderr } = await preflight('operator-missing');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Ready, with 1 unknown result: Node eligibility: .*\. 1 unknown, \d+ passed\.$/m);
    assert.match(stdout, /^pass {5}OpenShift version: OpenShift 4\.21\.9, for OSC 1\.12$/m);
    assert.match(stdout, /^pass {5}Catalog: Red Hat Operators$/m);
    assert.equal(stderr, '');
  });

  test('reports the installed release and the update, and lets --for select what determines the result', async () => {
    const words = 'OpenShift 4.21.3 is older than 4.21.9, the first 4.21 version that OSC 1.12 supports.';
    const installed = await preflight('update-waits');
    assert.equal(installed.status, 0, installed.stdout);
    assert.match(
      installed.stdout,
      /^Checks whether the installed Kata works\.\nThis result applies to the installed OSC 1\.11\.0\. OSC 1\.12\.0 is available\.$/m,
    );
    assert.match(
      installed.stdout,
      /^info {5}OpenShift version: OSC 1\.11: supported OpenShift versions unknown\. The catalogs for OpenShift 4\.19 contain this release$/m,
    );
    assert.match(
      installed.stdout,
      /^warn {5}OpenShift version for the update: OpenShift 4\.21\.3 is older than 4\.21\.9$/m,
    );
    assert.ok(/^Ready, with .*$/m.exec(installed.stdout)?.[0]?.includes(words), installed.stdout);
    const update = await preflight('update-waits', '--for', 'update', '--format', 'json');
    assert.equal(update.status, 0);
    const report: unknown = JSON.parse(update.stdout);
    assert.equal(getString(report, 'for'), 'update');
    assert.deepEqual(getValue(report, 'releases', 'update'), { version: '1.12.0', release: '1.12' });
    assert.ok(getString(report, 'headline')?.endsWith(words));
    const running: unknown = JSON.parse((await preflight('update-waits', '--format', 'json')).stdout);
    assert.equal(getString(running, 'for'), 'run');
    assert.equal((await osc(['preflight', '--for', 'tomorrow', '--context', 'x'])).status, 2);
  });

  test('prints Markdown for a cluster with Kata', async () => {
    const { status, stdout } = await preflight('two-workers-installed', '--format', 'markdown');
    assert.equal(status, 0);
    assert.match(stdout, /^# Preflight check for /);
    assert.match(stdout, /^- \[x\] \*\*Operator webhook\*\*: The webhook has a ready pod$/m);
  });

  test('exits with 1 and lists missing permissions in JSON', async () => {
    const { status, stdout } = await preflight('no-permission', '--format', 'json');
    assert.equal(status, 1);
    const report: unknown = JSON.parse(stdout);
    assert.equal(getString(report, 'fitness'), 'unfit');
    const rights = getList(report, 'checks').find((one) => getString(one, 'id') === 'rights-install');
    assert.ok(isJsonObject(rights));
    assert.equal(rights['verdict'], 'fail');
    assert.ok(getList(rights, 'evidence').includes("You don't have permission to create namespaces."));
    assert.equal(getValue(report, 'counts', 'fail'), 1, 'what cannot be seen does not fail');
  });

  test('requires a valid --context and lists the available ones', async () => {
    const file = clusters.get('operator-missing')?.file ?? '';
    const none = await osc(['preflight', '--kubeconfig', file]);
    assert.equal(none.status, 2);
    assert.match(none.stderr, /^osc-tools: --context is required \(contexts: .*kube-admin \(current\)/);
    assert.match(none.stderr, /^Run "osc-tools preflight --help" for usage, exit codes, and examples\.$/m);
    assert.equal((await osc(['preflight'], { env: { KUBECONFIG: file } })).stderr, none.stderr);
    const other = await osc(['preflight', '--kubeconfig', file, '--context', 'production']);
    assert.equal(other.status, 2);
    assert.match(other.stderr, /context production not found in the kubeconfig \(contexts: .*kube-admin \(current\)\)/);
    const missing = await osc(['preflight', '--kubeconfig', path.join(folder, 'nowhere'), '--context', 'x']);
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /nowhere/);
    const format = await osc(['preflight', '--kubeconfig', file, '--context', 'x', '--format', 'yaml']);
    assert.equal(format.status, 2);
  });

  test('resolves a relative kubeconfig path from the working directory', async () => {
    const cluster = clusters.get('operator-missing');
    assert.ok(cluster !== undefined);
    const { status } = await osc(
      ['preflight', '--kubeconfig', path.basename(cluster.file), '--context', cluster.context],
      { cwd: folder },
    );
    assert.equal(status, 0);
  });

  test('exits with 2 if the cluster is unreachable or rejects the token', async () => {
    const { port, release } = await refusingPort();
    const away = kubeconfig('away', `https://127.0.0.1:${port}`, { token: 'canary-token-of-the-test' });
    const first = await osc(['preflight', '--kubeconfig', away, '--context', 'away']);
    assert.equal(first.status, 2);
    await release();
    assert.match(first.stderr, /^osc-tools: can't connect to away: /);
    assert.doesNotMatch(`${first.stdout}${first.stderr}`, /canary/);

    const known = readFileSync(clusters.get('no-permission')?.file ?? '', 'utf8');
    const server = /"?server"?: "?(https:[^\s",]+)/.exec(known)?.[1] ?? '';
    const ca = /"?certificate-authority-data"?: "?([^\s",]+)/.exec(known)?.[1] ?? '';
    const refused = kubeconfig(
      'refused',
      server,
      { token: 'canary-token-of-the-test' },
      { 'certificate-authority-data': ca },
    );
    const second = await osc(['preflight', '--kubeconfig', refused, '--context', 'refused']);
    assert.equal(second.status, 2, second.stdout);
    assert.match(second.stderr, /can't (?:connect to|read) refused: /);
    assert.doesNotMatch(`${second.stdout}${second.stderr}`, /canary/);
  });

  test('exits with 2 if the address belongs to something other than an API server', async () => {
    const { file: original = '', context = '' } = clusters.get('two-workers-installed') ?? {};
    const known = readFileSync(original, 'utf8');
    const file = path.join(folder, 'wrong-path');
    writeFileSync(file, known.replace(/("?server"?: "?https:[^\s",]+)/, '$1/console'));
    for (const command of [['preflight'], ['wait', '--for', 'uninstalled'], ['wait', '--for', 'pods-gone']]) {
      const { status, stderr } = await osc([...command, '--kubeconfig', file, '--context', context]);
      assert.equal(status, 2, stderr);
      assert.match(stderr, /isn't a Kubernetes API server: it has no \/version/);
    }
  });

  test(
    'names a credential plugin and runs it only with --allow-exec',
    { skip: process.platform === 'win32' },
    async () => {
      const ran = path.join(folder, 'ran');
      const program = path.join(folder, 'login');
      writeFileSync(
        program,
        `#!/bin/sh\ntouch "${ran}"\necho '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"canary-of-the-program"}}'\n`,
      );
      chmodSync(program, 0o755);
      const known = readFileSync(clusters.get('operator-missing')?.file ?? '', 'utf8');
      const server = /"?server"?: "?(https:[^\s",]+)/.exec(known)?.[1] ?? '';
      const ca = /"?certificate-authority-data"?: "?([^\s",]+)/.exec(known)?.[1] ?? '';
      const env = [
        { name: 'BASH_ENV', value: '/tmp/other code.sh' },
        { name: 'PERL5OPT', value: '-M\u202eevil' },
        { name: 'CLIENT_SECRET', value: 'canary-of-the-kubeconfig' },
      ];
      const link = path.join(folder, 'login-link');
      symlinkSync(program, link);
      const exec = {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: link,
        args: ['--mode', 'x y'],
        env,
        interactiveMode: 'Never',
      };
      const file = kubeconfig('exec', server, { exec }, { 'certificate-authority-data': ca });
      const without = await osc(['preflight', '--kubeconfig', file, '--context', 'exec']);
      assert.equal(without.status, 2);
      assert.ok(!existsSync(ran), 'it was run');
      assert.match(without.stderr, /To allow it, use --allow-exec: .*login-link.* --mode "x y"/);
      const allowed = await osc(['preflight', '--kubeconfig', file, '--context', 'exec', '--allow-exec']);
      assert.ok(existsSync(ran), 'it was not run');
      assert.match(allowed.stderr, /^osc-tools: running .*login/m);
      for (const { stderr } of [without, allowed]) {
        assert.match(stderr, /^osc-tools: {3}The executable is a symbolic link to ".*osc preflight-.*\/login"$/m);
        assert.match(stderr, /^osc-tools: {3}BASH_ENV="\/tmp\/other code\.sh"$/m);
        assert.match(stderr, /^osc-tools: {3}PERL5OPT="-M\\u202eevil"$/m);
        assert.match(stderr, /^osc-tools: {3}CLIENT_SECRET=\*\*\* \(credential hidden\)$/m);
      }
      assert.doesNotMatch(`${allowed.stdout}${allowed.stderr}`, /canary/);
    },
  );

  test('reports a server whose certificate was not verified', async () => {
    const known = readFileSync(clusters.get('operator-missing')?.file ?? '', 'utf8');
    const server = /"?server"?: "?(https:[^\s",]+)/.exec(known)?.[1] ?? '';
    const token = /"?token"?: "?([^\s",]+)/.exec(known)?.[1] ?? '';
    const file = kubeconfig('insecure', server, { token }, { 'insecure-skip-tls-verify': true });
    const { status, stdout, stderr } = await osc(['preflight', '--kubeconfig', file, '--context', 'insecure']);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^The server certificate wasn't verified \(insecure-skip-tls-verify\)/m);
  });

  test('stops at --timeout when the cluster sends endless responses', async () => {
    const endless = createServer((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('continue') ?? 0) + 1;
      const items = [{ metadata: { name: `n${page}`, uid: `u${page}` } }];
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ metadata: { resourceVersion: '1', continue: String(page) }, items }));
    });
    await new Promise<void>((resolve) => {
      endless.listen(0, '127.0.0.1', resolve);
    });
    const address = endless.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const file = kubeconfig('endless', `http://127.0.0.1:${port}`, {});
    const { status, stderr } = await osc(['preflight', '--kubeconfig', file, '--context', 'endless', '--timeout', '1']);
    endless.closeAllConnections();
    endless.close();
    assert.equal(status, 2);
    assert.match(
      stderr,
      /endless didn't send complete responses within 1 s\. If the cluster is large or slow, increase --timeout/,
    );
    const wrong = await osc(['preflight', '--kubeconfig', file, '--context', 'endless', '--timeout', 'soon']);
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /Expected a number of seconds from 1 to 3600/);
  });

  function kubeconfig(name: string, server: string, user: object, more: object = {}): string {
    const file = path.join(folder, `${name}.json`);
    writeFileSync(
      file,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name, cluster: { server, ...more } }],
        users: [{ name, user }],
        contexts: [{ name, context: { cluster: name, user: name } }],
      }),
    );
    return file;
  }
});
