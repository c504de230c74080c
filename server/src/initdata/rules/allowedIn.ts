/** Finds requests that the policy in an initdata document allows, for rules that apply only to initdata. */
import type { InitdataDocument } from '../document.ts';
import { findingInDocument, getInitdataPolicy } from '../initdataPolicy.ts';
import { createDenyFixes } from '#server/policy/rules/requests/denialFixes.ts';
import { findPrimaryRule, getRuleNameNode, analyzePolicy } from '#server/policy/rules/policyAnalysis.ts';
import type { Finding } from '#server/engine/findings/rule.ts';

/** Yields a finding in the document if its policy allows a request unconditionally. */
export function* allowedIn(document: InitdataDocument, name: string, message: string): Generator<Finding> {
  const embedded = getInitdataPolicy(document);
  if (embedded === undefined) return;
  const reading = analyzePolicy(embedded.policy);
  const rule = findPrimaryRule(reading.rulesOf(name));
  const at = rule === undefined ? undefined : getRuleNameNode(rule);
  if (at === undefined || reading.verdict(name).verdict !== 'allowed') return;
  yield findingInDocument(
    { start: at.start, end: at.end, message, fixes: createDenyFixes(reading, name) },
    embedded.entry,
  );
}
