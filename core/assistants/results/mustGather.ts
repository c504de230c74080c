/** Creates the result of osc_report_must_gather. */
import type { DiagnosisFinding } from '#core/diagnosis/diagnoses/diagnosis.ts';
import { findingJson } from '#core/diagnosis/findingJson.ts';
import { verdictOf, type Judged, type MustGatherVerdict } from '#core/diagnosis/mustGatherVerdict.ts';
import type { HealthSeverity } from '#core/status/health/clusterHealth.ts';
import {
  describePlatform,
  platformJson,
  platformTexts,
  platformTitle,
  type PlatformState,
} from '#core/diagnosis/platform/platformReport.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { formatCount } from '#core/text/formatCount.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';

/** The parts of a report that the result contains. */
export interface MustGatherReportParts {
  readonly findings: readonly DiagnosisFinding[];
  /**
   * Summary of the must-gather. Values that weren't found in it are undefined.
   * @property at milliseconds since 1970
   */
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
    readonly platform: PlatformState;
  };
}

const mostFindings = 15;
/** Maximum number of evidence lines per finding. */
const mostEvidence = 5;
const mostGaps = 15;

const withoutFindings: Readonly<Record<Exclude<MustGatherVerdict, 'findings'>, string>> = {
  partial: "No problems found, but pods or node journals weren't collected.",
  clean: 'No problems found in the collected data.',
  noKata: 'Inconclusive: the must-gather contains no OpenShift sandboxed containers data.',
  unknown: "Inconclusive: pods and node journals weren't collected.",
};

/**
 * Creates the result.
 * @param name name of the must-gather for the result
 */
export function mustGatherResult(
  name: string,
  { findings, summary, gathered }: MustGatherReportParts,
  parsers: Parsers,
): ToolResult {
  const shown = findings.slice(0, mostFindings);
  const takenAt = summary.at === undefined ? undefined : formatTimestamp(summary.at);
  const lines = shown.flatMap(({ id, health, about, headline, meaning, next, todo, follows, evidence }, index) => [
    `${index + 1}. ${health}: ${about}: ${headline} [${id}]`,
    `  Meaning: ${meaning}`,
    ...(follows.length === 0 ? [] : [`  Probably caused by: ${follows.join(', ')}`]),
    ...(next === undefined ? [] : [`  Next: ${next}`]),
    ...(todo === undefined ? [] : [`  To do: ${todo}`]),
    ...evidence.slice(0, mostEvidence).map(({ file, line, text }) => `  ${file}:${line}: ${text}`),
  ]);
  const more =
    findings.length > shown.length ? [`${formatCount(findings.length - shown.length, 'finding')} omitted.`] : [];
  const gaps = gathered.gaps.slice(0, mostGaps);
  const platform = describePlatform(gathered.platform);
  const verdict = verdictOf({ findings, gathered });
  return createToolResult(
    {
      headline:
        verdict === 'findings'
          ? `${formatCount(findings.length, 'finding')} in the must-gather, most likely cause first.`
          : withoutFindings[verdict],
      lines: [
        `${name}, collected at ${takenAt ?? 'an unknown time'}`,
        `OpenShift: ${summary.openShift ?? 'unknown'}`,
        `Operator: ${summary.operator ?? summary.operatorState}`,
        `State: ${summary.health}: ${summary.kata}`,
        ...lines,
        ...more,
        ...gaps.map((gap) => `Not collected: ${gap}`),
        `${platformTitle()}:`,
        ...platformTexts(platform).map((text) => `  ${text}`),
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
        notCollected: gaps,
        platform: platformJson(gathered.platform),
      },
    },
    parsers,
  );
}
