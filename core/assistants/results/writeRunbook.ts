/** Creates the result of osc_write_runbook. */
import type { Parsers } from '#core/redaction/index.ts';
import { createToolError, createToolResult, type ToolResult } from '../toolResult.ts';

/** Maximum number of characters of a part. A result contains up to 16,000 characters of lines. */
const longestPart = 12_000;

/**
 * Creates the result with a part of the script.
 * @param part number of the part, starting at 1
 */
export function writeRunbookResult(operation: string, script: string, part: number, parsers: Parsers): ToolResult {
  const parts = splitLines(script.trimEnd().split('\n'));
  const lines = parts[part - 1];
  if (lines === undefined) return createToolError(`The script has ${parts.length} parts.`);
  const next = part < parts.length ? ` Request part ${part + 1} to get the next lines.` : ' This is the last part.';
  return createToolResult(
    {
      headline: `Part ${part} of ${parts.length} of a Bash script (${operation}). It was not run: the user must review and run it.${next}`,
      lines,
      data: { operation, part, parts: parts.length },
    },
    parsers,
  );
}

function splitLines(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let length = 0;
  for (const line of lines) {
    if (length + line.length + 1 > longestPart) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(line);
    length += line.length + 1;
  }
  return parts;
}
