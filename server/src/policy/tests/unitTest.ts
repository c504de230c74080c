/** Runs the `test_` rules of Rego unit tests with their policy. */
import * as l10n from '@vscode/l10n';
import type { Release } from '#core/product/releases.ts';
import type { Span } from '#server/engine/text/span.ts';
import { getUriFileName } from '#server/engine/workspace/fileUri.ts';
import { Policy } from '../model/policy.ts';
import { createGuestDialect, moduleIn, policyName } from '../replay/replaySession.ts';
import { initialData } from '../replay/replayState.ts';
import { evaluateRequest, type Evaluation } from '../rego/evaluate/evaluate.ts';
import { defaultLimits } from '../rego/evaluate/limits.ts';
import { createLineFinder, loadModules, type EvaluationError, type Loaded } from '../rego/evaluate/load.ts';
import type { Module } from '../rego/syntax/ast.ts';
import { formatPackage } from '../rules/policyAnalysis.ts';
import { CoverageCollector, type PolicyCoverage } from './coverage.ts';
import { describeRejectedPolicy, type LoadErrorInPolicy, type PolicyTestResult, type TestRun } from './policyTest.ts';
import type { RegoFile } from './testedSources.ts';

/** A unit test with the files that it's evaluated with. */
export interface UnitTestFiles {
  readonly test: RegoFile;
  readonly policy: RegoFile;
  readonly helpers: readonly RegoFile[];
}

/** Options for a run of unit tests. */
export interface UnitTestRun extends TestRun {
  readonly release: Release;
}

/** Result of a run of unit tests. */
export interface UnitTestEnd {
  readonly coverage?: PolicyCoverage;
  /** Reason why no rule could be found. One line. */
  readonly problem?: string;
}

/** A `test_` rule. The span is its name in the file. */
export interface UnitTest {
  readonly name: string;
  readonly span: Span;
}

/** Index of the policy in the loaded sources. The test is the first source. */
const policyIndex = 1;

/** Maximum number of rules, and of printed lines in a message. */
const maxTests = 10_000;
const maxPrints = 10;

/** Returns the `test_` rules of a module, each name once. */
export function listUnitTests({ rules }: Module): readonly UnitTest[] {
  const tests = new Map<string, UnitTest>();
  for (const { head, isDefault } of rules) {
    const { ref, parameters } = head;
    if (ref.kind !== 'variable' || !ref.name.startsWith('test_') || isDefault || parameters !== undefined) continue;
    if (!tests.has(ref.name) && tests.size < maxTests)
      tests.set(ref.name, { name: ref.name, span: { start: ref.start, end: ref.end } });
  }
  return [...tests.values()];
}

/**
 * Runs the `test_` rules in order. As with `opa test`, a rule passes if its value is neither undefined nor false. Each
 * rule has its own limits, so a rule that doesn't end fails.
 */
export function* runUnitTests(
  files: UnitTestFiles,
  { release, dialect, limits = defaultLimits, mayGoOn = () => true, withCoverage = false }: UnitTestRun,
): Generator<PolicyTestResult, UnitTestEnd, undefined> {
  const { sources, loaded } = loadFiles(files, { release, dialect });
  const [{ module } = { module: undefined }, policy] = sources;
  const tests = module === undefined ? [] : listUnitTests(module);
  if (tests.length === 0)
    return { problem: loaded.error === undefined ? hasNoTests() : describeRefusal(sources, loaded.error) };
  const collector = withCoverage ? new CoverageCollector(policyIndex) : undefined;
  for (const { name, span } of tests) {
    if (!mayGoOn()) break;
    const message =
      loaded.error === undefined
        ? failureOf(name, loaded, {
            rule: name,
            package: formatPackage(module?.package?.path ?? []),
            input: undefined,
            data: initialData,
            limits,
            explain: true,
            observer: collector,
          })
        : describeRefusal(sources, loaded.error);
    yield { name, span, passed: message === undefined, ...(message === undefined ? {} : { message }) };
  }
  return collector === undefined || policy === undefined
    ? {}
    : { coverage: collector.report(policy.module, policy.text) };
}

type GuestChoice = Pick<UnitTestRun, 'release' | 'dialect'>;

function loadFiles({ test, policy, helpers }: UnitTestFiles, { release, dialect }: GuestChoice) {
  const reading = createGuestDialect(release, dialect);
  const sources = [test, policy, ...helpers].map(({ uri, text }, index) => ({
    module: moduleIn(new Policy(text), reading),
    text,
    name: index === policyIndex ? policyName : getUriFileName(uri),
  }));
  return { sources, loaded: loadModules(sources, { builtins: reading.builtins }) };
}

/** An error with which none of the tests can run. */
interface UnitTestLoadError extends LoadErrorInPolicy {
  /** File that contains the error. */
  readonly file: RegoFile;
}

/** Returns the error with which the engine can't load the files of a unit test. */
export function findUnitTestLoadError(files: UnitTestFiles, guest: GuestChoice): UnitTestLoadError | undefined {
  const { error } = loadFiles(files, guest).loaded;
  if (error === undefined) return undefined;
  const { message, source, span } = error;
  const file = [files.test, files.policy, ...files.helpers][source] ?? files.test;
  const isPolicy = source === policyIndex;
  return { file, start: span.start, message: isPolicy ? describeRejectedPolicy(message) : message };
}

/** Returns the message that a file contains no unit tests. */
export function hasNoTests(): string {
  return l10n.t('The file contains no rule whose name starts with `test_`.');
}

/** Returns why a rule doesn't pass. Returns undefined if it passes. */
function failureOf(name: string, loaded: Loaded, request: Parameters<typeof evaluateRequest>[1]): string | undefined {
  const evaluation = evaluateRequest(loaded, request);
  if (evaluation.error === undefined && evaluation.value !== undefined && evaluation.value !== false) return undefined;
  return [...reasonsIn(name, loaded, evaluation), ...evaluation.prints.slice(0, maxPrints)].join('\n');
}

function reasonsIn(name: string, { sources }: Loaded, evaluation: Evaluation): readonly string[] {
  if (evaluation.error !== undefined) return [describeError(sources, evaluation.error)];
  const [test] = sources;
  const failures = evaluation.failures.filter(({ rule, source }) => source === 0 && rule === name);
  if (test === undefined || failures.length === 0) return [l10n.t('The value of {0} is false.', name)];
  return failures.map(({ statement, reason }) => {
    const written = writtenIn(test.text, statement);
    const line = createLineFinder(test.text)(statement.start);
    return reason === 'false'
      ? l10n.t`Line ${line}: ${l10n.t('`{0}` is false.', written)}`
      : l10n.t`Line ${line}: ${l10n.t("`{0}` is undefined because a value in it doesn't exist.", written)}`;
  });
}

function writtenIn(text: string, { start, end }: Span): string {
  const written = text.slice(start, Math.min(end, start + 120)).replaceAll(/\s+/g, ' ');
  return end - start > 120 ? `${written}…` : written;
}

type Sources = readonly { readonly text: string; readonly name?: string }[];

function describeError(sources: Sources, { message, source, span }: EvaluationError): string {
  const at = sources[source];
  if (at === undefined) return message;
  const place = l10n.t`Line ${createLineFinder(at.text)(span.start)}: ${message}`;
  return source === 0 ? place : `${at.name ?? ''}: ${place}`;
}

function describeRefusal(sources: Sources, error: EvaluationError): string {
  return error.source === policyIndex
    ? describeRejectedPolicy(describeError(sources, error))
    : describeError(sources, error);
}
