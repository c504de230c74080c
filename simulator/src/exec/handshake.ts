/** Answers requests to upgrade a connection to a WebSocket. Source: RFC 6455, section 4. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { execProtocols, type ExecProtocol } from '#core/common/execChannels.ts';

/** Returns the protocol to which a request asks to upgrade, such as `websocket`, in lower case. */
export function requestedUpgrade({ connection = '', upgrade = '' }: IncomingHttpHeaders): string | undefined {
  const asks = connection.split(',').some((token) => token.trim().toLowerCase() === 'upgrade');
  return asks && upgrade !== '' ? upgrade.toLowerCase() : undefined;
}

/** Returns the first supported protocol that a client offers. */
export function selectProtocol(headers: IncomingHttpHeaders): ExecProtocol | undefined {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return execProtocols.find((protocol) => offered.includes(protocol));
}

/** Returns the head of the response to an upgrade. */
export function switchingProtocols(headers: IncomingHttpHeaders, protocol: ExecProtocol): string {
  const key = headers['sec-websocket-key'] ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    `Sec-WebSocket-Protocol: ${protocol}`,
    '',
    '',
  ].join('\r\n');
}
