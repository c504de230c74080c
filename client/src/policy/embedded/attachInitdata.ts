/** Attaches initdata to a pod in a manifest, in the same way as `osc-tools initdata attach`. */
import * as l10n from '@vscode/l10n';
import { window, workspace } from 'vscode';
import { detectPolicyLanguage } from '#core/agent/looksLikePolicy.ts';
import { formatNames } from '#core/text/phrases.ts';
import { generatePolicyRequest } from '#server/protocol/generatePolicy.ts';
import { attachInitdataRequest, type AttachInitdata } from '#server/protocol/protocol.ts';
import type { SendServerRequest } from '#client/language/server/serverRequests.ts';
import type { Notify } from '#client/vscode/notify.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { initdataFiles, yamlFiles } from '../choosePolicy.ts';
import { containsPolicy } from '../containsPolicy.ts';
import { chooseWorkload } from '../generatePolicy.ts';
import {
  applyAttachEdits,
  readPodPosition,
  getCursorPosition,
  showAttachResult,
  type PodPosition,
} from './attachPolicy.ts';

const title = (): string => l10n.t`Attach Initdata to Pod`;

/** What the command uses of the extension. */
interface AttachContext {
  readonly ask: SendServerRequest;
  readonly notify: Pick<Notify, 'confirm'>;
}

/**
 * Attaches initdata to a pod. In an initdata document, attaches this document to a pod that the user selects. In a
 * manifest, attaches a document that the user selects to the pod at the cursor.
 * @param uri file of another pod, from a CodeLens
 * @param position position in that file
 */
export async function attachInitdataToPod(context: AttachContext, uri: unknown, position: unknown): Promise<void> {
  const given = await readPodPosition(uri, position);
  const open = given === undefined ? activeInitdata() : undefined;
  const place = given ?? (await (open === undefined ? podAtCursor(context) : choosePod(context)));
  if (place === undefined) return;
  const toml = open ?? (await chooseInitdata());
  if (toml !== undefined) await attachInitdataAt(context, place, toml);
}

/** Returns the text of the active editor if it contains initdata. */
function activeInitdata(): string | undefined {
  const document = window.activeTextEditor?.document;
  const isInitdata =
    document !== undefined &&
    detectPolicyLanguage(document.uri.path, document.languageId) === 'toml' &&
    containsPolicy(document);
  return isInitdata ? document.getText() : undefined;
}

async function podAtCursor(context: AttachContext): Promise<PodPosition | undefined> {
  const cursor = getCursorPosition();
  if (cursor === undefined) throw new Error(l10n.t`Place the cursor in a pod or workload in a YAML file first.`);
  return choosePodIn(context, cursor.document, cursor.document.offsetAt(cursor.position));
}

/** Asks for a manifest, and for one of its workloads. Opens the manifest. */
async function choosePod(context: AttachContext): Promise<PodPosition | undefined> {
  const files = await yamlFiles();
  if (files.length === 0) throw new Error(l10n.t`No YAML file found in the open editors or the workspace.`);
  const chosen = await showPick(files, {
    title: title(),
    placeHolder: l10n.t`Select a manifest with a pod or workload`,
    matchOnDescription: true,
  });
  if (chosen === undefined) return undefined;
  const { document } = await window.showTextDocument(await workspace.openTextDocument(chosen.uri));
  return choosePodIn(context, document, undefined);
}

/** Returns the workload at an offset. Otherwise, asks for a workload, unless there is only one. */
async function choosePodIn(
  { ask }: AttachContext,
  document: PodPosition['document'],
  offset: number | undefined,
): Promise<PodPosition | undefined> {
  const { workloads, problem } = await ask(generatePolicyRequest, { uri: document.uri.toString() });
  if (problem !== undefined) throw new Error(problem);
  const workload = await chooseWorkload(workloads, offset, title());
  return workload === undefined ? undefined : { document, position: document.positionAt(workload.start) };
}

async function chooseInitdata(): Promise<string | undefined> {
  const files = await initdataFiles();
  if (files.length === 0) throw new Error(l10n.t`No initdata found in the open editors or the workspace.`);
  const chosen = await showPick(files, {
    title: title(),
    placeHolder: l10n.t`Select initdata`,
    matchOnDescription: true,
  });
  return chosen === undefined ? undefined : (await workspace.openTextDocument(chosen.uri)).getText();
}

/** Attaches initdata to the pod at a position, after questions about errors and about existing contents. */
async function attachInitdataAt(context: AttachContext, { document, position }: PodPosition, toml: string) {
  const { version } = document;
  const request = (replaces: boolean): Promise<AttachInitdata> =>
    context.ask(attachInitdataRequest, {
      uri: document.uri.toString(),
      offset: document.offsetAt(position),
      toml,
      replaces,
    });
  const first = await request(false);
  if (first.problem !== undefined) throw new Error(first.problem);
  if (!(await isConfirmed(context.notify, first))) return;
  const answer = first.conflicts === undefined ? first : await request(true);
  if (answer.problem !== undefined) throw new Error(answer.problem);
  await applyAttachEdits(document, version, answer.edits);
  const { kept = [], consequences = [] } = answer;
  const keptFiles = kept.length === 0 ? [] : [l10n.t`Kept from the existing initdata: ${formatNames(kept)}.`];
  showAttachResult(l10n.t`The initdata is attached.`, {
    ...answer,
    consequences: [...keptFiles, ...consequences],
  }).then(undefined, () => undefined);
}

/** Asks whether to attach initdata with errors, and whether to replace existing contents that differ. */
async function isConfirmed(notify: AttachContext['notify'], { errors, conflicts }: AttachInitdata): Promise<boolean> {
  if (errors !== undefined) {
    const question = l10n.t`The initdata has errors. Attach it anyway?`;
    if (!(await notify.confirm(question, errors.join('\n\n'), l10n.t`Attach Anyway`))) return false;
  }
  if (conflicts === undefined) return true;
  const detail = l10n.t`Different contents: ${formatNames(conflicts, 10)}. Files that only the existing initdata contains are kept.`;
  return notify.confirm(l10n.t`Replace the existing initdata of the pod?`, detail, l10n.t`Replace Initdata`);
}
