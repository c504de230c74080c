/** npm start, from its first line to Ctrl-C. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { bringChromium } from '../../scripts/lib/chromium.ts';
import { root } from '../../scripts/lib/run.ts';
import { chromiumArguments } from '../support/workbench/session.ts';
import { Workbench } from '../support/workbench/workbench.ts';

/** What it makes is made here, so that what it leaves can be seen. */
const temporary = mkdtempSync(path.join(tmpdir(), 'osc-start-'));
let port: number;
before(async () => {
  port = await freePort();
});
after(() => rmSync(temporary, { recursive: true, force: true }));

describe('npm start', { timeout: 120_000 }, () => {
  test('serves VS Code with the samples, says where, and leaves nothing behind', async () => {
    const started = start('--port', String(port), '--no-open');
    try {
      const url = await started.line(/^http\S+$/m);
      assert.equal(url, `http://127.0.0.1:${port}`);
      await openSample(url);

      const second = start('--port', String(port));
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

  test('says what is wrong with its arguments', async () => {
    for (const [args, message] of [
      [['--port', 'eighty'], /"eighty" is no port/],
      [['--browser'], /Unknown option '--browser'/],
    ] as const) {
      const started = start(...args);
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
    await workbench.webview().locator('a', { hasText: 'update-peer-pods.yaml' }).click();
    await workbench.tab('update-peer-pods.yaml').waitFor();
    await workbench.editor.squiggles('error').first().waitFor();
  } finally {
    await browser.close();
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  output(): string;
  /** Waits until it has printed this; fails when it ends before. */
  line(pattern: RegExp): Promise<string>;
}

function start(...args: string[]): Started {
  const child = spawn(process.execPath, ['scripts/start.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
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
