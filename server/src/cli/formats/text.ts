/** Formats findings as one line each, which editors and people can read, followed by a summary. */
import { styleText } from 'node:util';
import { formatCount } from '#core/text/formatCount.ts';
import type { Severity } from '#core/common/severity.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';

const colors: Readonly<Record<Severity, 'red' | 'yellow' | 'blue' | 'gray'>> = {
  error: 'red',
  warning: 'yellow',
  info: 'blue',
  hint: 'gray',
};

/** Summary data about the checked files. */
export interface CheckedFilesSummary {
  /** Number of checked files. */
  readonly files: number;
  /** True if an error was reported: a path that can't be read, or a file that can't be written. */
  readonly isIncomplete: boolean;
}

/**
 * Formats the findings.
 * @param color true if the terminal supports colors
 */
export function formatText(problems: readonly PlacedFinding[], checked: CheckedFilesSummary, color: boolean): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const lines = problems.map(
    ({ file, line, column, severity, message, rule }) =>
      `${sanitizeTerminalLine(file)}:${line}:${column}: ${paint(colors[severity], severity)}: ${sanitizeTerminalLine(message)} ${paint('gray', `[${rule}]`)}`,
  );
  return `${[...lines, summary(problems, checked)].join('\n')}\n`;
}

function summary(problems: readonly PlacedFinding[], { files, isIncomplete }: CheckedFilesSummary): string {
  const count = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  const checked = `${formatCount(files, 'file')} checked`;
  // After an error, or without a file, "no problems found" would look like a clean result.
  if (problems.length === 0) return isIncomplete || files === 0 ? `${checked}.` : `${checked}, no problems found.`;
  const errors = formatCount(count('error'), 'error');
  const warnings = formatCount(count('warning'), 'warning');
  const fixable = problems.filter((problem) => problem.fixable).length;
  const counts = `${checked}: ${errors}, ${warnings}, ${count('info') + count('hint')} informational.`;
  return fixable === 0 ? counts : `${counts} ${fixable} can be fixed with --fix.`;
}
