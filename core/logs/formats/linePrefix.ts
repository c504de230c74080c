/** A log line that is split into its prefix and its message. All line formats are parsed into this shape. */
import type { LogLevel } from './logLine.ts';

/** A line that is split into the data of its prefix and the message. */
export interface ParsedLinePrefix {
  readonly at: number | undefined;
  /** Seconds since boot. A kernel line might contain no other time. */
  readonly sinceBoot?: number;
  /** The pod and the container, such as `web-1/app`. Only lines of `kubectl logs --prefix` have them. */
  readonly container?: string;
  /** The syslog identifier, such as `kata`, `crio`, or `kubenswrapper`. */
  readonly identifier: string | undefined;
  readonly pid: number | undefined;
  /** The level in the prefix. `unknown` if only the message can show it. */
  readonly level: LogLevel;
  readonly message: string;
}

/** Returns the level of a klog line, which its first letter shows. */
export function klogLevel(message: string): LogLevel {
  const letter = message[0];
  return letter === 'E' || letter === 'F' ? 'error' : letter === 'W' ? 'warning' : 'info';
}
