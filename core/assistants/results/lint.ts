/** Creates the result of osc_lint, and the findings in the result of osc_check_policy. */
import type { JsonObject } from '#core/common/json.ts';
import { formatCount } from '#core/text/formatCount.ts';
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import type { Severity } from '#core/common/severity.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';

export interface Linted {
  /** Number of files that were checked. */
  readonly files: number;
  readonly findings: readonly PlacedFinding[];
  /** Files that couldn't be read or were omitted, with reasons. */
  readonly notChecked: readonly string[];
}

/** Maximum number of findings. After these are fixed, another check shows the rest. */
const mostFindings = 50;
const mostNotChecked = 20;
const severities: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

export function lintResult({ files, findings, notChecked }: Linted, parsers: Parsers): ToolResult {
  const { lines, data, counts } = findingsSaid(findings);
  const left = notChecked.slice(0, mostNotChecked);
  return createToolResult(
    {
      headline: `${formatCount(files, 'file')} checked: ${counts}.`,
      lines: [...lines, ...left.map((line) => `Not checked: ${line}`)],
      data: { filesChecked: files, ...data, notChecked: left },
    },
    parsers,
  );
}

/** Formats findings, errors first. */
export function findingsSaid(findings: readonly PlacedFinding[]): {
  readonly lines: readonly string[];
  readonly data: JsonObject;
  readonly counts: string;
} {
  const sorted = findings.toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  );
  const shown = sorted.slice(0, mostFindings);
  const more = findings.length - shown.length;
  const counted = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${severity !== 'info' && count > 1 ? 's' : ''}`];
  });
  return {
    counts: counted.length === 0 ? 'no problems found' : counted.join(', '),
    lines: [
      ...shown.map(
        ({ file, line, column, severity, message, rule }) =>
          `${file}:${line}:${column}: ${severity}: ${message} [${rule}]`,
      ),
      ...(more > 0 ? [`${formatCount(more, 'more finding')} omitted.`] : []),
    ],
    data: {
      counts: Object.fromEntries(
        severities.map((severity) => [severity, findings.filter((one) => one.severity === severity).length]),
      ),
      findings: shown,
      findingsNotShown: more,
    },
  };
}
