/** One request and its answer: bounded in time and size, and ended in one way only, whatever happens first. */
import * as l10n from '@vscode/l10n';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { fail, type Result } from '#core/common/result.ts';
import type { ApiProblem } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { toNetworkError } from './networkProblem.ts';

export interface ExchangeOptions<T> {
  readonly clock: Clock;
  /** Host and port, for messages. */
  readonly server: string;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds until the answer must have begun (streams) or ended. */
  readonly timeout: number;
  /** Milliseconds without a byte, from the beginning of the answer on; then `timeout` is for its beginning. */
  readonly idle?: number;
  /** Makes the request, and sends it. May throw. */
  readonly send: () => ClientRequest;
  /** Reads the answer; `finish` is called by it at the end. */
  readonly receive: (response: IncomingMessage, exchange: Exchange<T>) => void;
}

/** Timers that are to wait longer do not wait at all. */
const longestDelay = 2_147_483_647;

/**
 * What came of it; `unused` tells that a kept connection broke before any answer, so that nobody knows whether the
 * request arrived.
 */
export type ExchangeResult<T> = Result<T, ApiProblem & { readonly unused?: boolean }>;

/** Runs it. Never rejects but for faults of `receive`. @param register makes it known to those who may end it */
export function runExchange<T>(
  options: ExchangeOptions<T>,
  register: (exchange: Endable) => () => void,
): Promise<ExchangeResult<T>> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(options, resolve, reject);
    exchange.onOver(register(exchange));
    exchange.start();
  });
}

/** What the connection knows of an exchange. */
export interface Endable {
  readonly abort: () => void;
}

export class Exchange<T> {
  readonly #options: ExchangeOptions<T>;
  readonly #resolve: (outcome: ExchangeResult<T>) => void;
  readonly #reject: (error: unknown) => void;
  readonly #cleanUp: (() => void)[] = [];
  #request: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  #over = false;
  #lastByte = 0;
  /** Nothing can come, because nobody reads. */
  #held = false;

  constructor(
    options: ExchangeOptions<T>,
    resolve: (outcome: ExchangeResult<T>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get isOver(): boolean {
    return this.#over;
  }

  /** Done when it is over, or at once when it is. */
  onOver(work: () => void): void {
    if (this.#over) work();
    else this.#cleanUp.push(work);
  }

  readonly abort = (): void => this.fail({ kind: 'aborted', message: l10n.t`Canceled.` });

  start(): void {
    const { signal, clock, timeout, send, receive, idle } = this.#options;
    if (this.#over) return;
    if (signal?.aborted === true) return this.abort();
    signal?.addEventListener('abort', this.abort, { once: true });
    this.onOver(() => signal?.removeEventListener('abort', this.abort));
    const cancel = clock.after(Math.min(timeout, longestDelay), () => this.#late(timeout));
    this.onOver(cancel);
    try {
      const request = send();
      this.#request = request;
      request.on('error', (error) => this.#failed(error));
      request.on('response', (response) => {
        if (this.#over) {
          response.destroy();
          return;
        }
        // What is no success is read whole, within the time for all of it.
        if (idle !== undefined && (response.statusCode ?? 0) < 300) {
          cancel();
          this.#watchIdle(idle);
        }
        this.#response = response;
        this.guard(() => receive(response, this));
      });
      // An answer that switches protocols was never asked for.
      request.on('upgrade', (_response, socket) => void socket.destroy());
      request.on('close', () => {
        // All of it is here, and somebody still reads it: the answer tells of its end.
        if (this.#response?.complete !== true) this.fail(toNetworkError({ code: 'ECONNRESET' }, this.#options.server));
      });
    } catch (error) {
      this.fail(toNetworkError(error, this.#options.server));
    }
  }

  /** The answer is whole: the connection may serve others. */
  finish(outcome: ExchangeResult<T>): void {
    this.#end(outcome, false);
  }

  /** It comes to nothing: the connection is of no use any more. */
  fail(problem: ApiProblem & { readonly unused?: boolean }): void {
    this.#end(fail(problem), true);
  }

  /** A byte came. */
  alive(): void {
    this.#lastByte = this.#options.clock.now();
  }

  /** Until then nothing is read: that nothing comes says nothing of the other side. */
  holdUntil(free: Promise<void>): void {
    this.#held = true;
    void free.then(() => {
      this.#held = false;
      this.alive();
    });
  }

  /** Runs what is not ours: what it throws is a fault of this program, and is told to whoever asked. */
  guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#end(fail({ kind: 'aborted', message: '' }), true, error);
    }
  }

  #failed(error: NodeJS.ErrnoException): void {
    const unused = this.#request?.reusedSocket === true && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
    this.fail({ ...toNetworkError(error, this.#options.server), ...(unused ? { unused } : {}) });
  }

  #late(milliseconds: number): void {
    this.fail({
      kind: 'timeout',
      message: l10n.t`${this.#options.server} didn't respond within ${milliseconds / 1000} seconds. The server might be overloaded, or the network might be slow.`,
    });
  }

  #watchIdle(idle: number): void {
    const { clock, server } = this.#options;
    this.alive();
    let cancel = (): void => undefined;
    const look = (): void => {
      const left = this.#held ? idle : this.#lastByte + idle - clock.now();
      if (left > 0) cancel = clock.after(Math.min(left, longestDelay), look);
      else
        this.fail({
          kind: 'timeout',
          message: l10n.t`No data received from ${server} for ${idle / 1000} seconds. The connection is considered lost.`,
        });
    };
    cancel = clock.after(Math.min(idle, longestDelay), look);
    this.onOver(() => cancel());
  }

  #end(outcome: ExchangeResult<T>, isBroken: boolean, fault?: unknown): void {
    if (this.#over) return;
    this.#over = true;
    for (const work of this.#cleanUp) work();
    if (isBroken) this.#request?.destroy();
    if (fault === undefined) this.#resolve(outcome);
    else this.#reject(fault);
  }
}
