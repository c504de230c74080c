/** Runs test files in a process of Node's test runner, and notices what the runner doesn't report. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { root } from '../lib/run.ts';
import { parseReport, type ReportedRun, type TestRun } from './testRun.ts';

/** The time limit of a test, in milliseconds. Without it, a test that hangs would hang the run. The longest suites set the same limit. */
const testLimit = 900_000;

/** Milliseconds from the last test to the end of its process. Hooks of the whole process run meanwhile, such as those that stop VS Code. */
const timeToEnd = 60_000;

/** Receives the output of a run. */
export type Say = (text: string) => void;

export interface TestProcessOptions {
  /** Options of Node's test runner. */
  readonly options: readonly string[];
  /** Receives the output at the end. If undefined, the output is printed immediately. */
  readonly say?: Say | undefined;
  /**
   * How long no test may start, in milliseconds. Then the process is stopped: the time limit of a test doesn't stop code that never returns.
   * If undefined, the runner stops the processes that it starts.
   */
  readonly silenceLimit?: number | undefined;
  readonly timeToEnd?: number;
  /** The folder that the paths of the files are relative to. */
  readonly folder?: string;
}

/** Runs the files. What the runner doesn't report counts as one failure per file, or as one if it belongs to no file. */
export async function runTestProcess(files: readonly string[], given: TestProcessOptions): Promise<TestRun> {
  const { options, say, silenceLimit, folder = root } = given;
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
    const ended = await runWatched([...args, ...files], { folder, progress, silenceLimit, say, timeToEnd: given.timeToEnd ?? timeToEnd });
    const run = parseReport(textOf(report));
    const problems = problemsOf(run, files, ended, silenceLimit ?? 0);
    for (const problem of problems) (say ?? console.log)(problem);
    return { ...run, failed: run.failed + problems.length };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** How a process ended. */
interface Ended {
  /** The exit code. Undefined if a signal ended the process. */
  readonly status: number | undefined;
  /** The test that started last, if the process was stopped because no test started for too long. */
  readonly stoppedAt?: string;
}

interface Watch {
  readonly folder: string;
  /** The file in which guard.ts writes each test that starts. */
  readonly progress: string;
  readonly silenceLimit: number | undefined;
  readonly timeToEnd: number;
  readonly say: Say | undefined;
}

function runWatched(args: readonly string[], { folder, progress, silenceLimit, timeToEnd, say }: Watch): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // The runner of a test must not take this process for a part of the test.
    const { NODE_TEST_CONTEXT: _mark, ...env } = process.env;
    const guard = { OSC_TEST_TIME_TO_END: String(timeToEnd), ...(silenceLimit === undefined ? {} : { OSC_TEST_PROGRESS: progress }) };
    const child = spawn(process.execPath, args, { cwd: folder, stdio: say === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'], env: { ...env, ...guard } });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => output.push(data));
    let stoppedAt: string | undefined;
    const check = (limit: number): void => {
      if (Date.now() - statSync(progress).mtimeMs < limit) return;
      stoppedAt = textOf(progress);
      // Code that never returns doesn't notice any other signal.
      child.kill('SIGKILL');
    };
    const timer = silenceLimit === undefined ? undefined : setInterval(() => check(silenceLimit), Math.min(5000, silenceLimit / 2));
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

/** Describes what the report doesn't contain, with one item per failure. */
function problemsOf(run: ReportedRun, files: readonly string[], { status, stoppedAt }: Ended, limit: number): readonly string[] {
  const without = files.filter((file) => !run.files.has(path.normalize(file)));
  if (stoppedAt !== undefined)
    return [`npm test stopped a process because no test started for ${limit / 1000} s. The last test that started: ${stoppedAt}.${notRun(without)}`];
  if (!run.isComplete) return [`The process ended before its report was complete.${notRun(without)}`];
  if (without.length > 0) return without.map((file) => `${file} ran no tests.`);
  return status !== 0 && run.failed === 0 ? ['The process failed, but no test did. Its output says why.'] : [];
}

function notRun(files: readonly string[]): string {
  return files.length === 0 ? '' : ` No results of these files: ${files.join(', ')}.`;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
