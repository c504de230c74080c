/**
 * `npm run bench`: compares our server with the stock server, alternating between them on the same inputs, and measures
 * clusters, must-gathers, and the simulator. Prints the tables. If all measures of a page ran in full, also writes
 * their results to JSON, and from there to the page. This isn't a test: a missed target is marked MISS, but the exit
 * code is 0.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { repositoryRoot, run, tool } from '#scripts/lib/run.ts';
import { activation } from './measures/activation.ts';
import { busy } from './measures/busy.ts';
import { cli } from './measures/cli/cli.ts';
import { closing } from './measures/closing.ts';
import { editing } from './measures/editing.ts';
import { exec } from './measures/exec/exec.ts';
import { floors } from './measures/floors.ts';
import { growth } from './measures/growth/growth.ts';
import { indexing } from './measures/indexing.ts';
import { kubernetesFields } from './measures/fields/kubernetesFields.ts';
import { largeCluster } from './measures/largeCluster.ts';
import { live } from './measures/live.ts';
import { manyPods } from './measures/manyPods/manyPods.ts';
import type { Measure } from './measures/measure.ts';
import { mustGather } from './measures/mustGather/mustGather.ts';
import { opening } from './measures/opening.ts';
import { podLogs } from './measures/podLogs/podLogs.ts';
import { simulator } from './measures/simulator.ts';
import { size } from './measures/size/size.ts';
import { vscode } from './measures/vscode/vscode.ts';
import { window } from './measures/window/window.ts';
import { chartsOf, growthFile, growthDocument, pageWithCharts, readGrowthResults } from './report/growth/growthPage.ts';
import { figures } from './report/growth/figures.ts';
import { describeGrowth, growthsOf } from './report/growth/series.ts';
import { describeMachine } from './report/machine.ts';
import { pages, pageWithResults, readResults, type Page } from './report/pages.ts';
import { markdownOf, resultsOf } from './report/report.ts';
import { Samples } from './report/samples.ts';
import { installPeer, serverBundle } from './driver/servers.ts';

/** The measures of each page. */
const measured: readonly (readonly [page: Page, measures: readonly Measure[]])[] = [
  [pages.server, [size, floors, busy, opening, editing, closing, indexing, kubernetesFields, vscode]],
  [pages.live, [activation, live, largeCluster, window, manyPods, podLogs, exec]],
  [pages.commandLine, [cli]],
  [pages.simulator, [simulator]],
  [pages.mustGather, [mustGather]],
];
const measures = [...measured.flatMap(([, list]) => list), growth];
const usage = `Usage: npm run bench -- [--quick] [--only ${measures.map(({ name }) => name).join('|')}]... [--write]
  --quick  runs fewer repetitions with smaller inputs, and writes no files
  --only   runs only this measure (can be repeated); the results are written only if all measures of a page in docs/ run
  --write  measures nothing and writes the pages again from the JSON files`;

const { values, invalid } = readOptions();
const problem = invalid ?? (values.write === true ? undefined : cannotRun());
if (values.help === true) console.log(usage);
else if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 2;
} else if (values.write === true) await writeAll();
else await main();

interface Options {
  readonly quick?: boolean | undefined;
  readonly only?: readonly string[] | undefined;
  readonly write?: boolean | undefined;
  readonly help?: boolean | undefined;
}

/** Returns the options, or the problem and the usage if they can't be parsed. */
function readOptions(): { readonly values: Options; readonly invalid?: string } {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        write: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return { values };
  } catch (error) {
    return { values: {}, invalid: `${error instanceof Error ? error.message : String(error)}\n${usage}` };
  }
}

async function main(): Promise<void> {
  await installPeer();
  const samples = new Samples();
  const began = performance.now();
  for (const measure of measures) {
    if (values.only !== undefined && !values.only.includes(measure.name)) continue;
    const start = performance.now();
    await measure.run(samples, values.quick === true ? 3 : 20);
    console.log(`${measure.name}: ${seconds(start)}`);
  }
  console.log(`\n${describeMachine()}, measured in ${seconds(began)}`);
  for (const [page, list] of measured) {
    const results = resultsOf(page.sections, samples);
    if (results.length === 0) continue;
    console.log(`\n${markdownOf(page.sections, results)}`);
    if (values.quick === true || list.some(({ name }) => values.only?.includes(name) === false)) continue;
    await write(page.results, JSON.stringify({ machine: describeMachine(), results }));
    await writePage(page);
  }
  await reportGrowth(samples);
}

/** Prints how the values grow, and writes the charts in a full run. */
async function reportGrowth(samples: Samples): Promise<void> {
  const growths = growthsOf(samples);
  if (growths.length === 0) return;
  for (const { id, ours, peer } of growths) {
    const figure = figures.find((one) => one.id === id);
    if (figure === undefined) continue;
    console.log(`\n${figure.title} (${figure.unit})\n${JSON.stringify({ ours, peer })}`);
    console.log([describeGrowth('Ours', ours, figure.over), describeGrowth('Peer', peer, figure.over)].join('\n'));
  }
  if (values.quick === true) return;
  await write(growthFile, JSON.stringify({ machine: describeMachine(), growths }));
  await writeGrowth();
}

async function writeAll(): Promise<void> {
  for (const [page] of measured) await writePage(page);
  await writeGrowth();
}

async function writeGrowth(): Promise<void> {
  const results = readGrowthResults();
  for (const [file, svg] of chartsOf(results)) {
    mkdirSync(path.dirname(path.join(repositoryRoot, file)), { recursive: true });
    writeFileSync(path.join(repositoryRoot, file), svg);
  }
  await write(growthDocument, pageWithCharts(results));
}

function seconds(start: number): string {
  return `${Math.round((performance.now() - start) / 1000)} s`;
}

function cannotRun(): string | undefined {
  const unknown = values.only?.find((name) => !measures.some((measure) => measure.name === name));
  if (unknown !== undefined) return `Unknown measure "${unknown}".\n${usage}`;
  if (process.platform !== 'linux') return 'The benchmark reads CPU time and memory from /proc, which only Linux has.';
  return existsSync(serverBundle) ? undefined : "dist/server.js doesn't exist. Run npm run build first.";
}

async function writePage(page: Page): Promise<void> {
  await write(page.document, pageWithResults(page, readResults(page)));
}

async function write(file: string, text: string): Promise<void> {
  const filepath = path.join(repositoryRoot, file);
  writeFileSync(filepath, text);
  await run('node', [tool('oxfmt/bin/oxfmt'), filepath]);
  console.log(`wrote ${file}`);
}
