/** Creates the headers that request a WebSocket, and checks the response. Source: RFC 6455, section 4. */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { execProtocols, findExecProtocol, type ExecProtocol } from '#core/common/execChannels.ts';

const acceptSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A request for a WebSocket. */
export interface WebSocketHandshake {
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the protocol that the server selected, or undefined if the response isn't that of a WebSocket server. */
  readonly protocolIn: (response: IncomingHttpHeaders) => ExecProtocol | undefined;
}

/** Creates a request with a new random key. */
export function createHandshake(): WebSocketHandshake {
  const key = randomBytes(16).toString('base64');
  const accept = createHash('sha1').update(`${key}${acceptSuffix}`).digest('base64');
  return {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': key,
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Protocol': execProtocols.join(', '),
    },
    protocolIn: (response) =>
      response.upgrade?.toLowerCase() === 'websocket' &&
      response['sec-websocket-accept'] === accept &&
      response['sec-websocket-extensions'] === undefined
        ? findExecProtocol(response['sec-websocket-protocol'] ?? '')
        : undefined,
  };
}
