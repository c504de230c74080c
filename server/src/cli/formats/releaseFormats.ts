/** Formats lists of OSC releases and the differences between two releases. */
import type { PlacedFinding } from '#core/common/placedFinding.ts';
import { releaseDataMonth, type ReleaseChange } from '#core/releaseDifferences/releaseChange.ts';
import type { ReleaseDifferences } from '#core/releaseDifferences/compareReleaseData.ts';
import type { ReleaseOverview } from '#core/releaseDifferences/releaseOverview.ts';
import { formatVersionRange } from '#core/releaseDifferences/releaseValues.ts';
import type { Release } from '#core/product/releases.ts';
import { formatCount } from '#core/text/formatCount.ts';
import { formatMonth } from '#core/text/grammar.ts';
import { formatSanitizedJson, sanitizeTerminalLine } from '#core/text/sanitize.ts';

/** Output formats of both commands. */
export const releaseFormats = ['text', 'json', 'markdown'] as const;

/** An output format. */
export type ReleaseFormat = (typeof releaseFormats)[number];

/** Findings that only one of two releases has. */
export interface FindingDifferences {
  /** Number of checked files. */
  readonly files: number;
  readonly appeared: readonly PlacedFinding[];
  readonly disappeared: readonly PlacedFinding[];
}

/** Everything that differs between two releases. */
export interface ReleaseComparison extends ReleaseDifferences {
  readonly from: Release;
  readonly to: Release;
  /** Undefined if no files were checked. */
  readonly findings?: FindingDifferences;
}

const unknown = 'unknown';

/** Formats the releases. */
export function formatReleaseList(overviews: readonly ReleaseOverview[], format: ReleaseFormat): string {
  if (format === 'json') return `${formatSanitizedJson(overviews)}\n`;
  const head = [
    'Release',
    'Status',
    'Versions',
    'OpenShift in the catalog',
    'OpenShift documented',
    'Kata',
    'Documentation',
  ];
  const rows = overviews.map(({ id, status, versions, deprecated, openShift, kata, docs }) => [
    id,
    status,
    versions.map((version) => (deprecated.includes(version) ? `${version} (deprecated)` : version)).join(', ') || '-',
    formatOffered(openShift),
    openShift.documented?.join(', ') ?? unknown,
    kata ?? unknown,
    docs,
  ]);
  return format === 'markdown' ? formatMarkdownTable([head, ...rows]) : formatColumns([head, ...rows]);
}

function formatOffered({ offered, isComplete }: ReleaseOverview['openShift']): string {
  if (offered === null) return unknown;
  return isComplete ? formatVersionRange(offered) : `${formatVersionRange(offered)}, others unknown`;
}

function formatColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return `${rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

function formatMarkdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
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
  const width = 'changed'.length;
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

function formatFindings({ files, appeared, disappeared }: FindingDifferences): readonly string[] {
  const verb = (count: number, name: string) => (count === 1 ? `${name}s` : name);
  const width = 'warning'.length;
  const line = (sign: string, { file, line: row, column, severity, rule }: PlacedFinding) =>
    `${sign} ${sanitizeTerminalLine(file)}:${row}:${column}  ${severity.padEnd(width)}  ${rule}`;
  return [
    `${formatCount(files, 'file')}: ${formatCount(appeared.length, 'finding')} ${verb(appeared.length, 'appear')}, ${disappeared.length} ${verb(disappeared.length, 'disappear')}`,
    ...appeared.map((finding) => line('+', finding)),
    ...disappeared.map((finding) => line('-', finding)),
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
