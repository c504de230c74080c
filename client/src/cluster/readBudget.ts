/**
 * What one run may take of a cluster: memory for all of its answers together, and requests at once. Each answer is bounded by itself;
 * a server that sends dozens of the largest ones would still fill the memory.
 */
import { serialize } from 'node:v8';
import type { Answer, AskOptions, Connection } from './connection.ts';

/** Bytes. The nodes of a cluster with 5,000 take about 300 MB, and a check reads them twice. */
const mostMemory = 768 * 1024 * 1024;
/** Requests that wait for an answer. */
const mostTogether = 8;

/** An answer, and what it takes. */
export interface Charged {
  readonly answer: Answer<unknown>;
  /** Gives back what is not kept of it. @param kept what is: a value that is small against the answer; without it the part, from 0 to 1 */
  readonly giveBack: (kept: unknown) => void;
}

export class ReadBudget {
  #left: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param memory bytes */
  constructor(memory = mostMemory) {
    this.#left = memory;
  }

  /** A GET under these bounds. What came counts until it is given back. */
  async ask(connection: Pick<Connection, 'ask'>, path: string, options: AskOptions): Promise<Charged> {
    let held = 0;
    const charge = (bytes: number): boolean => {
      held += bytes;
      this.#left -= bytes;
      return this.#left >= 0;
    };
    const giveBack = (bytes: number): void => {
      const back = Math.max(0, Math.min(held, bytes));
      held -= back;
      this.#left += back;
    };
    const answer = await this.inTurn(() => connection.ask(path, { ...options, charge }));
    if (!answer.ok) giveBack(held);
    return { answer, giveBack: (kept) => giveBack(typeof kept === 'number' ? held * (1 - kept) : held - sizeOf(kept)) };
  }

  /** Does it when fewer than the most requests wait. */
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

/** Bytes, about. What cannot be written counts as all of the answer. */
function sizeOf(value: unknown): number {
  try {
    return serialize(value).length;
  } catch {
    return Infinity;
  }
}
