/** Formats the report as JSON. Fields can be added, but not removed without a new `version`. */
import { findingJson } from '#core/diagnosis/findingJson.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { platformJson } from '#core/diagnosis/platform/platformReport.ts';
import type { MustGatherReport } from './mustGatherReport.ts';

export function jsonReport({ findings, summary, gathered }: MustGatherReport): unknown {
  return {
    version: 1,
    ...(summary.at === undefined ? {} : { takenAt: formatTimestamp(summary.at) }),
    openShift: summary.openShift ?? null,
    operator: summary.operator ?? null,
    state: summary.kata,
    health: summary.health,
    nodes: summary.nodes ?? null,
    files: { all: gathered.files, read: gathered.read },
    findings: findings.map((finding) => ({ title: finding.title, ...findingJson(finding) })),
    gaps: gathered.gaps,
    platform: platformJson(gathered.platform),
  };
}
