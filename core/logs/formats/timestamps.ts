/**
 * Parses the time formats of logs. Uses only arithmetic for speed, because a journal of 1 GB contains 5 million times.
 * Sources: systemd/systemd@v257 src/shared/logs-show.c (output modes short, short-iso, short-precise, short-full,
 * short-unix); kubernetes/klog v2 internal/buffer/buffer.go (header `Lmmdd hh:mm:ss.uuuuuu threadid file:line]`).
 */

/** A time and its end position. */
export interface Stamped {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Offset in the text where the time ends. */
  readonly end: number;
}

/** Data to determine the year of times without one. */
export interface YearHint {
  /**
   * Latest possible time in the log in milliseconds since 1970, with a tolerance of one day for clock differences. If
   * undefined, times without a year are unknown.
   */
  readonly latest?: number | undefined;
}

const day = 86_400_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const iso = /(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(Z| UTC|[+-]\d\d:?\d\d)?/y;
const zone = / (?:([A-Z]{2,5})|([+-]\d\d)(\d\d)?)(?= )/y;
const short = /([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?/y;
const ctime = /[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})/y;
const klog = /[IWEF](\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{1,9})/y;
const unix = /(\d{9,11})\.(\d{6})(?= )/y;

/**
 * Parses `2023-03-11T11:57:28.587116986Z` with any offset. A time without an offset is treated as UTC, which nodes use.
 */
export function parseIsoTimestamp(text: string, from = 0): Stamped | undefined {
  iso.lastIndex = from;
  const found = iso.exec(text);
  if (found === null) return undefined;
  const local = moment(Number(found[1]), Number(found[2]), Number(found[3]), found[4], found[5], found[6], found[7]);
  return local === undefined ? undefined : { at: local - offsetOf(found[8]), end: iso.lastIndex };
}

/**
 * Parses `2023-03-11 11:57:28 CET`, which short-full prints after the weekday in the time zone of the user who ran
 * journalctl. The time is unknown if the zone is an abbreviation other than UTC or GMT, because abbreviations are
 * ambiguous (CST stands for three zones).
 */
export function fullStamp(
  text: string,
  from: number,
): { readonly at: number | undefined; readonly end: number } | undefined {
  const stamp = parseIsoTimestamp(text, from);
  if (stamp === undefined) return undefined;
  zone.lastIndex = stamp.end;
  const found = zone.exec(text);
  if (found === null) return stamp;
  const [, letters, hours, minutes = '00'] = found;
  if (letters === undefined) return { at: stamp.at - offsetOf(`${hours ?? '+00'}${minutes}`), end: zone.lastIndex };
  return { at: letters === 'GMT' ? stamp.at : undefined, end: zone.lastIndex };
}

/** Parses `Mar 11 11:57:28` as UTC. The year is the latest one for which the time isn't after the end of the log. */
export function shortStamp(
  text: string,
  { latest }: YearHint,
): { readonly at: number | undefined; readonly end: number } | undefined {
  short.lastIndex = 0;
  const found = short.exec(text);
  const month = found === null ? 0 : months.indexOf(found[1] ?? '') + 1;
  if (found === null || month === 0) return undefined;
  return { at: inYear(latest, month, Number(found[2]), found[3], found[4], found[5], found[6]), end: short.lastIndex };
}

/** Parses `Sat Mar 11 11:57:28 2023`, the format of ctime in C, as UTC. */
export function ctimeStamp(text: string, from: number): Stamped | undefined {
  ctime.lastIndex = from;
  const found = ctime.exec(text);
  if (found === null) return undefined;
  const at = moment(
    Number(found[6]),
    months.indexOf(found[1] ?? '') + 1,
    Number(found[2]),
    found[3],
    found[4],
    found[5],
  );
  return at === undefined ? undefined : { at, end: ctime.lastIndex };
}

/** Parses `I0311 11:57:28.123456`. */
export function klogStamp(
  text: string,
  from: number,
  { latest }: YearHint,
): { readonly at: number | undefined; readonly end: number } | undefined {
  klog.lastIndex = from;
  const found = klog.exec(text);
  if (found === null) return undefined;
  return {
    at: inYear(latest, Number(found[1]), Number(found[2]), found[3], found[4], found[5], found[6]),
    end: klog.lastIndex,
  };
}

/** Parses `1678535848.587116`. */
export function unixStamp(text: string): Stamped | undefined {
  unix.lastIndex = 0;
  const found = unix.exec(text);
  return found === null
    ? undefined
    : { at: Number(found[1]) * 1000 + Math.floor(Number(found[2]) / 1000), end: unix.lastIndex };
}

function offsetOf(text: string | undefined): number {
  if (text === undefined || text === 'Z' || text === ' UTC') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith('-') ? -minutes : minutes) * 60_000;
}

function inYear(
  latest: number | undefined,
  month: number,
  date: number,
  ...clock: readonly (string | undefined)[]
): number | undefined {
  if (latest === undefined) return undefined;
  const [hours, minutes, seconds, fraction] = clock;
  const year = yearOf(latest + day);
  const at = moment(year, month, date, hours, minutes, seconds, fraction);
  if (at !== undefined && at <= latest + day) return at;
  // February 29 exists only in leap years.
  for (let back = 1; back <= 8; back += 1) {
    const before = moment(year - back, month, date, hours, minutes, seconds, fraction);
    if (before !== undefined) return before;
  }
  return undefined;
}

function moment(
  year: number,
  month: number,
  date: number,
  ...clock: readonly (string | undefined)[]
): number | undefined {
  const [hours, minutes, seconds] = clock.map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return undefined;
  if (month < 1 || month > 12 || date < 1 || date > daysIn(year, month) || hours > 23 || minutes > 59 || seconds > 60)
    return undefined;
  const milliseconds = Number((clock[3] ?? '').slice(0, 3).padEnd(3, '0'));
  return daysBefore(year, month, date) * day + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * Returns the number of days from 1970 to a date. Treats March as the first month, so that the leap day is the last day
 * of the year.
 */
function daysBefore(year: number, month: number, date: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

function yearOf(milliseconds: number): number {
  const days = milliseconds / day;
  let year = 1970 + Math.floor(days / 365.2425);
  while (daysBefore(year + 1, 1, 1) <= days) year += 1;
  while (daysBefore(year, 1, 1) > days) year -= 1;
  return year;
}
