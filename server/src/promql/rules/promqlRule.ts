/**
 * Defines rules that check PromQL in files and in the expressions of PrometheusRules. The shared part is in rule.ts.
 */
import type { PromqlText } from '../readPromql.ts';
import type { Finding, RuleInfo } from '#server/engine/findings/rule.ts';

/** Context that a rule can use. All spans are offsets in the PromQL. */
export interface PromqlContext {
  readonly promql: PromqlText;
  /**
   * Series that rules in the file and in the workspace record. Undefined until the workspace is indexed. Until then,
   * rules that need it report nothing.
   */
  readonly records: ReadonlySet<string> | undefined;
}

export interface PromqlRule extends RuleInfo {
  readonly language: 'promql';
  check(context: PromqlContext): Iterable<Finding>;
}

/** Checks the type of a rule where it's defined. */
export function definePromqlRule(rule: PromqlRule): PromqlRule {
  return rule;
}
