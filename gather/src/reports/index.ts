/** Formats a report in each output format. */
import type { MustGatherReport } from './mustGatherReport.ts';
import { jsonReport } from './jsonReport.ts';
import { markdownReport } from './markdownReport.ts';
import { sarifReport } from './sarifReport.ts';
import { textReport } from './textReport.ts';

export const formats = ['text', 'md', 'json', 'sarif'] as const;
export type Format = (typeof formats)[number];

/**
 * Returns text, or a value to write as JSON.
 * @param version version of this tool
 */
export function formatReport(
  report: MustGatherReport,
  format: Format,
  version: string,
): { readonly text: string } | { readonly value: unknown } {
  if (format === 'json') return { value: jsonReport(report) };
  if (format === 'sarif') return { value: sarifReport(report, version) };
  return { text: format === 'md' ? markdownReport(report) : textReport(report) };
}
