/**
 * Provides the part of a kubelet that an API server needs for commands in containers and logs. Source of the paths and
 * parameters: kubernetes/kubernetes@008b3652959ca58af8be3fb5b6ecfe9ae7638282 pkg/registry/core/pod/strategy.go
 * (streamLocation, LogLocation).
 */
import { createServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { makeCertificates } from '#simulator/api/auth/certificates.ts';
import { exitStatus } from '#simulator/exec/execStatus.ts';
import { ExecStream } from '#simulator/exec/execStream.ts';
import { selectProtocol, switchingProtocols } from '#simulator/exec/handshake.ts';
import { ManualClock } from '#simulator/time/clock.ts';

export interface KubeletEndpoint {
  readonly port: number;
  /** Paths and queries of the requests so far, with the protocol to which they asked to upgrade. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts the endpoint. A command prints its arguments, then its standard input if it has one, and exits with the number
 * in its last argument.
 * @param log text of all logs
 */
export async function startKubeletEndpoint(log: string): Promise<KubeletEndpoint> {
  const { key, cert } = await makeCertificates(Date.now());
  const requests: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    requests.push(request.url ?? '');
    const isLog = request.url?.startsWith('/containerLogs/') === true;
    response.writeHead(isLog ? 200 : 404, { 'Content-Type': 'text/plain' });
    response.end(isLog ? log : 'not found');
  });
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket: Duplex, head: Uint8Array) => {
    sockets.add(socket);
    requests.push(`${request.url ?? ''} ${request.headers.upgrade ?? ''}`);
    const protocol = selectProtocol(request.headers);
    if (protocol === undefined) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    socket.write(switchingProtocols(request.headers, protocol));
    const { searchParams } = new URL(request.url ?? '', 'https://kubelet');
    const stream = new ExecStream(socket, head, protocol, new ManualClock());
    void run(stream, searchParams.getAll('command'), searchParams.get('input') === '1');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : Number.NaN,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function run(stream: ExecStream, command: readonly string[], hasInput: boolean): Promise<void> {
  await stream.write(Buffer.from(`${command.join('|')}\n`), 'stdout');
  if (hasInput) await stream.write((await stream.read()) ?? new Uint8Array(), 'stdout');
  await stream.write(Buffer.from('warning\n'), 'stderr');
  await stream.finish(exitStatus(Number(command.at(-1) ?? '0')));
}
