/**
 * Clock of the simulator. No other code in simulator/ reads the system time or sets timers.
 *
 * Durations are scaled, but timestamps aren't. At speed 60, a reboot of ten minutes takes ten seconds, but the
 * timestamps in objects are from the client's clock. If they were scaled too, they would be in the future for clients,
 * which couldn't show the ages of objects.
 */

/** Cancels a scheduled callback. */
export type Cancel = () => void;

export interface SimulatorClock {
  /** Returns the time in objects and tokens, in milliseconds since 1970. */
  now(): number;
  /** Schedules a callback after a simulated duration in milliseconds. */
  after(milliseconds: number, work: () => void): Cancel;
  /** Schedules a callback after a real duration in milliseconds, for request timeouts and bookmarks. */
  afterWall(milliseconds: number, work: () => void): Cancel;
}

interface Waiting {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** Maximum time in milliseconds to run due callbacks before requests are handled. */
const turn = 10;

/**
 * Clock of a running simulator. Runs callbacks in the order of simulated time. If a callback schedules another one, the
 * delay counts from the time when the first callback was due. At high speed or on a busy computer, callbacks run late
 * but in order.
 */
export class ScaledClock implements SimulatorClock {
  #speed = 1;
  /** Real time when the current speed was set. `#base` is the simulated time at that moment. */
  #begun = performance.now();
  #base = 0;
  readonly #walls = new Set<NodeJS.Timeout>();
  #waiting: Waiting[] = [];
  #order = 0;
  #offset = 0;
  /** Simulated time of the running callback. */
  #doing: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Creates a clock.
   * @param speed factor by which simulated time is faster than real time
   */
  constructor(speed = 1) {
    this.pace(speed);
  }

  /**
   * Changes the speed. At the lowest speed, the next callback runs only after hours, which is like a pause. If a
   * callback calls `pace`, the new speed applies from the time when that callback was due. Otherwise, overdue callbacks
   * on a busy computer would run at the old speed.
   */
  pace(speed: number): void {
    this.#base = this.#doing ?? this.#elapsed();
    this.#begun = performance.now();
    this.#speed = Math.min(Math.max(speed, 0.001), 1_000_000);
    if (this.#doing === undefined) this.#arm();
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  /** Moves the clock of the cluster forward by a number of milliseconds. Scheduled callbacks aren't affected. */
  jump(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  after(milliseconds: number, work: () => void): Cancel {
    const waiting: Waiting = {
      at: (this.#doing ?? this.#elapsed()) + Math.max(milliseconds, 0),
      order: this.#order++,
      work,
    };
    const index = this.#waiting.findLastIndex((other) => other.at <= waiting.at) + 1;
    this.#waiting.splice(index, 0, waiting);
    if (index === 0 && this.#doing === undefined) this.#arm();
    return () => {
      const at = this.#waiting.indexOf(waiting);
      if (at >= 0) this.#waiting.splice(at, 1);
    };
  }

  afterWall(milliseconds: number, work: () => void): Cancel {
    const timer = setTimeout(
      () => {
        this.#walls.delete(timer);
        work();
      },
      Math.min(Math.max(milliseconds, 0), 2_147_483_647),
    );
    this.#walls.add(timer);
    return () => {
      clearTimeout(timer);
      this.#walls.delete(timer);
    };
  }

  /** Cancels all scheduled callbacks. */
  stop(): void {
    for (const timer of this.#walls) clearTimeout(timer);
    this.#walls.clear();
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  /** Returns the simulated milliseconds since the start. */
  #elapsed(): number {
    return this.#base + (performance.now() - this.#begun) * this.#speed;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const [first] = this.#waiting;
    if (first === undefined) return;
    this.#timer = setTimeout(
      () => this.#work(),
      Math.min(Math.max((first.at - this.#elapsed()) / this.#speed, 0), 2_147_483_647),
    );
  }

  #work(): void {
    const until = performance.now() + turn;
    try {
      for (
        let first = this.#waiting[0];
        first !== undefined && first.at <= this.#elapsed() && performance.now() < until;
        first = this.#waiting[0]
      ) {
        this.#waiting.shift();
        this.#doing = first.at;
        first.work();
      }
    } finally {
      this.#doing = undefined;
      this.#arm();
    }
  }
}

/** Clock for tests. Time only advances when the test advances it. */
export class ManualClock implements SimulatorClock {
  #now: number;
  #order = 0;
  #waiting: readonly Waiting[] = [];

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, work: () => void): Cancel {
    const waiting: Waiting = { at: this.#now + Math.max(milliseconds, 0), order: this.#order++, work };
    this.#waiting = [...this.#waiting, waiting];
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    };
  }

  afterWall(milliseconds: number, work: () => void): Cancel {
    return this.after(milliseconds, work);
  }

  /** Changes the time without running the callbacks that are due in the meantime. */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Advances the time, in milliseconds, and runs the callbacks that become due, in order and at their times. */
  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (let next = this.#due(until); next !== undefined; next = this.#due(until)) {
      const { at, work } = next;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#now = Math.max(this.#now, at);
      work();
    }
    this.#now = until;
  }

  /** Returns the time of the next callback. Returns undefined if none is scheduled. */
  nextAt(): number | undefined {
    return this.#due(Infinity)?.at;
  }

  #due(until: number): Waiting | undefined {
    let first: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (
        waiting.at <= until &&
        (first === undefined || waiting.at < first.at || (waiting.at === first.at && waiting.order < first.order))
      )
        first = waiting;
    }
    return first;
  }
}

/** Formats a time like Kubernetes, in whole seconds. */
export function formatKubernetesTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -5)}Z`;
}
