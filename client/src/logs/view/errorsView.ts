/** Creates the view of the errors in a log, grouped by messages that differ only in numbers and IDs. Pure. */
import * as l10n from '@vscode/l10n';
import type { ErrorGroup } from '#core/logs/errorSummary.ts';
import type { LogSurvey } from '#core/logs/logSurvey.ts';
import { formatLogLines } from '#core/logs/formatLogLines.ts';
import { selectPlural, numberWords } from '#core/text/grammar.ts';
import type { ErrorsView } from './logView.ts';
import { timeWords } from './rowView.ts';

const mostShown = 60;

/**
 * Creates the view.
 * @param lines number of lines in the log so far
 */
export function errorsView({ errors, otherErrors, lines: looked }: LogSurvey, lines: number): ErrorsView {
  const all = errors.reduce((sum, { count }) => sum + count, otherErrors);
  return {
    headline: headline(
      all,
      kindsWords(errors.length, otherErrors > 0),
      looked < lines ? numberWords(looked) : undefined,
    ),
    groups: errors.slice(0, mostShown).map((group) => ({
      text: formatLogLines(group.shape).replaceAll(/\s+/g, ' '),
      count: group.count,
      when: whenWords(group),
      line: group.first + 1,
    })),
  };
}

/**
 * Returns the headline.
 * @param looked number of lines that were analyzed so far, as text. Undefined if all were
 */
function headline(all: number, kinds: string, looked: string | undefined): string {
  if (all === 0) return looked === undefined ? l10n.t`No errors` : l10n.t`No errors in the first ${looked} lines`;
  const count = numberWords(all);
  const errors = selectPlural(all, l10n.t`${count} error`, l10n.t`${count} errors`);
  return looked === undefined ? `${errors}, ${kinds}` : l10n.t`${errors}, ${kinds} in the first ${looked} lines`;
}

function kindsWords(kinds: number, areMore: boolean): string {
  const count = numberWords(kinds);
  return areMore ? l10n.t`${count} or more kinds` : selectPlural(kinds, l10n.t`${count} kind`, l10n.t`${count} kinds`);
}

function whenWords({ first, last, firstAt, lastAt }: ErrorGroup): string {
  const word = (place: number, at: number | undefined): string =>
    at === undefined ? l10n.t`Line ${numberWords(place + 1)}` : timeWords(at);
  return first === last ? word(first, firstAt) : l10n.t`${word(first, firstAt)} to ${word(last, lastAt)}`;
}
