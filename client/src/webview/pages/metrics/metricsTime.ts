/** Formats times for chart axes and text in the time zone of the user. */
import { getLanguageTag } from '#core/text/grammar.ts';

const two = (number: number): string => String(number).padStart(2, '0');
const day = 86_400;

/**
 * Returns the labels of an axis. Includes the date in the first label and where a day starts.
 * @param splits seconds since 1970
 * @param step seconds between two labels
 */
export function axisTimes(splits: readonly number[], step: number): string[] {
  let before = '';
  const long = (splits.at(-1) ?? 0) - (splits[0] ?? 0) > day / 2;
  return splits.map((split) => {
    const date = new Date(split * 1000);
    const named = dayOf(date);
    const changed = named !== before;
    before = named;
    if (step >= day) return named;
    return changed && long ? `${timeOf(date, step)}\n${named}` : timeOf(date, step);
  });
}

/**
 * Returns a time such as `10:41:30`, with the date if it isn't today.
 * @param at seconds since 1970
 */
export function formatChartTime(at: number): string {
  const date = new Date(at * 1000);
  const today = date.toDateString() === new Date().toDateString();
  return `${today ? '' : `${dayOf(date)}, `}${timeOf(date, 1)}`;
}

function dayOf(date: Date): string {
  return date.toLocaleDateString(getLanguageTag(), { month: 'short', day: 'numeric' });
}

function timeOf(date: Date, step: number): string {
  const short = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return step < 60 ? `${short}:${two(date.getSeconds())}` : short;
}
