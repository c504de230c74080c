/**
 * The shape of rules that look at filters of statuses in requests to the API of edge hosting. The rest is as in
 * rule.ts.
 */
import * as l10n from '@vscode/l10n';
import type { ScalarNode } from '#server/engine/yaml/node.ts';
import { writtenAt, type StatusFilter } from '../filters.ts';
import type { Finding, Fix, RuleInfo } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/** What a rule may look at. All spans are offsets in the document. */
interface EdgeContext {
  readonly filter: StatusFilter;
}

export interface EdgeRule extends RuleInfo {
  readonly language?: 'yaml';
  check(context: EdgeContext): Iterable<Finding>;
}

/** Checks the shape of a rule where it is written. */
export function defineEdgeRule(rule: EdgeRule): EdgeRule {
  return rule;
}

/** What such rules look at, as pages and lists of rules say it. */
export const appliesToFilters = [() => l10n.t`Edge hosting status filter`];

/** Where the table and the requests are known from. */
export const edgeSources = [
  'volcengine.com/docs/6499/1147492 (the table of statuses, 2023-10-11)',
  'volcengine.com/docs/6499/1122265, 1122273, 1122274, 1122278 (filters of List requests: Phase and Conditions.Type, 15 at most)',
];

/** Puts a word in the place of another; none where it is not written as it reads. */
export function writeInstead(scalar: ScalarNode, word: string, sure: boolean): readonly Fix[] {
  const at = scalar.borrowed ? undefined : writtenAt(scalar);
  return at === undefined
    ? []
    : [{ title: l10n.t`Write ${word}`, sure: sure && scalar.anchored !== true, edits: [{ ...at, text: word }] }];
}

/** A word of a file in a message. */
export function shownWord(text: string): string {
  return sanitizeQuote(text.replaceAll('`', ' '));
}
