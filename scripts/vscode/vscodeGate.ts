/**
 * Proxy in front of a VS Code server without authentication, whose terminal can run any command. Admits only a browser
 * that has opened the printed address. Blocks other accounts on this computer and web pages: a page whose host name
 * resolves to 127.0.0.1 is detected by its Host header, a page on another port by its Origin header. Each run has a
 * separate host name below `localhost`, which browsers resolve to this computer. A browser sends a cookie to every port
 * of a host, so with `127.0.0.1` a server of another account would receive the cookie.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

export interface AuthProxy {
  /** Address that authenticates a browser. */
  readonly url: string;
  /** Returns a single-use address for the file that the browser opens. */
  urlForOnce(): string;
  close(): void;
}

const parameter = 'osc';
const openPrinted = 'Open the address that npm start printed. It contains the key for this browser.\n';
const secret = () => randomBytes(24).toString('base64url');

/**
 * Starts the proxy on a port of this computer, in front of the server that listens on the socket file.
 * @param wanted port, or 0 for a free one
 */
export async function openGate(socket: string, wanted: number): Promise<AuthProxy> {
  const server = createServer();
  // No connection is accepted before the listeners below are added, because that requires another turn of the event
  // loop.
  const port = await listen(server, wanted);
  const token = secret();
  const session = secret();
  const onces = new Set<string>();
  const cookie = `osc-${port}`;
  const name = `osc-${randomBytes(16).toString('hex')}.localhost`;
  const hosts = port === 80 ? [name, `${name}:80`] : [`${name}:${port}`];

  const hasCookie = ({ headers }: IncomingMessage) =>
    pairs(headers.cookie).some(([key, value]) => key === cookie && same(value, session));
  const isToken = (given: string) => same(given, token) || onces.delete(given);
  const refusal = ({ headers: { host = '', origin } }: IncomingMessage): string | undefined => {
    if (!hosts.includes(host.toLowerCase())) return `This server isn't ${host}. ${openPrinted}`;
    // Browsers omit the Origin header only for same-origin page requests.
    return origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`
      ? undefined
      : `Requests from ${origin} are not allowed. ${openPrinted}`;
  };
  /** Returns the headers to forward: all but the cookie, which the server might pass to other processes. */
  const headersOf = (incoming: IncomingMessage) =>
    headerPairs(incoming.rawHeaders).flatMap(([header, value]): [string, string][] => {
      if (header.toLowerCase() !== 'cookie') return [[header, value]];
      const kept = pairs(value).filter(([key]) => key !== cookie);
      return kept.length === 0 ? [] : [[header, kept.map((pair) => pair.join('=')).join('; ')]];
    });

  server.on('request', (incoming, answer) => {
    const refused = refusal(incoming);
    if (refused !== undefined) return refuse(answer, refused);
    const given = new URLSearchParams(/\?(.*)/.exec(incoming.url ?? '')?.[1]).get(parameter);
    if (given !== null && (hasCookie(incoming) || isToken(given))) return letIn(answer, `${cookie}=${session}`);
    if (!hasCookie(incoming)) return refuse(answer, openPrinted);
    pass(incoming, answer, socket, headersOf(incoming));
  });
  server.on('upgrade', (incoming, client, head) => {
    // A browser always sends the Origin header with a WebSocket request.
    if (refusal(incoming) !== undefined || incoming.headers.origin === undefined || !hasCookie(incoming)) {
      client.on('error', () => client.destroy());
      client.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    passSocket(incoming, client, head, socket, headersOf(incoming));
  });
  const urlWith = (key: string) => `http://${name}:${port}/?${parameter}=${key}`;
  return {
    url: urlWith(token),
    urlForOnce() {
      const key = secret();
      onces.add(key);
      return urlWith(key);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Listens only on the loopback address.
 * @returns the port
 */
async function listen(server: Server, wanted: number): Promise<number> {
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : wanted;
}

function refuse(answer: ServerResponse, sentence: string): void {
  answer
    .writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', Connection: 'close' })
    .end(sentence);
}

/**
 * Sets the cookie and continues to `/`. Uses a page instead of a 302: after a link on another page, a redirect would
 * still count as cross-site, and the browser wouldn't send a SameSite=Strict cookie with it.
 */
function letIn(answer: ServerResponse, cookie: string): void {
  answer
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Set-Cookie': `${cookie}; Path=/; HttpOnly; SameSite=Strict`,
    })
    .end(
      '<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>VS Code</title><a href="/">Continue to VS Code</a>\n',
    );
}

function pass(
  incoming: IncomingMessage,
  answer: ServerResponse,
  socketPath: string,
  headers: readonly [string, string][],
): void {
  const { method, url: path } = incoming;
  const onward = forward({ socketPath, method, path, headers: endToEnd(headers).flat(), agent: false }, (response) => {
    answer.writeHead(response.statusCode ?? 502, endToEnd(headerPairs(response.rawHeaders)).flat());
    response.on('error', () => answer.destroy()).pipe(answer);
  });
  onward.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { 'Content-Type': 'text/plain' }).end("VS Code isn't responding.\n");
  });
  answer.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

function passSocket(
  incoming: IncomingMessage,
  client: Duplex,
  head: Buffer,
  socketPath: string,
  headers: readonly [string, string][],
): void {
  const onward = connect(socketPath);
  for (const [one, other] of [
    [client, onward],
    [onward, client],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
  const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  onward.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  onward.pipe(client).pipe(onward);
}

/** Removes the headers that apply only to a single connection. */
function endToEnd(headers: readonly [string, string][]): [string, string][] {
  return headers.filter(([name]) => !/^(?:connection|keep-alive)$/i.test(name));
}

function headerPairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}

function pairs(cookies = ''): [name: string, value: string][] {
  return cookies.split(';').map((text) => {
    const [name = '', ...value] = text.trim().split('=');
    return [name, value.join('=')];
  });
}

function same(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
