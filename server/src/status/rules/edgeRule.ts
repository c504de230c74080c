/** Defines the interface of rules for status filters in edge hosting API requests. rule.ts defines the common part. */
import * as l10n from '@vscode/l10n';
import type { ScalarNode } from '#server/engine/yaml/node.ts';
import { writtenAt, type StatusFilter } from '../filters.ts';
import type { Finding, Fix, RuleInfo } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/** Input of a rule. All spans are offsets in the document. */
interface EdgeContext {
  readonly filter: StatusFilter;
}

export interface EdgeRule extends RuleInfo {
  readonly language?: 'yaml';
  check(context: EdgeContext): Iterable<Finding>;
}

/** Defines a rule with type checking. */
export function defineEdgeRule(rule: EdgeRule): EdgeRule {
  return rule;
}

/** Description of the checked element in rule pages and lists of rules. */
export const appliesToFilters = [() => l10n.t`Edge hosting status filter`];

/** Documentation of the status table and of the requests, as sources of the rules. */
export const edgeSources = [
  'volcengine.com/docs/6499/1147492 (the table of statuses, 2023-10-11)',
  'volcengine.com/docs/6499/1122265, 1122273, 1122274, 1122278 (filters of List requests: Phase and Conditions.Type, 15 at most)',
];

/**
 * Returns the fix that replaces a word. Returns an empty list if the text contains escapes or is inserted by an alias
 * or a merge key.
 */
export function writeInstead(scalar: ScalarNode, word: string, sure: boolean): readonly Fix[] {
  const at = scalar.borrowed ? undefined : writtenAt(scalar);
  return at === undefined
    ? []
    : [{ title: l10n.t`Change to ${word}`, sure: sure && scalar.anchored !== true, edits: [{ ...at, text: word }] }];
}

/** Formats a word of a file for a message. */
export function sanitizeWord(text: string): string {
  return sanitizeQuote(text.replaceAll('`', ' '));
}
