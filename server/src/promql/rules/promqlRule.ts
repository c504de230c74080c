/**
 * The shape of rules that look at PromQL: in files, and in the expressions of PrometheusRules. The rest is as in
 * rule.ts.
 */
import type { PromqlText } from '../readPromql.ts';
import type { Finding, RuleInfo } from '#server/engine/findings/rule.ts';

/** What a rule may look at. All spans are offsets in the PromQL. */
export interface PromqlContext {
  readonly promql: PromqlText;
  /**
   * The series that rules of the file and of the workspace record. Undefined while the workspace is not known: then
   * rules that need it stay silent.
   */
  readonly records: ReadonlySet<string> | undefined;
}

export interface PromqlRule extends RuleInfo {
  readonly language: 'promql';
  check(context: PromqlContext): Iterable<Finding>;
}

/** Checks the shape of a rule where it is written. */
export function definePromqlRule(rule: PromqlRule): PromqlRule {
  return rule;
}
