/** `osc-tools policy test`: runs the cases in `*.policy-test.yaml` files, and the `test_` rules of Rego unit tests. */
import { formatCount } from '#core/text/formatCount.ts';
import { Command, Option } from 'commander';
import path from 'node:path';
import process from 'node:process';
import type { Release } from '#core/product/releases.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { commandLineLimits } from '#server/policy/evaluationWorker/evaluationLimits.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { dialectNote } from '#server/policy/table/table.ts';
import {
  findLoadError,
  getPolicyFileName,
  runTest,
  testNote,
  type LoadErrorInPolicy,
  type PolicyTestResult,
} from '#server/policy/tests/policyTest.ts';
import { readTestFile } from '#server/policy/tests/policyTestFile.ts';
import { selectTestedSources } from '#server/policy/tests/testedSources.ts';
import { findUnitTestLoadError, runUnitTests } from '#server/policy/tests/unitTest.ts';
import { unreadable, withHelp } from '../help.ts';
import {
  dialectOption,
  formatOption,
  getLineAndColumn,
  readPolicyFile,
  readTextFile,
  createReleaseOption,
} from '../io/policyInputs.ts';
import { findPolicyTests, readRegoBeside, type NamedRegoFile } from '../io/policyTestFiles.ts';
import { sanitizeTerminalLine, formatSanitizedJson } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';
import { CoverageReport } from './policyCoverage.ts';

interface TestOptions {
  readonly release: Release;
  readonly dialect?: Dialect;
  readonly format: 'text' | 'json';
  readonly coverage: boolean;
  readonly coverageFormat?: 'text' | 'lcov';
  readonly coverageFile?: string;
}

interface Ran extends Omit<PolicyTestResult, 'span'> {
  readonly file: string;
  readonly line: number;
}

/** The results of one test file. Undefined if the file can't be read. */
type Results = readonly Ran[] | undefined;

interface Run {
  readonly options: TestOptions;
  /** Receives the coverage of each policy. */
  readonly report: CoverageReport | undefined;
  /** Receives the messages that are already printed, because they apply to all tests of a file. */
  readonly printed: Set<string>;
}

export function policyTestCommand(): Command {
  return withHelp(new Command('test'), {
    summary: 'Run the test cases of policies.',
    details:
      'A test file contains "cases", each with "request", "input", and "allowed" (true, false, undefined), or with a recorded "log". A Rego unit test contains rules whose names start with test_. It runs with the policy of the same package, from its folder or from the specified files.',
    exitCodes: { 0: 'All test cases passed', 1: 'A test case failed', 2: unreadable },
    examples: [
      'osc-tools policy test policy.policy-test.yaml',
      'osc-tools policy test policy.rego --format json',
      'osc-tools policy test policy_test.rego --coverage',
      'osc-tools policy test tests/policy_test.rego policy.rego --coverage-format lcov',
    ],
    page: 'policy-tests.md',
  })
    .argument(
      '<path...>',
      'test files (*.policy-test.yaml), Rego unit tests, policies with a test next to them, folders, or globs',
    )
    .addOption(formatOption())
    .addOption(dialectOption())
    .addOption(createReleaseOption())
    .option('--coverage', 'show which lines and which rule bodies of the policies ran', false)
    .addOption(
      new Option('--coverage-format <format>', 'text on standard output, or an LCOV file (implies --coverage)').choices(
        ['text', 'lcov'],
      ),
    )
    .option('--coverage-file <file>', 'LCOV file to write (implies --coverage-format lcov, default: lcov.info)')
    .action(async (files: string[], options: TestOptions) => {
      process.exitCode = await test(files, options);
    });
}

async function test(paths: readonly string[], options: TestOptions): Promise<number> {
  const { format, coverage, coverageFile } = options;
  const coverageFormat = options.coverageFormat ?? (coverageFile === undefined ? undefined : 'lcov');
  const report = coverage || coverageFormat !== undefined ? new CoverageReport() : undefined;
  const run: Run = { options, report, printed: new Set() };
  const { cases, unitTests, policies, isIncomplete } = await findPolicyTests(paths);
  const results: Results[] = [];
  for (const file of cases) results.push(await runCases(file, run));
  for (const file of unitTests) results.push(await runUnitTest(file, [...unitTests, ...policies], run));
  const ran = results.flatMap((each) => each ?? []);
  const covered = coverageFormat === 'lcov' ? undefined : report;
  if (format === 'json')
    process.stdout.write(
      `${formatSanitizedJson(covered === undefined ? ran : { tests: ran, coverage: covered.toJson() })}\n`,
    );
  else process.stdout.write(`${inWords(ran, run.printed)}${covered?.toText() ?? ''}`);
  if (report !== undefined && coverageFormat === 'lcov' && !(await report.writeLcov(coverageFile ?? 'lcov.info')))
    return exitUsage;
  if (isIncomplete || results.includes(undefined) || ran.length === 0) return exitUsage;
  return ran.every(({ passed }) => passed) ? exitClean : exitFound;
}

async function runCases(name: string, { options, report, printed }: Run): Promise<Results> {
  const { release, dialect } = options;
  const read = await readTextFile(name);
  if (read === undefined) return undefined;
  const file = readTestFile(read.text);
  if (file.problem !== undefined) {
    printMessage(`can't read ${read.name}: ${file.problem}`);
    return undefined;
  }
  if (name === '-' && file.policy === undefined) {
    printMessage('a test on standard input must specify "policy"');
    return undefined;
  }
  const folder = name === '-' ? process.cwd() : path.dirname(path.resolve(name));
  const named = getPolicyFileName(file, path.basename(name));
  const wanted = path.resolve(folder, named);
  if (!mayBeRead(wanted, folder)) {
    printMessage(
      `${read.name}: policy ${named} must be a .rego file under the folder of the test or the working directory`,
    );
    return undefined;
  }
  const policy = await readPolicyFile(wanted);
  if (policy === undefined) return undefined;
  if (file.cases.length === 0) printMessage(`${read.name} contains no test cases`);
  const tested = new Policy(policy.text);
  const note = dialect === undefined ? testNote(file, tested, release) : undefined;
  if (note !== undefined) printMessage(`${policy.name}: ${note}`);
  const steps = runTest(file, tested, release, {
    limits: commandLineLimits,
    dialect,
    withCoverage: report !== undefined,
  });
  const { ran, coverage } = collect(steps, read);
  if (coverage !== undefined) report?.add(policy, coverage);
  const loadError = findLoadError(file, tested, release, dialect);
  if (loadError === undefined) return ran;
  const message = printOnce(policy, loadError, printed);
  return ran.map((each, index) => (file.cases[index]?.kind === 'broken' ? each : { ...each, message }));
}

async function runUnitTest(
  test: NamedRegoFile,
  others: readonly NamedRegoFile[],
  { options: { release, dialect }, report, printed }: Run,
): Promise<Results> {
  const files = new Map([...others, ...(await readRegoBeside(test.path))].map((file) => [file.uri, file]));
  const sources = selectTestedSources(test, [...files.values()], new Set(others.map(({ uri }) => uri)));
  if (sources.problem !== undefined) {
    printMessage(`${test.name}: ${sources.problem}`);
    return undefined;
  }
  const policy = files.get(sources.policy.uri);
  const note = dialect === undefined ? dialectNote(new Policy(sources.policy.text), release) : undefined;
  if (note !== undefined) printMessage(`${policy?.name ?? ''}: ${note}`);
  const loadError = findUnitTestLoadError({ ...sources, test }, { release, dialect });
  const failure =
    loadError && printOnce(files.get(loadError.file.uri) ?? { ...loadError.file, name: test.name }, loadError, printed);
  const steps = runUnitTests(
    { ...sources, test },
    { release, dialect, limits: commandLineLimits, withCoverage: report !== undefined },
  );
  const { ran, coverage, problem } = collect(steps, test);
  if (problem !== undefined && failure === undefined) printMessage(`${test.name}: ${problem}`);
  if (coverage !== undefined && policy !== undefined) report?.add(policy, coverage);
  if (problem !== undefined) return undefined;
  return failure === undefined ? ran : ran.map((each) => ({ ...each, message: failure }));
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Formats the error of a file with its position, and prints it unless it's already printed. Returns the message. */
function printOnce({ name, text }: NamedText, { start, message }: LoadErrorInPolicy, printed: Set<string>): string {
  const { line, column } = getLineAndColumn(text, start);
  const full = `${name}:${line}:${column}: ${message}`;
  if (!printed.has(full)) printMessage(full);
  printed.add(full);
  return full;
}

function collect<End>(
  steps: Generator<PolicyTestResult, End, undefined>,
  { name: file, text }: NamedText,
): End & { readonly ran: readonly Ran[] } {
  const ran: Ran[] = [];
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    const { span, ...result } = step.value;
    ran.push({ file, line: getLineAndColumn(text, span.start).line, ...result });
  }
  return { ...step.value, ran };
}

/**
 * Returns whether a test can read a policy file. A test might come from an untrusted source, and messages quote the
 * file, so it must not open arbitrary files.
 */
function mayBeRead(file: string, folder: string): boolean {
  const isIn = (parent: string) => {
    const way = path.relative(parent, file);
    return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
  };
  return file.endsWith('.rego') && (isIn(folder) || isIn(process.cwd()));
}

/** Formats the results. Omits messages that are already printed. */
function inWords(ran: readonly Ran[], printed: ReadonlySet<string>): string {
  const lines = ran.flatMap(({ file, line, name, passed, message = '' }) => {
    const why =
      passed || printed.has(message) ? [] : message.split('\n').map((one) => `      ${sanitizeTerminalLine(one)}`);
    return [
      `${passed ? 'ok  ' : 'FAIL'}  ${sanitizeTerminalLine(file)}:${line}: ${sanitizeTerminalLine(name)}`,
      ...why,
    ];
  });
  const failed = ran.filter(({ passed }) => !passed).length;
  const passed = ran.length - failed;
  const sum = `${formatCount(ran.length, 'test case')}: ${passed} passed, ${failed} failed.`;
  return `${[...lines, sum].join('\n')}\n`;
}
