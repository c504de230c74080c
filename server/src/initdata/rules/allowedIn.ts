/** What the policy in an initdata document allows, for rules that hold in initdata only. */
import type { InitdataDocument } from '../document.ts';
import { findingInDocument, policyIn } from '../initdataPolicy.ts';
import { denialFixes } from '#server/policy/rules/requests/denialFixes.ts';
import { firstOf, nameOf, readingOf } from '#server/policy/rules/policyAnalysis.ts';
import type { Finding } from '#server/engine/findings/rule.ts';

/** A request that the policy of the document allows without a condition, as a finding in the document. */
export function* allowedIn(document: InitdataDocument, name: string, message: string): Generator<Finding> {
  const embedded = policyIn(document);
  if (embedded === undefined) return;
  const reading = readingOf(embedded.policy);
  const rule = firstOf(reading.rulesOf(name));
  const at = rule === undefined ? undefined : nameOf(rule);
  if (at === undefined || reading.verdict(name).verdict !== 'allowed') return;
  yield findingInDocument({ start: at.start, end: at.end, message, fixes: denialFixes(reading, name) }, embedded.entry);
}
