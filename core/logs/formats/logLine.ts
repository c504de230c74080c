/** One line of a log of a node or a pod, as far as it can be read. */

/** Who wrote it. */
export type LogOrigin =
  | 'kataRuntime'
  | 'guestConsole'
  | 'agent'
  | 'virtiofsd'
  | 'qemu'
  | 'crio'
  | 'kubelet'
  | 'kernel'
  | 'other';

export type LogLevel = 'error' | 'warning' | 'info' | 'debug' | 'unknown';

export interface LogLine {
  /** Its place in the log; the first is 0. */
  readonly number: number;
  /** Milliseconds since 1970; undefined: it has none that can be read. */
  readonly at?: number;
  /** Seconds since the node was booted, where it says no other time. */
  readonly sinceBoot?: number;
  readonly origin: LogOrigin;
  readonly level: LogLevel;
  /** The id of the sandbox that it is about, where it says so. */
  readonly sandbox?: string;
  readonly pid?: number;
  /** The whole line, cut where it is very long; control characters stand as such. */
  readonly text: string;
}
