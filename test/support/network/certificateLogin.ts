/**
 * Provides an API server that authenticates with client certificates instead of tokens, like the kubeconfig of the
 * installer. It forwards requests to a simulated cluster with a token.
 */
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { getList, getString } from '#core/common/json.ts';
import { makeCertificates } from '#simulator/api/auth/certificates.ts';
import type { Simulation } from '#simulator/main.ts';

export interface CertificateLogin {
  /** Kubeconfig of the simulation with an additional context `by-certificate`. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** @param user user whose token the requests to the simulation use */
export async function certificateLogin(simulation: Simulation, user: string): Promise<CertificateLogin> {
  const own = await makeCertificates(Date.now(), 'front');
  const config: unknown = JSON.parse(simulation.kubeconfig);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const ca = Buffer.from(
    getString(getList(config, 'clusters')[0], 'cluster', 'certificate-authority-data') ?? '',
    'base64',
  );
  const server = createServer(
    { key: own.key, cert: own.cert, requestCert: true, rejectUnauthorized: false },
    (incoming, response) => {
      const { socket } = incoming;
      // A request without a client certificate isn't authenticated.
      const known = socket instanceof TLSSocket && Object.keys(socket.getPeerCertificate()).length > 0;
      if (!known) {
        response.writeHead(401).end();
        return;
      }
      const { host: _host, ...headers } = incoming.headers;
      const authorization = `Bearer ${simulation.tokenOf(user) ?? ''}`;
      const asking = request(
        new URL(incoming.url ?? '/', simulation.url),
        { method: incoming.method, ca, agent: false, headers: { ...headers, authorization } },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      asking.on('error', () => response.destroy());
      response.on('close', () => asking.destroy());
      incoming.pipe(asking);
    },
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const name = 'by-certificate';
  const kubeconfig = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': getString(config, 'current-context'),
    clusters: [
      ...getList(config, 'clusters'),
      { name, cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': base64(own.ca) } },
    ],
    users: [
      ...getList(config, 'users'),
      { name, user: { 'client-certificate-data': base64(own.cert), 'client-key-data': base64(own.key) } },
    ],
    contexts: [...getList(config, 'contexts'), { name, context: { cluster: name, user: name } }],
  });
  return {
    kubeconfig,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
