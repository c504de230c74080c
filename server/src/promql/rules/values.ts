/** Finds values that a label never has. Only checks labels for which the exporter defines all values. */
import * as l10n from '@vscode/l10n';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { labelsOf, type FoundSeries } from '#core/metrics/series/index.ts';
import type { MatcherNode, Selector } from '../collect.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Finding } from '#server/engine/findings/rule.ts';

/** Yields problems with the values in a selector. */
export function* valueFindings({ matchers }: Selector, found: FoundSeries): Generator<Finding> {
  const labels = labelsOf(found);
  for (const matcher of matchers) {
    const { values = [], fixed } = labels.find(({ name }) => name === matcher.label.name) ?? {};
    const wanted = fixed === true ? alternatives(matcher) : [];
    // If one of several values is valid, the query returns data, and the others might be for another release.
    if (wanted.length > 0 && wanted.every((value) => !values.includes(value)))
      yield ofValue(matcher, wanted, values, found);
  }
}

/**
 * Returns the values that the matcher accepts. Returns an empty list if they are uncertain. Supports patterns only if
 * they consist of words separated by `|`.
 */
export function alternatives({ operator, value }: MatcherNode): readonly string[] {
  if (value === undefined || value === '') return [];
  if (operator === '=') return [value];
  return operator === '=~' && /^\w+(?:\|\w+)*$/.test(value) ? value.split('|') : [];
}

function ofValue(
  { label, at }: MatcherNode,
  wanted: readonly string[],
  values: readonly string[],
  { series }: FoundSeries,
): Finding {
  const start = at.start + 1;
  const end = at.end - 1;
  const [first = ''] = wanted;
  const shown = first.length > 40 ? `${first.slice(0, 37)}...` : first;
  const close = wanted.length === 1 ? closest(first, values) : undefined;
  const few = values.slice(0, 3).join(', ');
  const some = values.length > 3 ? l10n.t`${few} and others` : few;
  const what = l10n.t(
    '{1} in {0} is never {2}, so the query returns no data.',
    series.name,
    label.name,
    wanted.length > 1 ? sanitizeQuote(formatAlternatives(wanted), 80) : shown,
  );
  const advice = close === undefined ? l10n.t`Valid values: ${some}.` : l10n.t`Did you mean ${close}?`;
  const message = `${what}${getSentenceSeparator()}${advice}`;
  return {
    start,
    end,
    message,
    fixes:
      close === undefined
        ? []
        : [{ title: l10n.t`Change to ${close}`, sure: false, edits: [{ start, end, text: close }] }],
  };
}

/** Returns the most similar value, such as `mem_available` for `MemAvailable`, which is the kernel's name for it. */
function closest(written: string, values: readonly string[]): string | undefined {
  const bare = (value: string) => value.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return values.find((value) => bare(value) === bare(written)) ?? findNearestName(written, values)?.name;
}
