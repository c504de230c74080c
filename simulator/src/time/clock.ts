/**
 * Time as the simulator knows it. Nothing else in simulator/ asks the machine for the time or sets timers.
 *
 * Durations are scaled, timestamps are not: at speed 60 a reboot of ten minutes takes ten seconds, and what is written
 * into objects is the time on the client's own clock. Otherwise every age that a client shows would lie in the future.
 */

/** Takes back what was asked for. */
export type Cancel = () => void;

export interface SimulatorClock {
  /** Milliseconds since 1970, as objects and tokens carry it. */
  now(): number;
  /** Does the work after so many milliseconds of simulated time. */
  after(milliseconds: number, work: () => void): Cancel;
  /** Does the work after so many milliseconds of the client's time: timeouts of requests, bookmarks. */
  afterWall(milliseconds: number, work: () => void): Cancel;
}

interface Waiting {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** How long works that are due may follow each other before requests get their turn. */
const turn = 10;

/**
 * The clock of a running simulator. What is due is done in the order of simulated time, and what it asks for waits from
 * the time at which it was due: at a great speed, or on a busy machine, things happen late, and yet in their order.
 */
export class ScaledClock implements SimulatorClock {
  #speed = 1;
  /** When the present speed began, and the simulated time of then. */
  #begun = performance.now();
  #base = 0;
  readonly #walls = new Set<NodeJS.Timeout>();
  #waiting: Waiting[] = [];
  #order = 0;
  #offset = 0;
  /** The simulated time of the work that is being done. */
  #doing: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param speed how many times faster than the world */
  constructor(speed = 1) {
    this.pace(speed);
  }

  /**
   * Goes on at another speed. At the slowest, nothing happens for hours: that is as good as standing still. Called by
   * what is being done, it counts from the time at which that was due: on a busy machine what is late by now would else
   * be done at the old speed.
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

  /** The clock of the cluster goes wrong by so much, from now on. */
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

  /** Nothing that is waited for happens any more. */
  stop(): void {
    for (const timer of this.#walls) clearTimeout(timer);
    this.#walls.clear();
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  /** Simulated milliseconds since the beginning. */
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

/** The clock of tests: time goes on only when it is told to. */
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

  /** Jumps without doing what was due in between. */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Goes on by so much, and does what becomes due, in order, each at its time. */
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

  /** When the next thing is due; undefined: nothing is waited for. */
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

/** A time as Kubernetes writes it: whole seconds. */
export function formatKubernetesTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -5)}Z`;
}
