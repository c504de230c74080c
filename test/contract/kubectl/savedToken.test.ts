/** Tests that kubectl uses a token that the extension writes to the kubeconfig, and that both can write at once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { realClock } from '#client/kubernetes/clock.ts';
import { lockFile } from '#client/kubernetes/kubeconfig/edit/lockFile.ts';
import { writeUserToken } from '#client/kubernetes/kubeconfig/edit/writeUserToken.ts';
import { getString, getList } from '#core/common/json.ts';
import { parseLoginText } from '#core/oc/parseLoginText.ts';
import { findKubectl } from '#scripts/externalTools/kubectl.ts';
import { makeCertificates, type Certificates } from '#simulator/api/auth/certificates.ts';
import { simulate, type Simulation } from '#simulator/main.ts';

const kubectl = findKubectl();
const skip = kubectl === undefined ? 'kubectl is not installed' : false;

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

describe('a token in the kubeconfig', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'osc-saved-token-'));
  const file = path.join(folder, 'config');
  let certificates: Certificates;
  let simulation: Simulation;

  before(async () => {
    certificates = await makeCertificates(Date.now());
    simulation = await simulate({ certificates });
  });
  after(async () => {
    await simulation.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const text = (): string => `# clusters of the team
apiVersion: v1
kind: Config
clusters:
- name: demo
  cluster:
    server: ${simulation.url} # the simulator
    certificate-authority-data: ${Buffer.from(certificates.ca).toString('base64')}
users:
- name: other
  user: {token: kept} # not mine
- name: me
  user:
    # expires every day
    token: sha256~expired
contexts:
- {name: demo, context: {cluster: demo, user: me}}
current-context: demo
`;

  /** Runs kubectl without blocking this process, which also runs the simulator. */
  function run(...args: readonly string[]): Promise<Outcome> {
    return runWith(file, args);
  }

  function runWith(KUBECONFIG: string, args: readonly string[]): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const child = spawn(kubectl ?? '', args, {
        env: { ...process.env, KUBECONFIG },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += String(chunk)));
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, output }));
    });
  }

  /** Requests a page of the OAuth server. */
  function fetchPage(url: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { ca: certificates.ca }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += String(chunk)));
        response.on('end', () => resolve(body));
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  test('is read back by kubectl, and works, with everything else unchanged', async () => {
    writeFileSync(file, text(), { mode: 0o600 });
    assert.match((await run('get', 'namespaces')).output, /Unauthorized|must be logged in/);
    // The command that users copy from the token page.
    assert.match(await fetchPage(`${simulation.url}/oauth/token/request`), /<option>kube:admin<\/option>/);
    const page = await fetchPage(`${simulation.url}/oauth/token/display?user=kube%3Aadmin`);
    const pasted = parseLoginText(/oc login --token=.*/.exec(page)?.[0].replace('</pre>', '') ?? '');
    assert.ok(pasted.ok);
    const { token, server } = pasted.value;
    assert.equal(server, simulation.url);
    assert.deepEqual(await writeUserToken({ files: [file], user: 'me', token }, realClock), { ok: true, value: file });
    assert.equal(readFileSync(file, 'utf8'), text().replace('sha256~expired', token));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const view: unknown = JSON.parse((await run('config', 'view', '--raw', '-o', 'json')).output);
    const users = getList(view, 'users').map(
      (entry) => `${getString(entry, 'name')}: ${getString(entry, 'user', 'token')}`,
    );
    assert.deepEqual(new Set(users), new Set([`me: ${token}`, 'other: kept']));
    const used = await run('get', 'namespaces', '-o', 'name');
    assert.equal(used.status, 0, used.output);
    assert.match(used.output, /namespace\/default/);
  });

  test('is no longer used by kubectl after it was removed', async () => {
    writeFileSync(file, text());
    assert.ok((await writeUserToken({ files: [file], user: 'me', token: '' }, realClock)).ok);
    const view = await run('config', 'view', '--raw', '-o', 'jsonpath={.users[?(@.name=="me")].user}');
    assert.deepEqual([view.status, view.output], [0, '{}']);
    assert.match(readFileSync(file, 'utf8'), /# expires every day/);
  });

  test('can be in a file with a symbolic link, which kubectl locks by the name of the link', async () => {
    const link = path.join(folder, 'link');
    writeFileSync(file, text());
    rmSync(link, { force: true });
    symlinkSync('config', link);
    const lock = await lockFile(link, realClock);
    assert.ok(lock.ok);
    const refused = await runWith(link, ['config', 'set-context', 'demo', '--namespace=a']);
    assert.notEqual(refused.status, 0);
    assert.match(refused.output, /link\.lock: file exists/);
    await lock.value();
    assert.ok((await writeUserToken({ files: [link], user: 'me', token: 'sha256~new' }, realClock)).ok);
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.match(readFileSync(file, 'utf8'), /token: sha256~new/);
  });

  test('waits while kubectl writes, and neither write damages the file', async () => {
    writeFileSync(file, text());
    const kept: string[] = [];
    const kubectls = (async () => {
      for (let number = 0; number < 15; number += 1) {
        const name = `context-${number}`;
        const { status, output } = await run('config', 'set-context', name, '--cluster=demo', '--user=other');
        // kubectl doesn't wait for a lock. It fails instead.
        if (status === 0) kept.push(name);
        else assert.match(output, /\.lock: file exists/);
      }
    })();
    const over = new AbortController();
    const ours = (async () => {
      for (let number = 0; !over.signal.aborted; number += 1) {
        const written = await writeUserToken({ files: [file], user: 'me', token: `sha256~new-${number}` }, realClock);
        assert.ok(written.ok, JSON.stringify(written));
      }
    })();
    await kubectls;
    over.abort();
    await ours;
    assert.ok((await writeUserToken({ files: [file], user: 'me', token: 'sha256~last' }, realClock)).ok);
    assert.ok(kept.length > 0, 'kubectl wrote at least once');
    const view: unknown = JSON.parse((await run('config', 'view', '--raw', '-o', 'json')).output);
    const names = getList(view, 'contexts').map((entry) => getString(entry, 'name'));
    assert.deepEqual(new Set(names), new Set(['demo', ...kept]));
    const me = getList(view, 'users').find((entry) => getString(entry, 'name') === 'me');
    assert.equal(getString(me, 'user', 'token'), 'sha256~last');
    assert.deepEqual(
      readdirSync(folder).filter((name) => /lock|tmp/.test(name)),
      [],
    );
  });
});
