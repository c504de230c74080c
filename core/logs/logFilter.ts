/** Determines which lines of a log match a filter. */
import { mayBeError } from './errorPrefilter.ts';
import type { LogLevel, LogLine, LogOrigin } from './formats/logLine.ts';

/** A log filter. Undefined fields match any line. */
export interface LogFilter {
  readonly origins?: readonly LogOrigin[];
  /** Minimum level. `warning` includes errors. */
  readonly level?: Exclude<LogLevel, 'unknown'>;
  readonly sandbox?: string;
  readonly pid?: number;
  /** Text that the line contains, ignoring case. */
  readonly text?: string;
  /** Milliseconds since 1970. */
  readonly from?: number;
  readonly to?: number;
}

const ranks: Readonly<Record<LogLevel, number>> = { error: 4, warning: 3, info: 2, debug: 1, unknown: 0 };

/**
 * Returns a quick check for unparsed lines. False means that the line certainly doesn't match.
 * @param origin origin of lines that don't specify one
 */
export function mayMatch({ sandbox, text, pid, level }: LogFilter, origin?: LogOrigin): (line: string) => boolean {
  const pattern =
    text === undefined || text === ''
      ? undefined
      : new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'iu');
  const number = pid === undefined ? undefined : String(pid);
  // All QEMU output counts as warnings or errors.
  const loud = (level === 'error' || level === 'warning') && origin !== 'qemu';
  return (line) =>
    (sandbox === undefined || line.includes(sandbox)) &&
    (number === undefined || line.includes(number)) &&
    (!loud || mayBeError(line)) &&
    (pattern === undefined || pattern.test(line));
}

/**
 * Returns whether a parsed line matches. If the filter specifies a time or a level, lines without a time or with an
 * unknown level don't match. Doesn't repeat the text check of `mayMatch`.
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

/** Returns whether a filter matches every line. */
export function isEverything(filter: LogFilter): boolean {
  return Object.values(filter).every(
    (value) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0),
  );
}
