/** Reports results of Node's test runner. testRun.ts describes the format. */
import path from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import type { TestEvent } from 'node:test/reporters';
import { omitUndefined, getString } from '#core/common/json.ts';
import { lastLine, type TestLine } from './testRun.ts';

/**
 * Root folder. Read at the start, because a test can change the working directory if it shares the process with the
 * reporter.
 */
const root = process.cwd();

/** Number of characters of an error message to report. The output of the test contains the complete message. */
const errorLength = 600;

/** A suite or a test that encloses the current event. */
interface Enclosing {
  readonly title: string;
  readonly file: string;
  hasTests: boolean;
}

/**
 * Writes a line for each test. A skipped suite counts as one test, because Node doesn't run the suite and so doesn't
 * find its tests.
 */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  // Outermost first. Node reports starts and results in the order of the source.
  const open: Enclosing[] = [];
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:start') {
      const parent = open[data.nesting - 1];
      if (parent !== undefined) parent.hasTests = true;
      open.splice(data.nesting);
      // A test that a helper defines belongs to the file that runs, not to the file of the helper.
      const file = getString(data, 'entryFile') ?? open[0]?.file ?? data.file ?? '';
      open.push({ title: data.name, file, hasTests: false });
    }
    const result = resultOf(event);
    if (result === undefined || (type !== 'test:pass' && type !== 'test:fail')) continue;
    // If a hook outside of a suite fails, Node reports no start.
    const own = open[data.nesting]?.title === data.name ? open[data.nesting] : undefined;
    const titles = own === undefined ? [data.name] : open.slice(0, data.nesting + 1).map(({ title }) => title);
    const seconds =
      result === 'skipped' || own === undefined || own.hasTests || isFile(data)
        ? undefined
        : data.details.duration_ms / 1000;
    const file = path.relative(root, own?.file ?? data.file ?? '');
    yield `${JSON.stringify({ result, file, title: titles.join(' > '), ...omitUndefined({ seconds, error: errorOf(event) }) } satisfies TestLine)}\n`;
  }
  yield `${lastLine}\n`;
}

/** Returns how the event counts, or undefined if it doesn't count. */
function resultOf({ type, data }: TestEvent): TestLine['result'] | undefined {
  if (type === 'test:fail') {
    // If a test fails, its suite also fails and isn't counted. A suite is counted only if its hooks or its own code
    // fail.
    const isOfTests =
      data.details.type === 'suite' && getString({ ...data.details.error }, 'failureType') === 'subtestsFailed';
    // Node passes a run whose failed tests have `todo` or call `t.skip()`. Here, they count as failed.
    return isOfTests ? undefined : 'failed';
  }
  if (type !== 'test:pass') return undefined;
  if (data.skip !== undefined || data.todo !== undefined) return 'skipped';
  return data.details.type === 'suite' || isFile(data) ? undefined : 'passed';
}

/** Returns the beginning of the error message of a failed test. */
function errorOf({ type, data }: TestEvent): string | undefined {
  if (type !== 'test:fail') return undefined;
  const { error } = data.details;
  return stripVTControlCharacters((error.cause instanceof Error ? error.cause : error).message).slice(0, errorLength);
}

/**
 * Returns whether a result is for a file without tests or with a failed process. The name of such a result is the path
 * of the file.
 */
function isFile({
  name,
  nesting,
  file,
}: {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string;
}): boolean {
  return nesting === 0 && file !== undefined && path.resolve(root, name) === path.resolve(root, file);
}
