/** The answer of osc_report_must_gather. */
import type { DiagnosisFinding } from '#core/diagnosis/diagnoses/diagnosis.ts';
import { findingJson } from '#core/diagnosis/findingJson.ts';
import { verdictOf, type Judged, type MustGatherVerdict } from '#core/diagnosis/mustGatherVerdict.ts';
import type { HealthSeverity } from '#core/status/health/clusterHealth.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { countWords } from '#core/text/counts.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';

/** A report, as far as it is told. */
export interface GatheredReport {
  readonly findings: readonly DiagnosisFinding[];
  /** In words; undefined: not told by the must-gather. @property at milliseconds since 1970 */
  readonly summary: {
    readonly openShift: string | undefined;
    readonly operator: string | undefined;
    readonly operatorState: string;
    readonly kata: string;
    readonly health: HealthSeverity;
    readonly at: number | undefined;
  };
  readonly gathered: Judged['gathered'] & {
    readonly files: number;
    readonly read: number;
    readonly gaps: readonly string[];
  };
}

const mostFindings = 15;
/** Lines of one finding. */
const mostEvidence = 5;
const mostGaps = 15;

const withoutFindings: Readonly<Record<Exclude<MustGatherVerdict, 'findings'>, string>> = {
  partial: "Nothing wrong was found, but pods or node journals weren't collected.",
  clean: 'Nothing wrong was found in what was gathered.',
  noKata: 'Nothing can be judged: nothing of OpenShift sandboxed containers is in it.',
  unknown: "Unknown: pods and node journals weren't collected.",
};

/** @param name of the must-gather, as the answer may name it */
export function mustGatherAnswer(
  name: string,
  { findings, summary, gathered }: GatheredReport,
  parsers: Parsers,
): ToolResult {
  const shown = findings.slice(0, mostFindings);
  const takenAt = summary.at === undefined ? undefined : formatTimestamp(summary.at);
  const lines = shown.flatMap(({ id, health, about, headline, meaning, next, todo, follows, evidence }, index) => [
    `${index + 1}. ${health}: ${about}: ${headline} [${id}]`,
    `  Means: ${meaning}`,
    ...(follows.length === 0 ? [] : [`  Seems to follow from ${follows.join(', ')}`]),
    ...(next === undefined ? [] : [`  Next: ${next}`]),
    ...(todo === undefined ? [] : [`  Do: ${todo}`]),
    ...evidence.slice(0, mostEvidence).map(({ file, line, text }) => `  ${file}:${line}: ${text}`),
  ]);
  const more = findings.length > shown.length ? [`${findings.length - shown.length} more findings are not shown.`] : [];
  const gaps = gathered.gaps.slice(0, mostGaps);
  const verdict = verdictOf({ findings, gathered });
  return createToolResult(
    {
      headline:
        verdict === 'findings'
          ? `${countWords(findings.length, 'finding')} in the must-gather, the likeliest cause first.`
          : withoutFindings[verdict],
      lines: [
        `${name}, taken at ${takenAt ?? 'a time that is not told'}`,
        `OpenShift: ${summary.openShift ?? 'not told'}`,
        `Operator: ${summary.operator ?? summary.operatorState}`,
        `State: ${summary.health}: ${summary.kata}`,
        ...lines,
        ...more,
        ...gaps.map((gap) => `Not seen: ${gap}`),
      ],
      data: {
        mustGather: name,
        takenAt: takenAt ?? null,
        openShift: summary.openShift ?? null,
        operator: summary.operator ?? null,
        health: summary.health,
        state: summary.kata,
        verdict,
        files: { all: gathered.files, read: gathered.read },
        findings: shown.map((finding) => ({
          ...findingJson(finding),
          evidence: finding.evidence.slice(0, mostEvidence),
        })),
        findingsNotShown: findings.length - shown.length,
        notSeen: gaps,
      },
    },
    parsers,
  );
}
