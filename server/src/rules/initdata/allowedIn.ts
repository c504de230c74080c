/** What the policy in an initdata document allows, for rules that hold in initdata only. */
import type { InitdataDocument } from '#server/initdata/document.ts';
import { findingInDocument, policyIn } from '#server/policy/initdataPolicy.ts';
import { denialFixes } from '../policy/denial.ts';
import { firstOf, nameOf, readingOf } from '../policy/reading.ts';
import type { Finding } from '../rule.ts';

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
