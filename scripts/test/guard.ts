/**
 * Fails runs that Node's test runner passes, or that would never end. The tests of a process run after this module: `node --import`.
 * - A file throws while it is loaded, after it has defined a test. Node ignores this if files share a process.
 * - The process exits before its last test, with exit code 0.
 * - A timer, a server or another resource stays open, so that the process doesn't end.
 * - A file leaves a changed environment to the other files of its process.
 */
import { writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, afterEach, beforeEach, type SuiteContext, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { OpenResources } from './openResources.ts';
import { changedParts, readProcessState, type ProcessState } from './processState.ts';

/** Files share the process if the runner has this option. Then the runner and the tests are one process. */
const shares = process.execArgv.includes('--test-isolation=none');

/** Paths of test files are relative to it. A test can change the working directory. */
const root = process.cwd();

const { NODE_TEST_CONTEXT: context, OSC_TEST_PROGRESS: progressFile, OSC_TEST_TIME_TO_END: timeToEnd } = process.env;

// Node sets the variable for the process of a test file. Without it, this is the runner that starts these processes.
if (isMainThread && (shares || context !== undefined)) {
  leaveChildrenAlone();
  guard(Number(timeToEnd), progressFile);
}

/** Programs that a test forks receive the options of this process, but must not load this module. */
function leaveChildrenAlone(): void {
  const index = process.execArgv.indexOf(`--import=${import.meta.filename}`);
  if (index >= 0) process.execArgv.splice(index, 1);
}

/**
 * @param timeLimit milliseconds from the last test to the end of the process
 * @param progress file in which the runner finds the test that started last
 */
function guard(timeLimit: number, progress: string | undefined): void {
  const files = process.argv.slice(1);
  const resources = new OpenResources(() => process.getActiveResourcesInfo());
  let last: string | undefined;
  let isFinished = false;
  const assertUnchanged = shares ? unchangedBetweenFiles() : undefined;

  beforeEach((context) => {
    last = nameOf(context);
    // Written at once, because a test can block the process.
    if (progress !== undefined) writeFileSync(progress, last);
    assertUnchanged?.(context.filePath);
  });
  afterEach((context) => resources.record(nameOf(context)));

  after(async () => {
    isFinished = true;
    setTimeout(() => endWith(resources.describe()), timeLimit).unref();
    if (shares) await assertLoaded(files);
  });

  process.on('exit', () => {
    if (isFinished) return;
    say(`The process exited before all tests ended. The last test that started: ${last ?? 'none'}.`);
    process.exitCode = 1;
  });
}

/**
 * Returns a check to call with the file of each test.
 * @throws if the test is the first one of its file, and the file before it changed the state of the process
 */
function unchangedBetweenFiles(): (file: string | undefined) => void {
  let last: { readonly file: string | undefined; readonly state: ProcessState } | undefined;
  return (file) => {
    if (last !== undefined && last.file === file) return;
    const state = readProcessState();
    const before = last;
    last = { file, state };
    if (before === undefined) return;
    const changed = changedParts(before.state, state);
    if (changed.length > 0) throw new Error(`${shown(before.file)} changed the process before the first test of ${shown(file)}: ${changed.join(', ')}`);
  };
}

/** Ends a process that would stay alive forever. */
function endWith(open: readonly string[]): void {
  say(`All tests have ended, but resources that are still open keep the process alive: ${open.join('; ') || 'of unknown kinds'}.`);
  process.exit(1);
}

/** @throws if a file threw an error while it was loaded. Importing it again throws the same error, and runs nothing */
async function assertLoaded(files: readonly string[]): Promise<void> {
  const problems: string[] = [];
  for (const file of files) {
    try {
      await import(pathToFileURL(path.resolve(root, file)).href);
    } catch (error) {
      problems.push(`${file} threw an error while it was loaded: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function nameOf({ fullName, filePath }: TestContext | SuiteContext): string {
  return `"${fullName}" in ${shown(filePath)}`;
}

function shown(file: string | undefined): string {
  return file === undefined ? 'an unknown file' : path.relative(root, file);
}

function say(text: string): void {
  writeSync(process.stderr.fd, `${text}\n`);
}
