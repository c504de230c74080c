/** Creates the result of the osc_preflight tool. */
import {
  formatVerdictCounts,
  fitnessSentence,
  createPreflightJson,
  releasesSentence,
  targetSentence,
  type ReportHead,
} from '#core/operations/checks/preflightReport.ts';
import type { PreflightResult } from '#core/operations/checks/preflight.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';
import { headLines } from './resultHeader.ts';

/**
 * Creates the result. Passed checks are last, because they need no action, but their evidence contains facts such as
 * the number of pods that fit. Checks that don't apply are only counted.
 */
export function preflightResult(result: PreflightResult, head: ReportHead, parsers: Parsers): ToolResult {
  const releases = releasesSentence(result);
  const shown = result.checked.filter(({ finding: { verdict } }) => verdict !== 'none');
  const lines = shown.flatMap(({ check, finding: { verdict, headline, evidence, meaning, todo } }) => [
    // Text after `pass:` would be redacted as a password.
    `${verdict === 'pass' ? 'passed' : verdict}: ${check.title()}: ${headline} [${check.id}]`,
    ...evidence.slice(0, mostEvidence).map((line) => `  ${line}`),
    ...(meaning === undefined ? [] : [`  Meaning: ${meaning}`]),
    ...(todo === undefined ? [] : [`  To do: ${todo}`]),
  ]);
  return createToolResult(
    {
      headline: `${fitnessSentence(result)} ${formatVerdictCounts(result)}`,
      lines: [...headLines(head), targetSentence(result), ...(releases === undefined ? [] : [releases]), ...lines],
      data: { ...createPreflightJson({ ...result, checked: shown }, head) },
    },
    parsers,
  );
}

/** Maximum number of evidence lines per check. */
const mostEvidence = 10;
