/**
 * A clock that is turned to the past while the prelude of a scenario is played, and shows the real one's time from then
 * on.
 */
import { ManualClock, type Cancel, type SimulatorClock } from './clock.ts';

/** Hand it to the Store in place of the real one. */
export class TurningClock implements SimulatorClock {
  readonly #real: SimulatorClock;
  #past: ManualClock | undefined;

  constructor(real: SimulatorClock) {
    this.#real = real;
  }

  /**
   * Turns it back by so much. What is waited for after that waits on the clock that is returned, which the caller
   * turns.
   */
  turnBack(milliseconds: number): ManualClock {
    const past = new ManualClock(this.#real.now() - milliseconds);
    this.#past = past;
    return past;
  }

  /** Shows the present again. What waits in the past is not done any more. */
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
