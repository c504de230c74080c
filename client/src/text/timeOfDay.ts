/** Formats times of day for rows. core/text/durations.ts formats durations, and core/text/phrases.ts formats lists. */
import * as l10n from '@vscode/l10n';

/**
 * Abbreviated month names. They are functions so that a row translates only one name, because thousands of rows are
 * formatted at once.
 */
const months: readonly (() => string)[] = [
  () => l10n.t`Jan`,
  () => l10n.t`Feb`,
  () => l10n.t`Mar`,
  () => l10n.t`Apr`,
  () => l10n.t({ message: 'May', args: [], comment: ['The abbreviated name of the month.'] }),
  () => l10n.t`Jun`,
  () => l10n.t`Jul`,
  () => l10n.t`Aug`,
  () => l10n.t`Sep`,
  () => l10n.t`Oct`,
  () => l10n.t`Nov`,
  () => l10n.t`Dec`,
];
const two = (number: number): string => String(number).padStart(2, '0');

/**
 * Formats a time, such as `10:41`, or `Nov 20, 10:41` for another day.
 * @param at milliseconds since 1970
 */
export function formatTimeOfDay(at: number, now: number): string {
  const date = new Date(at);
  // Doesn't use Intl, which is too slow for thousands of rows at once.
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return time;
  const args = [months[date.getMonth()]?.() ?? '', date.getDate(), time];
  return l10n.t({
    message: '{0} {1}, {2}',
    args,
    comment: ['A date and time. {0} is the abbreviated month, {1} is the day, and {2} is the time: "Nov 27, 10:41".'],
  });
}

/**
 * Formats a time within the next few minutes, such as `10:41:07`.
 * @param at milliseconds since 1970
 */
export function clockTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

/** Returns the text for data that shows the current state of a cluster. */
export function formatLiveState(): string {
  return l10n.t({
    message: 'connected',
    args: [],
    comment: ['The state of a cluster whose data is up to date.'],
  });
}
