/** Server behind the Route: a real Prometheus or the built-in one. */
import { request } from 'node:http';

interface MetricsRequest {
  readonly method: string;
  /** Parameters of the URL and, if there is one, of the form. */
  readonly parameters: URLSearchParams;
  /** Path such as `/api/v1/query_range`. */
  readonly path: string;
}

export interface MetricsReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export type Backend = (asked: MetricsRequest) => Promise<MetricsReply>;

export function plain(status: number, text: string): MetricsReply {
  return { status, type: 'text/plain; charset=utf-8', text: `${text}\n` };
}

/**
 * Forwards requests to a Prometheus on this computer.
 * @param url address such as `http://127.0.0.1:9090`
 */
export function prometheusAt(url: string): Backend {
  return ({ method, path, parameters }) =>
    new Promise((resolve) => {
      const form = parameters.toString();
      const target = new URL(method === 'POST' || form === '' ? path : `${path}?${form}`, url);
      const headers =
        method === 'POST'
          ? { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(form) }
          : {};
      const asking = request(target, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve(plain(502, 'Bad Gateway')));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 502,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      asking.on('error', () => resolve(plain(502, 'Bad Gateway')));
      asking.end(method === 'POST' ? form : undefined);
    });
}
