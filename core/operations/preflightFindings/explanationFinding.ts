/** Converts the explanation of a component (core/status) to a finding. */
import type { Explanation, Health } from '#core/status/explanation.ts';
import type { CheckFinding, CheckVerdict } from './check.ts';

const verdicts: Readonly<Record<Health, CheckVerdict>> = {
  ok: 'pass',
  busy: 'warn',
  attention: 'warn',
  failed: 'fail',
  unknown: 'unknown',
};

export function explanationFinding(
  { health, headline, meaning, todo }: Explanation,
  evidence: readonly string[],
): CheckFinding {
  return { verdict: verdicts[health], headline, evidence, meaning, ...(todo === undefined ? {} : { todo }) };
}
