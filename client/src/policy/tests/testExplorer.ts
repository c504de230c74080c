/** Shows policy tests in the Test Explorer. The server evaluates the policy, so no workspace code runs. */
import * as l10n from '@vscode/l10n';
import {
  Disposable,
  TestMessage,
  TestRunProfileKind,
  tests,
  Uri,
  workspace,
  Location,
  type CancellationToken,
  type TestController,
  type TestItem,
  type TestRun,
  type TestRunRequest,
} from 'vscode';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { policyTestRequest, type PolicyTest } from '#server/protocol/protocol.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import type { Log } from '#client/vscode/log.ts';
import { getFileName } from '../documentState.ts';
import { editorRange } from '../reveal.ts';
import { policyPathOf, testPattern } from './testFiles.ts';
import { decodeText } from '../decodeText.ts';

const elsewhere = '**/node_modules/**';

/** Adds the policy tests of the workspace to the Test Explorer. */
export function showTestExplorer(ask: SendServerRequest, log: Log): Disposable {
  const controller = tests.createTestController('osc.policyTests', l10n.t`Agent Policies`);
  const refresh = async () => {
    const files = await workspace.findFiles(testPattern, elsewhere);
    const items = files.map((uri) => controller.items.get(uri.toString()) ?? fileItem(controller, uri));
    controller.items.replace(items);
    for (const item of items) await list(item);
  };
  const list = async (item: TestItem) => {
    if (item.uri === undefined) return;
    try {
      const { cases, problem } = await ask(policyTestRequest, {
        text: await savedText(item.uri),
        uri: item.uri.toString(),
      });
      setCases(controller, item, cases);
      item.error = problem;
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
    (request, token) => run(controller, ask, request, token),
    true,
  );
  const watcher = workspace.createFileSystemWatcher(testPattern);
  const changed = (uri: Uri) => {
    const item = controller.items.get(uri.toString()) ?? fileItem(controller, uri);
    controller.items.add(item);
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
  item.description = workspace.asRelativePath(Uri.joinPath(uri, '..'));
  item.canResolveChildren = true;
  return item;
}

/** Identifies each case by its name, or by its name and number if the name isn't unique. */
function setCases(controller: TestController, file: TestItem, cases: PolicyTest['cases']): void {
  const ids = new Set<string>();
  const items = cases.map(({ name, range }, index) => {
    const id = ids.has(name) ? `${name} (${index + 1})` : name;
    ids.add(id);
    const item = controller.createTestItem(id, name, file.uri);
    item.range = editorRange(range);
    item.sortText = String(index).padStart(6, '0');
    return item;
  });
  file.children.replace(items);
}

async function run(
  controller: TestController,
  ask: SendServerRequest,
  request: TestRunRequest,
  token: CancellationToken,
): Promise<void> {
  const testRun = controller.createTestRun(request);
  const files = new Map<TestItem, Set<TestItem> | undefined>();
  const wanted = request.include ?? [...controller.items].map(([, item]) => item);
  for (const item of wanted) {
    if (item.parent === undefined) files.set(item, undefined);
    else if (!files.has(item.parent)) files.set(item.parent, new Set([item]));
    else files.get(item.parent)?.add(item);
  }
  try {
    for (const [file, only] of files) {
      if (token.isCancellationRequested) break;
      const isWanted = (item: TestItem) =>
        (only === undefined || only.has(item)) &&
        request.exclude?.includes(item) !== true &&
        request.exclude?.includes(file) !== true;
      await runFile(controller, ask, testRun, file, isWanted);
    }
  } finally {
    testRun.end();
  }
}

async function runFile(
  controller: TestController,
  ask: SendServerRequest,
  testRun: TestRun,
  file: TestItem,
  isWanted: (item: TestItem) => boolean,
): Promise<void> {
  const { uri } = file;
  if (uri === undefined) return;
  testRun.started(file);
  try {
    const text = await savedText(uri);
    const listed = await ask(policyTestRequest, { text, uri: uri.toString() });
    setCases(controller, file, listed.cases);
    if (listed.problem !== undefined) throw new Error(listed.problem);
    const policyFile = policyPathOf(uri.path, listed.policyFile, workspace.getWorkspaceFolder(uri)?.uri.path);
    if (policyFile === undefined)
      throw new Error(l10n.t`The policy "${listed.policyFile ?? ''}" isn't a .rego file in this folder.`);
    const policy = await savedText(Uri.joinPath(uri, '..', policyFile)).catch(() => {
      throw new Error(l10n.t`Can't read ${policyFile}.`);
    });
    const items = [...file.children]
      .map(([, item]) => item)
      .toSorted((one, other) => ((one.sortText ?? '') < (other.sortText ?? '') ? -1 : 1));
    for (const item of items) if (isWanted(item)) testRun.started(item);
    const { cases, problem, note } = await ask(policyTestRequest, { text, policy, uri: uri.toString() });
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

/** Reads the saved text. VS Code saves files before it runs tests. */
async function savedText(uri: Uri): Promise<string> {
  return decodeText(await workspace.fs.readFile(uri));
}
