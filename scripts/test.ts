/**
 * Runs npm test: lint, the build, and all tests. npm test -- --help describes the stages, filters, and options. The
 * last line is "N passed, N failed", with ", N skipped" if tests were skipped.
 */
import { accessSync, constants, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { glob } from 'tinyglobby';
import { MissingToolError } from './externalTools/externalTool.ts';
import { repositoryRoot } from './lib/run.ts';
import { SetupError } from './vscode/vscodeInstall.ts';
import { helpText, parseTestArguments, type RunArguments } from './test/arguments.ts';
import { changedFiles, GitError } from './test/changedFiles.ts';
import { affectedTests, readImportGraph } from './test/importGraph.ts';
import { onlyTests } from './test/onlyTests.ts';
import { hasFailed, isCiRun, reportLines, stageLine, type StageResult } from './test/report.ts';
import { brokenRun, type TestRun } from './test/testRun.ts';
import { runApart, runCommands, runShared } from './test/runTests.ts';
import type { Say } from './test/testProcess.ts';
import { candidateStages, filterLine, hasFiles, selectTests } from './test/selection.ts';
import { stages, type Stage } from './test/stages.ts';
import { bringTools, toolsOf } from './test/requirements.ts';

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
  const unusable = unusableTemporaryFolder();
  if (unusable !== undefined) return refuse(unusable);
  const withFiles = await Promise.all(stages.map(async (stage) => ({ ...stage, files: await filesOf(stage) })));
  const unchecked = selectTests(request, withFiles);
  if (!unchecked.ok) return refuse(unchecked.message);
  const affected = request.isChangedOnly ? await affectedFiles(candidateStages(request, withFiles)) : undefined;
  const selection = selectTests(request, withFiles, affected);
  if (!selection.ok) return refuse(selection.message);

  // Shows the user if a misspelled stage is used as a filter for file names.
  if (request.filters.length > 0) console.log(filterLine(request.filters, selection.stages));
  const selected = selection.stages.flatMap(({ name, files }) =>
    withFiles.filter((stage) => stage.name === name).map((stage) => ({ ...stage, files })),
  );
  const results = await runStages(selected);
  const isCi = isCiRun(process.env);
  for (const line of reportLines(results, isCi)) console.log(line);
  process.exitCode = hasFailed(results, isCi) ? 1 : 0;
}

/** Returns a message if tests can't create temporary files. Otherwise, each stage would fail with a stack trace. */
function unusableTemporaryFolder(): string | undefined {
  const folder = tmpdir();
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `Tests can't create files in the temporary folder ${folder}. Create the folder, or set TMPDIR to a folder that you can write to.`;
  }
}

/** Prints why the run can't start and sets the exit code. */
function refuse(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

async function filesOf({ folders }: Stage): Promise<readonly string[]> {
  const patterns = folders.map((folder) => `${folder}/**/*.test.ts`);
  return patterns.length === 0
    ? []
    : (await glob(patterns, { cwd: repositoryRoot, ignore: ['**/node_modules/**'] })).toSorted();
}

/**
 * Returns the test files that depend on a changed file.
 * @throws GitError if git can't determine the changed files
 */
async function affectedFiles(candidates: readonly StageWithFiles[]): Promise<ReadonlySet<string>> {
  const { files: changed, base } = changedFiles(repositoryRoot);
  const files = candidates.flatMap((stage) => stage.files);
  const since = base === undefined ? '' : ` since the merge base with ${base}`;
  if (changed.size === 0) {
    console.log(`No file has changed in git${since}.`);
    return new Set();
  }
  const affected = affectedTests(await readImportGraph(repositoryRoot, files), files, changed);
  console.log(
    `Changed files${since}: ${changed.size}. Test files that depend on them: ${affected.size} of ${files.length}.`,
  );
  return affected;
}

/** Runs the stages in order. Runs stages that don't need both CPUs at the same time as another stage. */
async function runStages(selected: readonly StageWithFiles[]): Promise<readonly StageResult[]> {
  const results: StageResult[] = [];
  const isBeside = ({ runsBeside }: StageWithFiles): boolean => selected.some(({ name }) => name === runsBeside);
  for (const stage of selected) {
    if (isBeside(stage)) continue;
    const beside = selected.filter(({ runsBeside }) => runsBeside === stage.name);
    let hasEnded = false;
    const [others, result] = await Promise.all([
      runBeside(beside, () => hasEnded),
      runStage(stage).finally(() => (hasEnded = true)),
    ]);
    results.push(...others, result);
  }
  return results;
}

/**
 * Runs stages in parallel with another one, each in one process. Stages that start after the other one has ended use
 * all their processes. Prints the output of each stage when the stage finishes, so that the outputs don't mix.
 * @param isAlone returns whether the other stage has ended
 */
async function runBeside(beside: readonly StageWithFiles[], isAlone: () => boolean): Promise<readonly StageResult[]> {
  const results: StageResult[] = [];
  for (const stage of beside) {
    const output: string[] = [];
    const processes = isAlone() ? stage.processes : 1;
    results.push(await runStage({ ...stage, processes }, (text) => output.push(text)));
    console.log(output.join('\n'));
  }
  return results;
}

async function runStage(stage: StageWithFiles, say?: Say): Promise<StageResult> {
  const print = say ?? console.log;
  print(`\n== ${stage.name}: ${stage.title}`);
  const start = performance.now();
  const result = await resultOf(stage, say);
  print(stageLine(result, (performance.now() - start) / 1000));
  return result;
}

async function resultOf(stage: StageWithFiles, say?: Say): Promise<StageResult> {
  const print = say ?? console.log;
  const { name, files, commands, requirements, processes, sharesProcesses, shares, evidence } = stage;
  const result = (run: TestRun, missing: readonly MissingToolError[] = []): StageResult => ({
    ...run,
    name,
    isSkipped: false,
    missing,
  });
  try {
    if (evidence !== undefined) rmSync(path.join(repositoryRoot, evidence), { recursive: true, force: true });
    for (const bring of requirements) await bring(print);
    if (hasFiles(stage) && files.length === 0) throw new SetupError(`No test files in ${stage.folders.join(', ')}.`);
    const only = onlyTests(repositoryRoot, files);
    if (only.length > 0) throw new SetupError(only.join('\n'));
    const missing = await bringTools(toolsOf(repositoryRoot, files), print);
    const ofCommands = await runCommands(commands, processes);
    if (files.length === 0) return result(ofCommands, missing);
    return result(
      await (sharesProcesses ? runShared(files, { processes, shares }) : runApart(files, processes, say)),
      missing,
    );
  } catch (error) {
    if (error instanceof MissingToolError)
      return { ...brokenRun, failed: 0, skipped: files.length, name, isSkipped: true, missing: [error] };
    if (!(error instanceof SetupError)) throw error;
    print(error.message);
    return result(brokenRun);
  }
}
