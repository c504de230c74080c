/** Small HTTP server on 127.0.0.1, which reads complete requests of limited size and sends responses. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Certificates } from '#simulator/api/auth/certificates.ts';
import { foreignHost } from '#simulator/api/http/limits.ts';
import { plain, type MetricsReply } from './prometheusBackend.ts';

export interface Incoming {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface LoopbackServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const most = 256 * 1024;

/**
 * Starts the server.
 * @param certificates enables TLS
 */
export async function listenOnLoopback(
  answer: (incoming: Incoming) => Promise<MetricsReply>,
  certificates?: Certificates,
): Promise<LoopbackServer> {
  const listener: RequestListener = (request, response) => {
    const send = ({ status, type, text }: MetricsReply): void => {
      if (response.headersSent || response.destroyed) return;
      response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
    };
    if (foreignHost(request.headers) !== undefined) return send(plain(421, 'Misdirected Request'));
    read(request)
      .then((incoming) => (incoming === undefined ? plain(413, 'Request Entity Too Large') : answer(incoming)))
      .then(send)
      .catch(() => send(plain(500, 'Internal Server Error')));
  };
  const server: Server =
    certificates === undefined
      ? createServer(listener)
      : createSecureServer({ key: certificates.key, cert: certificates.cert }, listener);
  server.maxConnections = 200;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  // Connection errors must not crash the server.
  server.on('error', () => undefined);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Incoming | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) continue;
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  const { method = 'GET', url = '/', headers } = request;
  return {
    method,
    url: new URL(url, 'https://127.0.0.1'),
    authorization: headers.authorization,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
