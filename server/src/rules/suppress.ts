/** `# osc-ignore-next-line <rule>[, <rule>]: reason`: the author's own word that a finding does not apply here. */
import { ownId } from './rule.ts';

const comment = /^[ \t]*#[ \t]*osc-ignore-next-line[ \t]+([^:\r\n]+)/;

/** The text of the comment that silences this rule. */
export function ignoreComment(rule: string): string {
  return `# osc-ignore-next-line ${ownId(rule)}: `;
}

/** Which rules are silenced where: for each line start of a document's text, the ids of rules. Empty for almost all documents. */
export function suppressions(text: string): (rule: string, offset: number) => boolean {
  if (!text.includes('osc-ignore-next-line')) return () => false;
  const silenced: { start: number; end: number; rules: Set<string> }[] = [];
  let pending: string[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const match = comment.exec(line);
    if (match !== null) pending.push(...(match[1] ?? '').split(',').map((name) => ownId(name.trim())));
    else if (pending.length > 0 && !/^\s*(?:#.*)?$/.test(line)) {
      silenced.push({ start, end, rules: new Set(pending) });
      pending = [];
    }
    start = end + 1;
  }
  return (rule, offset) => silenced.some((line) => line.start <= offset && offset <= line.end && line.rules.has(rule));
}
