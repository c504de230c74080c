/** Matches `# osc-ignore-next-line <rule>[, <rule>]: reason`, which the author of a file adds to suppress a finding. */
import type { ScalarNode } from '../yaml/node.ts';
import { toInternalRuleId } from './rule.ts';

const comment = /^[ \t]*#[ \t]*osc-ignore-next-line[ \t]+([^:\r\n]+)/;
/** Maximum number of rules in one comment. */
const maxNames = 64;

/** Returns the comment that suppresses a rule. */
export function createSuppressionComment(rule: string): string {
  return `# osc-ignore-next-line ${toInternalRuleId(rule)}: `;
}

/** Returns whether the text might contain such a comment. */
export function mayContainSuppression(text: string): boolean {
  return text.includes('osc-ignore-next-line');
}

/**
 * Returns a function that checks whether a rule is suppressed at an offset. Most texts contain no such comment, so
 * their lines aren't searched.
 * @param multiline the multiline scalars of the document in order; text in them that looks like a comment is ignored
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
      // A line inside a scalar is neither a comment nor the line that a comment applies to. That would be the first
      // line of the scalar.
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
