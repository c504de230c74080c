/** A parsed line of a node or pod log. */

/** The component that wrote the line. */
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
  /** Line number in the log, starting at 0. */
  readonly number: number;
  /** Time in milliseconds since 1970. Undefined if the line has no valid time. */
  readonly at?: number;
  /** Seconds since the node booted, if the line has no other time. */
  readonly sinceBoot?: number;
  readonly origin: LogOrigin;
  readonly level: LogLevel;
  /** ID of the sandbox, if the line contains it. */
  readonly sandbox?: string;
  readonly pid?: number;
  /** The pod and the container that wrote the line, such as `web-1/app`. */
  readonly container?: string;
  /** The whole line, truncated if it's very long. Control characters are included. */
  readonly text: string;
}
