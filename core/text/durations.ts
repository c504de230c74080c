/** Formats durations for people. */
import * as l10n from '@vscode/l10n';
import { selectPlural } from './grammar.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Formats a duration, such as `45 s`, `12 min`, `1 h 20 min`, or `3 days`.
 * @param milliseconds negative values count as 0
 */
export function formatDuration(milliseconds: number): string {
  const { count, unit, minutes } = roundedDuration(milliseconds);
  switch (unit) {
    case 's':
      return l10n.t`${count} s`;
    case 'min':
      return l10n.t`${count} min`;
    case 'h':
      return minutes === 0 ? l10n.t`${count} h` : l10n.t`${count} h ${minutes} min`;
    default:
      return selectPlural(count, l10n.t`${count} day`, l10n.t`${count} days`);
  }
}

/** Formats a range of durations, such as `5 to 7 min`. Returns a single duration if both are formatted the same. */
export function formatTimeSpan({ from, to }: { readonly from: number; readonly to: number }): string {
  const [first, last] = [formatDuration(from), formatDuration(to)];
  if (first === last) return first;
  const [start, end] = [roundedDuration(from), roundedDuration(to)];
  const begin = start.unit === end.unit && end.unit !== 'h' ? start.count : first;
  return l10n.t({
    message: '{0} to {1}',
    args: [begin, last],
    comment: ['A range of durations: "5 to 7 min", "2 min to 1 h 20 min".'],
  });
}

interface RoundedDuration {
  readonly count: number;
  readonly unit: 's' | 'min' | 'h' | 'days';
  /** Remaining minutes if the unit is hours. */
  readonly minutes: number;
}

function roundedDuration(milliseconds: number): RoundedDuration {
  const time = Math.max(0, milliseconds);
  if (time < 90 * second) return { count: Math.round(time / second), unit: 's', minutes: 0 };
  if (time < 90 * minute) return { count: Math.round(time / minute), unit: 'min', minutes: 0 };
  if (time >= 2 * day) return { count: Math.round(time / day), unit: 'days', minutes: 0 };
  const minutes = Math.round((time % hour) / minute);
  return { count: Math.floor(time / hour) + (minutes === 60 ? 1 : 0), unit: 'h', minutes: minutes % 60 };
}
