/**
 * Sends one request and reads its response, limited in time and size. The exchange ends exactly once, whatever happens
 * first.
 */
import * as l10n from '@vscode/l10n';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { fail, type Result } from '#core/common/result.ts';
import type { ApiProblem } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { toNetworkError } from './networkProblem.ts';

export interface ExchangeOptions<T> {
  readonly clock: Clock;
  /** Host and port of the server, for messages. */
  readonly server: string;
  readonly signal: AbortSignal | undefined;
  /** Time limit in milliseconds until the response is complete, or until it starts for streams. */
  readonly timeout: number;
  /**
   * Maximum time without data after the response starts, in milliseconds. If set, `timeout` applies only to the start
   * of the response.
   */
  readonly idle?: number;
  /** Creates and sends the request. Can throw. */
  readonly send: () => ClientRequest;
  /** Reads the response and calls `finish` at the end. */
  readonly receive: (response: IncomingMessage, exchange: Exchange<T>) => void;
  /**
   * Takes the connection if the server upgrades it to another protocol, and calls `finish`. If undefined, the
   * connection is closed, because no upgrade was requested.
   */
  readonly upgrade?: (connection: UpgradedConnection, exchange: Exchange<T>) => void;
}

/** A connection that the server upgraded. */
interface UpgradedConnection {
  readonly response: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes of the new protocol that arrived together with the response. */
  readonly head: Buffer;
}

/** Maximum timer delay in milliseconds. Node fires timers with a longer delay immediately. */
const longestDelay = 2_147_483_647;

/**
 * The result of an exchange. `unused` is true if a reused connection broke before any response, so that it's unknown
 * whether the request arrived.
 */
export type ExchangeResult<T> = Result<T, ApiProblem & { readonly unused?: boolean }>;

/**
 * Runs an exchange. Rejects only if a callback throws.
 * @param register adds the exchange to the connection, so that the connection can abort it, and returns a function that
 * removes it
 */
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

/** The part of an exchange that a connection uses. */
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
  /** True if reading is paused, so that no data can arrive. */
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

  /** Runs the work when the exchange is over, or immediately if it already is. */
  onOver(work: () => void): void {
    if (this.#over) work();
    else this.#cleanUp.push(work);
  }

  readonly abort = (): void => this.fail({ kind: 'aborted', message: l10n.t`Canceled.` });

  start(): void {
    const { signal, clock, timeout, send, receive, upgrade, idle } = this.#options;
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
        // An error response is read completely, within `timeout`.
        if (idle !== undefined && (response.statusCode ?? 0) < 300) {
          cancel();
          this.#watchIdle(idle);
        }
        this.#response = response;
        this.guard(() => receive(response, this));
      });
      request.on('upgrade', (response, socket, head) => {
        if (this.#over || upgrade === undefined) socket.destroy();
        else this.guard(() => upgrade({ response, socket, head }, this));
      });
      request.on('close', () => {
        // A complete response is still being read and reports its end itself.
        if (this.#response?.complete !== true) this.fail(toNetworkError({ code: 'ECONNRESET' }, this.#options.server));
      });
    } catch (error) {
      this.fail(toNetworkError(error, this.#options.server));
    }
  }

  /** Ends the exchange after a complete response. The connection can be reused. */
  finish(outcome: ExchangeResult<T>): void {
    this.#end(outcome, false);
  }

  /** Ends the exchange with an error. The connection can't be reused. */
  fail(problem: ApiProblem & { readonly unused?: boolean }): void {
    this.#end(fail(problem), true);
  }

  /** Records that data arrived. */
  alive(): void {
    this.#lastByte = this.#options.clock.now();
  }

  /** Pauses the idle timeout until the promise resolves, because no data is read until then. */
  holdUntil(free: Promise<void>): void {
    this.#held = true;
    void free.then(() => {
      this.#held = false;
      this.alive();
    });
  }

  /** Runs a callback of the caller. If the callback throws, the exchange rejects with that error. */
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
          message: l10n.t`The extension closed the connection because ${server} sent no data for ${idle / 1000} seconds.`,
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
