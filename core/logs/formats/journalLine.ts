/**
 * What stands before the words of a line: when, where, who. Of all the ways in which nodes and pods write lines.
 * Sources: systemd/systemd@v257 src/shared/logs-show.c (short and its kin, json); kubernetes/cri-client pkg/logs
 * (`<time> stdout F <text>`); kubectl logs --timestamps (`<time> <text>`); kubernetes/klog v2
 * internal/buffer/buffer.go.
 */
import { auditEvent, auditRecord } from './auditLine.ts';
import { parseLogLevel } from './logLevels.ts';
import { kernelLine } from './kernelLine.ts';
import { klogLevel, type ParsedLinePrefix } from './linePrefix.ts';
import { isJsonObject, getString, getValue } from '#core/common/json.ts';
import type { LogLevel } from './logLine.ts';
import { fullStamp, parseIsoTimestamp, klogStamp, shortStamp, unixStamp, type YearHint } from './timestamps.ts';

/** `host ident[pid]: `, where both the host and the pid may be missing. */
const who = / (?:(\S{1,253}) )?([\w./@+-]{1,80})(?:\[(\d{1,10})\])?: /y;
const weekday = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?=\d{4}-)/y;
const criStream = / std(?:out|err) [FP] /y;

export function openLine(text: string, hint: YearHint): ParsedLinePrefix {
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

/** What a container wrote, which may bring a time of its own along: that of the log counts. */
function behind(text: string, start: number, at: number | undefined, hint: YearHint): ParsedLinePrefix {
  const message = text.slice(start);
  const inner = message.startsWith('{') ? jsonLine(message) : undefined;
  return inner === undefined ? { ...plainLine(message, hint), at, message } : { ...inner, at };
}

/** Nothing before it but perhaps the time of klog, which says the level too. */
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

/** A line of `journalctl -o json`, or one that an operator writes as JSON. */
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

/** One that was cut for its length: the fields that are still whole. */
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

/** What is no UTF-8 comes as a list of bytes; only what is ASCII of it matters here. */
function bytesText(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value
    .slice(0, 4000)
    .map((byte: unknown) =>
      typeof byte === 'number' && byte >= 0 && byte < 128 ? String.fromCharCode(byte) : '\ufffd',
    )
    .join('');
}

/** Of syslog. */
function priority(text: string | undefined): LogLevel {
  if (text === undefined || !/^[0-7]$/.test(text)) return 'unknown';
  const number = Number(text);
  return number <= 3 ? 'error' : number === 4 ? 'warning' : number === 7 ? 'debug' : 'info';
}
