/** The policy in an initdata document, for rules that hold in initdata only. */
import type { DataEntry, InitdataDocument } from '../../initdata/document.ts';
import { Policy } from '../../policy/policy.ts';
import { denialFixes } from '../policy/denial.ts';
import { firstOf, nameOf, readingOf, type Reading } from '../policy/reading.ts';
import type { Finding } from '../rule.ts';

const known = new WeakMap<InitdataDocument, Policy>();

/** A request that the policy of the document allows without a condition, as a finding in the document. */
export function* allowedIn(document: InitdataDocument, name: string, message: string): Generator<Finding> {
  const entry = document.data.find((each) => each.name === 'policy.rego');
  if (entry === undefined) return;
  const policy = known.get(document) ?? new Policy(entry.text);
  known.set(document, policy);
  const reading = readingOf(policy);
  const rule = firstOf(reading.rulesOf(name));
  const at = rule === undefined ? undefined : nameOf(rule);
  if (at === undefined || reading.verdict(name).verdict !== 'allowed') return;
  yield inDocument(entry, { start: at.start, end: at.end, message, fixes: fixesOf(reading, name, entry) });
}

function fixesOf(reading: Reading, name: string, { literal }: DataEntry) {
  return literal ? denialFixes(reading, name) : [];
}

function inDocument({ map }: DataEntry, finding: Finding): Finding {
  const at = (offset: number) => map.toFile(offset);
  const fixes = (finding.fixes ?? []).map((fix) => ({ ...fix, edits: fix.edits.map(({ start, end, text }) => ({ start: at(start), end: at(end), text })) }));
  return { ...finding, start: at(finding.start), end: at(finding.end), fixes };
}
