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
  const listing = new Listing(controller, ask);
  const failed = (error: unknown) => log.error("Can't list the policy tests", error);
  controller.refreshHandler = () => listing.refresh();
  controller.resolveHandler = async (item) => (item === undefined ? listing.refresh() : listing.list(item));
  controller.createRunProfile(
    l10n.t`Run`,
    TestRunProfileKind.Run,
    (request, token) => run({ controller, ask, listing }, request, token),
    true,
  );
  const details = new WeakMap<FileCoverage, FileCoverageDetail[]>();
  const coverage = controller.createRunProfile(
    l10n.t`Run with Coverage`,
    TestRunProfileKind.Coverage,
    (request, token) => run({ controller, ask, listing, details }, request, token),
    true,
  );
  coverage.loadDetailedCoverage = async (_run, file) => details.get(file) ?? [];
  const watcher = workspace.createFileSystemWatcher(testPattern);
  const changed = (uri: Uri) => {
    const item = controller.items.get(uri.toString()) ?? fileItem(controller, uri);
    listing.list(item).catch(failed);
  };
  watcher.onDidCreate(changed);
  watcher.onDidChange(changed);
  watcher.onDidDelete((uri) => controller.items.delete(uri.toString()));
  listing.refresh().catch(failed);
  return Disposable.from(controller, watcher);
}

/** Lists the files with policy tests, and the tests of each, in the Test Explorer. */
class Listing {
  /** Resolves when all refreshes that have started are complete. */
  #refreshed: Promise<unknown> = Promise.resolve();

  readonly #controller: TestController;
  readonly #ask: SendServerRequest;

  constructor(controller: TestController, ask: SendServerRequest) {
    this.#controller = controller;
    this.#ask = ask;
  }

  /** Lists the tests of all files of the workspace. */
  refresh(): Promise<void> {
    // One after the other, so that each file has one item.
    const refreshed = this.#refreshed.then(() => this.#listAll());
    this.#refreshed = refreshed.catch(() => {});
    return refreshed;
  }

  /** Resolves when the tests of all files are listed, so that a run can include them. */
  async refreshed(): Promise<void> {
    await this.#refreshed;
  }

  async #listAll(): Promise<void> {
    const { items } = this.#controller;
    const files = await workspace.findFiles(testPattern, elsewhere);
    const found = files.map((uri) => items.get(uri.toString()) ?? fileItem(this.#controller, uri));
    // Keeps a Rego file that is already listed, so that a run that starts now includes its tests.
    const isShown = ({ id, uri }: TestItem) =>
      uri !== undefined && (!isRegoPath(uri.path) || items.get(id) !== undefined);
    items.replace(found.filter(isShown));
    for (const item of found) await this.list(item);
  }

  /** Lists the tests of a file. */
  async list(item: TestItem): Promise<void> {
    const { uri } = item;
    if (uri === undefined) return;
    try {
      const text = await savedText(uri);
      const isRego = isRegoPath(uri.path);
      const isListed = !isRego || mayContainUnitTests(text);
      const { cases, problem } = isListed
        ? await this.#ask(policyTestRequest, { text, uri: uri.toString() })
        : { cases: [], problem: undefined };
      setCases(this.#controller, item, cases);
      item.error = problem;
      // Most Rego files contain no unit tests.
      if (isRego && cases.length === 0) this.#controller.items.delete(item.id);
      else this.#controller.items.add(item);
    } catch (error) {
      item.error = error instanceof Error ? error.message : String(error);
    }
  }
}

function fileItem(controller: TestController, uri: Uri): TestItem {
  const item = controller.createTestItem(uri.toString(), getFileName(uri.path), uri);
  item.description = getFolder(workspace.asRelativePath(uri));
  item.canResolveChildren = true;
  return item;
}

/**
 * Replaces the test cases of a file in the Test Explorer. A case that is already listed keeps its item, because a run
 * that is in progress reports its result for that item.
 */
function setCases(controller: TestController, file: TestItem, cases: PolicyTest['cases']): void {
  const ids = createCaseIds(cases.map(({ name }) => name));
  const items = cases.map(({ name, range }, index) => {
    const id = ids[index] ?? String(index);
    const item = file.children.get(id) ?? controller.createTestItem(id, name, file.uri);
    item.label = name;
    item.range = editorRange(range);
    item.sortText = String(index).padStart(6, '0');
    return item;
  });
  file.children.replace(items);
}

interface Runner {
  readonly controller: TestController;
  readonly ask: SendServerRequest;
  readonly listing: Listing;
  /** Receives the details of each covered policy. Undefined to run without coverage. */
  readonly details?: WeakMap<FileCoverage, FileCoverageDetail[]>;
}

async function run(runner: Runner, request: TestRunRequest, token: CancellationToken): Promise<void> {
  const { controller, details } = runner;
  await runner.listing.refreshed();
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
