/** Reports on the fact tables: their sources, how certain their rows are, and what must be read again. */
import { splitSources } from '#core/product/sourceLinks.ts';
import type { ReleaseCertainty } from '#core/releaseDifferences/releaseChange.ts';
import type { FactRow, FactTable } from './factTables.ts';
import { findSourceDate } from './sourceDates.ts';

const certainties: readonly ReleaseCertainty[] = ['documented', 'catalogue', 'read', 'merged', 'open', 'unknown'];
const millisecondsPerDay = 86_400_000;

/** Returns the rows without a source, as `table: row`. */
export function listRowsWithoutSource(tables: readonly FactTable[]): readonly string[] {
  return tables.flatMap(({ name, rows }) =>
    rows.filter(({ source }) => source.trim() === '').map((row) => `${name}: ${row.name}`),
  );
}

/** Returns the tables that were read more than a number of days ago. A month counts from its first day. */
export function listStaleTables(tables: readonly FactTable[], days: number, now: Date): readonly FactTable[] {
  return tables.filter(
    ({ readIn }) => now.getTime() - Date.parse(`${readIn}-01T00:00:00Z`) > days * millisecondsPerDay,
  );
}

/** Formats each table with its certainties and its sources. */
export function formatFacts(tables: readonly FactTable[]): string {
  return tables.map(formatTable).join('\n\n');
}

function formatTable({ name, file, readIn, rows }: FactTable): string {
  const counts = certainties.flatMap((certainty) => {
    const count = rows.filter((row) => row.certainty === certainty).length;
    return count === 0 ? [] : [`${count} ${certainty}`];
  });
  return [
    `${name} (${file}, read in ${readIn})`,
    `  Rows: ${rows.length} (${counts.join(', ')})`,
    ...countSources(rows).map(([source, count]) => `  ${String(count).padStart(3)}  ${source}`),
  ].join('\n');
}

/** Returns the sources with the number of rows that use each. The most used ones are first. */
function countSources(rows: readonly FactRow[]): readonly (readonly [source: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { source } of rows)
    for (const one of new Set(splitSources([source]).map(formatSource))) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].toSorted(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1));
}

/** Formats a source without its line numbers and remarks, with the date of its commit. */
function formatSource(source: string): string {
  const [tree = '', ...path] = source.split(' ');
  if (!tree.includes('@')) return source;
  const date = findSourceDate(tree);
  const file = path.join(' ').replace(/:\d[\d-]*$/, '');
  return `${tree} (${date ?? 'date not known'}) ${file}`.trim();
}
