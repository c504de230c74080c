/** For a terminal. */
import * as l10n from '@vscode/l10n';
import { plainly } from '#core/text/sanitize.ts';
import type { Report } from './mustGatherReport.ts';
import { factsOf, headOf } from './summaryRows.ts';
import { cellsOf, padded } from '#core/text/grammar.ts';

export function textReport(report: Report): string {
  const facts = factsOf(report);
  const width = Math.max(...facts.map(([name]) => cellsOf(name))) + 2;
  const lines = [...facts.map(([name, value]) => `${padded(`${name}:`, width)}${value}`), '', headOf(report)];
  for (const [index, { headline, about, meaning, next, todo, docs, evidence, follows, id }] of report.findings.entries()) {
    lines.push('', `${index + 1}. ${about}: ${headline} [${id}]`, `   ${meaning}`);
    if (follows.length > 0) lines.push(`   ${l10n.t`Follows from ${follows.join(', ')}, it seems.`}`);
    if (next !== undefined) lines.push(`   ${l10n.t({ message: 'Next: {0}', args: [next], comment: ['The next step.'] })}`);
    if (todo !== undefined) lines.push(`   ${l10n.t`To do: ${todo}`}`);
    if (docs !== undefined) lines.push(`   ${l10n.t`See: ${docs.title}`}`);
    for (const { file, line, text } of evidence) lines.push(`     ${plainly(file)}:${line}: ${text}`);
  }
  if (report.gathered.gaps.length > 0) lines.push('', l10n.t`Not seen:`, ...report.gathered.gaps.map((gap) => `- ${gap}`));
  return `${lines.join('\n')}\n`;
}
