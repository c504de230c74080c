/** Tests `npm start` from its first line of output to Ctrl-C. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getFromLoopback as get } from '#test/support/network/loopback.ts';
import { npmStart, type NpmStart } from '#test/support/repository/npmStart.ts';
import { playAt } from '#test/support/workbench/session/addressWindow.ts';

const rejection = /^[^\n]*Open the address that npm start printed[^\n]*\n$/;

describe('npm start', { timeout: 900_000 }, () => {
  /** Folder for temporary files. Files that remain at the end are a fault. */
  let temporary: string;
  let started: NpmStart;
  let running: NpmStart | undefined;
  let url: URL;
  /** `file:` URL that the browser opened. */
  let opened: string;

  before(async () => {
    temporary = mkdtempSync(path.join(tmpdir(), 'osc-start-'));
    const file = path.join(temporary, 'opened');
    const browser = path.join(temporary, 'browser');
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > '${file}'\n`);
    chmodSync(browser, 0o700);
    started = npmStart({ TMPDIR: temporary, BROWSER: browser }, '--port', '0');
    running = started;
    url = new URL(await started.prints(/^http\S+$/m));
    await started.prints(/Ctrl\+C/);
    opened = readFileSync(file, 'utf8');
  });
  after(async () => {
    await running?.stop();
    rmSync(temporary, { recursive: true, force: true });
  });

  test('prints a local address with a token', () =>
    assert.match(url.href, /^http:\/\/osc-[\da-f]{32}\.localhost:[1-9]\d*\/\?osc=[\w-]{32}$/));

  test('opens the browser with a private file that redirects to a single-use address', async () => {
    const page = fileURLToPath(opened);
    assert.equal(statSync(page).mode & 0o777, 0o600);
    const once = /content="0;url=([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
    assert.notEqual(once, url.href);
    for (const secret of [url.hostname, new URL(once).search]) assert.ok(!opened.includes(secret));
    const responses = [await get(once), await get(once), await get(url.href), await get(url.href)];
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 403, 200, 200],
    );
  });

  test('rejects requests without its token or from other origins', async () => {
    const { origin, hostname, port } = url;
    const other = Number(port) + 1;
    const requests: readonly (readonly [from: string, url: string, headers: Readonly<Record<string, string>>])[] = [
      ['without the token', origin, {}],
      ['with a wrong token', url.href.slice(0, -1), {}],
      ['with a wrong cookie', origin, { Cookie: `osc-${port}=${'a'.repeat(32)}` }],
      ['for a file of VS Code', `${origin}/_static/src/browser/media/favicon.ico`, {}],
      ['with the host name of another site', url.href, { Host: `evil.example:${port}` }],
      ['with the address that all servers share', url.href, { Host: `127.0.0.1:${port}` }],
      ['with another port', url.href, { Host: `${hostname}:${other}` }],
      ['from another site', url.href, { Origin: 'http://evil.example' }],
      ['from another port', url.href, { Origin: `http://${hostname}:${other}` }],
    ];
    for (const [from, address, headers] of requests) {
      const { status, body } = await get(address, headers);
      assert.equal(status, 403, from);
      assert.match(body, rejection, from);
    }
  });

  test('accepts a browser that opened its address, and rejects other sites that use its cookie', async () => {
    const { origin, hostname, port } = url;
    const welcome = await get(url.href);
    assert.equal(welcome.status, 200);
    const [set = ''] = welcome.headers['set-cookie'] ?? [];
    assert.match(set, new RegExp(`^osc-${port}=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict$`));
    const cookie = set.split(';')[0] ?? '';
    assert.ok(!url.href.includes(cookie.split('=')[1] ?? ''), 'the cookie differs from the token in the address');
    assert.equal((await get(`${origin}/healthz`, { Cookie: cookie })).status, 200);
    assert.equal((await get(`${origin}/healthz`, { Cookie: cookie, Host: `localhost:${port}` })).status, 403);
    assert.equal((await get(`${origin}/healthz`, { Cookie: cookie, Host: `evil.example:${port}` })).status, 403);

    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const socket = `${origin}/?type=Management&reconnectionToken=a&reconnection=false&skipWebSocketFrames=false`;
    const evil = `evil.example:${port}`;
    for (const [status, headers] of [
      [101, { Cookie: cookie, Origin: origin }],
      [403, { Origin: origin }],
      [403, { Cookie: cookie }],
      [403, { Cookie: cookie, Origin: 'http://evil.example' }],
      [403, { Cookie: cookie, Origin: `http://${hostname}:${Number(port) + 1}` }],
      [403, { Cookie: cookie, Origin: `http://${evil}`, Host: evil }],
    ] as const)
      assert.equal((await get(socket, { ...upgrade, ...headers })).status, status, JSON.stringify(headers));
  });

  test('opens VS Code with the samples README, whose links open files with findings', () => {
    const home =
      readdirSync(temporary).find((name) => name.startsWith('osc-vscode-')) ?? assert.fail('no home of VS Code');
    const vscode = { url: url.href, home: path.join(temporary, home), host: { log: started.output } };
    return playAt('npm start samples', vscode, async (workbench) => {
      const { webview, tabs, editor, output, tree } = workbench;
      await webview.follow('update-peer-pods.yaml');
      await tabs.shows('update-peer-pods.yaml');
      await editor.hasSquiggles('error');
      await tree.showsRow('demo-two-workers');
      await workbench.run('Show Log');
      await output.shows('Demo cluster demo-two-workers is listening');
    });
  });

  test('rejects a port that is in use and suggests another one', async () => {
    const port = Number(url.port);
    const second = npmStart({ TMPDIR: temporary }, '--port', String(port));
    assert.equal(await second.exit, 1);
    assert.ok(
      second
        .output()
        .includes(`Port ${port} is in use by another process. Choose another: npm start -- --port ${port + 1}`),
      second.output(),
    );
  });

  test('rejects invalid arguments and prints its usage', async () => {
    for (const [args, message] of [
      [['--port', 'eighty'], /"eighty" isn't a port number/],
      [['--browser'], /Unknown option '--browser'/],
    ] as const) {
      const rejected = npmStart({ TMPDIR: temporary }, ...args);
      assert.equal(await rejected.exit, 1);
      assert.match(rejected.output(), message);
      assert.match(rejected.output(), /Usage: npm start/);
    }
  });

  test('prints its usage with --help', async () => {
    const helped = npmStart({ TMPDIR: temporary }, '--help');
    assert.equal(await helped.exit, 0);
    assert.match(helped.output(), /Usage: npm start/);
  });

  test('exits on Ctrl+C and leaves no files or listening server', async () => {
    assert.equal(await started.stop(), 0, started.output());
    assert.deepEqual(
      readdirSync(temporary).filter((name) => name.startsWith('osc-')),
      [],
    );
    await assert.rejects(get(url.href), 'the server still answers');
    assert.throws(() => statSync(fileURLToPath(opened)), /ENOENT/);
  });
});
