/** Creates the result of the osc_read_logs tool. */
import type { PodLogErrors } from '#core/logs/pods/podLogErrors.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { omitUndefined } from '#core/common/json.ts';
import type { ReportHead } from '#core/operations/checks/preflightReport.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { cutText, sanitizeLogLine } from '#core/text/sanitize.ts';
import { createToolResult, redactLines, type ToolResult } from '../toolResult.ts';
import { headLines } from './resultHeader.ts';

/** Maximum number of lines of a result, of characters of a line, and of characters of all lines. */
export const mostLogLines = 200;
const longestLine = 500;
const longestLines = 14_000;

export interface ReadLogs {
  readonly target: string;
  /** Notes about the logs, such as a log that can't be read. */
  readonly notes: readonly string[];
  /** The newest lines, with the names of their pods and containers. Oldest first. */
  readonly lines: readonly string[];
  /** Number of lines that were read, including older ones. */
  readonly linesRead: number;
  /** The summary of the errors instead of the lines. */
  readonly errors?: PodLogErrors;
}

/** Creates the result. If the lines are too long, keeps the newest ones. */
export function readLogsResult(
  { target, notes, lines, linesRead, errors }: ReadLogs,
  head: ReportHead,
  parsers: Parsers,
): ToolResult {
  const about = { cluster: head.cluster, server: head.server, user: head.user, target };
  if (errors !== undefined) {
    const groups = errors.groups.map(({ count, shape, firstAt, lastAt }) => ({
      count,
      message: sanitizeLogLine(shape),
      ...omitUndefined({
        first: firstAt === undefined ? undefined : formatTimestamp(firstAt),
        last: lastAt === undefined ? undefined : formatTimestamp(lastAt),
      }),
    }));
    const shown = groups.map(
      ({ count, message, first = '?', last = '?' }) => `${formatCount(count, 'time')}, ${first} to ${last}: ${message}`,
    );
    return createToolResult(
      {
        headline: `Logs of ${target}: ${formatCount(errors.errors, 'error')} in ${formatCount(errors.lines, 'line')}.`,
        lines: [...headLines(head), ...notes, ...shown],
        data: { ...about, lines: errors.lines, errors: errors.errors, groups },
      },
      parsers,
    );
  }
  // Redacts complete lines, because the patterns don't find a credential that is cut off.
  const clean = redactLines([...notes, ...lines.slice(-mostLogLines)].map(sanitizeLogLine), parsers);
  const cleanNotes = clean.slice(0, notes.length).map((note) => cutText(note, longestLine));
  const newest = newestLines(clean.slice(notes.length), longestLines - lengthOf(cleanNotes));
  return createToolResult(
    {
      headline: `Logs of ${target}: the newest ${newest.length} of ${linesRead} lines that were read.`,
      lines: [...headLines(head), ...cleanNotes, ...newest],
      data: { ...about, linesRead, linesShown: newest.length },
    },
    parsers,
  );
}

/** Returns the newest lines that fit into the result. */
function newestLines(lines: readonly string[], most: number): readonly string[] {
  const newest: string[] = [];
  let length = 0;
  for (const line of lines.toReversed()) {
    const text = cutText(line, longestLine);
    length += lengthOf([text]);
    if (length > most) break;
    newest.push(text);
  }
  return newest.toReversed();
}

/** Returns the number of characters of lines with their line breaks. */
function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
