/** Which lines of a log are wanted. */
import { mayBeError } from './errorPrefilter.ts';
import type { LogLevel, LogLine, LogOrigin } from './formats/logLine.ts';

/** All that is left out does not matter. */
export interface LogFilter {
  readonly origins?: readonly LogOrigin[];
  /** The least level: `warning` has errors as well. */
  readonly level?: Exclude<LogLevel, 'unknown'>;
  readonly sandbox?: string;
  readonly pid?: number;
  /** Stands in the line, in letters of either case. */
  readonly text?: string;
  /** Milliseconds since 1970. */
  readonly from?: number;
  readonly to?: number;
}

const ranks: Readonly<Record<LogLevel, number>> = { error: 4, warning: 3, info: 2, debug: 1, unknown: 0 };

/**
 * Asks a line before it is read, quickly: false means that it surely does not fit.
 * @param origin of lines that do not say theirs
 */
export function mayMatch({ sandbox, text, pid, level }: LogFilter, origin?: LogOrigin): (line: string) => boolean {
  const pattern =
    text === undefined || text === ''
      ? undefined
      : new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'iu');
  const number = pid === undefined ? undefined : String(pid);
  // Whatever a QEMU writes is a warning or an error.
  const loud = (level === 'error' || level === 'warning') && origin !== 'qemu';
  return (line) =>
    (sandbox === undefined || line.includes(sandbox)) &&
    (number === undefined || line.includes(number)) &&
    (!loud || mayBeError(line)) &&
    (pattern === undefined || pattern.test(line));
}

/**
 * A line that has no time, or whose level is unknown, is left out where these are asked for. What `mayMatch` asks of
 * its words is not asked again.
 */
export function matches(filter: LogFilter, line: LogLine): boolean {
  const { origins, level, sandbox, pid, from, to } = filter;
  if (origins !== undefined && origins.length > 0 && !origins.includes(line.origin)) return false;
  if (level !== undefined && ranks[line.level] < ranks[level]) return false;
  if (sandbox !== undefined && line.sandbox !== sandbox) return false;
  if (pid !== undefined && line.pid !== pid) return false;
  if (from !== undefined && (line.at === undefined || line.at < from)) return false;
  return to === undefined || (line.at !== undefined && line.at <= to);
}

/** Whether a filter asks for nothing. */
export function isEverything(filter: LogFilter): boolean {
  return Object.values(filter).every(
    (value) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0),
  );
}
