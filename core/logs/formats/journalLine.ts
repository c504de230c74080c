/**
 * Parses the prefix of a line: time, host, and process, in all formats that nodes and pods use. Sources:
 * systemd/systemd@v257 src/shared/logs-show.c (short and related modes, json); kubernetes/cri-client pkg/logs (`<time>
 * stdout F <text>`); kubectl logs --timestamps (`<time> <text>`); kubernetes/klog v2 internal/buffer/buffer.go.
 */
import { auditEvent, auditRecord } from './auditLine.ts';
import { parseLogLevel } from './logLevels.ts';
import { kernelLine } from './kernelLine.ts';
import { klogLevel, type ParsedLinePrefix } from './linePrefix.ts';
import { isJsonObject, getString, getValue } from '#core/common/json.ts';
import type { LogLevel } from './logLine.ts';
import { parseLinePrefix, type LineContainer } from '../pods/podLogLine.ts';
import { fullStamp, parseIsoTimestamp, klogStamp, shortStamp, unixStamp, type YearHint } from './timestamps.ts';

/** Matches `host ident[pid]: `. The host and the process ID can be missing. */
const who = / (?:(\S{1,253}) )?([\w./@+-]{1,80})(?:\[(\d{1,10})\])?: /y;
const weekday = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?=\d{4}-)/y;
const criStream = / std(?:out|err) [FP] /y;

export function openLine(text: string, hint: YearHint): ParsedLinePrefix {
  const container = parseLinePrefix(text);
  if (container !== undefined) return containerLine(text.slice(container.end), container, hint);
  if (text.startsWith('{')) return jsonLine(text) ?? plainLine(text, hint);
  const known = text.startsWith('type=') || text.startsWith('node=') ? auditRecord(text) : kernelLine(text);
  if (known !== undefined) return known;
  weekday.lastIndex = 0;
  const stamp =
    (weekday.test(text) ? fullStamp(text, weekday.lastIndex) : parseIsoTimestamp(text)) ??
    shortStamp(text, hint) ??
    unixStamp(text);
  if (stamp === undefined) return plainLine(text, hint);
  criStream.lastIndex = stamp.end;
  if (criStream.test(text)) return behind(text, criStream.lastIndex, stamp.at, hint);
  who.lastIndex = stamp.end;
  const found = who.exec(text);
  if (found === null) return behind(text, text.startsWith(' ', stamp.end) ? stamp.end + 1 : stamp.end, stamp.at, hint);
  return {
    at: stamp.at,
    identifier: found[2],
    pid: found[3] === undefined ? undefined : Number(found[3]),
    level: 'unknown',
    message: text.slice(who.lastIndex),
  };
}

/**
 * Parses a line after the prefix of `kubectl logs --prefix`. Without the prefix, a message such as `error: timeout`
 * looks like a process that wrote a line, so the prefix makes the result unambiguous.
 */
function containerLine(text: string, { pod, container }: LineContainer, hint: YearHint): ParsedLinePrefix {
  const stamp = parseIsoTimestamp(text);
  const start = stamp === undefined ? 0 : stamp.end + (text.startsWith(' ', stamp.end) ? 1 : 0);
  const inner = behind(text, start, stamp?.at, hint);
  return { ...inner, container: `${pod}/${container}` };
}

/**
 * Parses the rest of a line after its timestamp, such as container output. If the rest contains another time, the
 * timestamp applies.
 */
function behind(text: string, start: number, at: number | undefined, hint: YearHint): ParsedLinePrefix {
  const message = text.slice(start);
  const inner = message.startsWith('{') ? jsonLine(message) : undefined;
  return inner === undefined ? { ...plainLine(message, hint), at, message } : { ...inner, at };
}

/** Parses a line without a prefix. A klog header provides the time and the level. */
function plainLine(message: string, hint: YearHint): ParsedLinePrefix {
  const stamp = klogStamp(message, 0, hint);
  return {
    at: stamp?.at,
    identifier: undefined,
    pid: undefined,
    level: stamp === undefined ? 'unknown' : klogLevel(message),
    message,
  };
}

/** Parses a line of `journalctl -o json`, or a JSON line of an operator. */
function jsonLine(text: string): ParsedLinePrefix | undefined {
  const object = parsed(text);
  if (object === undefined) return cutJson(text);
  if (Object.hasOwn(object, '__REALTIME_TIMESTAMP')) {
    const message = getValue(object, 'MESSAGE');
    return journalEntry(
      (field) => getString(object, field),
      typeof message === 'string' ? message : bytesText(message),
    );
  }
  const audited = auditEvent(object, text);
  if (audited !== undefined) return audited;
  const time = getValue(object, 'ts') ?? getValue(object, 'time') ?? getValue(object, 'timestamp');
  const level = parseLogLevel(getString(object, 'level') ?? getString(object, 'severity'));
  const message = getString(object, 'msg') ?? getString(object, 'message');
  if (message === undefined && level === 'unknown') return undefined;
  const at =
    typeof time === 'number'
      ? Math.floor(time < 1e11 ? time * 1000 : time)
      : typeof time === 'string'
        ? parseIsoTimestamp(time)?.at
        : undefined;
  return { at, identifier: undefined, pid: undefined, level, message: message ?? text };
}

function journalEntry(field: (name: string) => string | undefined, message: string): ParsedLinePrefix {
  const microseconds = Number(field('__REALTIME_TIMESTAMP'));
  const pid = Number(field('SYSLOG_PID') ?? field('_PID'));
  return {
    at: Number.isFinite(microseconds) ? Math.floor(microseconds / 1000) : undefined,
    identifier: field('SYSLOG_IDENTIFIER') ?? field('_COMM'),
    pid: Number.isInteger(pid) ? pid : undefined,
    level: priority(field('PRIORITY')),
    message,
  };
}

function parsed(text: string): object | undefined {
  if (!text.endsWith('}')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a truncated JSON line. Uses the fields that are complete. */
function cutJson(text: string): ParsedLinePrefix | undefined {
  if (!text.includes('"__REALTIME_TIMESTAMP"')) return undefined;
  const field = (name: string): string | undefined => {
    const start = text.indexOf(`"${name}":"`);
    if (start < 0) return undefined;
    const from = start + name.length + 4;
    const end = text.indexOf('"', from);
    return end < 0 ? undefined : text.slice(from, end);
  };
  const start = text.indexOf('"MESSAGE":"');
  const found = start < 0 ? null : /^(?:[^"\\]|\\.)*/.exec(text.slice(start + 11));
  return journalEntry(field, (found?.[0] ?? '').replaceAll('\\"', '"').replaceAll('\\\\', '\\'));
}

/**
 * Converts a message to text. journalctl prints messages that aren't valid UTF-8 as a list of bytes, of which only
 * ASCII characters are kept.
 */
function bytesText(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value
    .slice(0, 4000)
    .map((byte: unknown) =>
      typeof byte === 'number' && byte >= 0 && byte < 128 ? String.fromCharCode(byte) : '\ufffd',
    )
    .join('');
}

/** Converts a syslog priority to a level. */
function priority(text: string | undefined): LogLevel {
  if (text === undefined || !/^[0-7]$/.test(text)) return 'unknown';
  const number = Number(text);
  return number <= 3 ? 'error' : number === 4 ? 'warning' : number === 7 ? 'debug' : 'info';
}
