/**
 * Tests the bundled process of the demo cluster: its output, the files it removes, and that it doesn't outlive its
 * parent.
 */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { adoptDemo } from '#client/demo/adoptDemo.ts';
import { startChild } from '#client/demo/demoChild.ts';
import { Client, currentContext, identitiesOf } from '../support/cluster/apiClient.ts';
import { followServer } from '../support/network/followServer.ts';

const program = path.resolve(import.meta.dirname, '../../dist/demoProcess.js');
const parent = mkdtempSync(path.join(tmpdir(), 'osc-demo-'));
after(() => rmSync(parent, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(path.join(parent, 'storage-'));

async function count(kubeconfig: string, list: string): Promise<number> {
  const text = readFileSync(kubeconfig, 'utf8');
  const identity = identitiesOf(text, '/').get(currentContext(text));
  assert.ok(identity !== undefined);
  const client = new Client(identity);
  const { body } = await client.get(list);
  client.close();
  return Array.isArray(body['items']) ? body['items'].length : 0;
}

describe('demo cluster process', () => {
  test('lists its scenarios, starts one with a private kubeconfig, and leaves no files', async () => {
    const folder = newFolder();
    const child = startChild(program);
    const scenarios = await child.scenarios;
    assert.ok(scenarios.ok);
    assert.equal(scenarios.value[0]?.name, 'two-workers');
    assert.ok(scenarios.value.every(({ summary }) => summary.length > 30));
    const answer = await child.start({
      scenario: 'two-workers',
      context: 'demo-two-workers',
      speed: 600,
      folder,
      begin: true,
      grace: 0,
    });
    assert.ok(answer.ok, JSON.stringify(answer));
    const { kubeconfig, url, context } = answer.value;
    assert.equal(context, currentContext(readFileSync(kubeconfig, 'utf8')));
    assert.equal(context, 'demo-two-workers');
    assert.match(url, /^https:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(path.dirname(kubeconfig), folder);
    if (process.platform !== 'win32') assert.equal(statSync(kubeconfig).mode & 0o777, 0o600);
    assert.equal(await count(kubeconfig, '/api/v1/nodes'), 5);
    assert.equal(
      await count(kubeconfig, '/apis/kataconfiguration.openshift.io/v1/kataconfigs'),
      1,
      'what comes first is done',
    );
    child.end();
    assert.ok(!existsSync(kubeconfig), 'gone before the process is: the extension host may be ending');
    await child.ended;
    assert.deepEqual(readdirSync(folder), []);
  });

  test('reports an unknown scenario and why it ended', async () => {
    const child = startChild(program);
    assert.deepEqual(
      await child.start({
        scenario: 'no-such',
        context: 'demo',
        speed: 1,
        folder: newFolder(),
        begin: false,
        grace: 0,
      }),
      {
        ok: false,
        error: 'unknown scenario no-such',
      },
    );
    child.end();
    await child.ended;
    const missing = startChild(path.join(parent, 'nowhere.js'));
    const scenarios = await missing.scenarios;
    assert.match(scenarios.ok ? '' : scenarios.error, /Cannot find module/);
  });

  test('exits and removes its files when its parent process is killed and no window reconnects to it', async () => {
    const folder = newFolder();
    const { host, kubeconfig } = await startInParent(folder, 0);
    const server = await followServer(urlIn(kubeconfig));
    host.kill('SIGKILL');
    await server.gone;
    assert.deepEqual(readdirSync(folder), []);
  });

  test('survives its parent process if a window reconnects to it, and stops with that window', async () => {
    const folder = newFolder();
    const { host, kubeconfig } = await startInParent(folder, 3000);
    const pid = Number(/demo-(\d+)\./.exec(kubeconfig)?.[1]);
    const server = await followServer(urlIn(kubeconfig));
    const adopted = adoptDemo(folder, pid);
    assert.ok(adopted !== undefined);
    host.kill('SIGKILL');
    await once(host, 'exit');
    assert.equal(await count(kubeconfig, '/api/v1/nodes'), 5);
    adopted.release();
    await server.gone;
    assert.deepEqual(readdirSync(folder), []);
  });

  test('stops immediately when the reconnected window stops it', async () => {
    const folder = newFolder();
    const { host, kubeconfig } = await startInParent(folder, 60_000);
    const pid = Number(/demo-(\d+)\./.exec(kubeconfig)?.[1]);
    const adopted = adoptDemo(folder, pid);
    assert.ok(adopted !== undefined);
    host.kill('SIGKILL');
    adopted.end();
    // The process can write this file until the operating system has ended it.
    writeFileSync(path.join(folder, `demo-${pid}.alive`), '');
    await adopted.ended;
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(
      adoptDemo(folder, process.pid),
      undefined,
      'a process without a kubeconfig in the folder is not a demo cluster',
    );
  });
});

/**
 * Starts a demo cluster from an intermediate process that a test can kill in place of an extension host.
 * @param grace time that the cluster waits for a window to reconnect, in milliseconds
 */
async function startInParent(
  folder: string,
  grace: number,
): Promise<{ readonly host: ChildProcess; readonly kubeconfig: string }> {
  const middle = path.join(folder, '..', `middle-${path.basename(folder)}.mjs`);
  const source = JSON.stringify(new URL('../../client/src/demo/demoChild.ts', import.meta.url).href);
  writeFileSync(
    middle,
    `const { startChild } = await import(${source});
    const child = startChild(${JSON.stringify(program)});
    await child.scenarios;
    const answer = await child.start({ scenario: 'operator-missing', context: 'demo', speed: 1, folder: ${JSON.stringify(folder)}, grace: ${grace} });
    process.send(answer.ok ? answer.value.kubeconfig : answer.error);`,
  );
  const host: ChildProcess = fork(middle, [], { execArgv: [] });
  const [kubeconfig]: unknown[] = await once(host, 'message');
  assert.ok(typeof kubeconfig === 'string' && existsSync(kubeconfig), String(kubeconfig));
  return { host, kubeconfig };
}

function urlIn(kubeconfig: string): string {
  return /https:[^"]+/.exec(readFileSync(kubeconfig, 'utf8'))?.[0] ?? '';
}
