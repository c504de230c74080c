/**
 * Sends and receives messages over a connection that was upgraded to a WebSocket. Checks with pings that the other side
 * still responds.
 */
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import {
  encodeCloseCode,
  encodeWebSocketFrame,
  WebSocketDecoder,
  webSocketCloseCodes,
  webSocketOpcodes,
  type WebSocketMessage,
} from '#core/common/webSocketFrames.ts';
import type { Clock } from '../clock.ts';

/** Maximum length of a message in bytes. API servers copy output in parts of 32 KiB. */
const maxMessage = 2 * 1024 * 1024;
/** Number of bytes that wait for the network. Above it, pings aren't answered, so that they can't fill the memory. */
const maxWaitingForPong = 64 * 1024;
/** Time in which the other side can receive the close frame, in milliseconds. */
const closingTime = 5000;
/** Time between two pings, in milliseconds. Proxies often close connections that are idle for a minute. */
const pingInterval = 30_000;
/** Time without any data after which the connection counts as lost, in milliseconds. */
export const longestSilence = 90_000;

/** Why a WebSocket ended: the other side closed it, the connection broke, or the other side violated the protocol. */
export type WebSocketEnd = 'closed' | 'broken' | 'silent' | 'invalid';

export interface WebSocketParts {
  readonly socket: Duplex;
  /** Bytes that arrived together with the response to the upgrade. */
  readonly head: Uint8Array;
  readonly clock: Clock;
  /** Receives the data of each binary message. */
  readonly onMessage: (payload: Uint8Array) => void;
  /** Called once at the end, unless `close` was called before. */
  readonly onEnd: (end: WebSocketEnd) => void;
}

export class WebSocket {
  readonly #parts: WebSocketParts;
  readonly #decoder = new WebSocketDecoder(maxMessage, false);
  #isOver = false;
  #isPaused = false;
  #lastData: number;
  #cancelPing = (): void => undefined;

  constructor(parts: WebSocketParts) {
    this.#parts = parts;
    this.#lastData = parts.clock.now();
  }

  /** Starts reading and sending pings. */
  start(): void {
    const { socket, head } = this.#parts;
    socket.on('data', (chunk: Uint8Array) => this.#receive(chunk));
    // An error is always followed by `close`.
    socket.on('error', () => undefined);
    socket.on('end', () => this.#end('broken'));
    socket.on('close', () => this.#end('broken'));
    this.#schedulePing();
    if (head.length > 0) this.#receive(head);
  }

  /** Sends a binary message. Resolves when the network has accepted it, or when the connection is over. */
  send(payload: Uint8Array): Promise<void> {
    return this.#write(webSocketOpcodes.binary, payload);
  }

  /** Stops reading, so that the other side must wait. */
  pause(): void {
    this.#isPaused = true;
    this.#parts.socket.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#lastData = this.#parts.clock.now();
    if (!this.#isOver) this.#parts.socket.resume();
  }

  /** Closes the connection. `onEnd` isn't called. */
  close(code: number = webSocketCloseCodes.normal): void {
    if (this.#isOver) return;
    const { socket } = this.#parts;
    // If the other side doesn't read, it wouldn't read the close frame either.
    const isRead = socket.writableLength === 0;
    void this.#write(webSocketOpcodes.close, encodeCloseCode(code));
    this.#isOver = true;
    this.#cancelPing();
    if (isRead) this.#endSocket();
    else socket.destroy();
  }

  #write(opcode: number, payload: Uint8Array): Promise<void> {
    const { socket } = this.#parts;
    if (this.#isOver || socket.destroyed) return Promise.resolve();
    const frame = encodeWebSocketFrame(opcode, payload, randomBytes(4));
    return new Promise((resolve) => {
      socket.write(frame, () => resolve());
    });
  }

  #receive(chunk: Uint8Array): void {
    if (this.#isOver) return;
    this.#lastData = this.#parts.clock.now();
    const { messages, error } = this.#decoder.push(chunk);
    for (const message of messages) this.#handle(message);
    if (error === undefined || this.#isOver) return;
    void this.#write(webSocketOpcodes.close, encodeCloseCode(error));
    this.#end('invalid');
  }

  #handle({ type, payload }: WebSocketMessage): void {
    if (this.#isOver) return;
    switch (type) {
      case 'binary':
        return this.#parts.onMessage(payload);
      case 'ping':
        if (this.#parts.socket.writableLength > maxWaitingForPong) return undefined;
        return void this.#write(webSocketOpcodes.pong, payload);
      case 'close':
        void this.#write(webSocketOpcodes.close, payload.subarray(0, 2));
        return this.#end('closed');
      case 'text':
        return this.#end('invalid');
      default:
        return undefined;
    }
  }

  #schedulePing(): void {
    const { clock } = this.#parts;
    this.#cancelPing = clock.after(pingInterval, () => {
      // While reading is paused, responses to pings can't arrive either.
      if (!this.#isPaused && clock.now() - this.#lastData >= longestSilence) return this.#end('silent');
      void this.#write(webSocketOpcodes.ping, new Uint8Array());
      this.#schedulePing();
    });
  }

  #end(end: WebSocketEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelPing();
    const { socket, onEnd } = this.#parts;
    if (end === 'closed' || end === 'invalid') this.#endSocket();
    else socket.destroy();
    onEnd(end);
  }

  /** Sends what is waiting, and then closes the connection. If the other side doesn't read, closes it after a time. */
  #endSocket(): void {
    const { socket, clock } = this.#parts;
    const cancel = clock.after(closingTime, () => socket.destroy());
    socket.once('close', cancel);
    socket.end(() => socket.destroy());
  }
}
