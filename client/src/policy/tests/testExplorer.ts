/** Shows policy tests in the Test Explorer. The server evaluates the policy, so no workspace code runs. */
import * as l10n from '@vscode/l10n';
import {
  Disposable,
  FileCoverage,
  TestMessage,
  TestRunProfileKind,
  tests,
  Uri,
  workspace,
  Location,
  type CancellationToken,
  type FileCoverageDetail,
  type TestController,
  type TestItem,
  type TestRun,
  type TestRunRequest,
} from 'vscode';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { policyTestRequest, type PolicyTest } from '#server/protocol/protocol.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import type { Log } from '#client/vscode/log.ts';
import { getFileName, getFolder } from '../documentState.ts';
import { editorRange } from '../reveal.ts';
import { createCaseIds } from './caseIds.ts';
import { CoveredPolicies } from './coveredPolicies.ts';
import { savedText, testedFiles } from './testedFiles.ts';
import { isRegoPath, mayContainUnitTests, testPattern } from './testFiles.ts';

const elsewhere = '**/node_modules/**';

/** Adds the policy tests of the workspace to the Test Explorer. */
export function showTestExplorer(ask: SendServerRequest, log: Log): Disposable {
  const controller = tests.createTestController('osc.policyTests', l10n.t`Agent Policies`);
  const refresh = async () => {
    const files = await workspace.findFiles(testPattern, elsewhere);
    const items = files.map((uri) => controller.items.get(uri.toString()) ?? fileItem(controller, uri));
    controller.items.replace(items.filter(({ uri }) => uri !== undefined && !isRegoPath(uri.path)));
    for (const item of items) await list(item);
  };
  const list = async (item: TestItem) => {
    const { uri } = item;
    if (uri === undefined) return;
    try {
      const text = await savedText(uri);
      const isRego = isRegoPath(uri.path);
      const isListed = !isRego || mayContainUnitTests(text);
      const { cases, problem } = isListed
        ? await ask(policyTestRequest, { text, uri: uri.toString() })
        : { cases: [], problem: undefined };
      setCases(controller, item, cases);
      item.error = problem;
      // Most Rego files contain no unit tests.
      if (isRego && cases.length === 0) controller.items.delete(item.id);
      else controller.items.add(item);
    } catch (error) {
      item.error = error instanceof Error ? error.message : String(error);
    }
  };
  const failed = (error: unknown) => log.error("Can't list the policy tests", error);
  controller.refreshHandler = refresh;
  controller.resolveHandler = async (item) => (item === undefined ? refresh() : list(item));
  controller.createRunProfile(
    l10n.t`Run`,
    TestRunProfileKind.Run,
    (request, token) => run({ controller, ask }, request, token),
    true,
  );
  const details = new WeakMap<FileCoverage, FileCoverageDetail[]>();
  const coverage = controller.createRunProfile(
    l10n.t`Run with Coverage`,
    TestRunProfileKind.Coverage,
    (request, token) => run({ controller, ask, details }, request, token),
    true,
  );
  coverage.loadDetailedCoverage = async (_run, file) => details.get(file) ?? [];
  const watcher = workspace.createFileSystemWatcher(testPattern);
  const changed = (uri: Uri) => {
    const item = controller.items.get(uri.toString()) ?? fileItem(controller, uri);
    list(item).catch(failed);
  };
  watcher.onDidCreate(changed);
  watcher.onDidChange(changed);
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
  refresh().catch(failed);
  return Disposable.from(controller, watcher);
}

function fileItem(controller: TestController, uri: Uri): TestItem {
  const item = controller.createTestItem(uri.toString(), getFileName(uri.path), uri);
  item.description = getFolder(workspace.asRelativePath(uri));
  item.canResolveChildren = true;
  return item;
}

/** Replaces the test cases of a file in the Test Explorer. */
function setCases(controller: TestController, file: TestItem, cases: PolicyTest['cases']): void {
  const ids = createCaseIds(cases.map(({ name }) => name));
  const items = cases.map(({ name, range }, index) => {
    const item = controller.createTestItem(ids[index] ?? String(index), name, file.uri);
    item.range = editorRange(range);
    item.sortText = String(index).padStart(6, '0');
    return item;
  });
  file.children.replace(items);
}

interface Runner {
  readonly controller: TestController;
  readonly ask: SendServerRequest;
  /** Receives the details of each covered policy. Undefined to run without coverage. */
  readonly details?: WeakMap<FileCoverage, FileCoverageDetail[]>;
}

async function run(runner: Runner, request: TestRunRequest, token: CancellationToken): Promise<void> {
  const { controller, details } = runner;
  const testRun = controller.createTestRun(request);
  const files = new Map<TestItem, Set<TestItem> | undefined>();
  const wanted = request.include ?? [...controller.items].map(([, item]) => item);
  for (const item of wanted) {
    if (item.parent === undefined) files.set(item, undefined);
    else if (!files.has(item.parent)) files.set(item.parent, new Set([item]));
    else files.get(item.parent)?.add(item);
  }
  const covered = new CoveredPolicies();
  try {
    for (const [file, only] of files) {
      if (token.isCancellationRequested) break;
      const isWanted = (item: TestItem) =>
        (only === undefined || only.has(item)) &&
        request.exclude?.includes(item) !== true &&
        request.exclude?.includes(file) !== true;
      await runFile(runner, testRun, file, isWanted, covered);
    }
    if (details !== undefined)
      for (const [uri, statements] of covered.list()) {
        const coverage = FileCoverage.fromDetails(Uri.parse(uri), statements);
        details.set(coverage, statements);
        testRun.addCoverage(coverage);
      }
  } finally {
    testRun.end();
  }
}

async function runFile(
  { controller, ask, details }: Runner,
  testRun: TestRun,
  file: TestItem,
  isWanted: (item: TestItem) => boolean,
  covered: CoveredPolicies,
): Promise<void> {
  const { uri } = file;
  if (uri === undefined) return;
  try {
    const text = await savedText(uri);
    const listed = await ask(policyTestRequest, { text, uri: uri.toString() });
    setCases(controller, file, listed.cases);
    if (listed.problem !== undefined) throw new Error(listed.problem);
    const tested = await testedFiles(uri, listed);
    const items = [...file.children]
      .map(([, item]) => item)
      .toSorted((one, other) => ((one.sortText ?? '') < (other.sortText ?? '') ? -1 : 1));
    for (const item of items) if (isWanted(item)) testRun.started(item);
    const result = await ask(policyTestRequest, {
      text,
      uri: uri.toString(),
      ...tested.params,
      ...(details === undefined ? {} : { coverage: true }),
    });
    const { cases, problem, note, policyFile = '' } = result;
    // The terminal of the test results requires carriage returns.
    if (note !== undefined)
      testRun.appendOutput(`${sanitizeTerminalLine(policyFile)}: ${sanitizeTerminalLine(note)}\r\n`);
    if (problem !== undefined && cases.every(({ passed }) => passed === undefined)) throw new Error(problem);
    for (const [index, item] of items.entries()) {
      if (!isWanted(item)) continue;
      const found = cases[index];
      if (found?.passed === true) testRun.passed(item);
      else testRun.failed(item, messageAt(item, found?.message ?? problem ?? l10n.t`The test returned no result.`));
    }
    const policyUri = tested.policyUri ?? result.policyUri;
    if (policyUri !== undefined && result.coverage !== undefined) covered.add(policyUri, result.coverage);
    // VS Code derives the result of the file from its cases.
  } catch (error) {
    testRun.errored(file, messageAt(file, error instanceof Error ? error.message : String(error)));
  }
}

function messageAt({ uri, range }: TestItem, text: string): TestMessage {
  const message = new TestMessage(text);
  if (uri !== undefined && range !== undefined) message.location = new Location(uri, range);
  return message;
}
