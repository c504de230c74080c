import * as l10n from '@vscode/l10n';
import { window, workspace, type QuickPickItem } from 'vscode';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeDetail, sanitizeMessage } from '#core/text/sanitize.ts';
import {
  generatePolicyRequest,
  type GeneratableWorkload,
  type GeneratePolicy,
} from '#server/protocol/generatePolicy.ts';
import { showPick, showPickMany } from '../vscode/prompts/showPick.ts';
import { attachPolicyAt } from './embedded/attachPolicy.ts';
import type { PolicyFeatureDeps } from './policyFeature.ts';

/** Generates a policy from the workload at the cursor, and opens the policy as an untitled file. */
export async function generatePolicyFromWorkload({ language: { ask }, notify }: PolicyFeatureDeps): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined || !['yaml', 'json'].includes(editor.document.languageId))
    throw new Error(l10n.t`Place the cursor in a pod or workload in a YAML or JSON file first.`);
  const { document } = editor;
  const uri = document.uri.toString();
  const { workloads, problem } = await ask(generatePolicyRequest, { uri });
  if (problem !== undefined) throw new Error(problem);
  const workload = await chooseWorkload(workloads, document.offsetAt(editor.selection.active), title());
  const options = workload === undefined ? undefined : await chooseOptions(workload);
  if (workload === undefined || options === undefined) return;
  const made = await ask(generatePolicyRequest, { uri, offset: workload.start, ...options });
  if (made.text === undefined) throw new Error(made.problem ?? made.messages.map(describeMessage).join('\n'));
  const policy = await workspace.openTextDocument({ language: 'rego', content: made.text });
  await window.showTextDocument(policy);
  showGenerated(made, async () => {
    const place = { document, position: document.positionAt(workload.start) };
    await attachPolicyAt(ask, place, policy.getText());
  }).then(undefined, (error: unknown) => notify.error(l10n.t`Can't attach the policy`, error));
}

/**
 * Returns the workload at the cursor. Otherwise, asks for one, unless there is only one.
 * @param offset offset of the cursor. Undefined if the file isn't in an editor
 */
export async function chooseWorkload(
  workloads: readonly GeneratableWorkload[],
  offset: number | undefined,
  title: string,
): Promise<GeneratableWorkload | undefined> {
  const [only, ...others] = workloads;
  const here = workloads.find(({ start, end }) => offset !== undefined && start <= offset && offset <= end);
  if (here !== undefined || others.length === 0) return here ?? only;
  const items = workloads.map((workload) => ({
    label: workload.name ?? workload.kind,
    description: workload.kind,
    workload,
  }));
  const chosen = await showPick(items, { title, placeHolder: l10n.t`Select a pod or workload` });
  return chosen?.workload;
}

const title = (): string => l10n.t`Generate Policy from Workload`;

type OptionItem = QuickPickItem & { readonly option: 'execProbes' | 'logs' };

/** Asks what the policy allows in addition to the containers. Returns undefined if the user cancels. */
async function chooseOptions({
  hasProbes,
}: GeneratableWorkload): Promise<{ readonly execProbes: boolean; readonly logs: boolean } | undefined> {
  const items: readonly OptionItem[] = [
    {
      label: l10n.t`Logs`,
      detail: l10n.t`The cluster can read the output of the containers.`,
      option: 'logs',
    },
    ...(hasProbes
      ? [
          {
            label: l10n.t`Probes and lifecycle hooks`,
            detail: l10n.t`The kubelet can run probe and hook commands in the containers.`,
            option: 'execProbes' as const,
          },
        ]
      : []),
  ];
  const chosen = await showPickMany(items, {
    title: title(),
    placeHolder: l10n.t`Select what the policy allows in addition to running the containers`,
  });
  const isChosen = (option: OptionItem['option']) => chosen?.some((item) => item.option === option) === true;
  return chosen === undefined ? undefined : { execProbes: isChosen('execProbes'), logs: isChosen('logs') };
}

/** Reports the result. Buttons attach the policy, and show the fields that it covers only partially. */
async function showGenerated({ messages }: GeneratePolicy, attach: () => Promise<void>): Promise<void> {
  const made = l10n.t`The policy was generated.`;
  const partly = messages.length === 0 ? [] : [l10n.t`The policy covers some fields of the manifest only partially.`];
  const [attachIt, details] = [l10n.t`Attach to Pod`, l10n.t`Show Details`];
  const chosen = await window.showInformationMessage(
    sanitizeMessage([made, ...partly].join(getSentenceSeparator())),
    attachIt,
    ...(messages.length === 0 ? [] : [details]),
  );
  if (chosen === attachIt) await attach();
  if (chosen === details) {
    const detail = sanitizeDetail(messages.map(describeMessage).join('\n\n'));
    const next = await window.showInformationMessage(made, { modal: true, detail }, attachIt);
    if (next === attachIt) await attach();
  }
}

function describeMessage({ range, message }: GeneratePolicy['messages'][number]): string {
  return l10n.t`Line ${range.start.line + 1}: ${message}`;
}
