/** A reporter for Node's test runner that writes one line of JSON: the number of tests that passed, failed and were skipped, and the slowest tests. */
import path from 'node:path';
import process from 'node:process';
import type { TestEvent } from 'node:test/reporters';
import { listAt, numberAt, stringAt } from '../../core/json.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface TimedTest {
  /** Path of the test file, relative to the folder that the tests run in. */
  readonly file: string;
  /** Titles of the suites and of the test. */
  readonly title: string;
  readonly seconds: number;
}

export interface TestRun extends Counts {
  readonly slowest: readonly TimedTest[];
}

/** Number of slowest tests to record and print. */
const slowestCount = 10;

/** A run that ended before the reporter could write anything. */
export const brokenRun: TestRun = { passed: 0, failed: 1, skipped: 0, slowest: [] };

/** Counts tests. Counts a skipped suite as one test, because Node doesn't run the suite and so doesn't find its tests. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const tests: TimedTest[] = [];
  // The suites and tests that enclose the current event, outermost first. Node reports starts and results in the order of the source.
  const open: { readonly title: string; readonly file: string; hasTests: boolean }[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      const parent = open[data.nesting - 1];
      if (parent !== undefined) parent.hasTests = true;
      open.splice(data.nesting);
      // A test that a helper defines belongs to the file that runs, not to the file of the helper.
      const file = stringAt(data, 'entryFile') ?? open[0]?.file ?? data.file ?? '';
      open.push({ title: data.name, file, hasTests: false });
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSkipped = data.skip !== undefined || data.todo !== undefined;
    if (data.details.type === 'suite' && !isSkipped) continue;
    if (isSkipped) {
      counts.skipped += 1;
      continue;
    }
    if (type === 'test:pass') counts.passed += 1;
    else counts.failed += 1;
    const own = open[data.nesting];
    // The time of a test with subtests is the time of its subtests, which have their own rows.
    if (own === undefined || own.hasTests) continue;
    const title = open.slice(0, data.nesting + 1).map((each) => each.title);
    tests.push({ file: path.relative(process.cwd(), own.file), title: title.join(' > '), seconds: data.details.duration_ms / 1000 });
  }
  yield `${JSON.stringify({ ...counts, slowest: slowestOf(tests) } satisfies TestRun)}\n`;
}

/** Returns the slowest tests, the slowest first. */
export function slowestOf<T extends { readonly seconds: number }>(tests: readonly T[]): readonly T[] {
  return tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowestCount);
}

/** Parses the output of the reporter. Returns a failed run if the text isn't complete. */
export function parseRun(text: string): TestRun {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return brokenRun;
  }
  const [passed, failed, skipped] = [numberAt(value, 'passed'), numberAt(value, 'failed'), numberAt(value, 'skipped')];
  if (passed === undefined || failed === undefined || skipped === undefined) return brokenRun;
  const slowest = listAt(value, 'slowest').map((test) => ({
    file: stringAt(test, 'file') ?? '',
    title: stringAt(test, 'title') ?? '',
    seconds: numberAt(test, 'seconds') ?? 0,
  }));
  return { passed, failed, skipped, slowest };
}
