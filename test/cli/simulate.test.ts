/** Tests `osc-tools simulate` as a separate process: its kubeconfig, its exit, and the options it rejects. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { nodes } from '../support/lsp/nodeVersions.ts';
import { Client, currentContext, identitiesOf } from '../support/cluster/apiClient.ts';
import { english } from './osc.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-simulate-'));
const program = path.resolve(import.meta.dirname, '../../dist/cli.js');
after(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly child: ChildProcess;
  /** Exit code. Resolves after all output has been read. */
  readonly closed: Promise<number | null>;
  /** Standard output so far. */
  readonly output: () => string;
  readonly problems: () => string;
}

function start(...args: readonly string[]): Run {
  const child = spawn(nodes[0]?.path ?? process.execPath, [program, 'simulate', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: english,
  });
  const text = { output: '', problems: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.problems += chunk));
  const closed = once(child, 'close').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  return { child, closed, output: () => text.output, problems: () => text.problems };
}

function ended({ closed }: Run): Promise<number | null> {
  return closed;
}

/** Resolves when the simulator reports that it's ready. Fails if it exits first. */
async function answers({ child, closed, problems }: Run): Promise<void> {
  const end = closed.then((code) => assert.fail(`it has ended with ${code}: ${problems()}`));
  const said = new Promise<void>((resolve) => {
    child.stderr?.on('data', () => {
      if (problems().includes('press Ctrl+C.')) resolve();
    });
  });
  await Promise.race([said, end]);
}

test('simulate --list prints the scenarios and exits', async () => {
  const run = start('--list');
  assert.equal(await ended(run), 0);
  assert.match(run.output(), /^two-workers {2,}\S/m);
  assert.match(run.output(), /^nodes-5000 {2,}\S/m);
});

test("simulate writes a private kubeconfig when it's ready and removes it on exit", async () => {
  const file = path.join(folder, 'kubeconfig');
  const run = start('--scenario', 'operator-missing', '--kubeconfig', file, '--port', '0');
  await answers(run);
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  const text = readFileSync(file, 'utf8');
  const identity = identitiesOf(text, folder).get(currentContext(text));
  assert.ok(identity !== undefined);
  assert.match(identity.url, /^https:\/\/127\.0\.0\.1:\d+$/);
  const client = new Client(identity);
  assert.equal((await client.get('/api/v1/nodes?limit=1')).code, 200);
  client.close();
  run.child.kill('SIGTERM');
  assert.equal(await ended(run), 0);
  assert.ok(!existsSync(file));
});

test("simulate doesn't overwrite another kubeconfig", async () => {
  const file = path.join(folder, 'own');
  writeFileSync(file, 'apiVersion: v1\nkind: Config\n');
  const run = start('--kubeconfig', file);
  assert.equal(await ended(run), 2);
  assert.match(run.problems(), /already exists and wasn't written by the simulator, so it was not overwritten/);
  assert.equal(readFileSync(file, 'utf8'), 'apiVersion: v1\nkind: Config\n');
});

test('simulate rejects invalid options with exit code 2', async () => {
  for (const [args, words] of [
    [['--scenario', 'nothing'], /unknown scenario nothing\. Run "osc-tools simulate --list" to list scenarios\./],
    [['--port', '70000'], /Expected a number from 0 to 65535/],
    [['--speed', 'fast'], /Expected a number from/],
    [['--kubeconfig', path.join(folder, 'no', 'folder')], /can't write .*folder/],
  ] as const) {
    const run = start(...args);
    assert.equal(await ended(run), 2, args.join(' '));
    assert.match(run.problems(), words);
  }
});
