/**
 * Parses the report of a test run. The reporter writes one line of JSON per test, and a last line that marks the report
 * as complete.
 */
import { getBoolean, getNumber, getString, omitUndefined } from '#core/common/json.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface TimedTest {
  /** Path of the test file, relative to the folder that the tests run in. */
  readonly file: string;
  /** Titles of the suites and of the test. */
  readonly title: string;
  readonly seconds: number;
}

/** A failed test. */
export interface FailedTest {
  /** Path of the test file, relative to the folder that the tests run in. Undefined if the failure has no file. */
  readonly file?: string;
  /** Titles of the suites and of the test, or a description of a failure outside of tests. */
  readonly title: string;
  /** Beginning of the error message. */
  readonly error?: string;
}

export interface TestRun extends Counts {
  readonly slowest: readonly TimedTest[];
  readonly failures: readonly FailedTest[];
}

/** A test run as described in its report. */
export interface ReportedRun extends TestRun {
  /** Test files that ran or skipped a test. */
  readonly files: ReadonlySet<string>;
  /** False if the process ended before the reporter could finish. */
  readonly isComplete: boolean;
}

/** A line of the report. */
export interface TestLine {
  readonly result: keyof Counts;
  readonly file: string;
  readonly title: string;
  /** Undefined for a test with subtests, because the subtests have their own lines. */
  readonly seconds?: number;
  /** Beginning of the error message of a failed test. */
  readonly error?: string;
}

/** Number of slowest tests to record and print. */
const slowestCount = 10;

/** The last line of a complete report. */
export const lastLine = JSON.stringify({ isComplete: true });

/** A run without a report. */
export const brokenRun: TestRun = { passed: 0, failed: 1, skipped: 0, slowest: [], failures: [] };

/** Returns the slowest tests, slowest first. */
export function slowestOf<T extends { readonly seconds: number }>(tests: readonly T[]): readonly T[] {
  return tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestCount);
}

/** Adds up the counts of several runs, and returns the slowest tests of all of them. */
export function sumOf(runs: readonly TestRun[]): TestRun {
  const sum = (of: (run: TestRun) => number) => runs.reduce((total, one) => total + of(one), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    slowest: slowestOf(runs.flatMap(({ slowest }) => slowest)),
    failures: runs.flatMap(({ failures }) => failures),
  };
}

/**
 * Parses the output of the reporter. Ignores an incomplete line, because a process can be stopped while it writes a
 * line.
 */
export function parseReport(text: string): ReportedRun {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const timed: TimedTest[] = [];
  const failures: FailedTest[] = [];
  const files = new Set<string>();
  let isComplete = false;
  for (const line of text.split('\n')) {
    const value = parsed(line);
    if (getBoolean(value, 'isComplete') === true) isComplete = true;
    const [result, file, title, seconds] = [
      getString(value, 'result'),
      getString(value, 'file'),
      getString(value, 'title'),
      getNumber(value, 'seconds'),
    ];
    if (
      (result !== 'passed' && result !== 'failed' && result !== 'skipped') ||
      file === undefined ||
      title === undefined
    )
      continue;
    counts[result] += 1;
    files.add(file);
    if (result === 'failed') failures.push({ file, title, ...omitUndefined({ error: getString(value, 'error') }) });
    if (seconds !== undefined) timed.push({ file, title, seconds });
  }
  return { ...counts, slowest: slowestOf(timed), failures, files, isComplete };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
