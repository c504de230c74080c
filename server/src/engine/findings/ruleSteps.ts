/** Runs rules on a text in steps. If a rule throws, the error is logged and the other rules still run. */
import type { YieldingTask } from '../scheduling/steps.ts';
import type { CheckEnvironment } from './checkEnvironment.ts';
import { compareByPosition, type FileFinding } from './fileFinding.ts';
import type { Finding, RuleInfo } from './rule.ts';
import { findSuppressions } from './suppressions.ts';

/** Maximum number of findings per rule. More wouldn't help the user. */
const maxPerRule = 200;

/**
 * Returns the findings of these rules in a text, sorted by position.
 * @param check runs one rule
 */
export function* ruleSteps<Of extends RuleInfo>(
  rules: readonly Of[],
  check: (rule: Of) => Iterable<Finding>,
  text: string,
  environment: Pick<CheckEnvironment, 'release' | 'severities' | 'onError'>,
): YieldingTask<FileFinding[]> {
  const silenced = findSuppressions(text);
  const found: FileFinding[] = [];
  for (const rule of rules) {
    if (rule.releases !== undefined && !rule.releases(environment.release)) continue;
    yield;
    try {
      let left = maxPerRule;
      for (const { start, end, message, severity: own, fixes = [], related = [], alsoAt, advisory } of check(rule)) {
        const severity = environment.severities.get(rule.id) ?? own ?? rule.severity;
        if (severity !== 'off' && !silenced(rule.id, start))
          found.push({
            rule,
            severity,
            message,
            start,
            end,
            fixes,
            related,
            ...(alsoAt === undefined ? {} : { alsoAt }),
            ...(advisory === undefined ? {} : { advisory }),
          });
        left -= 1;
        if (left === 0) break;
        yield;
      }
    } catch (error) {
      environment.onError(
        `rule ${rule.id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
  return found.sort(compareByPosition);
}
