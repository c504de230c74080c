/** Formats the report as Markdown, for a support case. */
import * as l10n from '@vscode/l10n';
import { sanitizeMarkdown, sanitizeLiteral } from '#core/text/sanitize.ts';
import type { EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import { describePlatform, platformTexts, platformTitle } from '#core/diagnosis/platform/platformReport.ts';
import type { MustGatherReport } from './mustGatherReport.ts';
import { listSummaryRows, describeCauses, formatReportHeadline } from './summaryRows.ts';

export function markdownReport(report: MustGatherReport): string {
  const lines = [`# ${l10n.t`Must-gather report`}`, '', '| | |', '| --- | --- |'];
  for (const [name, value] of listSummaryRows(report)) lines.push(`| ${name} | ${sanitizeMarkdown(value)} |`);
  lines.push('', formatReportHeadline(report));
  for (const [
    index,
    { headline, about, meaning, next, todo, docs, evidence, follows, id },
  ] of report.findings.entries()) {
    lines.push('', `## ${index + 1}. ${sanitizeMarkdown(about)}: ${sanitizeMarkdown(headline)}`, '', withCode(meaning));
    if (follows.length > 0) lines.push('', describeCauses(report, follows));
    if (next !== undefined)
      lines.push(
        '',
        l10n.t({
          message: 'Next: {0}',
          args: [withCode(next)],
          comment: ['{0} is a sentence that describes what happens next.'],
        }),
      );
    if (todo !== undefined) lines.push('', l10n.t`To do: ${withCode(todo)}`);
    if (docs !== undefined) lines.push('', l10n.t`See ${`[${docs.title}](${docs.url})`}.`);
    if (evidence.length > 0)
      lines.push('', l10n.t`Evidence:`, '', ...evidence.map((line) => `- ${evidenceText(line)}`));
    lines.push('', `<!-- ${id} -->`);
  }
  if (report.gathered.gaps.length > 0)
    lines.push(
      '',
      `## ${l10n.t`Missing data`}`,
      '',
      ...report.gathered.gaps.map((gap) => `- ${sanitizeMarkdown(gap)}`),
    );
  lines.push('', `## ${platformTitle()}`, '', ...platformLines(report));
  return `${lines.join('\n')}\n`;
}

function platformLines({ gathered }: MustGatherReport): readonly string[] {
  const platform = describePlatform(gathered.platform);
  return platformTexts(platform).flatMap((text, index) => {
    const evidence = platform.lines[index]?.evidence;
    return [`- ${sanitizeMarkdown(text)}`, ...(evidence === undefined ? [] : [`  - ${evidenceText(evidence)}`])];
  });
}

function evidenceText({ file, line, text }: EvidenceLine): string {
  return `${sanitizeMarkdown(`${sanitizeLiteral(file)}:${line}`, 5000)}: ${sanitizeMarkdown(text)}`;
}

/** Keeps commands in backticks as code and escapes all other text, which can come from the cluster. */
function withCode(text: string): string {
  return text
    .split(/(`[^`\n]{1,600}`)/)
    .map((part, index) => (index % 2 === 1 ? part : spaced(part)))
    .join('');
}

function spaced(part: string): string {
  const [start = '', end = ''] = [/^\s/.exec(part)?.[0], /\s$/.exec(part)?.[0]];
  const text = sanitizeMarkdown(part, 4000);
  return text === '' ? start : `${start}${text}${end}`;
}
