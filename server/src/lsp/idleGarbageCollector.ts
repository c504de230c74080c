/**
 * Collects garbage while the client is idle. Otherwise, V8 keeps several times the memory in use after a large file was
 * edited, for as long as the editor is open.
 */
import process from 'node:process';

/** Time without messages before garbage is collected, in milliseconds. A collection takes 20 to 100 ms. */
const idleTime = 5000;
/** Minimum growth of the heap since the last collection, in bytes. */
const minGrowth = 6 * 2 ** 20;
/** Time during which the load is measured, in milliseconds. */
const measuringTime = 300;
/** Maximum load, as a fraction of the time. Above it, the server is busy without messages, such as with the index. */
const maxLoad = 0.05;

/** The parts of the runtime that the collector uses. */
interface Runtime {
  /** Starts to measure the load. The returned function returns the fraction of the time that was busy since then. */
  readonly measureLoad: () => () => number;
  /** Returns the size of the heap in bytes, including garbage. */
  readonly heapSize: () => number;
  readonly collectGarbage: () => Promise<void>;
}

/** The runtime of Node.js. */
export const nodeRuntime: Runtime = {
  measureLoad() {
    const before = performance.eventLoopUtilization();
    return () => performance.eventLoopUtilization(before).utilization;
  },
  heapSize: () => process.memoryUsage().heapTotal,
  // Uses the inspector, because changing V8 flags after the start is unsafe.
  async collectGarbage() {
    const { Session } = await import('node:inspector');
    const session = new Session();
    session.connect();
    try {
      await new Promise<void>((resolve) => {
        session.post('HeapProfiler.collectGarbage', () => setTimeout(resolve, 0));
      });
    } finally {
      // Disconnecting within the callback would block the process.
      session.disconnect();
    }
  },
};

/** Collects garbage once the client has sent no message for some time. */
export class IdleGarbageCollector {
  readonly #runtime: Runtime;
  #timer: NodeJS.Timeout | undefined;
  #lastSize = 0;

  constructor(runtime = nodeRuntime) {
    this.#runtime = runtime;
    this.restart();
  }

  /** Must be called for each message of the client. Restarts the time until the next collection. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#measure(), idleTime).unref();
  }

  #measure(): void {
    const load = this.#runtime.measureLoad();
    setTimeout(() => this.#collect(load()), measuringTime).unref();
  }

  #collect(load: number): void {
    if (this.#runtime.heapSize() - this.#lastSize < minGrowth) return;
    if (load > maxLoad) {
      this.restart();
      return;
    }
    // Some builds of Node.js have no inspector. V8 then collects the garbage when it needs the memory.
    this.#runtime
      .collectGarbage()
      .catch(() => undefined)
      .finally(() => (this.#lastSize = this.#runtime.heapSize()));
  }
}
