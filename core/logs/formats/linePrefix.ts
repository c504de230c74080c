/** A log line separated into its prefix and its message. All line formats are read into this shape. */
import type { LogLevel } from './logLine.ts';

/** A line, separated into what the prefix tells and the message. */
export interface ParsedLinePrefix {
  readonly at: number | undefined;
  /** Seconds since boot. The kernel may write no other time. */
  readonly sinceBoot?: number;
  /** The writer, as the journal calls it: `kata`, `crio`, `kubenswrapper`. */
  readonly identifier: string | undefined;
  readonly pid: number | undefined;
  /** The level in the prefix; `unknown` if the message has to show it. */
  readonly level: LogLevel;
  readonly message: string;
}

/** Returns the level of a klog line, which its first letter shows. */
export function klogLevel(message: string): LogLevel {
  const letter = message[0];
  return letter === 'E' || letter === 'F' ? 'error' : letter === 'W' ? 'warning' : 'info';
}
