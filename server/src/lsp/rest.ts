/**
 * Gives memory back when nothing is going on. V8 keeps what it once needed for garbage: after a large file that is several times
 * what is in use, for as long as the editor is open.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So long without a message, in milliseconds: whoever is typing does not pause for that long. Collecting takes 20 to 100 ms. */
const restLength = 5000;
/** Less than so many bytes are not worth the trouble. */
const worthwhile = 6 * 2 ** 20;
/** Busy for more than this part of the time: something is being worked on without any message, such as the index. */
const busy = 0.05;

/** Begins to look how busy the program is; what it returns tells the part of the time since then. */
function lookAtLoad(): () => number {
  const before = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(before).utilization;
}

/** Is told of every message of the client; after a while without any, memory is given back. */
export class Rest {
  #quiet: NodeJS.Timeout | undefined;
  readonly #forget: (() => void)[] = [];
  #settled = 0;

  readonly #lookAtLoad: () => () => number;

  constructor(look = lookAtLoad) {
    this.#lookAtLoad = look;
    this.note();
  }

  /** A message has come. */
  note(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#watch(), restLength).unref();
  }

  /** Called before memory is given back: drops what can be made again. */
  onRest(forget: () => void): void {
    this.#forget.push(forget);
  }

  /** No message came for a while. Whether something is being worked on nevertheless shows when one looks for a moment. */
  #watch(): void {
    const load = this.#lookAtLoad();
    setTimeout(() => this.#rest(load()), 300).unref();
  }

  #rest(load: number): void {
    if (getHeapStatistics().total_heap_size - this.#settled < worthwhile) return;
    if (load > busy) {
      this.note();
      return;
    }
    for (const forget of this.#forget) forget();
    collectGarbage();
    this.#settled = getHeapStatistics().total_heap_size;
  }
}

/** Collects all that can be collected. Where this engine does not offer it, nothing happens. */
function collectGarbage(): void {
  // Code that ran before the rest runs after it.
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
