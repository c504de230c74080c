/**
 * Runs a workload in a sandbox. Edits the workload in the active editor, or patches a workload on a cluster after a
 * preview.
 */
import * as l10n from '@vscode/l10n';
import { Range, workspace, WorkspaceEdit, type TextEditor } from 'vscode';
import { findRelease, newestRelease } from '#core/product/releases.ts';
import { omitUndefined as fieldsGiven } from '#core/common/json.ts';
import { sandboxWorkloadRequest, workloadsRequest, type WorkloadInFile } from '#server/protocol/workloads.ts';
import { askForSandbox } from '../workloads/askForSandbox.ts';
import { yamlInView } from '../apply/yamlEditors.ts';
import type { SandboxContext } from '../workloads/sandboxQuestions.ts';
import { sandboxLive } from '../workloads/sandboxLiveWorkload.ts';
import type { OperationCommand, OperationContext } from '../context.ts';
import { readTarget } from '#client/clusters/state/readTarget.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';

const title = () => l10n.t`Run a workload in a sandbox`;

export const sandboxWorkload: OperationCommand = {
  id: 'osc.workload.sandbox',
  title: 'Run Workload in Sandbox...',
  palette: 'editorLangId == yaml || osc.workloads',
  menus: [{ menu: 'editor/context', group: 'z_osc@5', when: 'editorLangId == yaml && editorTextFocus' }],
  async run(tools, given) {
    const editor = yamlInView();
    // If the command runs from the tree or a detail page, it applies to the clicked object.
    if (editor !== undefined && !isOfCluster(given)) await sandboxInFile(tools, editor);
    else await sandboxLive(tools, given, title());
  },
};

function isOfCluster(given: unknown): boolean {
  return (typeof given === 'object' && given !== null && 'node' in given) || readTarget(given) !== undefined;
}

async function sandboxInFile(tools: OperationContext, { document, selection }: TextEditor): Promise<void> {
  const uri = document.uri.toString();
  const { release: id, workloads, ...known } = await tools.language.ask(workloadsRequest, { uri });
  const { version } = document;
  const found = await chooseWorkload(workloads, selection.active.line);
  if (found === undefined) return;
  const label = labelOf(found);
  if (found.problem !== undefined) throw new Error(`${label}: ${found.problem}`);
  const release = findRelease(id) ?? newestRelease;
  const context: SandboxContext = {
    label,
    release,
    annotations: found.annotations,
    ...fieldsGiven({
      namespace: found.namespace,
      before: found.runtimeClass,
      runtimeClasses: known.runtimeClasses,
      instanceTypes: known.allowedInstanceTypes,
      suggestedTypes: known.suggestedInstanceTypes,
    }),
  };
  const asked = await askForSandbox(context, title());
  if (asked === undefined) return;
  const { wish, annotations } = asked;
  const answer = await tools.language.ask(sandboxWorkloadRequest, {
    uri,
    document: found.document,
    object: found.object,
    runtimeClass: wish.runtimeClass,
    annotations,
  });
  if (answer.problem !== undefined) throw new Error(`${label}: ${answer.problem}`);
  if (document.version !== version) throw new Error(l10n.t`The file changed in the meantime. Run the command again.`);
  if (answer.edits.length === 0) {
    await tools.notify.tell('info', l10n.t`${label} already has these settings (runtime class ${wish.runtimeClass}).`);
    return;
  }
  const edit = new WorkspaceEdit();
  for (const { range, newText } of answer.edits)
    edit.replace(
      document.uri,
      new Range(range.start.line, range.start.character, range.end.line, range.end.character),
      newText,
    );
  if (!(await workspace.applyEdit(edit)))
    throw new Error(l10n.t`VS Code couldn't apply the change. Run the command again.`);
}

/** Returns the workload at the cursor or the only one in the file. Otherwise, the user selects one. */
async function chooseWorkload(workloads: readonly WorkloadInFile[], line: number): Promise<WorkloadInFile | undefined> {
  const [only, ...others] = workloads;
  if (only === undefined)
    throw new Error(
      l10n.t`This file doesn't contain a pod or workload. Open a manifest, or select a workload in the Clusters view.`,
    );
  const here = workloads.find(({ range }) => range.start.line <= line && line <= range.end.line);
  if (here !== undefined || others.length === 0) return here ?? only;
  const items = workloads.map((found) => ({ label: labelOf(found), description: found.runtimeClass ?? '', found }));
  return (
    await showPick(items, {
      title: title(),
      placeHolder: l10n.t`Select a workload in this file`,
      matchOnDescription: true,
    })
  )?.found;
}

function labelOf({ kind, name }: WorkloadInFile): string {
  return name === undefined ? kind : `${kind} ${name}`;
}
