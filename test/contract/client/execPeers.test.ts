/**
 * Compares commands in containers with other software: runs the Kubernetes client for Node.js against the simulator,
 * and the client of the extension against the WebSocket server of `ws`. Skipped if npm can't install them.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test, type TestContext } from 'node:test';
import { connect } from '#client/kubernetes/transport/connect.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { readExitCode } from '#core/common/execChannels.ts';
import { bringClientNode, clientNodeMissing } from '#scripts/externalTools/clientNode.ts';
import { simulate, type Simulation } from '#simulator/main.ts';
import { contextIn, deps, folder, kubeconfigOf, valueOf } from '#test/support/cluster/clusterHarness.ts';
import { createExecPod, execToEnd, webCommand } from '#test/support/cluster/execPods.ts';

/** The parts of `@kubernetes/client-node` that the tests use. */
interface ClientNode {
  readonly KubeConfig: new () => { loadFromString(text: string): void };
  readonly Exec: new (config: object) => {
    exec(
      namespace: string,
      pod: string,
      container: string,
      command: readonly string[],
      stdout: PassThrough,
      stderr: PassThrough,
      stdin: Readable | null,
      tty: boolean,
      onStatus: (status: unknown) => void,
    ): Promise<{ close(): void }>;
  };
}

/** The parts of `ws` that the tests use. */
interface Ws {
  readonly WebSocketServer: new (options: object) => {
    on(event: 'connection', listener: (socket: WsSocket) => void): void;
    close(): void;
  };
}

interface WsSocket {
  readonly protocol: string;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): void;
  send(data: Uint8Array, options?: { readonly fin: boolean }): void;
  close(code: number): void;
}

const home = folder();
const load = async <T>(
  name: string,
  entry: string,
  isLoaded: (module: unknown) => module is T,
): Promise<T | undefined> => {
  const url = await bringClientNode(name, entry);
  const module: unknown = url === undefined ? undefined : await import(url);
  return isLoaded(module) ? module : undefined;
};
const isClientNode = (module: unknown): module is ClientNode =>
  typeof module === 'object' && module !== null && 'Exec' in module && 'KubeConfig' in module;
const isWs = (module: unknown): module is Ws =>
  typeof module === 'object' && module !== null && 'WebSocketServer' in module;

after(() => home.remove());

describe('the Kubernetes client for Node.js', () => {
  const state: { simulation?: Simulation; connection?: Connection; client?: ClientNode | undefined } = {};
  before(async () => {
    state.client = await load('@kubernetes/client-node', 'dist/index.js', isClientNode);
    const simulation = await simulate();
    state.simulation = simulation;
    state.connection = connect(await contextIn(home.write('config', simulation.kubeconfig), 'kube-admin'), deps());
    createExecPod(simulation, { name: 'web' });
  });
  after(async () => {
    state.connection?.close();
    await state.simulation?.close();
  });

  const input = Buffer.from(Uint8Array.from({ length: 200_000 }, (_, index) => (index * 11) % 256));
  const cases: readonly (readonly [title: string, command: readonly string[], input?: Buffer])[] = [
    ['both output streams and the exit code', ['sh', '-c', 'echo "é🙂"; echo err >&2; exit 9']],
    ['binary standard input', ['cat'], input],
    ['success without output', ['true']],
  ];
  for (const [title, command, stdin] of cases)
    test(`has the same result as ours: ${title}`, async (context: TestContext) => {
      const { client, simulation, connection } = state;
      if (client === undefined) return context.skip(clientNodeMissing);
      assert.ok(simulation !== undefined && connection !== undefined);
      const config = new client.KubeConfig();
      config.loadFromString(simulation.kubeconfig);
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const output = Promise.all([buffer(stdout), buffer(stderr)]);
      const source = stdin === undefined ? null : Readable.from([stdin]);
      const status = await new Promise<unknown>((resolve, reject) => {
        new client.Exec(config)
          .exec('default', 'web', 'app', command, stdout, stderr, source, false, resolve)
          .catch(reject);
      });
      const [out, err] = await output;
      const ours = await execToEnd(connection, command, stdin === undefined ? {} : { input: stdin });
      assert.deepEqual(ours.end, { kind: 'exited', exitCode: readExitCode(status) });
      assert.equal(ours.stdout, out.toString('utf8'));
      assert.equal(ours.stderr, err.toString('utf8'));
      if (stdin !== undefined) assert.ok(out.equals(stdin));
    });
});

describe('the WebSocket server of ws', () => {
  test('understands our messages, and ours understands its messages', async (context: TestContext) => {
    const ws = await load('ws', 'wrapper.mjs', isWs);
    if (ws === undefined) return context.skip(clientNodeMissing);
    const server = createServer();
    const sockets = new ws.WebSocketServer({ server, perMessageDeflate: true });
    sockets.on('connection', (socket) => {
      socket.on('message', (data, isBinary) => {
        assert.ok(isBinary);
        if (data[0] !== 255) {
          // Returns the input in two frames of one message.
          const middle = Math.floor(data.length / 2);
          socket.send(Buffer.concat([Buffer.of(1), data.subarray(1, middle)]), { fin: false });
          return socket.send(data.subarray(middle));
        }
        socket.send(Buffer.concat([Buffer.of(3), Buffer.from('{"status":"Success"}')]));
        socket.close(1000);
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = home.write('ws', kubeconfigOf({ ws: { cluster: { server: url }, user: { token: 'a' } } }));
    const connection = connect(await contextIn(file, 'ws'), deps());
    const parts: Uint8Array[] = [];
    const opened = await connection.exec?.({
      ...webCommand,
      command: ['cat'],
      stdin: true,
      onOutput: (bytes) => void parts.push(bytes),
    });
    assert.ok(opened !== undefined);
    const session = valueOf(opened);
    const input = Buffer.from(Uint8Array.from({ length: 500_000 }, (_, index) => (index * 13) % 256));
    void session.write(input);
    session.endInput();
    assert.deepEqual(await session.ended, { kind: 'exited', exitCode: 0 });
    assert.ok(Buffer.concat(parts).equals(input));
    connection.close();
    sockets.close();
    server.close();
  });
});
