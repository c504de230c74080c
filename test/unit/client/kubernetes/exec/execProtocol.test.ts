/** Tests commands in containers with a server whose bytes the test writes: protocol, pings, and proxies. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Connection, ExecOptions, ExecSession } from '#client/kubernetes/connection.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import {
  contextIn,
  deps,
  folder,
  HandClock,
  kubeconfigOf,
  problemOf,
  valueOf,
} from '#test/support/cluster/clusterHarness.ts';
import { webCommand } from '#test/support/cluster/execPods.ts';
import {
  acceptUpgrade,
  frame,
  webSocketServer,
  type WebSocketClient,
  type WebSocketServer,
} from '#test/support/network/webSocketServer.ts';

const token = 'canary-0123456789-abcdef';
const v5 = 'v5.channel.k8s.io';
const success = '{"metadata":{},"status":"Success"}';
const closeFrame = Uint8Array.of(0x88, 2, 3, 0xe8);
type Respond = Parameters<typeof webSocketServer>[0];

describe('a command over a WebSocket', () => {
  const open: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).toReversed()) await close();
  });

  interface Opened {
    readonly session: ExecSession;
    readonly client: WebSocketClient;
    readonly clock: HandClock;
    readonly output: () => string;
    readonly server: WebSocketServer;
  }

  async function connectTo(server: WebSocketServer, clock: HandClock): Promise<Connection> {
    const home = folder();
    const file = home.write('config', kubeconfigOf({ odd: { cluster: { server: server.url }, user: { token } } }));
    const connection = connect(await contextIn(file, 'odd'), deps({ clock }));
    open.push(home.remove, connection.close.bind(connection));
    return connection;
  }

  async function openSession(options: Partial<ExecOptions> = {}, protocol = v5): Promise<Opened> {
    const clock = new HandClock();
    let connected: (client: WebSocketClient) => void = () => undefined;
    const accepted = new Promise<WebSocketClient>((resolve) => {
      connected = resolve;
    });
    const server = await webSocketServer(
      (request) => acceptUpgrade(request, protocol),
      (client) => connected(client),
    );
    open.push(server.close);
    const connection = await connectTo(server, clock);
    const output: Uint8Array[] = [];
    const opened = await connection.exec?.({
      ...webCommand,
      command: ['sh'],
      stdin: true,
      onOutput: (bytes, stream) =>
        void output.push(Buffer.from(`${stream}:`), Uint8Array.from(bytes), Buffer.from('|')),
      ...options,
    });
    assert.ok(opened !== undefined);
    return {
      session: valueOf(opened),
      client: await accepted,
      clock,
      output: () => Buffer.concat(output).toString('utf8'),
      server,
    };
  }

  async function refusedBy(respond: Respond): Promise<ReturnType<typeof problemOf>> {
    const server = await webSocketServer(respond);
    open.push(server.close);
    const connection = await connectTo(server, new HandClock());
    const opened = await connection.exec?.({ ...webCommand, command: ['sh'], onOutput: () => undefined });
    assert.ok(opened !== undefined);
    return problemOf(opened);
  }

  test('requests the upgrade with the credentials of the connection', async () => {
    const { server, session } = await openSession();
    const { headers } = { headers: server.headers() };
    assert.equal(headers.authorization, `Bearer ${token}`);
    assert.equal(headers['sec-websocket-protocol'], 'v5.channel.k8s.io, v4.channel.k8s.io');
    assert.equal(headers['sec-websocket-version'], '13');
    assert.match(headers['user-agent'] ?? '', /openshift-sandboxed-containers-tools/);
    session.close();
  });

  test('receives frames that arrive byte by byte', async () => {
    const { client, session, output } = await openSession();
    const fragments = [Uint8Array.of(0x02, 3, 1, 0xf0, 0x9f), Uint8Array.of(0x80, 2, 0x99, 0x82)];
    const bytes = Buffer.concat([
      frame(1, ''),
      frame(1, 'é'),
      frame(2, 'error'),
      ...fragments,
      frame(9, 'unknown channel'),
      frame(3, success),
      closeFrame,
    ]);
    for (const byte of bytes) {
      client.socket.write(Uint8Array.of(byte));
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    assert.deepEqual(await session.ended, { kind: 'exited', exitCode: 0 });
    assert.equal(output(), 'stdout:é|stderr:error|stdout:🙂|');
  });

  test('passes on a character that is split between two messages', async () => {
    const { client, session, output } = await openSession();
    client.socket.write(Buffer.concat([frame(1, Uint8Array.of(0xc3)), frame(1, Uint8Array.of(0xa9))]));
    client.socket.write(Buffer.concat([frame(3, success), closeFrame]));
    await session.ended;
    assert.ok(Buffer.from(output()).includes(Buffer.from('stdout:')));
    assert.equal(output().split('|').length, 3);
  });

  test('sends input, sizes, and the end of the input on their channels', async () => {
    const { client, session } = await openSession({ tty: true, size: { columns: 80, rows: 24 } });
    const next = async (): Promise<string> => Buffer.from((await client.next()).payload).toString('latin1');
    assert.equal(await next(), '\u0004{"Width":80,"Height":24}');
    await session.write('é');
    assert.equal(await next(), '\u0000\u00c3\u00a9');
    const long = new Uint8Array(70_000);
    const written = session.write(long);
    session.endInput();
    await written;
    const lengths = [(await client.next()).payload.length, (await client.next()).payload.length];
    assert.deepEqual(lengths, [32_769, 32_769]);
    assert.equal((await client.next()).payload.length, 70_000 - 65_536 + 1);
    assert.equal(await next(), '\u00ff\u0000');
    session.close();
    assert.equal((await client.next()).type, 'close');
  });

  test('can not end its input with protocol v4', async () => {
    const { client, session } = await openSession({}, 'v4.channel.k8s.io');
    assert.equal(session.canEndInput, false);
    session.endInput();
    await session.write('a');
    assert.equal(Buffer.from((await client.next()).payload).toString('latin1'), '\u0000a');
    session.close();
  });

  test('sends a ping every 30 seconds, and answers pings', async () => {
    const { client, clock, session } = await openSession();
    for (let count = 0; count < 3; count += 1) {
      clock.pass(30_000);
      assert.equal((await client.next()).type, 'ping');
      client.socket.write(Uint8Array.of(0x8a, 0, 0x89, 1, 0x61));
      const { type, payload } = await client.next();
      assert.deepEqual([type, Buffer.from(payload).toString()], ['pong', 'a']);
    }
    session.close();
  });

  test('is lost when the server is silent for 90 seconds', async () => {
    const { clock, session } = await openSession();
    for (let count = 0; count < 3; count += 1) clock.pass(30_000);
    const end = await session.ended;
    assert.ok(end.kind === 'lost');
    assert.equal(end.problem.kind, 'timeout');
  });

  test('is lost when the server sends something invalid, or closes without a result', async () => {
    for (const [bytes, kind] of [
      [Uint8Array.of(0x81, 1, 0x61), 'badAnswer'],
      [Uint8Array.of(0xff, 0xff), 'badAnswer'],
      [closeFrame, 'network'],
    ] as const) {
      const { client, session } = await openSession();
      client.socket.write(bytes);
      const end = await session.ended;
      assert.ok(end.kind === 'lost');
      assert.equal(end.problem.kind, kind);
    }
  });

  test('receives the output before an invalid frame', async () => {
    const { client, session, output } = await openSession();
    client.socket.write(Buffer.concat([frame(1, 'a'), Uint8Array.of(0xff, 0xff)]));
    const end = await session.ended;
    assert.ok(end.kind === 'lost' && end.problem.kind === 'badAnswer');
    assert.equal(output(), 'stdout:a|');
  });

  for (const [what, bytes] of [
    ['a frame above 2 MiB', Uint8Array.of(0x82, 127, 0, 0, 0, 0, 0, 0x20, 0, 1)],
    ['a masked frame', Uint8Array.of(0x82, 0x81, 1, 2, 3, 4, 5)],
    ['a reserved type', Uint8Array.of(0x8b, 0)],
  ] as const)
    test(`is lost when the server sends ${what}`, async () => {
      const { client, session } = await openSession();
      client.socket.write(bytes);
      const end = await session.ended;
      assert.ok(end.kind === 'lost' && end.problem.kind === 'badAnswer');
    });

  test('stops reading when many tiny messages are not delivered', async () => {
    let count = 0;
    const { client, session } = await openSession({
      onOutput: () => {
        count += 1;
        return new Promise(() => undefined);
      },
    });
    const many = Buffer.concat(Array.from({ length: 10_000 }, () => frame(1, 'a')));
    let isSent = true;
    // The server stops when the network accepts no more, because the client doesn't read.
    for (let part = 0; part < 1000 && isSent; part += 1)
      isSent = await Promise.race([
        new Promise<boolean>((resolve) => void client.socket.write(many, () => resolve(true))),
        client.socket.writableNeedDrain ? settled() : true,
      ]);
    assert.ok(count < 100_000, String(count));
    session.close();
  });

  test('does not collect answers for a server that sends pings and reads nothing', async () => {
    const { client, session } = await openSession();
    client.socket.pause();
    const pings = Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([0x89, 125, ...Buffer.alloc(125)])));
    const before = process.memoryUsage().arrayBuffers;
    for (let part = 0; part < 400; part += 1)
      await new Promise<void>((resolve) => void client.socket.write(pings, () => resolve()));
    client.socket.write(Buffer.concat([frame(3, success), closeFrame]));
    assert.deepEqual(await session.ended, { kind: 'exited', exitCode: 0 });
    // The answers to all pings have a size of 26 MB.
    assert.ok(process.memoryUsage().arrayBuffers - before < 15_000_000);
  });

  test('ends 5 seconds after its result if the server does not close the connection', async () => {
    const { client, clock, session } = await openSession();
    client.send(
      3,
      '{"status":"Failure","reason":"NonZeroExitCode","details":{"causes":[{"reason":"ExitCode","message":"7"}]}}',
    );
    await clock.asked(5000);
    clock.pass(5000);
    assert.deepEqual(await session.ended, { kind: 'exited', exitCode: 7 });
  });

  test('shows the message of a failure without credentials and control characters', async () => {
    const { client, session } = await openSession();
    client.send(3, `{"status":"Failure","message":"no \\u001b[31m${token}","code":500}`);
    client.socket.write(closeFrame);
    const end = await session.ended;
    assert.ok(end.kind === 'failed');
    assert.equal(end.problem.kind, 'server');
    assert.ok(!JSON.stringify(end).includes(token));
    assert.ok(!end.problem.message.includes('\u001b'));
  });

  test('fails if a proxy does not upgrade the connection', async () => {
    const page = 'Content-Type: text/html\r\nContent-Length: 4\r\n\r\npage';
    for (const status of [
      '200 OK',
      '400 Bad Request',
      '404 Not Found',
      '426 Upgrade Required',
      '501 Not Implemented',
    ]) {
      const problem = await refusedBy(() => `HTTP/1.1 ${status}\r\n${page}`);
      assert.deepEqual([problem.kind, problem.reason], ['badAnswer', 'upgradeRefused'], status);
      assert.match(problem.message, new RegExp(`returned ${status.slice(0, 3)} instead of a WebSocket`));
    }
    const removed = '{"kind":"Status","message":"Upgrade request required","reason":"BadRequest","code":400}';
    const json = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${removed.length}\r\n\r\n${removed}`;
    assert.equal((await refusedBy(() => json)).reason, 'upgradeRefused');
    assert.equal((await refusedBy(() => `HTTP/1.1 403 Forbidden\r\n${page}`)).kind, 'forbidden');
    assert.equal((await refusedBy(() => `HTTP/1.1 502 Bad Gateway\r\n${page}`)).kind, 'server');
  });

  test('fails if the response is not that of a WebSocket server', async () => {
    for (const respond of [
      (request) => acceptUpgrade(request, 'base64.channel.k8s.io'),
      (request) => acceptUpgrade(request, v5).replace(/Accept: .*?\r\n/, 'Accept: wrong\r\n'),
      (request) => acceptUpgrade(request, v5).replace('Upgrade: websocket', 'Upgrade: SPDY/3.1'),
      (request) => acceptUpgrade(request, v5).replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: x\r\n\r\n'),
    ] satisfies Respond[])
      assert.equal((await refusedBy(respond)).reason, 'upgradeRefused');
  });

  test('fails if the server does not respond in time', async () => {
    const server = await webSocketServer(() => undefined);
    open.push(server.close);
    const clock = new HandClock();
    const connection = await connectTo(server, clock);
    const opening = connection.exec?.({ ...webCommand, command: ['sh'], timeout: 1000, onOutput: () => undefined });
    await clock.asked(1000);
    clock.pass(1000);
    const opened = await opening;
    assert.equal(opened?.ok === false && opened.error.kind, 'timeout');
  });
});

/** Resolves with false when the event loop has run several times. */
async function settled(): Promise<false> {
  for (let turns = 0; turns < 50; turns += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  return false;
}
