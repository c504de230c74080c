/**
 * Represents a process in a container: assigns the messages of a WebSocket to the streams of the process, and limits
 * the output that waits for the caller.
 */
import * as l10n from '@vscode/l10n';
import type { Duplex } from 'node:stream';
import { execChannels, readExitCode, type ExecProtocol } from '#core/common/execChannels.ts';
import { getNumber } from '#core/common/json.ts';
import type { ApiProblem, ExecEnd, ExecOptions, ExecSession, TerminalSize } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { toNetworkError } from '../transport/networkProblem.ts';
import { longestSilence, WebSocket, type WebSocketEnd } from './webSocket.ts';

/** Maximum number of bytes of output that the caller hasn't delivered. Above it, reading pauses until half is left. */
const maxUndelivered = 1024 * 1024;
/** Memory that each message needs until it is delivered, in bytes. A server can send messages with a single byte. */
const messageOverhead = 256;
/** Number of bytes of a message with standard input. Servers also copy in parts of this size. */
const inputPart = 32 * 1024;
/** Maximum length of the Status of a process, in bytes. It can contain the output of a policy. */
const maxStatus = 1024 * 1024;
/** Time that the server has to close the connection after the Status, in milliseconds. */
const closingTime = 5000;

/** A connection that was upgraded for a process. */
export interface ExecConnection {
  readonly socket: Duplex;
  readonly head: Uint8Array;
  readonly protocol: ExecProtocol;
}

export interface ExecSessionParts extends ExecConnection {
  readonly options: ExecOptions;
  readonly clock: Clock;
  /** Host and port of the server, for messages. */
  readonly server: string;
  /** Converts a Status object with its HTTP status code to a problem, without credentials. */
  readonly problemOf: (status: unknown, code: number) => ApiProblem;
  /** Called once at the end. */
  readonly onOver: () => void;
}

export class RunningExecSession implements ExecSession {
  readonly ended: Promise<ExecEnd>;
  readonly canEndInput: boolean;
  readonly #parts: ExecSessionParts;
  readonly #socket: WebSocket;
  readonly #resolve: (end: ExecEnd) => void;
  /** Resolves when all earlier input was sent. */
  #sent: Promise<void> = Promise.resolve();
  #undelivered = 0;
  #isPaused = false;
  #isOver = false;
  /** The result of the process, which is final when the server closes the connection. */
  #result: ExecEnd | undefined;
  #cancelClosing = (): void => undefined;

  constructor(parts: ExecSessionParts) {
    this.#parts = parts;
    const { socket, head, clock, options, protocol } = parts;
    this.canEndInput = options.stdin && protocol === 'v5.channel.k8s.io';
    let resolve: (end: ExecEnd) => void = () => undefined;
    this.ended = new Promise((done) => {
      resolve = done;
    });
    this.#resolve = resolve;
    options.signal?.addEventListener('abort', this.close, { once: true });
    this.#socket = new WebSocket({
      socket,
      head,
      clock,
      onMessage: (payload) => this.#receive(payload),
      onEnd: (end) => this.#lose(end),
    });
    this.#socket.start();
    if (options.size !== undefined) this.resize(options.size);
    if (options.signal?.aborted === true) this.close();
  }

  write(input: string | Uint8Array): Promise<void> {
    const { stdin } = this.#parts.options;
    const bytes = typeof input === 'string' ? Buffer.from(input) : input;
    if (!stdin || this.#isOver || bytes.length === 0) return Promise.resolve();
    this.#sent = this.#sent.then(async () => {
      for (let from = 0; from < bytes.length && !this.#isOver; from += inputPart)
        await this.#socket.send(channelMessage(execChannels.stdin, bytes.subarray(from, from + inputPart)));
    });
    return this.#sent;
  }

  endInput(): void {
    if (!this.canEndInput) return;
    const message = channelMessage(execChannels.close, new Uint8Array([execChannels.stdin]));
    this.#sent = this.#sent.then(() => (this.#isOver ? undefined : this.#socket.send(message)));
  }

  resize({ columns, rows }: TerminalSize): void {
    if (this.#isOver || !this.#parts.options.tty) return;
    const size = Buffer.from(JSON.stringify({ Width: columns, Height: rows }));
    void this.#socket.send(channelMessage(execChannels.resize, size));
  }

  readonly close = (): void => {
    if (this.#isOver) return;
    this.#socket.close();
    this.#finish(this.#result ?? { kind: 'closed' });
  };

  #receive(message: Uint8Array): void {
    const data = message.subarray(1);
    switch (message[0]) {
      case execChannels.stdout:
        return this.#output(data, 'stdout');
      case execChannels.stderr:
        return this.#output(data, 'stderr');
      case execChannels.status:
        return this.#readStatus(data);
      default:
        // For example, a v5 server closes its output channels.
        return undefined;
    }
  }

  #output(data: Uint8Array, stream: 'stdout' | 'stderr'): void {
    // The API server sends an empty message when the connection is established.
    if (data.length === 0 || this.#isOver) return;
    const delivery = this.#parts.options.onOutput(data, stream);
    if (delivery === undefined) return;
    const size = data.length + messageOverhead;
    this.#undelivered += size;
    if (this.#undelivered > maxUndelivered && !this.#isPaused) {
      this.#isPaused = true;
      this.#socket.pause();
    }
    void delivery.then(() => {
      this.#undelivered -= size;
      if (!this.#isPaused || this.#undelivered > maxUndelivered / 2) return;
      this.#isPaused = false;
      this.#socket.resume();
    });
  }

  #readStatus(data: Uint8Array): void {
    // The API server sends an empty message if the process has no output streams.
    if (data.length === 0 || this.#result !== undefined) return;
    const status = data.length > maxStatus ? undefined : parseJson(data);
    const exitCode = readExitCode(status);
    this.#result =
      exitCode === undefined
        ? { kind: 'failed', problem: this.#parts.problemOf(status, getNumber(status, 'code') ?? 500) }
        : { kind: 'exited', exitCode };
    // Servers close the connection or send a close frame after the last output.
    this.#cancelClosing = this.#parts.clock.after(closingTime, this.close);
  }

  #lose(end: WebSocketEnd): void {
    this.#finish(this.#result ?? { kind: 'lost', problem: this.#lossProblem(end) });
  }

  #lossProblem(end: WebSocketEnd): ApiProblem {
    const { server } = this.#parts;
    if (end === 'silent')
      return {
        kind: 'timeout',
        message: l10n.t`The extension closed the connection because ${server} sent no data for ${longestSilence / 1000} seconds.`,
      };
    if (end === 'invalid')
      return { kind: 'badAnswer', message: l10n.t`The extension can't read the WebSocket messages from ${server}.` };
    return toNetworkError({ code: 'ECONNRESET' }, server);
  }

  #finish(end: ExecEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelClosing();
    this.#parts.options.signal?.removeEventListener('abort', this.close);
    this.#parts.onOver();
    this.#resolve(end);
  }
}

function channelMessage(channel: number, data: Uint8Array): Uint8Array {
  const message = new Uint8Array(data.length + 1);
  message[0] = channel;
  message.set(data, 1);
  return message;
}

function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    return undefined;
  }
}
