/** Runs `npm start -- --no-open` as a user types it, without a browser, and stops it with SIGTERM. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { getFromLoopback } from '#test/support/network/loopback.ts';
import { npmStartCommand, type NpmStart } from '#test/support/repository/npmStart.ts';

describe('npm start -- --no-open', { timeout: 300_000 }, () => {
  let temporary: string;
  let browserStarts: string;
  let started: NpmStart;
  let url: URL;

  before(async () => {
    temporary = mkdtempSync(path.join(tmpdir(), 'osc-start-'));
    browserStarts = path.join(temporary, 'browser-starts');
    const browser = path.join(temporary, 'browser');
    writeFileSync(browser, `#!/bin/sh\necho "$1" >> '${browserStarts}'\n`);
    chmodSync(browser, 0o700);
    started = npmStartCommand({ TMPDIR: temporary, BROWSER: browser }, '--no-open', '--port', '0');
    url = new URL(await started.prints(/^http\S+$/m));
    await started.prints(/Ctrl\+C/);
  });
  after(async () => {
    await started.stop('SIGTERM');
    rmSync(temporary, { recursive: true, force: true });
  });

  test('prints an address that admits a browser and rejects an address without its token', async () => {
    assert.equal((await getFromLoopback(url.origin)).status, 403);
    const welcome = await getFromLoopback(url.href);
    assert.equal(welcome.status, 200);
    const cookie = welcome.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const page = await getFromLoopback(`${url.origin}/`, { Cookie: cookie });
    // VS Code redirects its root URL to the URL of the folder.
    assert.equal(page.status, 302);
    const folder = await getFromLoopback(new URL(page.headers.location ?? '', `${url.origin}/`).href, {
      Cookie: cookie,
    });
    assert.equal(folder.status, 200);
    assert.match(folder.body, /vscode-workbench-web-configuration/);
  });

  test('exits on SIGTERM without opening a browser and leaves no files or listening server', async () => {
    await started.stop('SIGTERM');
    await assert.rejects(getFromLoopback(url.href), { code: 'ECONNREFUSED' });
    assert.deepEqual(
      readdirSync(temporary).filter((name) => name.startsWith('osc-') || name === 'browser-starts'),
      [],
    );
  });
});
