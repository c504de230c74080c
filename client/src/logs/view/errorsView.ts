/** Errors first: the errors of a log, in groups of those that say the same but for numbers and ids. Pure. */
import type { ErrorGroup } from '../../../../core/logs/errorSummary.ts';
import type { LogSurvey } from '../../../../core/logs/logSurvey.ts';
import { shownText } from '../../../../core/logs/shown.ts';
import type { ErrorsView } from './logView.ts';
import { timeWords } from './rowView.ts';

const mostShown = 60;

/** @param lines how many lines the log has so far */
export function errorsView({ errors, otherErrors, lines: looked }: LogSurvey, lines: number): ErrorsView {
  const all = errors.reduce((sum, { count }) => sum + count, otherErrors);
  const soFar = looked < lines ? ` in the first ${looked.toLocaleString('en')} lines` : '';
  const kinds = `${errors.length.toLocaleString('en')}${otherErrors > 0 ? ' or more' : ''} ${errors.length === 1 && otherErrors === 0 ? 'kind' : 'kinds'}`;
  return {
    headline: all === 0 ? `No errors${soFar}` : `${all.toLocaleString('en')} ${all === 1 ? 'error' : 'errors'}, ${kinds}${soFar}`,
    groups: errors.slice(0, mostShown).map((group) => ({ text: shownText(group.shape), count: group.count, when: whenWords(group), line: group.first + 1 })),
  };
}

function whenWords({ first, last, firstAt, lastAt }: ErrorGroup): string {
  const word = (place: number, at: number | undefined): string => (at === undefined ? `line ${(place + 1).toLocaleString('en')}` : timeWords(at));
  return first === last ? word(first, firstAt) : `${word(first, firstAt)} to ${word(last, lastAt)}`;
}
