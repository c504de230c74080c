/**
 * Handles the custom requests about content that is embedded in YAML. A client might send anything, so invalid
 * parameters result in a response with a problem.
 */
import * as l10n from '@vscode/l10n';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Edit } from '../engine/findings/rule.ts';
import type { LanguageContext, RequestHandler } from '../engine/languageModule.ts';
import { checkInitdataText } from '../initdata/checkInitdata.ts';
import { readParams, readText, readUri } from '../engine/requestParams.ts';
import {
  attachInitdataRequest,
  attachPolicyRequest,
  packRequest,
  podPoliciesRequest,
  unpackRequest,
  type AttachInitdata,
  type AttachPolicy,
  type PackResponse,
  type PodPolicies,
  type EmbeddedPosition,
  type UnpackResponse,
} from '../protocol/protocol.ts';
import { evaluatePolicyRequest } from '../protocol/evaluatePolicy.ts';
import { generatePolicyRequest, type GeneratePolicy } from '../protocol/generatePolicy.ts';
import type { TextEdit } from '../protocol/textEdit.ts';
import { evaluatePolicy } from './evaluatePolicy.ts';
import { createAttachEdits, createInitdataAttachEdits, type Attached, type AttachTarget } from './attachPolicy.ts';
import { findOversizedDocuments, generateFromWorkload, hasExecProbes, listWorkloads } from './generateFromWorkload.ts';
import { listPodPolicies } from './podPolicies.ts';
import { readPacked, writePacked } from './embeddedText.ts';

/** Request handlers. */
export const embeddedRequests: Readonly<Record<string, RequestHandler>> = {
  [unpackRequest]: unpack,
  [packRequest]: pack,
  [podPoliciesRequest]: podPolicies,
  [attachPolicyRequest]: attachPolicy,
  [attachInitdataRequest]: attachInitdata,
  [generatePolicyRequest]: generate,
  [evaluatePolicyRequest]: evaluatePolicy,
};

/** Decodes the content at a position of a text. */
function unpack(sent: unknown): UnpackResponse {
  const params = readParams(sent);
  const place = placeIn(params['place']);
  return place === undefined
    ? { language: 'rego', problem: l10n.t`The embedded value can't be located in the YAML file.` }
    : readPacked(readText(params['text']), place);
}

/** Returns the policies and initdata of a pod. */
function podPolicies(sent: unknown): PodPolicies {
  const { text, pod } = readParams(sent);
  return { policies: typeof pod === 'string' && pod !== '' ? listPodPolicies(readText(text), pod) : [] };
}

/** Returns the edits that embed content at a position. */
function pack(sent: unknown): PackResponse {
  const params = readParams(sent);
  const place = placeIn(params['place']);
  if (place === undefined) return { edits: [], problem: l10n.t`The embedded value can't be located in the YAML file.` };
  const text = readText(params['text']);
  const { edits, problem } = writePacked(text, place, readText(params['content']));
  return {
    edits: editsIn(TextDocument.create('packed:', 'yaml', 0, text), edits),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Returns the edits that attach a policy to a pod. */
async function attachPolicy(sent: unknown, context: LanguageContext): Promise<AttachPolicy> {
  const policy = readText(readParams(sent)['policy']);
  return attach(sent, context, (target) => createAttachEdits({ ...target, policy }));
}

/** Maximum number of errors in initdata. */
const maxErrors = 20;

/** Returns the edits that attach initdata to a pod, and the errors in the initdata. */
async function attachInitdata(sent: unknown, context: LanguageContext): Promise<AttachInitdata> {
  const params = readParams(sent);
  const [toml, replaces] = [readText(params['toml']), params['replaces'] === true];
  const { release, severities } = await context.settingsFor(readUri(sent));
  const environment = { release, severities, workspace: context.workspace, onError: () => undefined, now: Date.now() };
  const errors = (await checkInitdataText(toml, environment))
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);
  const attached = await attach(sent, context, (target) => createInitdataAttachEdits({ ...target, toml, replaces }));
  return { ...attached, ...(errors.length === 0 ? {} : { errors: errors.slice(0, maxErrors) }) };
}

/** Returns the edits that attach content to the pod at an offset. */
async function attach(
  sent: unknown,
  { fileAt, settingsFor, workspace }: LanguageContext,
  createEdits: (target: AttachTarget) => Attached,
): Promise<AttachInitdata> {
  const { offset } = readParams(sent);
  const uri = readUri(sent);
  const file = fileAt(uri);
  const { release } = await settingsFor(uri);
  if (file?.language !== 'yaml' || typeof offset !== 'number')
    return { edits: [], explanation: '', problem: l10n.t`Open the YAML file of the workload first.` };
  const placed = file.documentAt(offset);
  if (placed === undefined) return { edits: [], explanation: '', problem: l10n.t`No pod found at the cursor.` };
  const attached = createEdits({ placed, offset: offset - placed.start, release, workspace });
  return { ...attached, edits: editsIn(file.text, attached.edits) };
}

/** Lists the workloads of a file, and generates the policy for the one at an offset. */
async function generate(sent: unknown, { fileAt, settingsFor }: LanguageContext): Promise<GeneratePolicy> {
  const { offset, execProbes, logs } = readParams(sent);
  const uri = readUri(sent);
  const file = fileAt(uri);
  const { release } = await settingsFor(uri);
  const found = file?.language === 'yaml' ? listWorkloads(file.documents) : [];
  const workloads = found.map((workload) => ({
    kind: workload.kind,
    ...(workload.name === undefined ? {} : { name: workload.name }),
    ...workload.span,
    hasProbes: hasExecProbes(workload),
  }));
  const none = { workloads, messages: [] };
  if (file === undefined || workloads.length === 0) {
    const [oversized] = file?.language === 'yaml' ? findOversizedDocuments(file.documents) : [];
    return { ...none, problem: oversized?.problem.message ?? l10n.t`No pod or workload found in the file.` };
  }
  if (typeof offset !== 'number') return none;
  const chosen = found.find(({ span }) => span.start <= offset && offset <= span.end);
  if (chosen === undefined) return { ...none, problem: l10n.t`No pod found at the cursor.` };
  const { text, messages } = generateFromWorkload(chosen, file.documents, {
    release,
    execProbes: execProbes === true,
    logs: logs === true,
  });
  return {
    workloads,
    ...(text === undefined ? {} : { text }),
    messages: messages.map(({ start, end, message }) => ({
      range: { start: file.text.positionAt(start), end: file.text.positionAt(end) },
      message,
    })),
  };
}

function editsIn(text: TextDocument, edits: readonly Edit[]): TextEdit[] {
  return edits.map(({ start, end, text: newText }) => ({
    range: { start: text.positionAt(start), end: text.positionAt(end) },
    newText,
  }));
}

function placeIn(sent: unknown): EmbeddedPosition | undefined {
  const { document, path } =
    typeof sent === 'object' && sent !== null ? (sent as Partial<Record<keyof EmbeddedPosition, unknown>>) : {};
  if (typeof document !== 'number' || !Array.isArray(path)) return undefined;
  const given: unknown[] = path;
  const steps = given.filter((step) => typeof step === 'string' || typeof step === 'number');
  return steps.length === given.length ? { document, path: steps } : undefined;
}
