import { sanitizeLogLine } from '../text/sanitize.ts';

/** Matches a quoted value. In a truncated line, the last value has no closing quote. */
const quoted = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;
/** Matches an escaped backslash or line break in a quoted value. */
const lineBreak = /\\\\|\\r\\n|\\n|\\x0a/g;

/**
 * Formats a log line with its line breaks, including those that are escaped in its quoted values (`\n`, `\x0a`).
 * Sanitizes the resulting lines. Takes linear time.
 */
export function formatLogLines(text: string): string {
  const broken = text.includes('\\')
    ? text.replaceAll(quoted, (value) => value.replaceAll(lineBreak, (escape) => (escape === '\\\\' ? escape : '\n')))
    : text;
  return broken.split(/\r?\n/).map(sanitizeLogLine).join('\n').trimEnd();
}
