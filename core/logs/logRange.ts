/**
 * Defines the time range of a journal: relative to now, or between two times. Sources: systemd/systemd@v257
 * man/systemd.time.xml (`-1h`, `@seconds`).
 */
import * as l10n from '@vscode/l10n';
import { parseTimestamp, formatTimestamp } from '../common/time.ts';
import type { Message } from '#core/text/message.ts';

export interface LogRange {
  /** Relative start that journalctl and the kubelet accept, such as `-15m`. */
  readonly ago?: string;
  /** Milliseconds since 1970. */
  readonly since?: number;
  readonly until?: number;
}

export interface LogRangeChoice {
  readonly id: string;
  readonly label: Message;
  readonly range: LogRange;
}

/** The ranges that the user can select. */
export const logRanges: readonly LogRangeChoice[] = [
  { id: '15m', label: () => l10n.t`Last 15 minutes`, range: { ago: '-15m' } },
  { id: '1h', label: () => l10n.t`Last hour`, range: { ago: '-1h' } },
  { id: '6h', label: () => l10n.t`Last 6 hours`, range: { ago: '-6h' } },
  { id: '1d', label: () => l10n.t`Last day`, range: { ago: '-1d' } },
  { id: 'all', label: () => l10n.t`Entire journal`, range: {} },
];

/** Returns whether the text is a valid relative start. */
export function isAgo(text: string): boolean {
  return /^-[1-9]\d{0,4}[smhd]$/.test(text);
}

const moment = /^(?:(\d{4}-\d\d-\d\d)[ T])?(\d{1,2}):(\d\d)(?::(\d\d))?Z?$/;

/**
 * Parses a time in UTC: `2026-11-22 07:00`, or `07:00` on the day of `now`. Returns milliseconds since 1970, or
 * undefined if the time is invalid.
 */
export function readMoment(text: string, now: number): number | undefined {
  const [, day, hour = '', minute = '', second = '00'] = moment.exec(text.trim()) ?? [];
  const written = `${day ?? formatTimestamp(now).slice(0, 10)}T${hour.padStart(2, '0')}:${minute}:${second}Z`;
  const at = hour === '' ? undefined : parseTimestamp(written);
  // Rejects invalid dates that the parser reads as a different day.
  return at !== undefined && formatTimestamp(at) === written ? at : undefined;
}

/** Formats a UTC time for people and for the kubelet. */
export function formatUtcTime(milliseconds: number): string {
  return formatTimestamp(milliseconds).replace('T', ' ').replace('Z', '');
}
