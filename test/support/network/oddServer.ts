/** Provides a loopback server that responds as no API server should and records the requests. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificates } from '#simulator/api/auth/certificates.ts';

export interface OddServer {
  readonly url: string;
  readonly port: number;
  readonly requests: IncomingMessage[];
  readonly close: () => Promise<void>;
}

/** @param certificates if set, the server uses TLS */
export async function oddServer(answer: RequestListener, certificates?: Certificates): Promise<OddServer> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    answer(request, response);
  };
  const server: Server =
    certificates === undefined
      ? createServer(listener)
      : createSecureServer({ key: certificates.key, cert: certificates.cert }, listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificates === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
