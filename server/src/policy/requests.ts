/** Answers to the custom requests about policies (protocol.ts). What a client sends may be anything: what makes no sense gets an answer that says so. */
import * as l10n from '@vscode/l10n';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { guestOf } from '#core/agent/guests.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import type {
  AttachPolicy,
  Packed,
  PackedPlace,
  PolicyReplay,
  PolicyTable,
  PolicyTest,
  PolicyTestCase,
  ReplayEntry,
  TextEdit,
  Unpacked,
} from '../protocol/protocol.ts';
import type { Edit } from '../engine/findings/rule.ts';
import type { FileSettings } from '../engine/fileSettings.ts';
import type { WorkspaceFacts } from '../engine/workspace/workspaceSnapshot.ts';
import { attachPolicy } from '../embedded/attachPolicy.ts';
import type { EvaluationRun, ReplayedRequest } from './evaluation/evaluationRun.ts';
import { runEvaluation } from './evaluation/evaluationThread.ts';
import { packedLanguage, readPacked, writePacked } from '../embedded/embeddedText.ts';
import { Policy } from './model/policy.ts';
import { policyInFile, type PlacedPolicy } from './model/policyOfFile.ts';
import { policyFileOf, testNote } from './tests/policyTest.ts';
import { readTestFile } from './tests/policyTestFile.ts';
import { baseNamed, baseOf, bases, baseTitle, baseVerdicts, dialectNote, guestWords, policyTable, tableProblem, type Base } from './table/table.ts';

/** What an answer may look at. */
export interface Asked {
  readonly params: Record<string, unknown>;
  readonly file: OpenFile | undefined;
  readonly settings: FileSettings;
  readonly workspace: WorkspaceFacts | undefined;
  /** Nobody waits for the answer any more. */
  readonly isCancelled: () => boolean;
}

const notOpen = l10n.t`There is no policy in this file: it must be open, and be Rego of package agent_policy or initdata with a policy.rego.`;

/** What the policy makes of every request of the agent. */
export function answerTable({ params, file, settings: { release } }: Asked): PolicyTable {
  const base = baseIn(params['base']) ?? baseOf(release);
  const head = { release: release.id, guest: guestWords(guestOf(release)), base: baseTitle(base), bases };
  const placed = file === undefined ? undefined : policyInFile(file);
  if (file === undefined || placed === undefined) return { ...head, rows: [], problem: notOpen };
  const verdicts = baseVerdicts(base, release);
  const rows = policyTable(placed.policy, release).map(({ span, ...row }) => ({
    ...row,
    ...(span === undefined ? {} : { range: rangeIn(file.text, placed, span) }),
    baseVerdict: verdicts(row.endpoint),
  }));
  const problem = tableProblem(placed.policy, release);
  return { ...head, rows, ...(problem === undefined ? {} : { problem }) };
}

/** What came of recorded requests. */
export async function answerReplay({ params, file, settings: { release }, isCancelled }: Asked): Promise<PolicyReplay> {
  const placed = file === undefined ? undefined : policyInFile(file);
  if (file === undefined || placed === undefined) return { entries: [], problem: notOpen };
  const entries: ReplayEntry[] = [];
  const run: EvaluationRun = { kind: 'replay', policy: placed.policy.text, text: textOf(params['log']), release: release.id };
  const { problem } = await runEvaluation(run, { isCancelled, take: ({ request }) => request !== undefined && entries.push(entryOf(request, file, placed)) });
  const note = dialectNote(placed.policy, release);
  return { entries, ...(problem === undefined ? {} : { problem }), ...(note === undefined ? {} : { note }) };
}

/** The cases of a test, and what comes of them. */
export async function answerTest({ params, settings: { release }, isCancelled }: Asked): Promise<PolicyTest> {
  const text = textOf(params['text']);
  const uri = textOf(params['uri']);
  const document = TextDocument.create(uri, 'yaml', 0, text);
  const file = readTestFile(text);
  const head = {
    policyFile: policyFileOf(file, decodeName(uri.slice(uri.lastIndexOf('/') + 1))),
    ...(file.problem === undefined ? {} : { problem: file.problem }),
  };
  const rangeOf = ({ start, end }: { readonly start: number; readonly end: number }) => ({ start: document.positionAt(start), end: document.positionAt(end) });
  const policy = params['policy'];
  if (typeof policy !== 'string') return { ...head, cases: file.cases.map(({ name, span }) => ({ name, range: rangeOf(span) })) };
  const cases: PolicyTestCase[] = [];
  const run: EvaluationRun = { kind: 'test', policy, text, release: release.id };
  const end = await runEvaluation(run, {
    isCancelled,
    take({ result }) {
      if (result === undefined) return;
      const { name, span, passed, message } = result;
      cases.push({ name, range: rangeOf(span), passed, ...(message === undefined ? {} : { message }) });
    },
  });
  const note = testNote(file, new Policy(policy), release);
  const ran = { ...head, cases, ...(note === undefined ? {} : { note }) };
  if (cases.length === file.cases.length) return ran;
  return { ...ran, problem: end.problem ?? l10n.t`It took too long: the cases that follow were not run.` };
}

/** What is packed at a place of a text. */
export function answerUnpack({ params }: Asked): Unpacked {
  const place = placeIn(params['place']);
  return place === undefined ? { language: 'rego', problem: l10n.t`This is no place in a YAML file.` } : readPacked(textOf(params['text']), place);
}

/** The edits that put content there. */
export function answerPack({ params }: Asked): Packed {
  const place = placeIn(params['place']);
  if (place === undefined || packedLanguage(place.path.at(-1)) === undefined) return { edits: [], problem: l10n.t`This is no place in a YAML file.` };
  const text = textOf(params['text']);
  const { edits, problem } = writePacked(text, place, textOf(params['content']));
  return { edits: editsIn(TextDocument.create('packed:', 'yaml', 0, text), edits), ...(problem === undefined ? {} : { problem }) };
}

/** The edits that attach a policy to a pod. */
export function answerAttach({ params, file, settings: { release }, workspace }: Asked): AttachPolicy {
  const offset = params['offset'];
  if (file?.language !== 'yaml' || typeof offset !== 'number') return { edits: [], explanation: '', problem: l10n.t`Open the YAML file of the pod first.` };
  const placed = file.documentAt(offset);
  if (placed === undefined) return { edits: [], explanation: '', problem: l10n.t`There is no pod here.` };
  const attached = attachPolicy({ placed, offset: offset - placed.start, policy: textOf(params['policy']), release, workspace });
  return { ...attached, edits: editsIn(file.text, attached.edits) };
}

function rangeIn(text: TextDocument, { toFile }: PlacedPolicy, { start, end }: { readonly start: number; readonly end: number }) {
  return { start: text.positionAt(toFile(start)), end: text.positionAt(toFile(end)) };
}

function entryOf({ endpoint, line, result, prints, failures, error, recorded }: ReplayedRequest, file: OpenFile, placed: PlacedPolicy): ReplayEntry {
  const places = failures.map(({ start, end, message }) => ({ range: rangeIn(file.text, placed, { start, end }), message }));
  return { endpoint, line, ...(recorded === undefined ? {} : { recorded }), result, prints, failures: places, ...(error === undefined ? {} : { error }) };
}

function editsIn(text: TextDocument, edits: readonly Edit[]): TextEdit[] {
  return edits.map(({ start, end, text: newText }) => ({ range: { start: text.positionAt(start), end: text.positionAt(end) }, newText }));
}

function baseIn(sent: unknown): Base | undefined {
  if (typeof sent === 'string') return baseNamed(sent);
  const { title, text } = typeof sent === 'object' && sent !== null ? (sent as Partial<Record<'title' | 'text', unknown>>) : {};
  return typeof title === 'string' && typeof text === 'string' ? { title, text } : undefined;
}

function placeIn(sent: unknown): PackedPlace | undefined {
  const { document, path } = typeof sent === 'object' && sent !== null ? (sent as Partial<Record<keyof PackedPlace, unknown>>) : {};
  if (typeof document !== 'number' || !Array.isArray(path)) return undefined;
  const given: unknown[] = path;
  const steps = given.filter((step) => typeof step === 'string' || typeof step === 'number');
  return steps.length === given.length ? { document, path: steps } : undefined;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function textOf(sent: unknown): string {
  return typeof sent === 'string' ? sent : '';
}
