/** Tests commands in containers of a simulated cluster: streams, exit codes, terminals, limits, and errors. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { connect as connectTo } from 'node:net';
import type { Duplex } from 'node:stream';
import { before, describe, test } from 'node:test';
import { problemOf } from '#test/support/cluster/clusterHarness.ts';
import { createExecPod, execToEnd, startExec, webCommand } from '#test/support/cluster/execPods.ts';
import { gate } from '#test/support/time/gate.ts';
import { createConnectionStage } from '../connectionStage.ts';

const stage = createConnectionStage();
const exited = (exitCode: number): object => ({ kind: 'exited', exitCode });
/** Resolves when the cluster runs no processes. */
async function untilNoProcess(): Promise<void> {
  while (stage.cluster.execs.open > 0)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

describe('a command in a container', () => {
  before(() => {
    const { cluster } = stage;
    createExecPod(cluster, { name: 'web', containers: { app: 'web:1', proxy: 'gcr.io/distroless/proxy:1' } });
    createExecPod(cluster, { name: 'waiting', state: { waiting: { reason: 'ImagePullBackOff' } } });
    createExecPod(cluster, { name: 'pending', isScheduled: false });
    createExecPod(cluster, { name: 'bare', runtimeClass: 'kata', containers: { app: 'scratch' } });
  });

  test('returns its output and its exit code', async () => {
    const connection = await stage.connect();
    assert.deepEqual(await execToEnd(connection, ['echo', 'a b', '$?', '']), {
      stdout: 'a b $? \n',
      stderr: '',
      end: exited(0),
    });
    assert.deepEqual(await execToEnd(connection, ['sh', '-c', 'echo out; echo err >&2; exit 42']), {
      stdout: 'out\n',
      stderr: 'err\n',
      end: exited(42),
    });
    assert.deepEqual((await execToEnd(connection, ['false'])).end, exited(1));
    assert.deepEqual((await execToEnd(connection, ['sh', '-c', 'false || exit 3'])).end, exited(3));
    assert.match((await execToEnd(connection, ['ls', '/'])).stdout, /^bin\ndev\netc\n/);
  });

  test('reads standard input to its end', async () => {
    const connection = await stage.connect();
    const input = '한국어 ünïcödé 🙂\n';
    assert.deepEqual(await execToEnd(connection, ['cat'], { input }), { stdout: input, stderr: '', end: exited(0) });
    assert.deepEqual(await execToEnd(connection, ['sh'], { input: 'echo one\nfalse\nexit $?\necho two\n' }), {
      stdout: 'one\n',
      stderr: '',
      end: exited(1),
    });
  });

  test('receives a paste of 1 MB completely, but no faster than it reads', async () => {
    const connection = await stage.connect();
    const input = Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 256);
    const parts: Uint8Array[] = [];
    const { session } = await startExec(connection, {
      command: ['cat'],
      onOutput: (bytes) => void parts.push(bytes),
    });
    const sent = session.write(input);
    session.endInput();
    await sent;
    assert.deepEqual(await session.ended, exited(0));
    assert.ok(Buffer.concat(parts).equals(input));
  });

  test('waits with standard input while the process reads none', async () => {
    const connection = await stage.connect();
    const { session } = await startExec(connection, { command: ['sleep', '1000'] });
    let isSent = false;
    const sent = session.write(new Uint8Array(64 * 1024 * 1024)).then(() => {
      isSent = true;
    });
    // The simulator answers other requests, so it isn't the test that is too fast.
    for (let request = 0; request < 20; request += 1) await connection.ask('/version');
    assert.equal(isSent, false);
    session.close();
    await sent;
    assert.deepEqual(await session.ended, { kind: 'closed' });
    await untilNoProcess();
  });

  test('stops while 1 MiB of its output is not delivered, and continues after the delivery', async () => {
    const connection = await stage.connect();
    // One read of the socket can contain more messages.
    const most = 1024 * 1024 + 128 * 1024;
    const output = { bytes: 0, undelivered: 0, largest: 0 };
    const [delivery, full] = [gate(), gate()];
    const deliver = async (length: number): Promise<void> => {
      await delivery.passed;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      output.undelivered -= length;
    };
    const { session } = await startExec(connection, {
      command: ['yes'],
      onOutput: (bytes) => {
        output.bytes += bytes.length;
        output.undelivered += bytes.length;
        output.largest = Math.max(output.largest, output.undelivered);
        // Each message also counts with the memory that it needs.
        if (output.undelivered > 1000 * 1024) full.open();
        return deliver(bytes.length);
      },
    });
    await full.passed;
    for (let request = 0; request < 50; request += 1) await connection.ask('/version');
    assert.ok(output.bytes <= most, `${output.bytes} bytes`);
    delivery.open();
    while (output.bytes < 40 * 1024 * 1024) await connection.ask('/version');
    session.close();
    assert.ok(output.largest <= most, `${output.largest} bytes`);
    await untilNoProcess();
  });

  test('has a terminal with a size, echo, and Ctrl+C', async () => {
    const connection = await stage.connect();
    const terminal = await startExec(connection, {
      command: ['sh'],
      tty: true,
      size: { columns: 100, rows: 30 },
    });
    const { session, until } = terminal;
    await until('/ # ');
    await session.write('stty size\r');
    await until('30 100\r\n');
    session.resize({ columns: 7, rows: 5 });
    await session.write('stty size\r');
    await until('5 7\r\n');
    await session.write('sleep 1000\r');
    await until('sleep 1000\r\n');
    await session.write('\u0003');
    await until('^C\r\n/ # ');
    await session.write('exox\u007f\u007fit 5\r');
    assert.deepEqual(await session.ended, exited(5));
    assert.ok(!terminal.text().includes('not found'));
  });

  test('fails without a shell in the image', async () => {
    const connection = await stage.connect();
    const onNode = await execToEnd(connection, ['sh'], { container: 'proxy' });
    assert.match(onNode.stderr, /exec: \\"sh\\": executable file not found in \$PATH/);
    assert.deepEqual(onNode.end, exited(255));
    const { end } = await execToEnd(connection, ['sh'], { pod: 'bare' });
    assert.ok(end.kind === 'failed');
    assert.match(end.problem.message, /the file sh was not found/);
  });

  test('fails if its container waits', async () => {
    const { end } = await execToEnd(await stage.connect(), ['sh'], { pod: 'waiting' });
    assert.ok(end.kind === 'failed');
    assert.match(end.problem.message, /container not found \("app"\)/);
  });

  test('fails with the message of the server before it starts', async () => {
    const connection = await stage.connect();
    for (const [options, kind, message] of [
      [{ pod: 'none' }, 'notFound', /pods "none" not found/],
      [{ container: 'none' }, 'invalid', /container none is not valid for pod web/],
      [{ pod: 'pending' }, 'invalid', /pod pending does not have a host assigned/],
      [{ pod: '..' }, 'invalid', /characters that aren't allowed/],
    ] as const) {
      const opened = await connection.exec?.({ ...webCommand, command: ['sh'], onOutput: () => undefined, ...options });
      assert.ok(opened !== undefined);
      const problem = problemOf(opened);
      assert.equal(problem.kind, kind);
      assert.match(problem.message, message);
    }
    const { container: _container, ...rest } = webCommand;
    const opened = await connection.exec?.({ ...rest, command: ['sh'], onOutput: () => undefined });
    assert.ok(opened?.ok === false);
    assert.match(opened.error.message, /a container name must be specified for pod web, choose one of: \[app proxy\]/);
  });

  test('ends with its container', async () => {
    const connection = await stage.connect();
    createExecPod(stage.cluster, { name: 'short' });
    const { session, until } = await startExec(connection, {
      pod: 'short',
      command: ['sh', '-c', 'echo ready; sleep 1000'],
    });
    await until('ready');
    const { store, resources } = stage.cluster;
    assert.ok(store.delete(resources.need('', 'pods'), 'default', 'short', { gracePeriodSeconds: 0 }).ok);
    assert.deepEqual(await session.ended, exited(137));
  });

  test('ends when its container restarts', async () => {
    const connection = await stage.connect();
    createExecPod(stage.cluster, { name: 'restarted' });
    const { session, until } = await startExec(connection, {
      pod: 'restarted',
      command: ['sh', '-c', 'echo ready; yes'],
    });
    await until('ready');
    const { store, resources } = stage.cluster;
    const type = resources.need('', 'pods');
    const pod = store.get(type, 'default', 'restarted');
    assert.ok(pod !== undefined);
    const containerStatuses = [{ name: 'app', state: { running: {} }, containerID: 'cri-o://new' }];
    assert.ok(store.updateStatus(type, { ...pod, status: { phase: 'Running', containerStatuses } }).ok);
    assert.deepEqual(await session.ended, exited(137));
  });

  test('uses the proxy of the kubeconfig', async () => {
    const targets: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
      targets.push(url);
      const server = connectTo(Number(new URL(stage.cluster.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.pipe(server).pipe(socket);
      });
      socket.on('error', () => server.destroy());
      server.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    assert.ok(typeof address === 'object' && address !== null);
    const file = stage.home.write(
      'proxied',
      stage.cluster.kubeconfig.replace('"server":', `"proxy-url": "http://127.0.0.1:${address.port}", "server":`),
    );
    const connection = await stage.open(file, 'kube-admin');
    const result = await execToEnd(connection, ['cat'], { input: 'a' });
    assert.deepEqual(result, { stdout: 'a', stderr: '', end: exited(0) });
    assert.deepEqual(targets, [new URL(stage.cluster.url).host]);
    connection.close();
    await new Promise((resolve) => {
      proxy.close(resolve);
      proxy.closeAllConnections();
    });
  });

  test('ends when the connection breaks', async () => {
    const connection = await stage.connect();
    const { session, until } = await startExec(connection, { command: ['sh', '-c', 'echo ready; sleep 1000'] });
    await until('ready');
    stage.cluster.cutConnections();
    const end = await session.ended;
    assert.ok(end.kind === 'lost' && end.problem.kind === 'network');
    await session.write('x');
    session.resize({ columns: 1, rows: 1 });
    session.endInput();
    session.close();
    await untilNoProcess();
  });

  test('leaves nothing behind when it is canceled, or when the cluster is closed', async () => {
    const connection = await stage.connect();
    const abort = new AbortController();
    const command = ['sh', '-c', 'echo ready; sleep 1000'];
    const canceled = await startExec(connection, { command, signal: abort.signal });
    const open = await startExec(connection, { command });
    await Promise.all([canceled.until('ready'), open.until('ready')]);
    abort.abort();
    assert.deepEqual(await canceled.session.ended, { kind: 'closed' });
    connection.close();
    assert.deepEqual(await open.session.ended, { kind: 'closed' });
    await untilNoProcess();
    await stage.gate.empty();
    const opened = await connection.exec?.({ ...webCommand, command, onOutput: () => undefined });
    assert.equal(opened?.ok === false && opened.error.kind, 'aborted');
  });

  test('can run several times at once', async () => {
    const connection = await stage.connect();
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map((code) => execToEnd(connection, ['sh', '-c', `echo ${code}; exit ${code}`])),
    );
    assert.deepEqual(
      results.map(({ stdout, end }) => [stdout, end]),
      [1, 2, 3, 4, 5].map((code) => [`${code}\n`, exited(code)]),
    );
  });
});
