/** Handles the custom LSP request for policy tests. Clients can send any data. */
import * as l10n from '@vscode/l10n';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { getList, getString } from '#core/common/json.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { LanguageContext } from '../engine/languageModule.ts';
import { readParams, readText, readUri } from '../engine/requestParams.ts';
import { getUriFileName } from '../engine/workspace/fileUri.ts';
import type { PolicyTest, PolicyTestCase, PolicyTestCoverage } from '../protocol/protocol.ts';
import { releaseOfRun, type EvaluationRun, type RunEnd } from './evaluationWorker/evaluationRun.ts';
import { runEvaluation } from './evaluationWorker/evaluationThread.ts';
import { Policy } from './model/policy.ts';
import { createGuestDialect, moduleIn } from './replay/replaySession.ts';
import { dialectNote } from './table/table.ts';
import { getPolicyFileName, testNote } from './tests/policyTest.ts';
import { readTestFile } from './tests/policyTestFile.ts';
import { selectTestedSources, type RegoFile } from './tests/testedSources.ts';
import { hasNoTests, listUnitTests } from './tests/unitTest.ts';

/** Returns the test cases of a test file and their results. */
export async function testPolicy(
  sent: unknown,
  { settingsFor }: LanguageContext,
  isCancelled: () => boolean,
): Promise<PolicyTest> {
  const params = readParams(sent);
  const uri = readUri(sent);
  const { release } = await settingsFor(uri);
  const text = readText(params['text']);
  const file = readTestFile(text);
  const head = {
    policyFile: getPolicyFileName(file, getUriFileName(uri)),
    ...(file.problem === undefined ? {} : { problem: file.problem }),
  };
  const policy = params['policy'];
  if (typeof policy !== 'string') return { ...head, cases: listCases(uri, text, file.cases) };
  const note = testNote(file, new Policy(policy), release);
  const run = {
    kind: 'test',
    policy,
    text,
    ...releaseOfRun(release),
    withCoverage: params['coverage'] === true,
  } as const;
  return {
    ...head,
    ...(await runCases({ run, uri, count: file.cases.length }, isCancelled)),
    ...(note === undefined ? {} : { note }),
  };
}

/** Returns the `test_` rules of a Rego file and their results. */
export async function runUnitTest(
  sent: unknown,
  { settingsFor }: LanguageContext,
  isCancelled: () => boolean,
): Promise<PolicyTest> {
  const params = readParams(sent);
  const uri = readUri(sent);
  const text = readText(params['text']);
  const { release } = await settingsFor(uri);
  const test = new Policy(text);
  // A policy can also define rules whose names start with `test_`. No guest loads unit tests.
  const tests = test.isTest(uri) ? listUnitTests(moduleIn(test, createGuestDialect(release))) : [];
  if (tests.length === 0) return { cases: [], problem: hasNoTests() };
  if (!Array.isArray(params['files'])) return { cases: listCases(uri, text, tests) };
  const sources = selectTestedSources({ uri, text }, getList(params, 'files').flatMap(readRegoFile));
  if (sources.problem !== undefined) return { cases: listCases(uri, text, tests), problem: sources.problem };
  const { policy, helpers } = sources;
  const run: EvaluationRun = {
    kind: 'unitTest',
    policy: policy.text,
    text,
    ...releaseOfRun(release),
    files: [{ uri, text }, policy, ...helpers],
    withCoverage: params['coverage'] === true,
  };
  const note = dialectNote(new Policy(policy.text), release);
  return {
    policyFile: getUriFileName(policy.uri),
    policyUri: policy.uri,
    ...(await runCases({ run, uri, count: tests.length }, isCancelled)),
    ...(note === undefined ? {} : { note }),
  };
}

interface CasesRun {
  readonly run: EvaluationRun;
  readonly uri: string;
  readonly count: number;
}

async function runCases(
  { run, uri, count }: CasesRun,
  isCancelled: () => boolean,
): Promise<Pick<PolicyTest, 'cases' | 'problem' | 'coverage'>> {
  const cases: PolicyTestCase[] = [];
  const rangeOf = rangesIn(uri, run.text);
  const end = await runEvaluation(run, {
    isCancelled,
    take({ result }) {
      if (result === undefined) return;
      const { name, span, passed, message } = result;
      cases.push({ name, range: rangeOf(span), passed, ...(message === undefined ? {} : { message }) });
    },
  });
  const coverage = coverageOf(end, run.policy);
  const ran = { cases, ...(coverage === undefined ? {} : { coverage }) };
  if (cases.length === count) return ran;
  return { ...ran, problem: end.problem ?? l10n.t`Timed out before all requests were evaluated.` };
}

function coverageOf({ coverage }: RunEnd, policy: string): PolicyTestCoverage | undefined {
  if (coverage === undefined) return undefined;
  const rangeOf = rangesIn('', policy);
  return {
    statements: coverage.statements.map(({ count, ...span }) => ({ range: rangeOf(span), count })),
    bodies: coverage.bodies.map(({ name, head, end, count }) => ({
      name,
      range: rangeOf({ start: head, end }),
      count,
    })),
  };
}

function listCases(
  uri: string,
  text: string,
  cases: readonly { readonly name: string; readonly span: Span }[],
): readonly PolicyTestCase[] {
  const rangeOf = rangesIn(uri, text);
  return cases.map(({ name, span }) => ({ name, range: rangeOf(span) }));
}

function rangesIn(uri: string, text: string) {
  const document = TextDocument.create(uri, '', 0, text);
  return ({ start, end }: Span) => ({ start: document.positionAt(start), end: document.positionAt(end) });
}

function readRegoFile(sent: unknown): readonly RegoFile[] {
  const [uri, text] = [getString(sent, 'uri'), getString(sent, 'text')];
  return uri === undefined || text === undefined ? [] : [{ uri, text }];
}
