/**
 * Creates the view of the errors in a log, grouped by messages that differ only in numbers and IDs. All functions are
 * pure.
 */
import * as l10n from '@vscode/l10n';
import type { Occurrences } from '#core/logs/errorSummary.ts';
import { errorsOfLog, errorsOfSandbox, type LogSurvey } from '#core/logs/logSurvey.ts';
import { formatLogLines } from '#core/logs/formatLogLines.ts';
import { selectPlural, formatNumber } from '#core/text/grammar.ts';
import type { ErrorsView } from './logView.ts';
import { formatTime } from './rowView.ts';

const mostShown = 60;

/**
 * Creates the view.
 * @param lines number of lines in the log so far
 * @param sandbox the only sandbox whose errors are shown. Undefined for the whole log
 */
export function errorsView(survey: LogSurvey, lines: number, sandbox?: string): ErrorsView {
  const { count: all, groups } = sandbox === undefined ? errorsOfLog(survey) : errorsOfSandbox(survey, sandbox);
  const inGroups = groups.reduce((sum, { count }) => sum + count, 0);
  const looked = survey.lines < lines ? formatNumber(survey.lines) : undefined;
  const kinds = kindsWords(groups.length, inGroups < all);
  return {
    headline: sandbox === undefined ? headlineOfLog(all, kinds, looked) : headlineOfSandbox(all, kinds, looked),
    groups: groups.slice(0, mostShown).map((group) => ({
      text: formatLogLines(group.shape).replaceAll(/\s+/g, ' '),
      count: group.count,
      when: whenWords(group),
      line: group.first + 1,
    })),
  };
}

/**
 * Returns the headline for the whole log.
 * @param looked number of lines that were analyzed so far, as text. Undefined if all were
 */
function headlineOfLog(all: number, kinds: string, looked: string | undefined): string {
  if (all === 0) return looked === undefined ? l10n.t`No errors` : l10n.t`No errors in the first ${looked} lines`;
  const errors = errorsWords(all);
  return looked === undefined ? `${errors} (${kinds})` : l10n.t`${errors} (${kinds}) in the first ${looked} lines`;
}

/**
 * Returns the headline for one sandbox.
 * @param looked as in `headlineOfLog`
 */
function headlineOfSandbox(all: number, kinds: string, looked: string | undefined): string {
  if (all === 0)
    return looked === undefined
      ? l10n.t`No errors for this sandbox`
      : l10n.t`No errors for this sandbox in the first ${looked} lines`;
  const errors = errorsWords(all);
  return looked === undefined
    ? l10n.t`${errors} (${kinds}) for this sandbox`
    : l10n.t`${errors} (${kinds}) for this sandbox in the first ${looked} lines`;
}

function errorsWords(all: number): string {
  const count = formatNumber(all);
  return selectPlural(all, l10n.t`${count} error`, l10n.t`${count} errors`);
}

function kindsWords(kinds: number, areMore: boolean): string {
  const count = formatNumber(kinds);
  return areMore ? l10n.t`${count} or more kinds` : selectPlural(kinds, l10n.t`${count} kind`, l10n.t`${count} kinds`);
}

function whenWords({ first, last, firstAt, lastAt }: Occurrences): string {
  const word = (place: number, at: number | undefined): string =>
    at === undefined ? l10n.t`Line ${formatNumber(place + 1)}` : formatTime(at);
  return first === last ? word(first, firstAt) : l10n.t`${word(first, firstAt)} to ${word(last, lastAt)}`;
}
