/** Describes how much of a log was read. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { formatNumber, selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import type { LogState } from '../sources/logSource.ts';
import type { StatusView } from './logView.ts';

/**
 * Returns the status of a log.
 * @param canRetry whether a finished log can be read again
 * @param asOf time of the last change, in milliseconds since 1970, like `now`
 */
export function statusView(
  { lines, done, total, grows, problem }: LogState,
  canRetry: boolean,
  asOf: number,
  now: number,
): StatusView {
  const time = formatTimeOfDay(asOf, now);
  const read = `${formatLineCount(lines)}${done > 0 ? `, ${formatBytes(done)}` : ''}`;
  if (problem !== undefined)
    return {
      kind: grows ? 'broken' : 'ended',
      text: `${problem}${getSentenceSeparator()}${l10n.t`${read} read. Last updated ${time}.`}`,
      canRetry,
    };
  if (done < total) {
    const progress = done / total;
    return {
      kind: 'reading',
      text: l10n.t`Still reading: ${Math.floor(progress * 100)}% of ${formatBytes(total)}, ${formatLineCount(lines)} so far.`,
      progress,
      canRetry: false,
    };
  }
  if (grows)
    return {
      kind: 'following',
      text: l10n.t`Following the log: ${read} so far. Last updated ${time}.`,
      canRetry: false,
    };
  return { kind: 'ended', text: l10n.t`Complete: ${read}. Last updated ${time}.`, ...omitUndefined({}), canRetry };
}

/** Formats a number of lines, such as `1,234 lines`. */
export function formatLineCount(lines: number): string {
  const count = formatNumber(lines);
  return selectPlural(lines, l10n.t`${count} line`, l10n.t`${count} lines`);
}

/** Formats a size with decimal prefixes, such as `1.2 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${units[unit] ?? ''}`;
}
