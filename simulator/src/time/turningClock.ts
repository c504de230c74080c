/** A clock that is turned to the past while the prelude of a scenario is played, and shows the real one's time from then on. */
import { ManualClock, type Cancel, type Clock } from './clock.ts';

/** Hand it to the Store in place of the real one. */
export class TurningClock implements Clock {
  readonly #real: Clock;
  #past: ManualClock | undefined;

  constructor(real: Clock) {
    this.#real = real;
  }

  /** Turns it back by so much. What is waited for after that waits on the clock that is returned, which the caller turns. */
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
