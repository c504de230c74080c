/** Times below a chart and in words, in the zone of whoever looks. */
import { getLanguageTag } from '#core/text/grammar.ts';

const two = (number: number): string => String(number).padStart(2, '0');
const day = 86_400;

/**
 * Labels of an axis; where a day begins, and at the first, the day.
 * @param splits seconds since 1970
 * @param step between two
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

/** `10:41:30`; with the day where it is not today. @param at seconds since 1970 */
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
