import * as l10n from '@vscode/l10n';
import { Position, window, workspace, type QuickPickItem, type TextDocument } from 'vscode';
import { getNumber } from '#core/common/json.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { attachPolicyRequest, type AttachPolicy } from '#server/protocol/protocol.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import { sanitizeDetail, sanitizeMessage } from '#core/text/sanitize.ts';
import { defaultItems, heading, type DefaultItem } from '../defaultPolicies.ts';
import { containsPolicy } from '../containsPolicy.ts';
import { apply } from './embeddedFiles.ts';
import { uriArgument, regoPolicies } from '../choosePolicy.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';

/** A pod, identified by a position in it. */
export interface PodPosition {
  readonly document: TextDocument;
  readonly position: Position;
}

/**
 * Embeds a policy into the pod at the cursor with the mechanism that its OSC release and runtime class support, and
 * reports the mechanism.
 * @param uri file of another pod, from a CodeLens
 * @param position position in that file
 */
export async function attachPolicyToPod(ask: SendServerRequest, uri: unknown, position: unknown): Promise<void> {
  const place = (await readPodPosition(uri, position)) ?? getCursorPosition();
  if (place === undefined) throw new Error(l10n.t`Place the cursor in a pod or workload in a YAML file first.`);
  const policy = await choosePolicy();
  if (policy !== undefined) await attachPolicyAt(ask, place, policy);
}

/** Returns the location, or undefined unless both arguments are provided. An editor menu provides only the file. */
export async function readPodPosition(uri: unknown, position: unknown): Promise<PodPosition | undefined> {
  const [file, line, character] = [uriArgument(uri), getNumber(position, 'line'), getNumber(position, 'character')];
  if (file === undefined || line === undefined || character === undefined) return undefined;
  const document = await workspace.openTextDocument(file);
  return { document, position: document.validatePosition(new Position(Math.max(0, line), Math.max(0, character))) };
}

export function getCursorPosition(): PodPosition | undefined {
  const editor = window.activeTextEditor;
  return editor === undefined || editor.document.languageId !== 'yaml'
    ? undefined
    : { document: editor.document, position: editor.selection.active };
}

/** Embeds a policy into the pod at a position, and reports the mechanism. */
export async function attachPolicyAt(
  ask: SendServerRequest,
  { document, position }: PodPosition,
  policy: string,
): Promise<void> {
  const { version } = document;
  const answer = await ask(attachPolicyRequest, {
    uri: document.uri.toString(),
    offset: document.offsetAt(position),
    policy,
  });
  if (answer.problem !== undefined) throw new Error(answer.problem);
  await applyAttachEdits(document, version, answer.edits);
  showAttachResult(l10n.t`The policy is attached.`, answer).then(undefined, () => undefined);
}

/**
 * Applies the edits from the server, which the user can undo in one step.
 * @param version version of the document that the edits are for
 * @throws if the document changed
 */
export async function applyAttachEdits(
  document: TextDocument,
  version: number,
  edits: AttachPolicy['edits'],
): Promise<void> {
  if (document.version !== version) throw new Error(l10n.t`The file changed in the meantime. Run the command again.`);
  if (!(await apply(document, edits)))
    throw new Error(l10n.t`VS Code couldn't apply the change. Run the command again.`);
}

/**
 * Reports the result. VS Code truncates a notification without buttons to one line. The button opens a dialog with the
 * mechanism and the reason for it.
 */
export async function showAttachResult(
  attached: string,
  { explanation, consequences = [] }: Pick<AttachPolicy, 'explanation' | 'consequences'>,
): Promise<void> {
  const details = l10n.t`Show Details`;
  const chosen = await window.showInformationMessage(
    sanitizeMessage([attached, ...consequences].join(getSentenceSeparator())),
    details,
  );
  if (chosen === details)
    await window.showInformationMessage(attached, {
      modal: true,
      detail: sanitizeDetail([explanation, ...consequences].join('\n\n')),
    });
}

async function choosePolicy(): Promise<string | undefined> {
  const files = await regoPolicies();
  const items: (QuickPickItem & (Partial<DefaultItem> & { readonly uri?: (typeof files)[number]['uri'] }))[] = [
    ...(files.length === 0 ? [] : [heading(l10n.t`your policies`), ...files]),
    heading(l10n.t`documented policies`),
    ...defaultItems(),
  ];
  const chosen = await showPick(items, {
    title: l10n.t`Attach Policy to Pod`,
    placeHolder: l10n.t`Select a policy`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.text !== undefined) return chosen.text;
  if (chosen?.uri === undefined) return undefined;
  const document = await workspace.openTextDocument(chosen.uri);
  if (!containsPolicy(document))
    throw new Error(l10n.t`${chosen.label} isn't an agent policy because its package isn't agent_policy.`);
  return document.getText();
}
