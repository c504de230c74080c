/** Formats the report that npm test prints at the end of a run. */
import { installCommand, type MissingToolError } from '../externalTools/externalTool.ts';
import { slowestOf, type TestRun } from './testRun.ts';

export interface StageResult extends TestRun {
  readonly name: string;
  /** True if the stage was skipped. Its files count as skipped tests. */
  readonly isSkipped: boolean;
  /** Missing tools that tests of the stage need. */
  readonly missing: readonly MissingToolError[];
}

/** Number of failed tests to list at the end. */
const maxFailures = 20;

/** Returns the lines at the end of a run. The last line contains only the counts. */
export function reportLines(results: readonly StageResult[], isCi: boolean): readonly string[] {
  const sum = (of: (result: StageResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const skipped = sum((result) => result.skipped);
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  const sections = [slowestLines(results), skipLines(results, isCi), failureLines(results), [counts]];
  return sections.filter(({ length }) => length > 0).flatMap((lines) => ['', ...lines]);
}

/**
 * Returns whether a test failed or, in CI, whether a stage was skipped. Otherwise, a stage that CI always skips would
 * remain undetected.
 */
export function hasFailed(results: readonly StageResult[], isCi: boolean): boolean {
  return results.some(({ failed, isSkipped }) => failed > 0 || (isCi && isSkipped));
}

/** Returns whether the CI variable shows that a CI service runs the tests. */
export function isCiRun({ CI: ci }: NodeJS.ProcessEnv): boolean {
  return ci !== undefined && !['', '0', 'false'].includes(ci.toLowerCase());
}

/** Describes a stage after it ran. */
export function stageLine({ name, isSkipped, passed, failed, skipped }: StageResult, seconds: number): string {
  const counts = isSkipped
    ? `skipped (${skipped} test ${skipped === 1 ? 'file' : 'files'})`
    : `${passed} passed, ${failed} failed`;
  return `== ${name}: ${counts}${!isSkipped && skipped > 0 ? `, ${skipped} skipped` : ''} (${seconds.toFixed(1)} s)`;
}

function slowestLines(results: readonly StageResult[]): readonly string[] {
  const tests = slowestOf(results.flatMap(({ name, slowest }) => slowest.map((test) => ({ ...test, stage: name }))));
  const rows = tests.map(({ stage, file, title, seconds }) => [seconds.toFixed(2), stage, file, title] as const);
  const [secondsWidth, stageWidth] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  if (rows.length === 0) return [];
  return [
    'Slowest tests:',
    ...rows.map(
      ([seconds, stage, file, title]) =>
        `  ${seconds.padStart(secondsWidth ?? 0)} s  ${stage.padEnd(stageWidth ?? 0)}  ${file}  ${title}`,
    ),
  ];
}

/** Names each missing tool once, even if several stages need it. */
function skipLines(results: readonly StageResult[], isCi: boolean): readonly string[] {
  const missing = new Map(results.flatMap((result) => result.missing.map((error) => [error.tool.title, error])));
  const stages = isCi ? results.filter(({ isSkipped }) => isSkipped).map(({ name }) => name) : [];
  return [
    ...[...missing.values()].flatMap(({ tool, reason }) => [
      `Skipped: ${tool.neededFor} needs ${tool.title}. Install it: ${installCommand(tool)}`,
      ...(reason === undefined ? [] : [`  Installing it failed: ${reason}.`]),
    ]),
    ...stages.map((name) => `The skipped stage ${name} fails this run because the variable CI is set.`),
  ];
}

/** Lists failed tests with their errors, because CI services often show only the end of the output. */
function failureLines(results: readonly StageResult[]): readonly string[] {
  const names = results.filter(({ failed }) => failed > 0).map(({ name }) => name);
  const failures = results.flatMap(({ name, failures: ofStage }) => ofStage.map((failure) => ({ ...failure, name })));
  const more = failures.length - maxFailures;
  return names.length === 0
    ? []
    : [
        ...(failures.length > 0 ? ['Failed tests:'] : []),
        ...failures
          .slice(0, maxFailures)
          .flatMap(({ name, file, title, error }) => [
            `  ${[name, file, title].filter((part) => part !== undefined).join('  ')}`,
            ...(error ?? '').split('\n').flatMap((line) => (line.trim() === '' ? [] : [`    ${line}`])),
          ]),
        ...(more > 0 ? [`  ... and ${more} more`] : []),
        `Failed: ${names.join(', ')}. To run only one stage: npm test -- ${names[0] ?? ''}`,
      ];
}
