/**
 * Serves the channels of one process over an upgraded connection. A slow client or process slows down the other side,
 * so that little data waits in memory. Source: kubernetes/kubernetes@7cb3607a
 * staging/src/k8s.io/apiserver/pkg/util/proxy/websocket.go.
 */
import type { Duplex } from 'node:stream';
import { execChannels, type ExecProtocol } from '#core/common/execChannels.ts';
import { getNumber } from '#core/common/json.ts';
import type { SimulatorClock } from '#simulator/time/clock.ts';
import {
  encodeCloseCode,
  encodeWebSocketFrame,
  WebSocketDecoder,
  webSocketCloseCodes,
  webSocketOpcodes,
  type WebSocketMessage,
} from '#core/common/webSocketFrames.ts';

/** Size of a terminal in characters. */
export interface TerminalSize {
  readonly rows: number;
  readonly columns: number;
}

/** Maximum length of a message in bytes. */
const maxMessage = 16 * 1024 * 1024;
/** Number of bytes of standard input that wait for the process. Above it, no more input is received. */
const maxInput = 256 * 1024;
/**
 * Time between two pings while no input is received, in real milliseconds. Without sending something, the server
 * doesn't notice that such a client is gone.
 */
const pingInterval = 1000;

export class ExecStream {
  readonly #socket: Duplex;
  readonly #protocol: ExecProtocol;
  readonly #clock: SimulatorClock;
  readonly #decoder = new WebSocketDecoder(maxMessage, true);
  readonly #hangUp = new AbortController();
  #input: Uint8Array[] = [];
  #inputLength = 0;
  #isInputOver = false;
  #wake = (): void => undefined;
  #size: TerminalSize = { rows: 0, columns: 0 };
  #isFinished = false;
  #cancelPing: (() => void) | undefined;

  constructor(socket: Duplex, head: Uint8Array, protocol: ExecProtocol, clock: SimulatorClock) {
    this.#socket = socket;
    this.#protocol = protocol;
    this.#clock = clock;
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
    // A client that only closes its sending side is gone: WebSockets end with a close frame.
    socket.on('end', () => this.#end());
    socket.on('data', (chunk: Uint8Array) => this.#receive(chunk));
    if (head.length > 0) this.#receive(head);
  }

  /** Aborts when the client is gone. */
  get signal(): AbortSignal {
    return this.#hangUp.signal;
  }

  get size(): TerminalSize {
    return this.#size;
  }

  /** Sends output. Resolves when the network has accepted it, or when the client is gone. */
  write(data: Uint8Array, stream: 'stdout' | 'stderr' | 'status'): Promise<void> {
    const message = new Uint8Array(data.length + 1);
    message[0] = execChannels[stream];
    message.set(data, 1);
    return this.#send(webSocketOpcodes.binary, message);
  }

  /** Returns the next standard input, or undefined at its end. */
  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      const next = this.#input.shift();
      if (next !== undefined) {
        this.#inputLength -= next.length;
        if (this.#inputLength <= maxInput) this.#resume();
        return next;
      }
      if (this.#isInputOver || this.#hangUp.signal.aborted) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Sends the Status of the process and closes the connection. */
  async finish(status: object): Promise<void> {
    if (this.#isFinished) return;
    this.#isFinished = true;
    await this.write(Buffer.from(JSON.stringify(status)), 'status');
    await this.#send(webSocketOpcodes.close, encodeCloseCode(webSocketCloseCodes.normal));
    // Input that still arrives is discarded, because unread input would reset the connection.
    this.#resume();
    this.#socket.end();
  }

  #send(opcode: number, payload: Uint8Array): Promise<void> {
    if (this.#socket.destroyed || this.#socket.writableEnded) return Promise.resolve();
    return new Promise((resolve) => {
      this.#socket.write(encodeWebSocketFrame(opcode, payload), () => resolve());
    });
  }

  #receive(chunk: Uint8Array): void {
    const { messages, error } = this.#decoder.push(chunk);
    for (const message of messages) this.#handle(message);
    if (error === undefined) return;
    void this.#send(webSocketOpcodes.close, encodeCloseCode(error));
    this.#socket.end();
    this.#end();
  }

  #handle({ type, payload }: WebSocketMessage): void {
    if (type === 'ping') void this.#send(webSocketOpcodes.pong, payload);
    if (type === 'close') {
      if (!this.#isFinished) void this.#send(webSocketOpcodes.close, payload.subarray(0, 2));
      this.#socket.end();
      this.#end();
    }
    if (type !== 'binary') return;
    const data = payload.subarray(1);
    if (payload[0] === execChannels.stdin && !this.#isInputOver && !this.#isFinished) this.#takeInput(data);
    if (payload[0] === execChannels.resize) this.#size = parseSize(data) ?? this.#size;
    if (payload[0] === execChannels.close && this.#protocol === 'v5.channel.k8s.io' && data[0] === execChannels.stdin) {
      this.#isInputOver = true;
      this.#wake();
    }
  }

  #takeInput(data: Uint8Array): void {
    if (data.length === 0) return;
    this.#input.push(data);
    this.#inputLength += data.length;
    if (this.#inputLength > maxInput) this.#pause();
    this.#wake();
  }

  #pause(): void {
    this.#socket.pause();
    this.#cancelPing ??= this.#clock.afterWall(pingInterval, () => {
      this.#cancelPing = undefined;
      void this.#send(webSocketOpcodes.ping, new Uint8Array());
      this.#pause();
    });
  }

  #resume(): void {
    this.#cancelPing?.();
    this.#cancelPing = undefined;
    this.#socket.resume();
  }

  #end(): void {
    this.#cancelPing?.();
    this.#hangUp.abort();
    this.#wake();
  }
}

function parseSize(data: Uint8Array): TerminalSize | undefined {
  try {
    const size: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    const [rows, columns] = [getNumber(size, 'Height'), getNumber(size, 'Width')];
    return rows === undefined || columns === undefined ? undefined : { rows, columns };
  } catch {
    return undefined;
  }
}
