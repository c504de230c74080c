/** `# osc-ignore-next-line <rule>[, <rule>]: reason`: the author's own word that a finding does not apply here. */
import type { ScalarNode } from '../yaml/node.ts';
import { toInternalRuleId } from './rule.ts';

const comment = /^[ \t]*#[ \t]*osc-ignore-next-line[ \t]+([^:\r\n]+)/;
/** Nobody names more rules for one line. */
const maxNames = 64;

/** The text of the comment that silences this rule. */
export function createSuppressionComment(rule: string): string {
  return `# osc-ignore-next-line ${toInternalRuleId(rule)}: `;
}

/** True when the text may hold such a comment at all. */
export function mayContainSuppression(text: string): boolean {
  return text.includes('osc-ignore-next-line');
}

/**
 * Which rules are silenced where: for each line start of a document's text, the ids of rules. Empty for almost all
 * documents.
 * @param multiline the document's scalars over several lines, in order: what looks like a comment in them is text
 */
export function findSuppressions(
  text: string,
  multiline: readonly ScalarNode[] = [],
): (rule: string, offset: number) => boolean {
  if (!mayContainSuppression(text)) return () => false;
  const silenced: { start: number; end: number; rules: Set<string> }[] = [];
  let pending: string[] = [];
  let scalar = 0;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const match = comment.exec(line);
    while ((multiline[scalar]?.end ?? Infinity) <= start) scalar += 1;
    if ((multiline[scalar]?.start ?? Infinity) < start) {
      // Inside a scalar: neither a comment nor the line that one speaks of, which was the scalar's first.
    } else if (match !== null) {
      for (const name of (match[1] ?? '').split(',', maxNames))
        if (pending.length < maxNames) pending.push(toInternalRuleId(name.trim()));
    } else if (pending.length > 0 && !/^\s*(?:#.*)?$/.test(line)) {
      silenced.push({ start, end, rules: new Set(pending) });
      pending = [];
    }
    start = end + 1;
  }
  return (rule, offset) => silenced.some((line) => line.start <= offset && offset <= line.end && line.rules.has(rule));
}
