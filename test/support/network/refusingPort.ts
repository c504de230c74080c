/**
 * A port on loopback that refuses connections for as long as a test needs it. A port that was closed again may belong
 * to another process a moment later.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

export interface RefusingPort {
  readonly port: number;
  readonly release: () => Promise<void>;
}

/**
 * Takes the local port of an open connection: it is in use, so nothing else can listen on it, and nothing listens on
 * it.
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
