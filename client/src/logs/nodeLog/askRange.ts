/** Asks for the time range of a journal, either a predefined one or a custom start and end. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { logRanges, formatUtcTime, readMoment, type LogRange } from '#core/logs/logRange.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';

const between = 'between';
const example = () => l10n.t`2026-11-22 07:00, or 07:00 for today`;

/**
 * Returns the next input step for the time range, or undefined if the range is complete.
 * @param answers previous answers, by step name
 * @param now milliseconds since 1970
 */
export function rangeStep(answers: ReadonlyMap<string, string>, now: number): NamedInputStep | undefined {
  const range = answers.get('range');
  if (range === undefined) {
    const items = logRanges.map(({ id, label }) => ({ value: id, label: label() }));
    return {
      name: 'range',
      placeHolder: l10n.t`Select a time range`,
      items: [...items, { value: between, label: l10n.t`Custom range...` }],
      active: '1h',
    };
  }
  if (range !== between) return undefined;
  const from = answers.get('from');
  if (from === undefined) {
    // The field is empty at first, because a validation message for a default value would hide the prompt.
    const placeHolder = formatUtcTime(now - 3_600_000).slice(0, 16);
    return {
      name: 'from',
      prompt: l10n.t`Start time in UTC, such as ${example()}`,
      placeHolder,
      says: (text) => said(readMoment(text, now)),
    };
  }
  if (answers.has('to')) return undefined;
  const since = readMoment(from, now) ?? 0;
  return {
    name: 'to',
    prompt: l10n.t`End time in UTC, such as ${example()}`,
    says(text) {
      if (text.trim() === '')
        return { message: l10n.t`To read everything after the start time, leave this field empty.`, wrong: false };
      const until = readMoment(text, now);
      return until !== undefined && until <= since
        ? { message: l10n.t`The end time must be after ${formatUtcTime(since)}.`, wrong: true }
        : said(until);
    },
  };
}

function said(at: number | undefined): { readonly message: string; readonly wrong: boolean } {
  return at === undefined
    ? { message: l10n.t`Invalid time. Expected: ${example()}`, wrong: true }
    : { message: `${formatUtcTime(at)} UTC`, wrong: false };
}

/** Returns the time range that the answers specify. */
export function rangeOf(answers: ReadonlyMap<string, string>, now: number): LogRange {
  const range = answers.get('range');
  if (range !== between) return logRanges.find(({ id }) => id === range)?.range ?? {};
  const [since, until] = [readMoment(answers.get('from') ?? '', now), readMoment(answers.get('to') ?? '', now)];
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}
