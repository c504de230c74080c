/** What a must-gather is called, by when it was taken. */
import * as l10n from '@vscode/l10n';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * `2026-11-20 10:41 must-gather`: a row is cut at its end, and the time tells it from others.
 * @param name what it is called where nothing says its time
 */
export function labelOfGather(name: string, { summary: { at } }: MustGatherReport): string {
  return at === undefined ? name : l10n.t`${dayAndTime(at)} must-gather`;
}

/** `of 2026-11-20 10:41`: beside the name of its file, so that it is found again in the tree, which shows the time. */
export function takenWords({ summary: { at } }: MustGatherReport): string {
  return at === undefined
    ? l10n.t({
        message: 'collected at an unknown time',
        args: [],
        comment: ['Stands alone, beside the name of a must-gather: when it was taken.'],
      })
    : l10n.t({
        message: 'collected {0}',
        args: [dayAndTime(at)],
        comment: ['Stands alone, beside the name of a must-gather: the time at which it was taken.'],
      });
}

/** `2026-11-20 10:41`. @param at milliseconds since 1970 */
export function dayAndTime(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
