/** Formats lists of OSC releases. */
import type { ReleaseFormat } from '#core/releaseDifferences/formatReleaseComparison.ts';
import { formatMarkdownTable } from '#core/releaseDifferences/markdownTable.ts';
import type { ReleaseOverview } from '#core/releaseDifferences/releaseOverview.ts';
import { formatVersionRange } from '#core/releaseDifferences/releaseValues.ts';
import { formatSanitizedJson } from '#core/text/sanitize.ts';

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
