/**
 * npm test: everything that has to pass. npm test -- --help describes the stages, filters and options.
 * The last line is "N passed, N failed", with ", N skipped" if tests were skipped.
 */
import process from 'node:process';
import { glob } from 'tinyglobby';
import { MissingToolError } from './lib/externalTool.ts';
import { root } from './lib/run.ts';
import { SetupError } from './lib/vscodeInstall.ts';
import { helpText, parseTestArguments, type RunArguments } from './test/arguments.ts';
import { changedFiles, GitError } from './test/changedFiles.ts';
import { affectedTests, readImportGraph } from './test/importGraph.ts';
import { hasFailed, isCiRun, reportLines, stageLine, type StageResult } from './test/report.ts';
import { brokenRun, type TestRun } from './test/reporter.ts';
import { runApart, runCommands, runShared, sumOf } from './test/runTests.ts';
import { candidateStages, filterLine, hasFiles, selectTests } from './test/selection.ts';
import { stages, type Stage } from './test/stages.ts';
import { bringTools, toolsOf } from './test/tools.ts';

type StageWithFiles = Stage & { readonly files: readonly string[] };

const args = parseTestArguments(
  process.argv.slice(2),
  stages.map(({ name }) => name),
);
if (args.action === 'help') console.log(helpText(stages));
else if (args.action === 'fail') refuse(args.message);
else {
  try {
    await main(args);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    refuse(error.message);
  }
}

async function main(request: RunArguments): Promise<void> {
  const withFiles = await Promise.all(stages.map(async (stage) => ({ ...stage, files: await filesOf(stage) })));
  const unchecked = selectTests(request, withFiles);
  if (!unchecked.ok) return refuse(unchecked.message);
  const affected = request.isChangedOnly ? await affectedFiles(candidateStages(request, withFiles)) : undefined;
  const selection = selectTests(request, withFiles, affected);
  if (!selection.ok) return refuse(selection.message);

  // A misspelled stage can be part of the name of a file.
  if (request.filters.length > 0) console.log(filterLine(request.filters, selection.stages));
  const results: StageResult[] = [];
  for (const { name, files } of selection.stages) {
    const stage = withFiles.find((one) => one.name === name);
    if (stage !== undefined) results.push(await runStage({ ...stage, files }));
  }
  const isCi = isCiRun(process.env);
  for (const line of reportLines(results, isCi)) console.log(line);
  process.exitCode = hasFailed(results, isCi) ? 1 : 0;
}

/** Ends the run before any stage has begun. */
function refuse(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

async function filesOf({ folders }: Stage): Promise<readonly string[]> {
  const patterns = folders.map((folder) => `${folder}/**/*.test.ts`);
  return patterns.length === 0 ? [] : (await glob(patterns, { cwd: root, ignore: ['**/node_modules/**'] })).toSorted();
}

/** Returns the test files that depend on a changed file. @throws GitError if git can't tell what has changed */
async function affectedFiles(candidates: readonly StageWithFiles[]): Promise<ReadonlySet<string>> {
  const { files: changed, base } = changedFiles(root);
  const files = candidates.flatMap((stage) => stage.files);
  const since = base === undefined ? '' : ` since the merge base with ${base}`;
  if (changed.size === 0) {
    console.log(`No file has changed in git${since}.`);
    return new Set();
  }
  const affected = affectedTests(await readImportGraph(root, files), files, changed);
  console.log(`Changed files${since}: ${changed.size}. Test files that depend on them: ${affected.size} of ${files.length}.`);
  return affected;
}

async function runStage(stage: StageWithFiles): Promise<StageResult> {
  console.log(`\n== ${stage.name}: ${stage.title}`);
  const start = performance.now();
  const result = await resultOf(stage);
  console.log(stageLine(result, (performance.now() - start) / 1000));
  return result;
}

async function resultOf(stage: StageWithFiles): Promise<StageResult> {
  const { name, files, commands, requirements, processes, sharesProcesses } = stage;
  const result = (run: TestRun, missing: readonly MissingToolError[] = []): StageResult => ({ ...run, name, isSkipped: false, missing });
  try {
    for (const bring of requirements) await bring(console.log);
    if (hasFiles(stage) && files.length === 0) throw new SetupError(`There are no test files in ${stage.folders.join(', ')}.`);
    const missing = await bringTools(toolsOf(root, files), console.log);
    const run = sharesProcesses ? runShared : runApart;
    return result(sumOf([await runCommands(commands, processes), ...(files.length === 0 ? [] : [await run(files, processes)])]), missing);
  } catch (error) {
    if (error instanceof MissingToolError) return { ...brokenRun, failed: 0, skipped: files.length, name, isSkipped: true, missing: [error] };
    if (!(error instanceof SetupError)) throw error;
    console.log(error.message);
    return result(brokenRun);
  }
}
