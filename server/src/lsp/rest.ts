/**
 * Collects garbage while the client is idle. Otherwise, V8 keeps several times the memory in use after a large file was
 * edited, for as long as the editor is open.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Time without messages before garbage is collected, in milliseconds. A collection takes 20 to 100 ms. */
const restLength = 5000;
/** Growth of the heap since the last collection that is worth another one, in bytes. */
const worthwhile = 6 * 2 ** 20;
/** Time during which the load is measured, in milliseconds. */
const lookLength = 300;
/** Fraction of the time above which the server is busy without messages, for example with the index. */
const busy = 0.05;

/** The parts of the runtime that the rest uses. */
interface Runtime {
  /** Starts to measure the load. The returned function returns the fraction of the time that was busy since then. */
  readonly watchLoad: () => () => number;
  /** Returns the size of the heap in bytes, with garbage. */
  readonly heapSize: () => number;
  readonly collectGarbage: () => Promise<void>;
}

/** Node.js. */
export const nodeRuntime: Runtime = {
  watchLoad() {
    const before = performance.eventLoopUtilization();
    return () => performance.eventLoopUtilization(before).utilization;
  },
  heapSize: () => getHeapStatistics().total_heap_size,
  // Uses the inspector, because changing V8 flags after the start is unsafe.
  async collectGarbage() {
    const { Session } = await import('node:inspector');
    const session = new Session();
    session.connect();
    await new Promise<void>((resolve) => {
      session.post('HeapProfiler.collectGarbage', () => setTimeout(resolve, 0));
    });
    // Disconnecting within the callback would block the process.
    session.disconnect();
  },
};

/** Collects garbage once the client has sent no message for some time. */
export class Rest {
  readonly #runtime: Runtime;
  #quiet: NodeJS.Timeout | undefined;
  #settled = 0;

  constructor(runtime = nodeRuntime) {
    this.#runtime = runtime;
    this.note();
  }

  /** Notes that the client sent a message. */
  note(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#watch(), restLength).unref();
  }

  #watch(): void {
    const load = this.#runtime.watchLoad();
    setTimeout(() => this.#rest(load()), lookLength).unref();
  }

  #rest(load: number): void {
    if (this.#runtime.heapSize() - this.#settled < worthwhile) return;
    if (load > busy) {
      this.note();
      return;
    }
    // Some builds of Node.js have no inspector. V8 then collects the garbage when it needs the memory.
    this.#runtime
      .collectGarbage()
      .catch(() => undefined)
      .finally(() => (this.#settled = this.#runtime.heapSize()));
  }
}
