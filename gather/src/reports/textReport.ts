/** Formats the report for a terminal. */
import * as l10n from '@vscode/l10n';
import { sanitizeLiteral } from '#core/text/sanitize.ts';
import { describePlatform, platformTexts, platformTitle } from '#core/diagnosis/platform/platformReport.ts';
import type { MustGatherReport } from './mustGatherReport.ts';
import { listSummaryRows, formatReportHeadline } from './summaryRows.ts';
import { measureTextWidth, padded } from '#core/text/grammar.ts';

export function textReport(report: MustGatherReport): string {
  const facts = listSummaryRows(report);
  const width = Math.max(...facts.map(([name]) => measureTextWidth(name))) + 2;
  const lines = [
    ...facts.map(([name, value]) => `${padded(`${name}:`, width)}${value}`),
    '',
    formatReportHeadline(report),
  ];
  for (const [
    index,
    { headline, about, meaning, next, todo, docs, evidence, follows, id },
  ] of report.findings.entries()) {
    lines.push('', `${index + 1}. ${about}: ${headline} [${id}]`, `   ${meaning}`);
    if (follows.length > 0) lines.push(`   ${l10n.t`Probably caused by ${follows.join(', ')}.`}`);
    if (next !== undefined)
      lines.push(
        `   ${l10n.t({ message: 'Next: {0}', args: [next], comment: ['{0} is a sentence that describes what happens next.'] })}`,
      );
    if (todo !== undefined) lines.push(`   ${l10n.t`To do: ${todo}`}`);
    if (docs !== undefined) lines.push(`   ${l10n.t`See: ${docs.title}`}`);
    for (const { file, line, text } of evidence) lines.push(`     ${sanitizeLiteral(file)}:${line}: ${text}`);
  }
  if (report.gathered.gaps.length > 0)
    lines.push('', l10n.t`Missing data:`, ...report.gathered.gaps.map((gap) => `- ${gap}`));
  lines.push('', `${platformTitle()}:`, ...platformLines(report));
  return `${lines.join('\n')}\n`;
}

function platformLines({ gathered }: MustGatherReport): readonly string[] {
  const platform = describePlatform(gathered.platform);
  return platformTexts(platform).flatMap((text, index) => {
    const evidence = platform.lines[index]?.evidence;
    return [
      `- ${text}`,
      ...(evidence === undefined ? [] : [`    ${sanitizeLiteral(evidence.file)}:${evidence.line}: ${evidence.text}`]),
    ];
  });
}
