/**
 * Evaluates long-running requests of the editor on plain data: a replay of recorded requests, or the test cases of a
 * test file. Runs in a thread if the platform has threads.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, isJsonObject, getList, getNumber, getString, getStrings, getValue } from '#core/common/json.ts';
import { parseKataVersion, withKataVersion } from '#core/annotations/kataVersions.ts';
import { newestRelease, findRelease, type Release } from '#core/product/releases.ts';
import type { EvaluationLimits } from '../rego/evaluate/limits.ts';
import type { Span } from '#server/engine/text/span.ts';
import { Policy } from '../model/policy.ts';
import { testSteps, type PolicyTestResult } from '../tests/policyTest.ts';
import type { PolicyCoverage } from '../tests/coverage.ts';
import { readTestFile } from '../tests/policyTestFile.ts';
import type { RegoFile } from '../tests/testedSources.ts';
import { runUnitTests } from '../tests/unitTest.ts';
import { readLogSteps } from '../replay/replayLog.ts';
import { replaySteps, type Replayed, type ReplayFailure } from '../replay/replay.ts';
import { decideSteps } from '../replay/decideSteps.ts';
import { createGuestDialect, moduleIn } from '../replay/replaySession.ts';
import { TraceRecorder, type Trace, type TraceStep } from '../replay/trace.ts';

/** An evaluation request. */
export interface EvaluationRun {
  /** `decide`: the log contains requests that are only partly known and independent of each other. */
  readonly kind: 'replay' | 'decide' | 'test' | 'unitTest';
  /** Text of the policy. */
  readonly policy: string;
  /** Text of the log for a replay, or of the test file. */
  readonly text: string;
  /** ID of the OSC release. */
  readonly release: string;
  /** Kata version that the user selected. */
  readonly kata?: string;
  /** Index of the replayed request whose evaluation is traced. */
  readonly trace?: number;
  /** For unit tests: the test, the policy, and the helper files. */
  readonly files?: readonly RegoFile[];
  /** True to record the coverage of the policy. */
  readonly withCoverage?: boolean;
}

/** Returns the release for an evaluation request. */
export function releaseOfRun({ id, kata }: Release): Pick<EvaluationRun, 'release' | 'kata'> {
  return { release: id, ...(kata === undefined ? {} : { kata }) };
}

/** A recorded request with its position in the log. Offsets of failures refer to the policy. */
export interface ReplayedRequest extends Omit<Replayed, 'input'> {
  readonly recorded?: Span;
  readonly trace?: Trace;
  /** True if the result depends on a field that isn't known. */
  readonly isConditional?: true;
}

/** Result of one request or one test case. */
export type RunStep =
  | { readonly request: ReplayedRequest; readonly result?: undefined }
  | { readonly result: PolicyTestResult; readonly request?: undefined };

/** End of an evaluation. `problem` is a single line. */
export interface RunEnd {
  readonly problem?: string;
  readonly coverage?: PolicyCoverage;
}

/** Parses an evaluation request. Returns undefined if it is invalid. */
export function readRun(sent: unknown): EvaluationRun | undefined {
  const kind = getString(sent, 'kind');
  const [policy, text, release] = [getString(sent, 'policy'), getString(sent, 'text'), getString(sent, 'release')];
  if (
    (kind !== 'replay' && kind !== 'decide' && kind !== 'test' && kind !== 'unitTest') ||
    policy === undefined ||
    text === undefined ||
    release === undefined
  )
    return undefined;
  const trace = getNumber(sent, 'trace');
  const kata = parseKataVersion(getString(sent, 'kata') ?? '');
  return {
    kind,
    policy,
    text,
    release,
    ...(kata === undefined ? {} : { kata }),
    ...(trace === undefined ? {} : { trace }),
    files: getList(sent, 'files').flatMap(readFile),
    withCoverage: getBoolean(sent, 'withCoverage') === true,
  };
}

function readFile(sent: unknown): readonly RegoFile[] {
  const [uri, text] = [getString(sent, 'uri'), getString(sent, 'text')];
  return uri === undefined || text === undefined ? [] : [{ uri, text }];
}

/** Evaluates step by step. Yields undefined when other work can run. */
export function* runSteps(
  run: EvaluationRun,
  limits: EvaluationLimits,
  mayGoOn: () => boolean,
): Generator<RunStep | undefined, RunEnd, undefined> {
  const release = withKataVersion(findRelease(run.release) ?? newestRelease, run.kata);
  if (run.kind === 'replay') return yield* replayRun(run, release, limits, mayGoOn);
  if (run.kind === 'decide') return yield* decideRun(run, release, limits, mayGoOn);
  const options = { limits, mayGoOn, withCoverage: run.withCoverage === true };
  const [test, policy, ...helpers] = run.files ?? [];
  if (run.kind === 'test' || test === undefined || policy === undefined)
    return yield* resultSteps(testSteps(readTestFile(run.text), new Policy(run.policy), release, options));
  return yield* resultSteps(runUnitTests({ test, policy, helpers }, { ...options, release }));
}

function* resultSteps(
  results: Generator<PolicyTestResult | undefined, RunEnd, undefined>,
): Generator<RunStep | undefined, RunEnd, undefined> {
  let step = results.next();
  for (; step.done !== true; step = results.next()) yield step.value === undefined ? undefined : { result: step.value };
  return step.value;
}

function* replayRun(
  { policy: policyText, text, trace }: EvaluationRun,
  release: Release,
  limits: EvaluationLimits,
  mayGoOn: () => boolean,
): Generator<RunStep | undefined, RunEnd, undefined> {
  const { requests, problems } = yield* readLogSteps(text);
  const reading = createGuestDialect(release);
  const policy = new Policy(policyText);
  const recorder = trace === undefined ? undefined : new TraceRecorder(policyText, moduleIn(policy, reading));
  const steps = replaySteps(policy, requests, {
    reading,
    limits,
    mayGoOn,
    observerFor: (index) => (index === trace ? recorder : undefined),
  });
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    const { input: _, ...request } = step.value;
    const recorded = requests[count]?.span;
    const traced = count === trace && recorded !== undefined ? recorder?.trace : undefined;
    count += 1;
    yield {
      request: {
        ...request,
        ...(recorded === undefined ? {} : { recorded }),
        ...(traced === undefined ? {} : { trace: traced }),
      },
    };
  }
  const problem = [
    step.value.problem,
    ...problems.slice(0, 3),
    requests.length === 0 ? l10n.t`The log contains no recorded requests or denial messages.` : undefined,
  ]
    .filter((one) => one !== undefined)
    .join(' ');
  return problem === '' ? {} : { problem };
}

function* decideRun(
  { policy, text }: EvaluationRun,
  release: Release,
  limits: EvaluationLimits,
  mayGoOn: () => boolean,
): Generator<RunStep | undefined, RunEnd, undefined> {
  const { requests } = yield* readLogSteps(text);
  const steps = decideSteps(policy, requests, { reading: createGuestDialect(release), limits, mayGoOn });
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) yield { request: step.value };
  return step.value;
}

/** Parses a step that a thread sent. Returns undefined for other messages. */
export function readStep(sent: unknown): RunStep | undefined {
  const result = readResult(getValue(sent, 'result'));
  if (result !== undefined) return { result };
  const request = readRequest(getValue(sent, 'request'));
  return request === undefined ? undefined : { request };
}

/** Parses the end message of a thread. Returns undefined for other messages. */
export function readEnd(sent: unknown): RunEnd | undefined {
  const end = getValue(sent, 'end');
  if (!isJsonObject(end)) return undefined;
  const problem = getString(end, 'problem');
  const coverage = readCoverage(getValue(end, 'coverage'));
  return { ...(problem === undefined ? {} : { problem }), ...(coverage === undefined ? {} : { coverage }) };
}

function readCoverage(sent: unknown): PolicyCoverage | undefined {
  if (!isJsonObject(sent)) return undefined;
  return {
    statements: getList(sent, 'statements').flatMap((each) => {
      const span = readSpan(each);
      return span === undefined ? [] : [{ ...span, count: getNumber(each, 'count') ?? 0 }];
    }),
    bodies: getList(sent, 'bodies').flatMap((each) => {
      const [span, name] = [readSpan(each), getString(each, 'name')];
      if (span === undefined || name === undefined) return [];
      return [{ ...span, name, count: getNumber(each, 'count') ?? 0, head: getNumber(each, 'head') ?? span.start }];
    }),
  };
}

function readResult(sent: unknown): PolicyTestResult | undefined {
  const [name, span, passed, message] = [
    getString(sent, 'name'),
    readSpan(getValue(sent, 'span')),
    getBoolean(sent, 'passed'),
    getString(sent, 'message'),
  ];
  if (name === undefined || span === undefined || passed === undefined) return undefined;
  return { name, span, passed, ...(message === undefined ? {} : { message }) };
}

function readRequest(sent: unknown): ReplayedRequest | undefined {
  const [endpoint, line, result] = [
    getString(sent, 'endpoint'),
    getNumber(sent, 'line'),
    getBoolean(sent, 'result') ?? null,
  ];
  if (endpoint === undefined || line === undefined) return undefined;
  const [error, recorded] = [getString(sent, 'error'), readSpan(getValue(sent, 'recorded'))];
  const missingDefaults = getStrings(sent, 'missingDefaults');
  return {
    endpoint,
    line,
    result,
    prints: getStrings(sent, 'prints'),
    failures: getList(sent, 'failures').flatMap(readFailure),
    ...(error === undefined ? {} : { error }),
    ...(recorded === undefined ? {} : { recorded }),
    ...(missingDefaults.length === 0 ? {} : { missingDefaults }),
    ...readTrace(getValue(sent, 'trace')),
    ...(getBoolean(sent, 'isConditional') === true ? { isConditional: true } : {}),
  };
}

function readTrace(sent: unknown): { readonly trace?: Trace } {
  const omitted = getNumber(sent, 'omitted');
  return omitted === undefined ? {} : { trace: { steps: getList(sent, 'steps').flatMap(readTraceStep), omitted } };
}

function readTraceStep(sent: unknown): readonly TraceStep[] {
  const span = readSpan(sent);
  const [rule, expression, value] = [getString(sent, 'rule'), getString(sent, 'expression'), getString(sent, 'value')];
  const [succeeded, depth] = [getBoolean(sent, 'succeeded'), getNumber(sent, 'depth')];
  if (span === undefined || rule === undefined || expression === undefined) return [];
  const operands = getList(sent, 'operands').map((each) => ({
    expression: getString(each, 'expression') ?? '',
    value: getString(each, 'value') ?? '',
  }));
  return [
    {
      ...span,
      rule,
      expression,
      ...(value === undefined ? {} : { value }),
      succeeded: succeeded ?? false,
      depth: depth ?? 0,
      operands,
    },
  ];
}

function readFailure(sent: unknown): readonly ReplayFailure[] {
  const [span, message] = [readSpan(sent), getString(sent, 'message')];
  return span === undefined || message === undefined ? [] : [{ ...span, message }];
}

function readSpan(sent: unknown): Span | undefined {
  const [start, end] = [getNumber(sent, 'start'), getNumber(sent, 'end')];
  return start === undefined || end === undefined ? undefined : { start, end };
}
