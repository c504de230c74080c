/** Describes the number of lines and the sandboxes of a log. All functions are pure. */
import * as l10n from '@vscode/l10n';
import type { LogSurvey } from '#core/logs/logSurvey.ts';
import type { LogSource } from '../sources/logSource.ts';
import { shortId } from './logFilter.ts';
import type { SandboxView } from './logView.ts';
import { formatLineCount } from './statusView.ts';
import { formatNumber, selectPlural } from '#core/text/grammar.ts';

/**
 * Returns the number of matching lines.
 * @param whole number of lines in the whole log
 */
export function describeCounts({ lines, done, total }: LogSource['state'], whole: number): string {
  const count = formatNumber(lines);
  const all = formatLineCount(whole);
  const searched = Math.floor((done / total) * 100);
  return done < total
    ? l10n.t`Matching so far: ${count} of ${all} (${searched}% searched)`
    : l10n.t`Matching: ${count} of ${all}`;
}

/**
 * Returns the sentence to show if there are no lines. Contains "yet" only while lines can still arrive.
 * @param shown the filtered log; without a filter, the whole log
 */
export function describeEmptyLog(isFiltered: boolean, shown: LogSource['state'], whole: LogSource['state']): string {
  const { done, total, grows, problem } = whole;
  // A followed log has no known size in bytes. Its filter counts lines instead.
  const isSearched = shown.done >= (total === 0 ? shown.total : done);
  const isOver = isSearched && (problem !== undefined || (done >= total && !grows));
  if (isFiltered) return isOver ? l10n.t`No matching lines.` : l10n.t`No matching lines yet.`;
  return isOver ? l10n.t`No log lines.` : l10n.t`No log lines yet.`;
}

/** Returns the sandboxes, those with errors first. Limited to a readable number. */
export function sandboxViews({ sandboxes }: LogSurvey): readonly SandboxView[] {
  return sandboxes.slice(0, 200).map(({ id, pod, lines, errors }) => {
    const count = formatNumber(errors);
    const counts = [
      formatLineCount(lines),
      ...(errors === 0 ? [] : [selectPlural(errors, l10n.t`${count} error`, l10n.t`${count} errors`)]),
    ];
    return { id, label: `${pod === undefined ? '' : `${pod} · `}${shortId(id)} (${counts.join(', ')})` };
  });
}
