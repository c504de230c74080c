/** npm start, from its first line to Ctrl-C. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { bringChromium } from '../../scripts/lib/chromium.ts';
import { root } from '../../scripts/lib/run.ts';
import { chromiumArguments } from '../support/workbench/session.ts';
import { startUp, Workbench } from '../support/workbench/workbench.ts';

/** What it makes is made here, so that what it leaves can be seen. */
const temporary = mkdtempSync(path.join(tmpdir(), 'osc-start-'));
let port: number;
before(async () => {
  port = await freePort();
});
after(() => rmSync(temporary, { recursive: true, force: true }));

describe('npm start', { timeout: 900_000 }, () => {
  test('serves VS Code with the samples, says where, and leaves nothing behind', async () => {
    const started = start({}, '--port', String(port), '--no-open');
    try {
      const url = await started.line(/^http\S+$/m);
      assert.match(url, new RegExp(`^http://127\\.0\\.0\\.1:${port}/\\?osc=[\\w-]{32}$`));
      await openSample(url);
      await letsOnlyTheRightOnesIn(url);

      const second = start({}, '--port', String(port));
      assert.equal(await second.exit, 1);
      assert.match(second.output(), new RegExp(`Port ${port} is taken by another program\\. Choose another: npm start -- --port ${port + 1}`));
    } finally {
      started.child.kill('SIGINT');
    }
    assert.equal(await started.exit, 0, started.output());
    assert.deepEqual(
      readdirSync(temporary).filter((name) => name.startsWith('osc-')),
      [],
    );
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`), 'the server still answers');
  });

  test('opens the browser with an address that is good once', async () => {
    const opened = path.join(temporary, 'opened');
    const browser = path.join(temporary, 'browser');
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`);
    chmodSync(browser, 0o700);
    const started = start({ BROWSER: browser }, '--port', String(port));
    try {
      const printed = await started.line(/^http\S+$/m);
      await started.line(/Ctrl-C/);
      const given = readFileSync(opened, 'utf8');
      assert.notEqual(given, printed);
      const answers = [await ask(given), await ask(given), await ask(printed), await ask(printed)];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 403, 200, 200],
      );
    } finally {
      started.child.kill('SIGINT');
    }
    assert.equal(await started.exit, 0, started.output());
  });

  test('says what is wrong with its arguments', async () => {
    for (const [args, message] of [
      [['--port', 'eighty'], /"eighty" is no port/],
      [['--browser'], /Unknown option '--browser'/],
    ] as const) {
      const started = start({}, ...args);
      assert.equal(await started.exit, 1);
      assert.match(started.output(), message);
      assert.match(started.output(), /Usage: npm start/);
    }
  });
});

/** Follows a link of the README that comes up, to a file with a mistake. */
async function openSample(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: await bringChromium(console.log), args: [...chromiumArguments] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    const workbench = new Workbench(page);
    await workbench.open(url);
    await workbench.webview().locator('a', { hasText: 'update-peer-pods.yaml' }).click({ timeout: startUp });
    await workbench.tab('update-peer-pods.yaml').waitFor();
    await workbench.editor.squiggles('error').first().waitFor({ timeout: startUp });
  } finally {
    await browser.close();
  }
}

/** A server that anybody could use would let any web page, and every account of this machine, run programs. */
async function letsOnlyTheRightOnesIn(url: string): Promise<void> {
  const { origin, host } = new URL(url);
  const toldToOpen = /^[^\n]*Open the address that npm start has printed[^\n]*\n$/;
  const ways: readonly (readonly [why: string, url: string, headers: Readonly<Record<string, string>>])[] = [
    ['without the token', origin, {}],
    ['with a wrong token', url.slice(0, -1), {}],
    ['with a wrong cookie', origin, { Cookie: `osc-${port}=${'a'.repeat(32)}` }],
    ['a file of VS Code', `${origin}/_static/src/browser/media/favicon.ico`, {}],
    ['with the name of a web page', url, { Host: `evil.example:${port}` }],
    ['with another port', url, { Host: `127.0.0.1:${port + 1}` }],
    ['from a web page', url, { Origin: 'http://evil.example' }],
    ['from another port', url, { Origin: `http://127.0.0.1:${port + 1}` }],
  ];
  for (const [why, address, headers] of ways) {
    const { status, body } = await ask(address, headers);
    assert.equal(status, 403, why);
    assert.match(body, toldToOpen, why);
  }

  const welcome = await ask(url);
  assert.equal(welcome.status, 200);
  const [set = ''] = welcome.headers['set-cookie'] ?? [];
  assert.match(set, new RegExp(`^osc-${port}=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict$`));
  const cookie = set.split(';')[0] ?? '';
  assert.ok(!url.includes(cookie.split('=')[1] ?? ''), 'the cookie is not what stands in the address');
  assert.equal((await ask(`${origin}/healthz`, { Cookie: cookie })).status, 200);
  assert.equal((await ask(`${origin}/healthz`, { Cookie: cookie, Host: `localhost:${port}` })).status, 200);
  assert.equal((await ask(`${origin}/healthz`, { Cookie: cookie, Host: `evil.example:${port}` })).status, 403);

  const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
  const socket = `${origin}/?type=Management&reconnectionToken=a&reconnection=false&skipWebSocketFrames=false`;
  const evil = `evil.example:${port}`;
  for (const [status, headers] of [
    [101, { Cookie: cookie, Origin: origin }],
    [403, { Origin: origin }],
    [403, { Cookie: cookie }],
    [403, { Cookie: cookie, Origin: 'http://evil.example' }],
    [403, { Cookie: cookie, Origin: `http://127.0.0.1:${port + 1}` }],
    [403, { Cookie: cookie, Origin: `http://${evil}`, Host: evil }],
  ] as const)
    assert.equal((await ask(socket, { ...upgrade, ...headers })).status, status, `${host} ${JSON.stringify(headers)}`);
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request, with whatever headers: fetch would not send a foreign Host. */
function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    asked.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, headers: response.headers, body: '' });
    });
    asked.on('error', reject).end();
  });
}

interface Started {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  output(): string;
  /** Waits until it has printed this; fails when it ends before. */
  line(pattern: RegExp): Promise<string>;
}

function start(env: Readonly<Record<string, string>>, ...args: string[]): Started {
  const child = spawn(process.execPath, ['scripts/start.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary, ...env },
  });
  let output = '';
  const seen: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const look of seen) look();
    });
  }
  const exit = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return {
    child,
    exit,
    output: () => output,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        seen.push(() => {
          const match = pattern.exec(output);
          if (match !== null) resolve(match[0]);
        });
        exit.then(
          () => reject(new Error(`it ended:\n${output}`)),
          (error: unknown) => reject(error),
        );
      }),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
