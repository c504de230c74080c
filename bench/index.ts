/**
 * `npm run bench`: compares our server with the stock server, alternating between them on the same inputs, and measures
 * the simulator. Prints the tables. If all measures of a table ran in full, also writes the table to its documentation
 * page and to JSON. This isn't a test: a missed target is marked MISS, but the exit code is 0.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { repositoryRoot, run, tool } from '#scripts/lib/run.ts';
import { activation } from './measures/activation.ts';
import { closing } from './measures/closing.ts';
import { editing } from './measures/editing.ts';
import { exec } from './measures/exec/exec.ts';
import { indexing } from './measures/indexing.ts';
import { kubernetesFields } from './measures/fields/kubernetesFields.ts';
import { largeCluster } from './measures/largeCluster.ts';
import { live } from './measures/live.ts';
import { manyPods } from './measures/manyPods/manyPods.ts';
import type { Measure } from './measures/measure.ts';
import { opening } from './measures/opening.ts';
import { podLogs } from './measures/podLogs/podLogs.ts';
import { simulator } from './measures/simulator.ts';
import { size } from './measures/size.ts';
import { starting } from './measures/starting.ts';
import { machine, markdownTable, resultsOf } from './report/report.ts';
import { liveRows, rows, simulatorRows, type Row } from './report/rows.ts';
import { Samples } from './report/samples.ts';
import { installPeer, serverBundle } from './driver/servers.ts';

/** A table in the documentation and the measures that fill it. */
interface Page {
  readonly rows: readonly Row[];
  readonly measures: readonly Measure[];
  readonly document: string;
  readonly results: string;
}

const pages: readonly Page[] = [
  {
    rows,
    measures: [size, starting, opening, editing, closing, indexing, kubernetesFields],
    document: 'docs/performance.md',
    results: 'bench/results.json',
  },
  {
    rows: liveRows,
    measures: [activation, live, largeCluster, manyPods, podLogs, exec],
    document: 'docs/clusters.md',
    results: 'bench/liveResults.json',
  },
  { rows: simulatorRows, measures: [simulator], document: 'docs/simulator.md', results: 'bench/simulatorResults.json' },
];
const measures = pages.flatMap((page) => page.measures);
const usage = `Usage: npm run bench -- [--quick] [--only ${measures.map(({ name }) => name).join('|')}]...
  --quick  runs 3 repetitions instead of 20 and writes no files
  --only   runs only some measures; a table is written only if all its measures run`;

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string', multiple: true }, help: { type: 'boolean' } },
});
const problem = cannotRun();
if (values.help === true) console.log(usage);
else if (problem === undefined) await main();
else {
  console.error(problem);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  await installPeer();
  const samples = new Samples();
  for (const measure of measures) {
    if (values.only !== undefined && !values.only.includes(measure.name)) continue;
    console.log(`${measure.name} ...`);
    await measure.run(samples, values.quick === true ? 3 : 20);
  }
  console.log(`\n${machine()}`);
  for (const page of pages) {
    const results = resultsOf(page.rows, samples);
    if (results.length === 0) continue;
    const table = markdownTable(results);
    console.log(`\n${table}`);
    if (values.quick === true || page.measures.some(({ name }) => values.only?.includes(name) === false)) continue;
    await write(page.results, JSON.stringify({ machine: machine(), results }));
    await write(page.document, withTable(page.document, `Measured by \`npm run bench\` on ${machine()}.\n\n${table}`));
  }
}

function cannotRun(): string | undefined {
  const unknown = values.only?.find((name) => !measures.some((measure) => measure.name === name));
  if (unknown !== undefined) return `Unknown measure "${unknown}".\n${usage}`;
  if (process.platform !== 'linux') return 'The benchmark reads CPU time and memory from /proc, which only Linux has.';
  return existsSync(serverBundle) ? undefined : "dist/server.js doesn't exist. Run npm run build first.";
}

/** Returns the document with the new table between its markers. */
function withTable(document: string, content: string): string {
  const [begin, end] = ['<!-- written by npm run bench: begin -->', '<!-- written by npm run bench: end -->'];
  const page = readFileSync(path.join(repositoryRoot, document), 'utf8');
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`${document} doesn't contain the markers for the table`);
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`;
}

async function write(file: string, text: string): Promise<void> {
  const filepath = path.join(repositoryRoot, file);
  writeFileSync(filepath, text);
  await run('node', [tool('oxfmt/bin/oxfmt'), filepath]);
  console.log(`wrote ${file}`);
}
