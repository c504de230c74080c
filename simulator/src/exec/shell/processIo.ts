/** Defines what a simulated process can use: its streams, its terminal, and the clock. */
import type { SimulatorClock } from '#simulator/time/clock.ts';
import type { TerminalSize } from '../execStream.ts';

export interface ProcessIo {
  readonly clock: SimulatorClock;
  /** Host name of the container, which is the name of the pod. */
  readonly hostName: string;
  /** Aborts when the process must exit, for example because of Ctrl+C. */
  readonly signal: AbortSignal;
  /** Returns the size of the terminal, or undefined if the process has no terminal. */
  readonly size: () => TerminalSize | undefined;
  /** Returns the next standard input, or undefined at its end. */
  readonly read: () => Promise<Uint8Array | undefined>;
  /** Writes output. Resolves when there is space for more output. */
  readonly write: (output: string | Uint8Array, stream?: 'stdout' | 'stderr') => Promise<void>;
}

/** Exit code of a process that Ctrl+C ended: 128 and the number of the signal. */
export const interruptedCode = 130;
