/**
 * Which part of a journal is read: so far back, or between two moments. Sources: systemd/systemd@v257
 * man/systemd.time.xml (`-1h`, `@seconds`).
 */
import * as l10n from '@vscode/l10n';
import { parseTimestamp, formatTimestamp } from '../common/time.ts';
import type { Message } from '#core/text/message.ts';

export interface LogRange {
  /** So far back, as journalctl and kubelets read it: `-15m`. */
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

/** Those that are offered. */
export const logRanges: readonly LogRangeChoice[] = [
  { id: '15m', label: () => l10n.t`The last 15 minutes`, range: { ago: '-15m' } },
  { id: '1h', label: () => l10n.t`Last hour`, range: { ago: '-1h' } },
  { id: '6h', label: () => l10n.t`Last 6 hours`, range: { ago: '-6h' } },
  { id: '1d', label: () => l10n.t`Last day`, range: { ago: '-1d' } },
  { id: 'all', label: () => l10n.t`The entire journal`, range: {} },
];

/** Whether a journal can be asked for what is so far back. */
export function isAgo(text: string): boolean {
  return /^-[1-9]\d{0,4}[smhd]$/.test(text);
}

const moment = /^(?:(\d{4}-\d\d-\d\d)[ T])?(\d{1,2}):(\d\d)(?::(\d\d))?Z?$/;

/**
 * Milliseconds of a moment in UTC, as people write it: `2026-11-22 07:00`, or `07:00` of the day of `now`. Undefined:
 * it is none.
 */
export function readMoment(text: string, now: number): number | undefined {
  const [, day, hour = '', minute = '', second = '00'] = moment.exec(text.trim()) ?? [];
  const written = `${day ?? formatTimestamp(now).slice(0, 10)}T${hour.padStart(2, '0')}:${minute}:${second}Z`;
  const at = hour === '' ? undefined : parseTimestamp(written);
  // Some days that no calendar has are taken for others.
  return at !== undefined && formatTimestamp(at) === written ? at : undefined;
}

/** As people write it, in UTC, and kubelets read it. */
export function formatUtcTime(milliseconds: number): string {
  return formatTimestamp(milliseconds).replace('T', ' ').replace('Z', '');
}
