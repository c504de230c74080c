/**
 * Sends requests with any host name to a server on this computer. Browsers resolve names under `localhost` themselves,
 * but the system resolver might not.
 */
import { request, type IncomingHttpHeaders } from 'node:http';

export interface LoopbackResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a GET request with any headers. fetch can't set Host or Upgrade. */
export function getFromLoopback(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<LoopbackResponse> {
  const { port, host, pathname, search } = new URL(address);
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path: `${pathname}${search}`,
      headers: { Host: host, ...headers },
      agent: false,
    };
    const sent = request(options, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, headers: response.headers, body: '' });
    });
    sent.on('error', reject).end();
  });
}
