/**
 * Finds labels that a Kata series doesn't have. Relabeling can add any label, so only typos and labels of other Kata
 * series are reported.
 */
import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { allSeries, findSeries, labelsOf, type FoundSeries } from '#core/metrics/series/index.ts';
import type { GroupingClause, MatcherNode, NameSpan, Selector } from '../collect.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Finding } from '#server/engine/findings/rule.ts';

/** Labels of the product's own series, except for common labels. Other collectors have no reason to add them. */
const kataLabels: ReadonlySet<string> = new Set(
  allSeries.flatMap(({ labels }) => labels.map(({ name }) => name)).filter((name) => name !== 'version'),
);

/** Yields problems with the labels in a selector. */
export function* labelFindings({ matchers }: Selector, found: FoundSeries): Generator<Finding> {
  const known = labelsOf(found).map(({ name }) => name);
  for (const matcher of matchers) {
    const { label } = matcher;
    // A missing label has an empty value. A matcher that accepts it still matches.
    if (known.includes(label.name) || label.name === '__name__' || holdsWithoutLabel(matcher)) continue;
    const finding = ofLabel(label, found.series.name, known);
    if (finding !== undefined) yield finding;
  }
}

/**
 * Yields problems with the labels in clauses such as `by (...)`. Only checks clauses where all grouped series are Kata
 * series and nothing creates labels.
 */
export function* groupingFindings(groupings: readonly GroupingClause[]): Generator<Finding> {
  for (const { word, labels, selectors, makesLabels } of groupings) {
    const found = selectors.map(({ name }) => (name === undefined ? undefined : findSeries(name.name)));
    const all = found.filter((one) => one !== undefined);
    if (makesLabels || word.startsWith('group_') || all.length === 0 || all.length < found.length) continue;
    const known = [...new Set(all.flatMap((one) => labelsOf(one).map(({ name }) => name)))];
    for (const label of labels) {
      if (known.includes(label.name)) continue;
      const finding = ofLabel(label, all.map(({ series }) => series.name).join(', '), known);
      if (finding !== undefined) yield finding;
    }
  }
}

function holdsWithoutLabel({ operator, value }: MatcherNode): boolean {
  return (
    operator === '!=' ||
    operator === '!~' ||
    value === undefined ||
    value === '' ||
    (operator === '=~' && /[*?|]/.test(value))
  );
}

function ofLabel({ name, start, end }: NameSpan, series: string, known: readonly string[]): Finding | undefined {
  const close = findNearestName(name, known);
  const what = l10n.t`${sanitizeQuote(series, 100)} has no label ${name}, so the query returns no data.`;
  if (close?.sure === true && name.length > 2)
    return {
      start,
      end,
      message: `${what}${getSentenceSeparator()}${l10n.t`Did you mean ${close.name}?`}`,
      fixes: [{ title: l10n.t`Change to ${close.name}`, sure: false, edits: [{ start, end, text: close.name }] }],
    };
  if (!kataLabels.has(name)) return undefined;
  return {
    start,
    end,
    message: `${what}${getSentenceSeparator()}${l10n.t`Other Kata series have this label.`}`,
  };
}
