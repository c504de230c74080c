/** Tests each transport to a client, and that the server ends with the client. */
import assert from 'node:assert/strict';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { describe, test } from 'node:test';
import {
  createClientPipeTransport,
  createClientSocketTransport,
  createMessageConnection,
  generateRandomPipeName,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc/node';
import { dist } from '#test/support/lsp/editor.ts';

const program = path.join(dist, 'server.js');

interface Started {
  readonly server: ChildProcess;
  readonly connection: MessageConnection;
}

/** Connects a client, and returns the name of the server. */
async function initialize(
  [reader, writer]: readonly [MessageReader, MessageWriter],
  processId: number | null = null,
): Promise<MessageConnection> {
  const connection = createMessageConnection(reader, writer);
  connection.listen();
  const { serverInfo } = await connection.sendRequest<{ serverInfo: { name: string } }>('initialize', {
    processId,
    rootUri: null,
    capabilities: {},
  });
  assert.equal(serverInfo.name, 'osc-tools');
  return connection;
}

/** Returns a port that no process uses, because the client library doesn't support port 0. */
async function findPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  return typeof address === 'object' && address !== null ? address.port : assert.fail('the listener has a port');
}

function startWith(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
}

const transports: Readonly<Record<string, () => Promise<Started>>> = {
  '--node-ipc': async () => {
    const server = fork(program, ['--node-ipc']);
    return { server, connection: await initialize([new IPCMessageReader(server), new IPCMessageWriter(server)]) };
  },
  '--pipe NAME': async () => {
    const name = generateRandomPipeName();
    const { onConnected } = await createClientPipeTransport(name);
    const server = startWith(['--pipe', name]);
    return { server, connection: await initialize(await onConnected()) };
  },
  '--pipe=NAME': async () => {
    const name = generateRandomPipeName();
    const { onConnected } = await createClientPipeTransport(name);
    const server = startWith([`--pipe=${name}`]);
    return { server, connection: await initialize(await onConnected()) };
  },
};

describe('transport of the server', () => {
  for (const [name, start] of Object.entries(transports))
    test(`${name} transfers requests, and the server ends after shutdown`, async () => {
      const { server, connection } = await start();
      const ended = once(server, 'exit');
      assert.equal(await connection.sendRequest('shutdown'), null);
      await connection.sendNotification('exit');
      assert.deepEqual(await ended, [0, null]);
    });

  test('--socket=PORT transfers requests, and the server ends when the client closes it', async () => {
    const port = await findPort();
    const { onConnected } = await createClientSocketTransport(port);
    const server = startWith([`--socket=${port}`]);
    const ended = once(server, 'exit');
    const connection = await initialize(await onConnected());
    connection.end();
    assert.deepEqual(await ended, [1, null]);
  });

  test('--node-ipc ends when the client disconnects', async () => {
    const server = fork(program, ['--node-ipc']);
    await initialize([new IPCMessageReader(server), new IPCMessageWriter(server)]);
    const ended = once(server, 'exit');
    server.disconnect();
    assert.deepEqual(await ended, [1, null]);
  });
});

describe('server whose client process no longer exists', () => {
  const gone = async (): Promise<number> => {
    const client = spawn(process.execPath, ['-e', '']);
    await once(client, 'exit');
    return client.pid ?? assert.fail('the client has a process ID');
  };
  const startStdio = (args: readonly string[]) => spawn(process.execPath, [program, '--stdio', ...args]);

  test('ends if the client sent its process ID', async () => {
    const server = startStdio([]);
    const ended = once(server, 'exit');
    await initialize([new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin)], await gone());
    assert.deepEqual(await ended, [1, null]);
  });

  test('ends if the arguments contain the process ID', async () => {
    const server = startStdio([`--clientProcessId=${await gone()}`]);
    assert.deepEqual(await once(server, 'exit'), [1, null]);
  });
});
