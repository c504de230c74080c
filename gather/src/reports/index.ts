/** How a report can be written. */
import type { MustGatherReport } from './mustGatherReport.ts';
import { jsonReport } from './jsonReport.ts';
import { markdownReport } from './markdownReport.ts';
import { sarifReport } from './sarifReport.ts';
import { textReport } from './textReport.ts';

export const formats = ['text', 'md', 'json', 'sarif'] as const;
export type Format = (typeof formats)[number];

/** A text, or a value that is written as JSON. @param version of this program */
export function formatReport(
  report: MustGatherReport,
  format: Format,
  version: string,
): { readonly text: string } | { readonly value: unknown } {
  if (format === 'json') return { value: jsonReport(report) };
  if (format === 'sarif') return { value: sarifReport(report, version) };
  return { text: format === 'md' ? markdownReport(report) : textReport(report) };
}
