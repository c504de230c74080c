/**
 * Fails runs that Node's test runner passes or that would never end. Node loads this module before the tests of a
 * process (`node --import`).
 * - A file defines a test and then throws while Node loads it. Node ignores the error if files share a process.
 * - The process exits with exit code 0 before all tests have run.
 * - A timer, a server, or another resource stays open and keeps the process alive.
 * - A file changes the state of its process, and other files run in the same process.
 */
import { writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, afterEach, beforeEach, type SuiteContext, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { OpenResources } from './openResources.ts';
import { changedParts, readProcessState, type ProcessState } from './processState.ts';

/** True if files share a process. The runner and the tests are then the same process. */
const shares = process.execArgv.includes('--test-isolation=none');

/**
 * Folder that the paths of test files are relative to. Read at the start, because a test can change the working
 * directory.
 */
const root = process.cwd();

const { NODE_TEST_CONTEXT: context, OSC_TEST_PROGRESS: progressFile, OSC_TEST_TIME_TO_END: timeToEnd } = process.env;

// Node sets the variable in the process of a test file. If it isn't set, this process is the runner that starts the
// others.
if (isMainThread && (shares || context !== undefined)) {
  leaveChildrenAlone();
  guard(Number(timeToEnd), progressFile);
}

/** Removes this module from the options that child processes inherit when a test forks them. */
function leaveChildrenAlone(): void {
  const index = process.execArgv.indexOf(`--import=${import.meta.filename}`);
  if (index >= 0) process.execArgv.splice(index, 1);
}

/**
 * Adds hooks that detect these problems.
 * @param timeLimit maximum time from the last test to the end of the process, in milliseconds
 * @param progress path of the file for the name of the last started test
 */
function guard(timeLimit: number, progress: string | undefined): void {
  const files = process.argv.slice(1);
  const resources = new OpenResources(() => process.getActiveResourcesInfo());
  let last: string | undefined;
  let isFinished = false;
  const assertUnchanged = shares ? unchangedBetweenFiles() : undefined;

  beforeEach((context) => {
    last = nameOf(context);
    // Written synchronously, because a test can block the process.
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
 * Returns a function to call with the file of each test before the test runs.
 * The function throws if the test is the first one of its file and the previous file changed the state of the process.
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
    if (changed.length > 0)
      throw new Error(
        `${shown(before.file)} changed the process before the first test of ${shown(file)}: ${changed.join(', ')}`,
      );
  };
}

/**
 * Exits a process that open resources would keep alive forever.
 * @param open descriptions of the resources
 */
function endWith(open: readonly string[]): void {
  say(`All tests ended, but open resources keep the process alive: ${open.join('; ') || 'unknown kinds'}.`);
  process.exit(1);
}

/**
 * Checks that all files were loaded without an error.
 * @throws if a file threw an error while Node loaded it. A second import throws the same error without running the file
 * again
 */
async function assertLoaded(files: readonly string[]): Promise<void> {
  const problems: string[] = [];
  for (const file of files) {
    try {
      await import(pathToFileURL(path.resolve(root, file)).href);
    } catch (error) {
      problems.push(`Can't load ${file}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
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
