/** Creates the result of osc_compare_must_gathers. */
import { formatTimestamp } from '#core/common/time.ts';
import type { StateComparison } from '#core/diagnosis/comparison/compareStates.ts';
import type { DiagnosisFinding } from '#core/diagnosis/diagnoses/diagnosis.ts';
import { findingJson } from '#core/diagnosis/findingJson.ts';
import type { Parsers } from '#core/redaction/index.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { createToolResult, type ToolResult } from '../toolResult.ts';

/** Maximum number of changes, and of findings of each group. */
const mostChanges = 50;
const mostFindings = 10;

const groups = [
  ['come', 'New findings'],
  ['gone', 'Findings no longer present'],
  ['stayed', 'Findings still present'],
  ['notShownAfter', 'Findings only in the first must-gather (the second might lack the required data)'],
  ['notShownBefore', 'Findings only in the second must-gather (the first might lack the required data)'],
] as const;

const clusterTexts: Readonly<Record<StateComparison['cluster'], string>> = {
  same: 'Both must-gathers are from the same cluster.',
  other: 'The must-gathers are from different clusters.',
  unknown: "Can't determine whether both must-gathers are from the same cluster.",
};

/** Creates the result. */
export function compareMustGathersResult(comparison: StateComparison, parsers: Parsers): ToolResult {
  const { before, after, changes, findings, onlyBefore, onlyAfter } = comparison;
  const shown = changes.slice(0, mostChanges);
  const counts = [
    formatCount(changes.length, 'change'),
    formatCount(findings.come.length, 'new finding'),
    `${findings.gone.length} no longer present`,
  ];
  return createToolResult(
    {
      headline: `${counts.join(', ')}. ${clusterTexts[comparison.cluster]}`,
      lines: [
        `First: ${describeState(before)}`,
        `Second: ${describeState(after)}`,
        ...shown.map(({ what, before: was, after: is }) => `${what}: ${was} -> ${is}`),
        ...(changes.length > shown.length ? [`${changes.length - shown.length} more changes not shown.`] : []),
        ...groups.flatMap(([key, title]) => describeFindings(title, findings[key])),
        ...describeKinds('first', onlyBefore),
        ...describeKinds('second', onlyAfter),
      ],
      data: {
        cluster: comparison.cluster,
        before: { name: before.name, collectedAt: before.at === undefined ? null : formatTimestamp(before.at) },
        after: { name: after.name, collectedAt: after.at === undefined ? null : formatTimestamp(after.at) },
        changes: shown.map(({ group, what, before: was, after: is }) => ({ group, what, before: was, after: is })),
        changesNotShown: changes.length - shown.length,
        findings: Object.fromEntries(
          groups.map(([key]) => [
            key,
            findings[key].slice(0, mostFindings).map((finding) => ({ ...findingJson(finding), evidence: [] })),
          ]),
        ),
        onlyBefore,
        onlyAfter,
      },
    },
    parsers,
  );
}

function describeState({ name, at }: StateComparison['before']): string {
  return `${name}, collected at ${at === undefined ? 'an unknown time' : formatTimestamp(at)}`;
}

function describeFindings(title: string, findings: readonly DiagnosisFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  const shown = findings.slice(0, mostFindings);
  return [
    `${title}:`,
    ...shown.map(({ id, health, about, headline }) => `  ${health}: ${about}: ${headline} [${id}]`),
    ...(findings.length > shown.length ? [`  ${findings.length - shown.length} more not shown.`] : []),
  ];
}

function describeKinds(which: string, kinds: readonly string[]): readonly string[] {
  return kinds.length === 0
    ? []
    : [`Not compared, because only the ${which} must-gather contains it: ${kinds.join(', ')}`];
}
