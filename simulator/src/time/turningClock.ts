/** Provides a clock that shows a past time while the prelude of a scenario is played, and the real time afterwards. */
import { ManualClock, type Cancel, type SimulatorClock } from './clock.ts';

/** Clock that can be set back. Pass it to the Store instead of the real clock. */
export class TurningClock implements SimulatorClock {
  readonly #real: SimulatorClock;
  #past: ManualClock | undefined;

  constructor(real: SimulatorClock) {
    this.#real = real;
  }

  /**
   * Sets the clock back by a number of milliseconds. Callbacks that are scheduled from now on run when the caller
   * advances the returned clock.
   */
  turnBack(milliseconds: number): ManualClock {
    const past = new ManualClock(this.#real.now() - milliseconds);
    this.#past = past;
    return past;
  }

  /** Returns to the present. Callbacks still scheduled in the past never run. */
  goOn(): void {
    this.#past = undefined;
  }

  now(): number {
    return (this.#past ?? this.#real).now();
  }

  after(milliseconds: number, work: () => void): Cancel {
    return (this.#past ?? this.#real).after(milliseconds, work);
  }

  afterWall(milliseconds: number, work: () => void): Cancel {
    return (this.#past ?? this.#real).afterWall(milliseconds, work);
  }
}
