/** Converts a must-gather report to the data that the report page shows. */
import type { EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';
import { describePlatform, platformTexts, platformTitle } from '#core/diagnosis/platform/platformReport.ts';
import { sanitizeLiteral } from '#core/text/sanitize.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { listSummaryRows, describeCauses, formatReportHeadline } from '#gather/reports/summaryRows.ts';
import type { FileView, PlatformView, ReportView } from './reportView.ts';

export function viewOfReport(title: string, report: MustGatherReport): ReportView {
  return {
    type: 'report',
    title,
    facts: listSummaryRows(report),
    head: formatReportHeadline(report),
    findings: report.findings.map(({ about, headline, health, meaning, follows, next, todo, docs, evidence }) => ({
      headline: `${about}: ${headline}`,
      health,
      meaning,
      ...(follows.length === 0 ? {} : { follows: describeCauses(report, follows) }),
      ...(next === undefined ? {} : { next }),
      ...(todo === undefined ? {} : { todo }),
      ...(docs === undefined ? {} : { docs: { title: docs.title, url: docs.url } }),
      evidence: byFile(evidence),
    })),
    gaps: report.gathered.gaps,
    platform: platformView(report),
  };
}

function platformView({ gathered }: MustGatherReport): PlatformView {
  const platform = describePlatform(gathered.platform);
  const lines = platformTexts(platform).map((text, index) => {
    const evidence = platform.lines[index]?.evidence;
    const [file] = evidence === undefined ? [] : byFile([evidence]);
    return { text, ...(file === undefined ? {} : { evidence: file }) };
  });
  return { title: platformTitle(), lines };
}

function byFile(evidence: readonly EvidenceLine[]): readonly FileView[] {
  const files = new Map<string, { index: number; line: number; text: string }[]>();
  for (const [index, { file, line, text }] of evidence.entries()) {
    const lines = files.get(file) ?? [];
    files.set(file, lines);
    lines.push({ index, line, text });
  }
  return Array.from(files, ([file, lines]) => ({ file: sanitizeLiteral(file), lines }));
}
