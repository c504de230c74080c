/**
 * Limits the memory for all responses of a run against a cluster, and the number of open requests. Each response has
 * its own limit, but dozens of the largest ones would still fill the memory.
 */
import { serialize } from 'node:v8';
import type { ApiResult, AskOptions, Connection } from './connection.ts';

/** Maximum memory in bytes. The list of 5,000 nodes takes about 300 MB, and a check reads it twice. */
const mostMemory = 768 * 1024 * 1024;
/** Maximum number of open requests. */
const mostTogether = 8;

/** A response and the memory that it uses. */
export interface ChargedResponse {
  readonly answer: ApiResult<unknown>;
  /**
   * Releases memory that the caller doesn't keep.
   * @param kept a small kept value, or the share of the response that is kept (0 to 1)
   */
  readonly release: (kept: unknown) => void;
}

export class ReadBudget {
  #left: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param memory maximum memory in bytes */
  constructor(memory = mostMemory) {
    this.#left = memory;
  }

  /** Sends a GET request within the limits. The response counts against the budget until the caller releases it. */
  async ask(connection: Pick<Connection, 'ask'>, path: string, options: AskOptions): Promise<ChargedResponse> {
    let held = 0;
    const charge = (bytes: number): boolean => {
      held += bytes;
      this.#left -= bytes;
      return this.#left >= 0;
    };
    const release = (bytes: number): void => {
      const back = Math.max(0, Math.min(held, bytes));
      held -= back;
      this.#left += back;
    };
    const answer = await this.inTurn(() => connection.ask(path, { ...options, charge }));
    if (!answer.ok) release(held);
    return { answer, release: (kept) => release(typeof kept === 'number' ? held * (1 - kept) : held - sizeOf(kept)) };
  }

  /** Runs the request as soon as fewer than the maximum number of requests are open. */
  async inTurn<T>(request: () => Promise<T>): Promise<T> {
    while (this.#running >= mostTogether) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      return await request();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

/** Estimates the size in bytes. A value that can't be serialized counts as the whole response. */
function sizeOf(value: unknown): number {
  try {
    return serialize(value).length;
  } catch {
    return Infinity;
  }
}
