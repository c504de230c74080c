/**
 * Parses lines of `dmesg` in its formats: seconds since boot, `-T` (wall clock time, which is inaccurate after the node
 * was suspended), `-x` (facility and level as words), and `-r` (as numbers). Source: util-linux/util-linux@v2.39
 * sys-utils/dmesg.c (print_record; level_names). Lines with ISO times are parsed like other log lines.
 */
import type { ParsedLinePrefix } from './linePrefix.ts';
import { parseLogLevel } from './logLevels.ts';
import type { LogLevel } from './logLine.ts';
import { ctimeStamp } from './timestamps.ts';

const start =
  /^(?:<(\d{1,3})>|(?:kern|user|mail|daemon|auth|syslog|lpr|news|uucp|cron|authpriv|ftp|local\d) {0,5}:(\w{3,6}) {0,5}: ?)?\[/;
const sinceBoot = / {0,10}(\d{1,9}\.\d{6})\](?:\[ {0,10}[TC]\d{1,9}\])? ?/y;
const priorities = ['emerg', 'alert', 'crit', 'err', 'warn', 'notice', 'info', 'debug'] as const;
/** Kernel messages that are certainly errors, even without a level. */
const surely =
  /^(?:Kernel panic - not syncing|Oops: |BUG: |Out of memory: Killed process|Memory cgroup out of memory: Killed process)/;

/** Parses a kernel line. Returns undefined if the line isn't one. */
export function kernelLine(text: string): ParsedLinePrefix | undefined {
  const head = start.exec(text);
  if (head === null) return undefined;
  const level = parseLogLevel(head[1] === undefined ? head[2] : priorities[Number(head[1]) & 7]);
  const rest = { identifier: 'kernel', pid: undefined };
  sinceBoot.lastIndex = head[0].length;
  const seconds = sinceBoot.exec(text)?.[1];
  if (seconds !== undefined) {
    const message = text.slice(sinceBoot.lastIndex);
    return { ...rest, at: undefined, sinceBoot: Number(seconds), level: levelOf(message, level), message };
  }
  const stamp = ctimeStamp(text, head[0].length);
  if (stamp === undefined || text[stamp.end] !== ']') return undefined;
  const message = text.slice(stamp.end + 1).trimStart();
  return { ...rest, at: stamp.at, level: levelOf(message, level), message };
}

function levelOf(message: string, told: LogLevel): LogLevel {
  return told === 'unknown' && surely.test(message) ? 'error' : told;
}
