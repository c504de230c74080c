/** Formats the titles of must-gathers with their collection time. */
import * as l10n from '@vscode/l10n';
import type { GatherState, MustGatherEntry } from './mustGatherEntry.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * Returns the label of a row, such as `2026-11-20 10:41 must-gather`. The time is first because VS Code truncates
 * labels at the end and the time distinguishes must-gathers.
 * @param name label if the time is unknown
 */
function labelOfGather(name: string, { summary: { at } }: MustGatherReport): string {
  return at === undefined ? name : labelAt(dayAndTime(at));
}

function labelAt(time: string): string {
  return l10n.t`${time} must-gather`;
}

/**
 * Returns the labels of the rows by the names of the must-gathers. Must-gathers from the same minute also show the
 * seconds and, if necessary, their file names.
 */
export function labelsOfGathers(gathers: readonly MustGatherEntry[]): ReadonlyMap<string, string> {
  const choices = gathers.map(({ name, state }) => {
    const label = titleOfState(name, state) ?? name;
    const at = state.kind === 'open' ? state.report.summary.at : undefined;
    const exact = at === undefined ? label : labelAt(`${dayAndTime(at)}:${two(new Date(at).getSeconds())}`);
    return { name, labels: [label, exact, `${exact} (${name.replace(/^must-gather /, '')})`] };
  });
  const isUnique = (label: string | undefined, level: number): boolean =>
    choices.filter(({ labels }) => labels[level] === label).length === 1;
  return new Map(
    choices.map(({ name, labels }) => [name, labels.find((label, level) => isUnique(label, level)) ?? name]),
  );
}

/** Returns the label from when the must-gather was last read. Returns undefined if it was never read. */
export function titleOfState(name: string, state: GatherState): string | undefined {
  switch (state.kind) {
    case 'open':
      return labelOfGather(name, state.report);
    case 'reading':
      return undefined;
    default:
      return state.title;
  }
}

/**
 * Returns the collection time, such as `collected 2026-11-20 10:41`, to show next to the file name. The tree shows the
 * same time, so that the user can find the must-gather there.
 */
export function describeCollectionTime({ summary: { at } }: MustGatherReport): string {
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
