/**
 * Saves a recorded request as a test case next to its policy. Opens the test file without saving it, so that the user
 * can review it.
 */
import * as l10n from '@vscode/l10n';
import { Range, type Uri, window, workspace, WorkspaceEdit, ViewColumn } from 'vscode';
import { verdictOf } from '#core/agent/verdicts.ts';
import type { ReplayEntry } from '#server/protocol/protocol.ts';
import { getFileName } from '../documentState.ts';
import { recordedRequest } from '../recordedRequest.ts';
import { testCaseText, withCase } from './testCase.ts';
import { testPathOf } from './testFiles.ts';

/** Asks for a name and adds the test case. */
export async function saveTestCase(policy: Uri, log: string, entry: ReplayEntry): Promise<void> {
  const request = recordedRequest(log, entry);
  if (request === undefined)
    throw new Error(
      l10n.t`The log doesn't contain the complete request, so the request can't be saved as a test case.`,
    );
  if (!['file', 'vscode-remote', 'vscode-vfs'].includes(policy.scheme))
    throw new Error(l10n.t`A policy test is saved next to its policy. Save the policy as a file first.`);
  const name = await window.showInputBox({
    title: l10n.t`Save as Test Case`,
    prompt: l10n.t`Name for the test case in ${getFileName(testPathOf(policy.path))}`,
    value: verdictOf(entry) === 'allowed' ? l10n.t`${entry.endpoint} is allowed` : l10n.t`${entry.endpoint} is denied`,
  });
  if (name === undefined) return;
  const test = policy.with({ path: testPathOf(policy.path) });
  const before = await workspace.openTextDocument(test).then(
    (document) => document,
    () => undefined,
  );
  const text = withCase(before?.getText(), getFileName(policy.path), testCaseText(name, request, entry));
  const edit = new WorkspaceEdit();
  if (before === undefined) edit.createFile(test, { contents: new TextEncoder().encode(text) });
  else edit.replace(test, new Range(0, 0, before.lineCount, 0), text);
  if (!(await workspace.applyEdit(edit))) throw new Error(l10n.t`Can't write ${getFileName(test.path)}.`);
  const editor = await window.showTextDocument(test, { viewColumn: ViewColumn.One });
  const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
  editor.revealRange(new Range(end, end));
}
