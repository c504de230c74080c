/**
 * Provides a loopback port that refuses connections for as long as a test requires it. After a port is closed, another
 * process can open it immediately.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

export interface RefusingPort {
  readonly port: number;
  readonly release: () => Promise<void>;
}

/**
 * Returns the local port of an open connection. The port is in use, so no other process can listen on it, and nothing
 * listens on it.
 */
export async function refusingPort(): Promise<RefusingPort> {
  const server = createServer((socket) => socket.resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  const port = client.localPort;
  if (port === undefined) throw new Error('the connection has no local port');
  return {
    port,
    release: async () => {
      const closed = once(server, 'close');
      client.destroy();
      server.close();
      await closed;
    },
  };
}
