/** Limits the work for one must-gather, however many files it contains (limits.ts: totals). */
import process from 'node:process';
import { totals as usual, type Totals } from './limits.ts';

/** The resources that are counted. */
export type CountedResource = 'logBytes' | 'objectBytes' | 'documents' | 'objects' | 'keptBytes';

/** All resources with a limit. */
export type LimitedResource = CountedResource | 'cpu';

/** Thrown when a resource limit is reached. */
export class BudgetSpent extends Error {
  readonly what: LimitedResource;

  constructor(what: LimitedResource) {
    super(`no ${what} left`);
    this.what = what;
  }
}

export interface BudgetOptions {
  /** Size of the source in bytes. Undefined for a folder, for which the bytes that were read count. */
  readonly sourceBytes?: number | undefined;
  /** Smaller limits, for tests. */
  readonly totals?: Totals;
  /** Returns CPU time in milliseconds since a fixed time. */
  readonly cpu?: () => number;
}

export class MustGatherBudget {
  readonly #totals: Totals;
  readonly #sourceBytes: number | undefined;
  readonly #used: Record<CountedResource, number> = {
    logBytes: 0,
    objectBytes: 0,
    documents: 0,
    objects: 0,
    keptBytes: 0,
  };
  readonly #cpu: () => number;
  readonly #begun: number;

  constructor({ sourceBytes, totals = usual, cpu = processorTime }: BudgetOptions = {}) {
    this.#totals = totals;
    this.#sourceBytes = sourceBytes;
    this.#cpu = cpu;
    this.#begun = cpu();
  }

  /** Counts a resource before its use. Throws `BudgetSpent`. */
  use(what: CountedResource, count = 1): void {
    this.#used[what] += count;
    if (this.isSpent(what)) throw new BudgetSpent(what);
  }

  isSpent(what: CountedResource): boolean {
    return this.#used[what] > this.#totals[what];
  }

  /** Throws `BudgetSpent` if the CPU time limit is reached. It's cheap enough to call for each piece of work. */
  checkTime(): void {
    const { cpuBase, cpuPerMebibyte, cpuMost } = this.#totals;
    const mebibytes = (this.#sourceBytes ?? this.#used.logBytes + this.#used.objectBytes) / 2 ** 20;
    if (this.#cpu() - this.#begun > Math.min(cpuMost, cpuBase + mebibytes * cpuPerMebibyte))
      throw new BudgetSpent('cpu');
  }

  /** Returns the same bytes, counts them as they arrive, and checks the CPU time. Throws `BudgetSpent`. */
  async *counted(what: 'logBytes' | 'objectBytes', bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      this.use(what, piece.length);
      this.checkTime();
      yield piece;
    }
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
