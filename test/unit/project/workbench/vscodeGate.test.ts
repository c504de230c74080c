/**
 * Tests which requests the `npm start` gate accepts, and how the browser is started. A stand-in replaces the server
 * behind the gate.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeRedirectFile } from '#scripts/vscode/redirectFile.ts';
import { openGate, type AuthProxy } from '#scripts/vscode/vscodeGate.ts';
import { getFromLoopback } from '#test/support/network/loopback.ts';

describe('npm start gate', { skip: process.platform === 'win32' }, () => {
  let folder: string;
  let gate: AuthProxy;
  let url: URL;
  const cookiesBehind: (string | undefined)[] = [];
  const behind = createServer(({ headers }, response) => {
    cookiesBehind.push(headers.cookie);
    response.end('VS Code');
  });

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'osc-gate-'));
    const socket = path.join(folder, 'socket');
    await new Promise<void>((resolve) => {
      behind.listen(socket, resolve);
    });
    gate = await openGate(socket, 0);
    url = new URL(gate.url);
  });
  after(() => {
    gate.close();
    behind.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('has a random host name for each run', async () => {
    assert.match(url.hostname, /^osc-[\da-f]{32}\.localhost$/);
    const other = await openGate(path.join(folder, 'socket'), 0);
    other.close();
    assert.notEqual(new URL(other.url).hostname, url.hostname);
  });

  test('sets the cookie only for that host and never forwards it', async () => {
    const welcome = await getFromLoopback(url.href);
    assert.equal(welcome.status, 200);
    const [set = ''] = welcome.headers['set-cookie'] ?? [];
    // With a Domain attribute, the browser would also send the cookie to other hosts.
    assert.match(set, new RegExp(`^osc-${url.port}=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict$`));
    const cookie = set.split(';')[0] ?? '';
    const page = await getFromLoopback(`${url.origin}/`, { Cookie: `${cookie}; theme=dark` });
    assert.deepEqual([page.status, page.body, cookiesBehind], [200, 'VS Code', ['theme=dark']]);
    for (const host of ['127.0.0.1', 'localhost', 'osc.localhost', `a.${url.hostname}`]) {
      const refused = await getFromLoopback(`${url.origin}/`, { Cookie: cookie, Host: `${host}:${url.port}` });
      assert.equal(refused.status, 403, host);
      const withToken = await getFromLoopback(url.href, { Host: `${host}:${url.port}` });
      assert.deepEqual([withToken.status, withToken.headers['set-cookie']], [403, undefined], host);
    }
    assert.equal(cookiesBehind.length, 1);
  });

  test('rejects requests without the token', async () => {
    for (const address of [url.origin, `${url.origin}/?osc=`, `${url.origin}/?osc=${'a'.repeat(32)}`]) {
      const { status, headers } = await getFromLoopback(address);
      assert.deepEqual([status, headers['set-cookie']], [403, undefined], address);
    }
  });

  test('starts the browser with a private file that redirects to a single-use address', async () => {
    const page = writeRedirectFile(gate.urlForOnce(), [path.join(folder, 'open')]) ?? assert.fail('no file');
    const file = fileURLToPath(page.url);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    const address = /content="0;url=([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    assert.notEqual(address, gate.url);
    for (const secret of [url.hostname, new URL(address).search]) assert.ok(!page.url.includes(secret));
    assert.deepEqual([(await getFromLoopback(address)).status, (await getFromLoopback(address)).status], [200, 403]);
    page.remove();
    assert.throws(() => statSync(path.dirname(file)), /ENOENT/);
  });

  test('uses the first writable folder', () => {
    const [taken, free] = [path.join(folder, 'taken'), path.join(folder, 'free')];
    writeFileSync(taken, '');
    mkdirSync(free);
    const page =
      writeRedirectFile('http://a.localhost/?a&b="<', [taken, path.join(taken, 'below'), free]) ??
      assert.fail('no file');
    assert.ok(fileURLToPath(page.url).startsWith(free));
    assert.ok(readFileSync(fileURLToPath(page.url), 'utf8').includes('url=http://a.localhost/?a&#38;b=&#34;&#60;"'));
    assert.equal(writeRedirectFile('http://a.localhost/', [taken]), undefined);
  });
});
