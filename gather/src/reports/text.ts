/** For a terminal. */
import { plainly } from '../../../core/spelledOut.ts';
import type { Report } from '../report.ts';
import { factsOf, headOf } from './words.ts';

export function textReport(report: Report): string {
  const facts = factsOf(report);
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  const lines = [...facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`), '', headOf(report)];
  for (const [index, { headline, about, meaning, next, todo, docs, evidence, follows, id }] of report.findings.entries()) {
    lines.push('', `${index + 1}. ${about}: ${headline} [${id}]`, `   ${meaning}`);
    if (follows.length > 0) lines.push(`   Follows from ${follows.join(', ')}, it seems.`);
    if (next !== undefined) lines.push(`   Next: ${next}`);
    if (todo !== undefined) lines.push(`   To do: ${todo}`);
    if (docs !== undefined) lines.push(`   See: ${docs.title}`);
    for (const { file, line, text } of evidence) lines.push(`     ${plainly(file)}:${line}: ${text}`);
  }
  if (report.gathered.gaps.length > 0) lines.push('', 'Not seen:', ...report.gathered.gaps.map((gap) => `- ${gap}`));
  return `${lines.join('\n')}\n`;
}
