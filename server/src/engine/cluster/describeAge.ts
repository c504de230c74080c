/** Describes the age of cluster data. */
import * as l10n from '@vscode/l10n';

/**
 * Returns the time of the data, such as `last updated 10:41`, with the date if it isn't today.
 * @param milliseconds time of the data, in milliseconds since 1970
 * @param now milliseconds since 1970
 */
export function describeAge(milliseconds: number, now: number): string {
  return l10n.t`last updated ${timeOf(milliseconds, now)}`;
}

/**
 * Formats a time in the time zone of this process. The process runs on the user's computer, so this is also the user's
 * time zone.
 */
function timeOf(milliseconds: number, now: number): string {
  const [then, today] = [new Date(milliseconds), new Date(now)];
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(then.getHours())}:${two(then.getMinutes())}`;
  const isToday = then.toDateString() === today.toDateString();
  return isToday ? clock : `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())} ${clock}`;
}
