/**
 * npm run bench: our server beside the stock peer, in turn, on the same inputs. Prints the table; a whole run also writes
 * bench/results.json and docs/performance.md. Not a test: a missed target is shown as MISS, and the exit code stays 0.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { closing } from './measures/closing.ts';
import { editing } from './measures/editing.ts';
import { indexing } from './measures/indexing.ts';
import type { Measure } from './measures/measure.ts';
import { opening } from './measures/opening.ts';
import { size } from './measures/size.ts';
import { starting } from './measures/starting.ts';
import { machine, markdownTable, resultsOf } from './report.ts';
import { rows } from './rows.ts';
import { Samples } from './samples.ts';
import { serverBundle } from './servers.ts';

const root = path.resolve(import.meta.dirname, '..');
const measures: readonly Measure[] = [size, starting, opening, editing, closing, indexing];
const usage = `Usage: npm run bench -- [--quick] [--only ${measures.map(({ name }) => name).join('|')}]...
  --quick  3 repetitions instead of 20; writes nothing
  --only   some of the measures; writes nothing`;

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string', multiple: true }, help: { type: 'boolean' } } });
const problem = cannotRun();
if (values.help === true) console.log(usage);
else if (problem === undefined) await main();
else {
  console.error(problem);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const samples = new Samples();
  for (const measure of measures) {
    if (values.only !== undefined && !values.only.includes(measure.name)) continue;
    console.log(`${measure.name} ...`);
    await measure.run(samples, values.quick === true ? 3 : 20);
  }
  const results = resultsOf(rows, samples);
  const table = markdownTable(results);
  console.log(`\n${machine()}\n\n${table}`);
  if (values.quick === true || values.only !== undefined) return;
  await write('bench/results.json', JSON.stringify({ machine: machine(), results }));
  await write('docs/performance.md', withTable(`Measured by \`npm run bench\` on ${machine()}.\n\n${table}`));
}

function cannotRun(): string | undefined {
  const unknown = values.only?.find((name) => !measures.some((measure) => measure.name === name));
  if (unknown !== undefined) return `There is no measure "${unknown}".\n${usage}`;
  if (process.platform !== 'linux') return 'The benchmark reads CPU time and memory from /proc, which only Linux has.';
  return existsSync(serverBundle) ? undefined : 'dist/server.js is not built. Run npm run build first.';
}

/** docs/performance.md with the new table between its marks. */
function withTable(content: string): string {
  const [begin, end] = ['<!-- written by npm run bench: begin -->', '<!-- written by npm run bench: end -->'];
  const page = readFileSync(path.join(root, 'docs/performance.md'), 'utf8');
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error('docs/performance.md has lost its marks');
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`;
}

async function write(file: string, text: string): Promise<void> {
  const filepath = path.join(root, file);
  writeFileSync(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  console.log(`wrote ${file}`);
}
