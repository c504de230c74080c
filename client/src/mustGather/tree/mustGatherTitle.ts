/** Formats the titles of must-gathers with their collection time. */
import * as l10n from '@vscode/l10n';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * Returns the label of a row, such as `2026-11-20 10:41 must-gather`. The time is first because VS Code truncates
 * labels at the end and the time distinguishes must-gathers.
 * @param name label if the time is unknown
 */
export function labelOfGather(name: string, { summary: { at } }: MustGatherReport): string {
  return at === undefined ? name : l10n.t`${dayAndTime(at)} must-gather`;
}

/**
 * Returns the collection time, such as `collected 2026-11-20 10:41`, to show next to the file name. The tree shows the
 * same time, so that the user can find the must-gather there.
 */
export function takenWords({ summary: { at } }: MustGatherReport): string {
  return at === undefined
    ? l10n.t({
        message: 'collected at an unknown time',
        args: [],
        comment: ['Shown next to the name of a must-gather.'],
      })
    : l10n.t({
        message: 'collected {0}',
        args: [dayAndTime(at)],
        comment: ['Shown next to the name of a must-gather. {0} is a time.'],
      });
}

/**
 * Formats a time, such as `2026-11-20 10:41`.
 * @param at milliseconds since 1970
 */
export function dayAndTime(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
