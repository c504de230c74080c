import * as l10n from '@vscode/l10n';
import { window, workspace, type QuickPickItem, type TextEditor } from 'vscode';
import { attachPolicyRequest } from '../../../server/src/protocol.ts';
import type { Ask } from '../language/requests.ts';
import { messageText } from '../messageText.ts';
import { defaultItems, heading, type DefaultItem } from './defaultPolicies.ts';
import { holdsPolicy } from './holdsPolicy.ts';
import { apply } from './packedFiles.ts';
import { regoFiles } from './whichPolicy.ts';
import { showPick } from '../showPick.ts';

/** Packs a policy into the pod at the cursor, by the mechanism that its release and runtime class honour, and says which that is. */
export async function attachPolicy(ask: Ask): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.document.languageId !== 'yaml') throw new Error(l10n.t`Put the cursor into a pod or workload in a YAML file first.`);
  const policy = await choosePolicy();
  if (policy !== undefined) await attach(ask, editor, policy);
}

async function attach(ask: Ask, { document, selection }: TextEditor, policy: string): Promise<void> {
  const { version } = document;
  const answer = await ask(attachPolicyRequest, { uri: document.uri.toString(), offset: document.offsetAt(selection.active), policy });
  if (answer.problem !== undefined) throw new Error(answer.problem);
  if (document.version !== version) throw new Error(l10n.t`The file was changed in the same moment; run the command again.`);
  if (!(await apply(document, answer.edits))) throw new Error(l10n.t`The editor refused the change.`);
  // What it says matters more than when it goes: it stays until it is read.
  window.showInformationMessage(messageText(answer.explanation)).then(undefined, () => undefined);
}

async function choosePolicy(): Promise<string | undefined> {
  const files = await regoFiles();
  const items: (QuickPickItem & (Partial<DefaultItem> & { readonly uri?: (typeof files)[number]['uri'] }))[] = [
    ...(files.length === 0 ? [] : [heading(l10n.t`policies of the workspace`), ...files]),
    heading(l10n.t`documented policies`),
    ...defaultItems(),
  ];
  const chosen = await showPick(items, {
    title: l10n.t`Attach Policy to This Pod`,
    placeHolder: l10n.t`Which policy?`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.text !== undefined) return chosen.text;
  if (chosen?.uri === undefined) return undefined;
  const document = await workspace.openTextDocument(chosen.uri);
  if (!holdsPolicy(document)) throw new Error(l10n.t`${chosen.label} is no policy for the agent: its package is not agent_policy.`);
  return document.getText();
}
