/**
 * Runs `npm run facts:report`: prints each table with facts from upstream, its sources with their dates, and how many
 * rows are certain. Fails if a row has no source. `--stale DAYS` prints only the tables that were read more than this
 * number of days ago.
 */
import process from 'node:process';
import { formatFacts, listRowsWithoutSource, listStaleTables } from './facts/factsReport.ts';
import { listFactTables } from './facts/factTables.ts';

const [option, days = ''] = process.argv.slice(2);
if (option !== undefined && (option !== '--stale' || !/^\d{1,5}$/.test(days))) {
  console.error('Usage: npm run facts:report [-- --stale DAYS]');
  process.exitCode = 2;
} else report();

function report(): void {
  const tables = listFactTables();
  const missing = listRowsWithoutSource(tables);
  if (missing.length > 0) {
    console.error(`Rows without a source:\n${missing.map((row) => `  ${row}`).join('\n')}`);
    process.exitCode = 1;
    return;
  }
  if (option === undefined) {
    console.log(formatFacts(tables));
    return;
  }
  const stale = listStaleTables(tables, Number(days), new Date());
  console.log(
    stale.length === 0 ? `All tables were read in the last ${days} days.` : `Read again:\n\n${formatFacts(stale)}`,
  );
}
