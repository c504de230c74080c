/** Formats times of day for rows. core/text/durations.ts formats durations, and core/text/phrases.ts formats lists. */
import * as l10n from '@vscode/l10n';
import { getLanguageTag } from '#core/text/grammar.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * Formats a time, such as `10:41`, or `Nov 20, 10:41` for another day.
 * @param at milliseconds since 1970
 */
export function formatTimeOfDay(at: number, now: number): string {
  const date = new Date(at);
  return date.toDateString() === new Date(now).toDateString()
    ? `${two(date.getHours())}:${two(date.getMinutes())}`
    : formatOf(getLanguageTag()).format(date);
}

/** Cached time formats by language. Creating a format for each of thousands of rows would take too long. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(tag: string): Intl.DateTimeFormat {
  const known = formats.get(tag);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(tag, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(tag, format);
  return format;
}

/**
 * Formats a time within the next few minutes, such as `10:41:07`.
 * @param at milliseconds since 1970
 */
export function clockTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

/** Returns the state to show for a cluster whose data is up to date. */
export function formatLiveState(): string {
  return l10n.t({
    message: 'Connected',
    args: [],
    comment: ['The state of a cluster whose data is up to date.'],
  });
}
