/** Provides a loopback server whose responses to upgrades, and whose bytes after them, tests choose. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketDecoder, type WebSocketMessage } from '#core/common/webSocketFrames.ts';

export interface WebSocketClient {
  readonly socket: Duplex;
  /** Resolves with the next message of the client. Pings and pongs are messages, too. */
  readonly next: () => Promise<WebSocketMessage>;
  /** Sends a binary message of a channel in one unmasked frame of up to 125 bytes. */
  readonly send: (channel: number, text: string) => void;
}

export interface WebSocketServer {
  readonly url: string;
  /** Headers of the last upgrade request. */
  readonly headers: () => IncomingMessage['headers'];
  readonly close: () => Promise<void>;
}

/** Returns the complete response to an upgrade request. */
export function acceptUpgrade({ headers }: IncomingMessage, protocol: string): string {
  const key = `${headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`;
}

/**
 * Starts the server.
 * @param respond returns the bytes of the response to an upgrade, or undefined for no response
 * @param connected called after the response
 */
export async function webSocketServer(
  respond: (request: IncomingMessage) => string | undefined,
  connected: (client: WebSocketClient) => void = () => undefined,
): Promise<WebSocketServer> {
  const sockets = new Set<Duplex>();
  let headers: IncomingMessage['headers'] = {};
  const server = createServer();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    headers = request.headers;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const response = respond(request);
    if (response === undefined) return;
    socket.write(response);
    if (response.startsWith('HTTP/1.1 101')) connected(clientOn(socket));
    else socket.end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: () => headers,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function clientOn(socket: Duplex): WebSocketClient {
  const decoder = new WebSocketDecoder(1024 * 1024, true);
  const messages: WebSocketMessage[] = [];
  let wake = (): void => undefined;
  socket.on('data', (chunk: Uint8Array) => {
    messages.push(...decoder.push(chunk).messages);
    wake();
  });
  return {
    socket,
    async next() {
      for (;;) {
        const message = messages.shift();
        if (message !== undefined) return message;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    send: (channel, text) => void socket.write(frame(channel, text)),
  };
}

/** Returns a binary message of a channel in one unmasked frame of up to 125 bytes. */
export function frame(channel: number, text: string | Uint8Array): Uint8Array {
  const data = Buffer.from(text);
  return Buffer.from([0x82, data.length + 1, channel, ...data]);
}
