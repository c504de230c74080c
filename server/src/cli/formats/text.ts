/** One line per finding, as editors and people read it, and a summary. */
import * as l10n from '@vscode/l10n';
import { styleText } from 'node:util';
import { countWords } from '#core/text/counts.ts';
import type { Severity } from '#core/common/severity.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';

const colours: Readonly<Record<Severity, 'red' | 'yellow' | 'blue' | 'gray'>> = {
  error: 'red',
  warning: 'yellow',
  info: 'blue',
  hint: 'gray',
};

/** The checked files, for the summary. */
export interface CheckedFilesSummary {
  /** The number of files that were checked. */
  readonly files: number;
  /** True if an error was reported: a path that can't be read, or a file that can't be written. */
  readonly isIncomplete: boolean;
}

/** @param colour true if the terminal supports colors */
export function formatText(problems: readonly PlacedFinding[], checked: CheckedFilesSummary, colour: boolean): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const lines = problems.map(
    ({ file, line, column, severity, message, rule }) =>
      `${sanitizeTerminalLine(file)}:${line}:${column}: ${paint(colours[severity], severity)}: ${sanitizeTerminalLine(message)} ${paint('gray', `[${rule}]`)}`,
  );
  return `${[...lines, summary(problems, checked)].join('\n')}\n`;
}

function summary(problems: readonly PlacedFinding[], { files, isIncomplete }: CheckedFilesSummary): string {
  const count = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  const checked = countWords(files, 'file');
  // After an error, or without a file, "no problems found" would look like a clean result.
  if (problems.length === 0)
    return isIncomplete || files === 0 ? l10n.t`${checked} checked.` : l10n.t`${checked} checked, no problems found.`;
  const errors = countWords(count('error'), 'error');
  const warnings = countWords(count('warning'), 'warning');
  const fixable = problems.filter((problem) => problem.fixable).length;
  return [
    l10n.t`${checked} checked: ${errors}, ${warnings}, ${count('info') + count('hint')} informational.`,
    ...(fixable === 0 ? [] : [l10n.t`${fixable} can be mended with --fix.`]),
  ].join(getSentenceSeparator());
}
