/** Runs the test cases of a `*.policy-test.yaml` file, and creates test cases from replayed requests. */
import * as l10n from '@vscode/l10n';
import { verdictNames, verdictOf } from '#core/agent/verdicts.ts';
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Release } from '#core/product/releases.ts';
import { toJsonText } from '../rego/values/formatValue.ts';
import { defaultLimits, type EvaluationLimits } from '../rego/evaluate/limits.ts';
import { emptyObject } from '../rego/values/values.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { Policy } from '../model/policy.ts';
import type { LogCase, RequestCase, TestCase, TestFile } from './policyTestFile.ts';
import type { ExpectedVerdict } from './testFileFaults.ts';
import { readLogSteps } from '../replay/replayLog.ts';
import { failuresOf, replaySteps, type Replayed } from '../replay/replay.ts';
import { AgentSession, createGuestDialect, moduleIn, type GuestDialect } from '../replay/replaySession.ts';
import { dataWith } from '../replay/replayState.ts';
import { dialectNote } from '../table/table.ts';
import { CoverageCollector, type PolicyCoverage } from './coverage.ts';
import type { YieldingTask } from '#server/engine/scheduling/steps.ts';

/** Result of a test case. The span is the name of the test case in the test file. */
export interface PolicyTestResult {
  readonly name: string;
  readonly span: Span;
  readonly passed: boolean;
  /** Reason for the failure with the expected and actual result, in several lines. */
  readonly message?: string;
}

/** Options for a test run. */
export interface TestRun {
  readonly limits?: EvaluationLimits;
  /**
   * Returns whether the run can continue. Called between the test cases and between the requests of a log. If it
   * returns false, the current test case and the remaining ones have no result.
   */
  readonly mayGoOn?: () => boolean;
  /** True to record the coverage of the policy. */
  readonly withCoverage?: boolean;
  /** Dialect of files that don't specify one, instead of the guest's dialect. */
  readonly dialect?: Dialect | undefined;
}

/** End of a test run. */
export interface TestEnd {
  /** Coverage of the policy, if it was recorded. */
  readonly coverage?: PolicyCoverage;
}

/**
 * Runs the test cases in order.
 * @param release release for files that don't specify one
 */
export function* runTest(
  file: TestFile,
  policy: Policy,
  release: Release,
  run: TestRun = {},
): Generator<PolicyTestResult, TestEnd, undefined> {
  const steps = testSteps(file, policy, release, run);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (step.value !== undefined) yield step.value;
  }
}

/**
 * Runs the test cases in the same way as `runTest`, but also yields undefined during a test case to let other work run.
 */
export function* testSteps(
  file: TestFile,
  policy: Policy,
  release: Release,
  { limits = defaultLimits, mayGoOn = () => true, withCoverage = false, dialect }: TestRun,
): Generator<PolicyTestResult | undefined, TestEnd, undefined> {
  const reading = createGuestDialect(file.release ?? release, file.dialect ?? dialect);
  // A session evaluates only one source.
  const collector = withCoverage ? new CoverageCollector(0) : undefined;
  const how: Running = { policy, reading, limits, mayGoOn, collector };
  yield* caseSteps(file, how);
  return collector === undefined ? {} : { coverage: collector.report(moduleIn(policy, reading), policy.text) };
}

function* caseSteps(file: TestFile, how: Running): Generator<PolicyTestResult | undefined, void, undefined> {
  for (const each of file.cases) {
    if (!how.mayGoOn()) return;
    const message = yield* runCase(each, how);
    if (!how.mayGoOn() && each.kind === 'log') return;
    yield {
      name: each.name,
      span: each.span,
      passed: message === undefined,
      ...(message === undefined ? {} : { message }),
    };
  }
}

/**
 * Explains how the verdicts of a test depend on the Rego dialect of the guest. Returns undefined if nothing depends on
 * it, or if the test selects a dialect.
 */
export function testNote(file: TestFile, policy: Policy, release: Release): string | undefined {
  return file.dialect === undefined && file.cases.length > 0 ? dialectNote(policy, file.release ?? release) : undefined;
}

/** An error with which the engine can't load a file, so that every test fails. */
export interface LoadErrorInPolicy {
  /** Offset in the file. */
  readonly start: number;
  /** One line, without the file and the position. */
  readonly message: string;
}

/** Returns the error with which the guest can't load the tested policy. */
export function findLoadError(
  file: TestFile,
  policy: Policy,
  release: Release,
  dialect: Dialect | undefined,
): LoadErrorInPolicy | undefined {
  const reading = createGuestDialect(file.release ?? release, file.dialect ?? dialect);
  const refusal = new AgentSession(reading, defaultLimits).set(policy);
  return refusal && { start: refusal.span.start, message: describeRejectedPolicy(refusal.message) };
}

/** Returns the message that no request can be evaluated because the guest can't load the policy. */
export function describeRejectedPolicy(reason: string): string {
  return l10n.t`The guest rejects this policy, so every request fails: ${reason}`;
}

/**
 * Returns the name of the policy that a test is for: the name in the file, or the test's own name with the `.rego`
 * extension.
 */
export function getPolicyFileName(file: TestFile, testName: string): string {
  return file.policy ?? `${testName.replace(/(?:\.policy-test)?\.ya?ml$/i, '')}.rego`;
}

/** Formats a replayed request as a test case to insert under `cases:`. */
export function toCase({
  endpoint,
  input,
  line,
  result,
}: Pick<Replayed, 'endpoint' | 'input' | 'line' | 'result'>): string {
  // `{{` in a YAML file starts a template.
  const json = toJsonText(input ?? emptyObject).replaceAll('{{', '{\\u007b');
  return [
    `  - name: ${JSON.stringify(l10n.t`Line ${line + 1}: ${endpoint}`)}`,
    `    request: ${/^\w+$/.test(endpoint) ? endpoint : JSON.stringify(endpoint)}`,
    `    input: ${json}`,
    `    allowed: ${fieldValue(result)}`,
    '',
  ].join('\n');
}

interface Running extends Required<Omit<TestRun, 'withCoverage' | 'dialect'>> {
  readonly policy: Policy;
  readonly reading: GuestDialect;
  readonly collector: CoverageCollector | undefined;
}

function* runCase(each: TestCase, how: Running): YieldingTask<string | undefined> {
  switch (each.kind) {
    case 'broken':
      return each.problem;
    case 'log':
      return yield* runLog(each, how);
    default:
      return runRequest(each, how);
  }
}

function runRequest(
  { request, input, allowed, state, prints }: RequestCase,
  { policy, reading, limits, collector }: Running,
): string | undefined {
  const session = new AgentSession(reading, limits);
  if (collector !== undefined) session.observe(policy, collector);
  const refusal = session.set(policy);
  if (refusal !== undefined) return describeRejectedPolicy(placeWords(policy, refusal.span.start, refusal.message));
  if (state !== undefined) session.data = dataWith(state);
  const answer = session.ask(request, input);
  const missing = missingPrint(prints, answer.prints);
  if (answer.result === allowed && missing === undefined) return undefined;
  if (answer.result === allowed) return missing;
  const why = failuresOf(policy, request, answer, reading).map(({ start, message }) =>
    placeWords(policy, start, message),
  );
  const error = answer.error === undefined ? [] : [answer.error];
  return [differenceWords(allowed, answer), ...error, ...(answer.result === true ? [] : why.slice(0, 5))].join('\n');
}

function* runLog(
  { log, allowed, state, prints }: LogCase,
  { policy, reading, limits, mayGoOn, collector }: Running,
): YieldingTask<string | undefined> {
  const { requests, problems } = yield* readLogSteps(log);
  const [unreadable] = problems;
  if (unreadable !== undefined) return unreadable;
  if (requests.length === 0) return l10n.t`The log contains no recorded requests or denial messages.`;
  if (isList(allowed) && allowed.length !== requests.length)
    return l10n.t`The number of entries in \`allowed\` (${allowed.length}) differs from the number of requests (${requests.length}).`;
  const steps = replaySteps(policy, requests, {
    reading,
    limits,
    mayGoOn,
    ...(collector === undefined ? {} : { observerFor: () => collector }),
    ...(state === undefined ? {} : { data: dataWith(state) }),
  });
  const entries: Replayed[] = [];
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    entries.push(step.value);
    yield;
  }
  const { problem } = step.value;
  if (problem !== undefined) return problem;
  const wrong = entries.flatMap(({ endpoint, result, line, failures, error }, index): string[] => {
    const wanted = isList(allowed) ? (allowed[index] ?? null) : allowed;
    if (result === wanted) return [];
    const why =
      error ?? (failures[0] === undefined ? undefined : placeWords(policy, failures[0].start, failures[0].message));
    const said = l10n.t`Log line ${line + 1}: ${`${endpoint}: ${differenceWords(wanted, { result, ...(error === undefined ? {} : { error }) })}`}.`;
    return [why === undefined || result === true ? said : `${said} (${why})`];
  });
  if (wrong.length > 0) return wrong.slice(0, 10).join('\n');
  return missingPrint(
    prints,
    entries.flatMap((entry) => entry.prints),
  );
}

function missingPrint(wanted: readonly string[], printed: readonly string[]): string | undefined {
  const missing = wanted.find((text) => !printed.some((line) => line.includes(text)));
  if (missing === undefined) return undefined;
  const came = printed.length === 0 ? '""' : printed.slice(0, 10).join(' | ');
  return l10n.t`expected output "${missing}", got ${came}`;
}

function isList(allowed: ExpectedVerdict | readonly ExpectedVerdict[]): allowed is readonly ExpectedVerdict[] {
  return Array.isArray(allowed);
}

/** Describes how the actual verdict differs from the expected one. */
function differenceWords(expected: ExpectedVerdict, actual: Pick<Replayed, 'result' | 'error'>): string {
  return l10n.t`expected ${verdictNames[verdictOf({ result: expected })]()}, got ${verdictNames[verdictOf(actual)]()}`;
}

/** Formats a result as the `allowed` field of a test case. */
function fieldValue(result: ExpectedVerdict): string {
  return result === null ? 'undefined' : String(result);
}

/** Formats a message with the line number in the policy. */
function placeWords({ text }: Policy, offset: number, message: string): string {
  return l10n.t`Line ${lineOf(text, offset)}: ${message}`;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
