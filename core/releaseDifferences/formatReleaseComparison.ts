/** Formats the differences between two OSC releases as text, JSON, or Markdown. */
import type { Release } from '../product/releases.ts';
import { formatCount } from '../text/formatCount.ts';
import { formatMonth } from '../text/grammar.ts';
import { formatSanitizedJson, sanitizeTerminalLine } from '../text/sanitize.ts';
import type { ReleaseDifferences } from './compareReleaseData.ts';
import type { ComparedFinding, FindingDifferences } from './findingDifferences.ts';
import { formatMarkdownTable } from './markdownTable.ts';
import { releaseDataMonth, type ReleaseChange } from './releaseChange.ts';

/** Output formats of lists and comparisons. */
export const releaseFormats = ['text', 'json', 'markdown'] as const;

/** An output format. */
export type ReleaseFormat = (typeof releaseFormats)[number];

/** Everything that differs between two releases. */
export interface ReleaseComparison extends ReleaseDifferences {
  readonly from: Release;
  readonly to: Release;
  /** Undefined if no files were checked. */
  readonly findings?: FindingDifferences;
}

/** Formats the differences between two releases. */
export function formatReleaseComparison(comparison: ReleaseComparison, format: ReleaseFormat): string {
  switch (format) {
    case 'json':
      return formatJson(comparison);
    case 'markdown':
      return formatMarkdown(comparison);
    default:
      return formatText(comparison);
  }
}

function formatJson({ from, to, changes, unknown: notCompared, findings }: ReleaseComparison): string {
  const { appeared, disappeared } = findings ?? { appeared: [], disappeared: [] };
  return `${formatSanitizedJson({
    from: from.id,
    to: to.id,
    facts: releaseDataMonth,
    changes,
    unknown: notCompared,
    findings: { appeared, disappeared },
  })}\n`;
}

function formatTitle({ from, to }: ReleaseComparison): string {
  const name = ({ id, isPreview }: Release) => (isPreview === true ? `${id} (not released)` : id);
  return `OSC ${name(from)} to ${name(to)}, facts of ${formatMonth(`${releaseDataMonth}-01`)}`;
}

/** Texts for a missing value, by area. */
const missingValues: Readonly<Partial<Record<ReleaseChange['area'], string>>> = {
  annotation: 'not read',
  key: 'not read',
  field: 'not available',
  runtimeClass: 'not created',
  step: 'not documented',
  support: 'not supported',
};

function formatValues({ area, from, to }: ReleaseChange): string {
  const missing = missingValues[area] ?? 'none';
  return `${from ?? missing} -> ${to ?? missing}`;
}

function formatText(comparison: ReleaseComparison): string {
  const { from, to, changes, unknown: notCompared, findings } = comparison;
  const width = Math.max(...['changed', ...changes.map(({ kind }) => kind)].map((word) => word.length));
  const indent = ' '.repeat(width + 2);
  const lines = [
    formatTitle(comparison),
    ...changes.flatMap((change) => [
      `${change.kind.padEnd(width)}  ${change.subject}: ${formatValues(change)}  [${change.certainty}]`,
      `${indent}${change.consequence}`,
      `${indent}${change.source.join(', ')}`,
    ]),
    ...notCompared.map(({ subject, why }) => `${'unknown'.padEnd(width)}  ${subject}: ${why}`),
    ...(changes.length + notCompared.length === 0 ? [formatNothing(from, to)] : []),
    ...(findings === undefined ? [] : formatFindings(findings)),
  ];
  return `${lines.join('\n')}\n`;
}

function formatNothing(from: Release, to: Release): string {
  return from.id === to.id ? 'Both releases are the same.' : 'No differences are known.';
}

function formatFindings({ files, appeared, disappeared, omitted }: FindingDifferences): readonly string[] {
  const [appear, disappear] = [
    appeared.length + (omitted?.appeared ?? 0),
    disappeared.length + (omitted?.disappeared ?? 0),
  ];
  const rest = appear + disappear - appeared.length - disappeared.length;
  const verb = (count: number, name: string) => (count === 1 ? `${name}s` : name);
  const width = 'warning'.length;
  const line = (sign: string, { file, line: row, column, severity, rule }: ComparedFinding) =>
    `${sign} ${sanitizeTerminalLine(file)}:${row}:${column}  ${severity.padEnd(width)}  ${rule}`;
  return [
    `${formatCount(files, 'file')}: ${formatCount(appear, 'finding')} ${verb(appear, 'appear')}, ${disappear} ${verb(disappear, 'disappear')}`,
    ...appeared.map((finding) => line('+', finding)),
    ...disappeared.map((finding) => line('-', finding)),
    ...(rest === 0 ? [] : [formatCount(rest, 'more finding')]),
  ];
}

function formatMarkdown(comparison: ReleaseComparison): string {
  const { from, to, changes, unknown: notCompared, findings } = comparison;
  const table = formatMarkdownTable([
    ['Change', 'Subject', 'From', 'To', 'Consequence', 'Severity', 'Certainty', 'Source'],
    ...changes.map((change) => [
      change.kind,
      change.subject,
      change.from ?? missingValues[change.area] ?? 'none',
      change.to ?? missingValues[change.area] ?? 'none',
      change.consequence,
      change.severity,
      change.certainty,
      change.source.join('; '),
    ]),
  ]);
  const parts = [
    `# ${formatTitle(comparison)}`,
    changes.length === 0 ? formatNothing(from, to) : table.trimEnd(),
    ...(notCompared.length === 0
      ? []
      : ['## Unknown', notCompared.map(({ subject, why }) => `- ${subject}: ${why}`).join('\n')]),
    ...(findings === undefined ? [] : ['## Findings', ['```text', ...formatFindings(findings), '```'].join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}
