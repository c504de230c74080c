/** Runs test files in a process of Node's test runner, and detects failures that the runner doesn't report. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { repositoryRoot } from '../lib/run.ts';
import { parseReport, type ReportedRun, type TestRun } from './testRun.ts';

/**
 * Time limit of each test and suite, in milliseconds. Otherwise, a test that hangs would block the run. The workbench
 * suites set the same limit.
 */
const testLimit = 900_000;

/**
 * Time limit from the last test to the end of its process, in milliseconds. During this time, hooks run, such as the
 * one that stops VS Code.
 */
const timeToEnd = 60_000;

/** Receives the output of a run. */
export type Say = (text: string) => void;

export interface TestProcessOptions {
  /** Options of Node's test runner. */
  readonly options: readonly string[];
  /** Receives the output when the process ends. If undefined, the process prints its output immediately. */
  readonly say?: Say | undefined;
  /**
   * Time limit between the starts of two tests, in milliseconds. After that, npm test stops the process, because the
   * time limit of a test can't interrupt code that never returns. If undefined, Node's test runner stops the processes
   * that it starts.
   */
  readonly silenceLimit?: number | undefined;
  /** Time limit from the last test to the end of the process, in milliseconds. */
  readonly timeToEnd?: number;
  /** Folder that the paths of the files are relative to. */
  readonly folder?: string;
}

/** Runs the files. Counts each failure that the runner doesn't report as one failed test. */
export async function runTestProcess(files: readonly string[], given: TestProcessOptions): Promise<TestRun> {
  const { options, say, silenceLimit, folder = repositoryRoot } = given;
  const temporary = mkdtempSync(path.join(tmpdir(), 'osc-test-'));
  const report = path.join(temporary, 'report.jsonl');
  const progress = path.join(temporary, 'progress.txt');
  try {
    writeFileSync(progress, 'none');
    const args = [
      `--import=${path.join(import.meta.dirname, 'guard.ts')}`,
      '--test',
      `--test-timeout=${testLimit}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${path.join(import.meta.dirname, 'reporter.ts')}`,
      `--test-reporter-destination=${report}`,
      ...options,
    ];
    const ended = await runWatched([...args, ...files], {
      folder,
      progress,
      silenceLimit,
      say,
      timeToEnd: given.timeToEnd ?? timeToEnd,
    });
    const run = parseReport(textOf(report));
    const problems = problemsOf(run, files, ended, silenceLimit ?? 0);
    for (const problem of problems) (say ?? console.log)(problem);
    return {
      ...run,
      failed: run.failed + problems.length,
      failures: [...run.failures, ...problems.map((title) => ({ title }))],
    };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** How a process ended. */
interface Ended {
  /** Exit code. Undefined if a signal ended the process. */
  readonly status: number | undefined;
  /** Last started test, if npm test stopped the process because no other test started within the limit. */
  readonly stoppedAt?: string;
}

interface Watch {
  readonly folder: string;
  /** File to which guard.ts writes the name of each test that starts. */
  readonly progress: string;
  readonly silenceLimit: number | undefined;
  readonly timeToEnd: number;
  readonly say: Say | undefined;
}

function runWatched(
  args: readonly string[],
  { folder, progress, silenceLimit, timeToEnd, say }: Watch,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // If a test calls this function, the new process must not report its results to that test.
    const { NODE_TEST_CONTEXT: _mark, ...env } = process.env;
    const guard = {
      OSC_TEST_TIME_TO_END: String(timeToEnd),
      ...(silenceLimit === undefined ? {} : { OSC_TEST_PROGRESS: progress }),
    };
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: say === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'],
      env: { ...env, ...guard },
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => output.push(data));
    let stoppedAt: string | undefined;
    const check = (limit: number): void => {
      if (Date.now() - statSync(progress).mtimeMs < limit) return;
      stoppedAt = textOf(progress);
      // Code that never returns can't handle any other signal.
      child.kill('SIGKILL');
    };
    const timer =
      silenceLimit === undefined ? undefined : setInterval(() => check(silenceLimit), Math.min(5000, silenceLimit / 2));
    const stop = (): void => clearInterval(timer);
    child.on('error', (error) => {
      stop();
      reject(error);
    });
    child.on('close', (code) => {
      stop();
      say?.(Buffer.concat(output).toString('utf8'));
      resolve({ status: code ?? undefined, ...(stoppedAt === undefined ? {} : { stoppedAt }) });
    });
  });
}

/** Describes the failures that the report doesn't contain, one per item. */
function problemsOf(
  run: ReportedRun,
  files: readonly string[],
  { status, stoppedAt }: Ended,
  limit: number,
): readonly string[] {
  const without = files.filter((file) => !run.files.has(path.normalize(file)));
  if (stoppedAt !== undefined)
    return [
      `npm test stopped a process because no test started for ${limit / 1000} s. The last test that started: ${stoppedAt}.${notRun(without)}`,
    ];
  if (!run.isComplete) return [`The process ended before its report was complete.${notRun(without)}`];
  if (without.length > 0) return without.map((file) => `${file} ran no tests.`);
  return status !== 0 && run.failed === 0
    ? ['The process failed, but all tests passed. Its output contains the cause.']
    : [];
}

function notRun(files: readonly string[]): string {
  return files.length === 0 ? '' : ` No results from these files: ${files.join(', ')}.`;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
