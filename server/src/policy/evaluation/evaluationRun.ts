/**
 * Evaluates long-running requests of the editor on plain data: a replay of recorded requests, or the cases of a test. Runs in a thread if the platform has
 * threads.
 */
import * as l10n from '@vscode/l10n';
import { flagAt, isJsonObject, listAt, numberAt, stringAt, textsAt, valueAt } from '#core/common/json.ts';
import { newestRelease, findRelease, type Release } from '#core/product/releases.ts';
import type { Limits } from '../rego/evaluate/limits.ts';
import type { Span } from '#server/engine/text/span.ts';
import { Policy } from '../model/policy.ts';
import { testSteps, type CaseResult } from '../tests/policyTest.ts';
import { readTestFile } from '../tests/policyTestFile.ts';
import { readLogSteps } from '../replay/replayLog.ts';
import { replaySteps, type Replayed, type ReplayFailure } from '../replay/replay.ts';
import { readingFor } from '../replay/replaySession.ts';

/** An evaluation request. */
export interface EvaluationRun {
  readonly kind: 'replay' | 'test';
  /** The policy text. */
  readonly policy: string;
  /** The log text of a replay, or the text of a test file. */
  readonly text: string;
  /** The ID of the OSC release. */
  readonly release: string;
}

/** One recorded request with its position in the log. Offsets of failures refer to the policy. */
export interface ReplayedRequest extends Omit<Replayed, 'input'> {
  readonly recorded?: Span;
}

/** The result of one request or one test case. */
export type RunStep = { readonly request: ReplayedRequest; readonly result?: undefined } | { readonly result: CaseResult; readonly request?: undefined };

/** The end of an evaluation. `problem` is one line. */
export interface RunEnd {
  readonly problem?: string;
}

/** Parses an evaluation request. Returns undefined if it is invalid. */
export function readRun(sent: unknown): EvaluationRun | undefined {
  const kind = stringAt(sent, 'kind');
  const [policy, text, release] = [stringAt(sent, 'policy'), stringAt(sent, 'text'), stringAt(sent, 'release')];
  if ((kind !== 'replay' && kind !== 'test') || policy === undefined || text === undefined || release === undefined) return undefined;
  return { kind, policy, text, release };
}

/** Evaluates step by step. Yields undefined when other work can run. */
export function* runSteps(run: EvaluationRun, limits: Limits, mayGoOn: () => boolean): Generator<RunStep | undefined, RunEnd, undefined> {
  const release = findRelease(run.release) ?? newestRelease;
  if (run.kind === 'replay') return yield* replayRun(run, release, limits, mayGoOn);
  for (const result of testSteps(readTestFile(run.text), new Policy(run.policy), release, { limits, mayGoOn })) {
    yield result === undefined ? undefined : { result };
  }
  return {};
}

function* replayRun(
  { policy, text }: EvaluationRun,
  release: Release,
  limits: Limits,
  mayGoOn: () => boolean,
): Generator<RunStep | undefined, RunEnd, undefined> {
  const { requests, problems } = yield* readLogSteps(text);
  const steps = replaySteps(new Policy(policy), requests, { reading: readingFor(release), limits, mayGoOn });
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    const { input: _, ...request } = step.value;
    const recorded = requests[count]?.span;
    count += 1;
    yield { request: { ...request, ...(recorded === undefined ? {} : { recorded }) } };
  }
  const problem = [
    step.value.problem,
    ...problems.slice(0, 3),
    requests.length === 0 ? l10n.t`There are no recorded requests in it, and no message of denial.` : undefined,
  ]
    .filter((one) => one !== undefined)
    .join(' ');
  return problem === '' ? {} : { problem };
}

/** Parses a step that a thread sent. Returns undefined for other messages. */
export function readStep(sent: unknown): RunStep | undefined {
  const result = readResult(valueAt(sent, 'result'));
  if (result !== undefined) return { result };
  const request = readRequest(valueAt(sent, 'request'));
  return request === undefined ? undefined : { request };
}

/** Parses the end message of a thread. Returns undefined for other messages. */
export function readEnd(sent: unknown): RunEnd | undefined {
  const end = valueAt(sent, 'end');
  if (!isJsonObject(end)) return undefined;
  const problem = stringAt(end, 'problem');
  return problem === undefined ? {} : { problem };
}

function readResult(sent: unknown): CaseResult | undefined {
  const [name, span, passed, message] = [stringAt(sent, 'name'), readSpan(valueAt(sent, 'span')), flagAt(sent, 'passed'), stringAt(sent, 'message')];
  if (name === undefined || span === undefined || passed === undefined) return undefined;
  return { name, span, passed, ...(message === undefined ? {} : { message }) };
}

function readRequest(sent: unknown): ReplayedRequest | undefined {
  const [endpoint, line, result] = [stringAt(sent, 'endpoint'), numberAt(sent, 'line'), flagAt(sent, 'result') ?? null];
  if (endpoint === undefined || line === undefined) return undefined;
  const [error, recorded] = [stringAt(sent, 'error'), readSpan(valueAt(sent, 'recorded'))];
  return {
    endpoint,
    line,
    result,
    prints: textsAt(sent, 'prints'),
    failures: listAt(sent, 'failures').flatMap(readFailure),
    ...(error === undefined ? {} : { error }),
    ...(recorded === undefined ? {} : { recorded }),
  };
}

function readFailure(sent: unknown): readonly ReplayFailure[] {
  const [span, message] = [readSpan(sent), stringAt(sent, 'message')];
  return span === undefined || message === undefined ? [] : [{ ...span, message }];
}

function readSpan(sent: unknown): Span | undefined {
  const [start, end] = [numberAt(sent, 'start'), numberAt(sent, 'end')];
  return start === undefined || end === undefined ? undefined : { start, end };
}
