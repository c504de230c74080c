/**
 * Handles the custom LSP requests for policies (protocol.ts). Clients can send any data, so invalid requests get an
 * explanatory response.
 */
import * as l10n from '@vscode/l10n';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';
import { getGuest } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import type { OpenFile } from '../engine/workspace/openFile.ts';
import {
  policyReplayRequest,
  policyTableRequest,
  policyTestRequest,
  type PolicyChange,
  type PolicyReplay,
  type PolicyTable,
  type ReplayEntry,
} from '../protocol/protocol.ts';
import type { ReplayFix, ReplayTrace } from '../protocol/replayDetails.ts';
import type { LanguageContext, RequestHandler } from '../engine/languageModule.ts';
import { readParams, readText, readUri } from '../engine/requestParams.ts';
import { isRegoFile } from '../engine/workspace/policyFiles.ts';
import { runUnitTest, testPolicy } from './testRequests.ts';
import { releaseOfRun, type EvaluationRun, type ReplayedRequest } from './evaluationWorker/evaluationRun.ts';
import { runEvaluation } from './evaluationWorker/evaluationThread.ts';
import { selectPlural } from '#core/text/grammar.ts';
import { createDefaultsFix } from './rules/requests/addDefaults.ts';
import { analyzePolicy } from './rules/policyAnalysis.ts';
import { describeChange } from './diff/describeChange.ts';
import { diffPolicies } from './diff/diffPolicies.ts';
import { Policy } from './model/policy.ts';
import { placedPolicyOf, type PlacedPolicy } from './model/policyOfFile.ts';
import type { Trace } from './replay/trace.ts';
import {
  baseNamed,
  getDefaultBase,
  listBases,
  getBaseTitle,
  getBaseVerdicts,
  dialectNote,
  describeGuest,
  createPolicyTable,
  describePolicyProblem,
  type ComparisonBase,
} from './table/table.ts';

/** Finds the policy of an open file. */
type FindPolicy = (file: OpenFile) => PlacedPolicy | undefined;

/** Request handlers for policy files. */
export const policyRequests: Readonly<Record<string, RequestHandler>> = {
  [policyTableRequest]: (params, context) => showPolicyTable(params, context, placedPolicyOf),
  [policyReplayRequest]: async (params, context, isCancelled) =>
    replayPolicy(params, context, placedPolicyOf, isCancelled),
  [policyTestRequest]: async (params, context, isCancelled) =>
    isRegoFile(readUri(params)) ? runUnitTest(params, context, isCancelled) : testPolicy(params, context, isCancelled),
};

const notOpen = () =>
  l10n.t`No policy in this file. The file must be open and contain Rego in package agent_policy, or initdata with a policy.rego.`;

/** Returns the verdict of the policy for every request of the agent. */
export async function showPolicyTable(
  sent: unknown,
  { fileAt, settingsFor }: LanguageContext,
  findPolicy: FindPolicy,
): Promise<PolicyTable> {
  const uri = readUri(sent);
  const file = fileAt(uri);
  const { release } = await settingsFor(uri);
  const base = baseIn(readParams(sent)['base']) ?? getDefaultBase(release);
  const head = {
    release: release.id,
    guest: describeGuest(getGuest(release)),
    base: getBaseTitle(base),
    bases: listBases(),
  };
  const placed = file === undefined ? undefined : findPolicy(file);
  if (file === undefined || placed === undefined) return { ...head, rows: [], problem: notOpen() };
  const verdicts = getBaseVerdicts(base, release);
  const changes = changesFrom(base, placed.policy, release);
  const rows = createPolicyTable(placed.policy, release).map(({ span, ...row }) => {
    const change = changes.get(row.endpoint);
    return {
      ...row,
      ...(span === undefined ? {} : { range: rangeIn(file.text, placed, span) }),
      baseVerdict: verdicts(row.endpoint),
      ...(change === undefined ? {} : { change }),
    };
  });
  const problem = describePolicyProblem(placed.policy, release);
  return { ...head, rows, ...(problem === undefined ? {} : { problem }) };
}

/**
 * Returns the differences from the base policy, by request. Returns none for genpolicy, because its rules depend on the
 * pod.
 */
function changesFrom(base: ComparisonBase, policy: Policy, release: Release): ReadonlyMap<string, PolicyChange> {
  const text = typeof base === 'string' ? renderDefaultPolicy(base) : base.text;
  if (text === undefined) return new Map();
  const changes = diffPolicies(new Policy(text), policy, release);
  return new Map(
    changes.map((change) => [
      change.endpoint,
      { effect: change.effect, lines: describeChange(change).map(({ sign, text: part }) => ({ sign, text: part })) },
    ]),
  );
}

/** Returns the results of recorded requests. */
export async function replayPolicy(
  sent: unknown,
  { fileAt, settingsFor }: LanguageContext,
  findPolicy: FindPolicy,
  isCancelled: () => boolean,
): Promise<PolicyReplay> {
  const uri = readUri(sent);
  const file = fileAt(uri);
  const { release } = await settingsFor(uri);
  const placed = file === undefined ? undefined : findPolicy(file);
  if (file === undefined || placed === undefined) return { entries: [], problem: notOpen() };
  const entries: ReplayEntry[] = [];
  const trace = readParams(sent)['trace'];
  const run: EvaluationRun = {
    kind: 'replay',
    policy: placed.policy.text,
    text: readText(readParams(sent)['log']),
    ...releaseOfRun(release),
    ...(typeof trace === 'number' ? { trace } : {}),
  };
  const { problem } = await runEvaluation(run, {
    isCancelled,
    take: ({ request }) => request !== undefined && entries.push(entryOf(request, file, placed)),
  });
  const note = dialectNote(placed.policy, release);
  return { entries, ...(problem === undefined ? {} : { problem }), ...(note === undefined ? {} : { note }) };
}

function rangeIn(
  text: OpenFile['text'],
  { toFile }: PlacedPolicy,
  { start, end }: { readonly start: number; readonly end: number },
) {
  return { start: text.positionAt(toFile(start)), end: text.positionAt(toFile(end)) };
}

function entryOf(
  { endpoint, line, result, prints, failures, error, missingDefaults = [], recorded, trace }: ReplayedRequest,
  file: OpenFile,
  placed: PlacedPolicy,
): ReplayEntry {
  const places = failures.map(({ start, end, message }) => ({
    range: rangeIn(file.text, placed, { start, end }),
    message,
  }));
  const fix = defaultsFix(missingDefaults, file, placed);
  return {
    endpoint,
    line,
    ...(recorded === undefined ? {} : { recorded }),
    result,
    prints,
    failures: places,
    ...(error === undefined ? {} : { error }),
    ...(fix === undefined ? {} : { fix }),
    ...(trace === undefined ? {} : { trace: traceIn(trace, file, placed) }),
  };
}

/**
 * Returns the fix that adds defaults with the value false. Returns undefined if the file contains the policy in another
 * form, because an edit could lose the escapes, or if a part of the policy can't be parsed.
 */
function defaultsFix(names: readonly string[], { text }: OpenFile, placed: PlacedPolicy): ReplayFix | undefined {
  const valid = names.filter((name) => /^[A-Za-z]\w{0,200}$/.test(name));
  if (valid.length === 0 || !placed.literal) return undefined;
  const { module, isWhole } = analyzePolicy(placed.policy);
  if (!isWhole) return undefined;
  const title = selectPlural(
    valid.length,
    l10n.t`Add the missing default with the value false`,
    l10n.t`Add the missing defaults with the value false`,
  );
  const added = valid.map((name) => ({ name, allowed: false }));
  const [fix] = createDefaultsFix(title, placed.policy, module, added);
  return fix === undefined
    ? undefined
    : { title, edits: fix.edits.map((edit) => ({ range: rangeIn(text, placed, edit), newText: edit.text })) };
}

function traceIn({ steps, omitted }: Trace, { text }: OpenFile, placed: PlacedPolicy): ReplayTrace {
  return {
    steps: steps.map(({ start, end, operands, ...step }) => ({
      ...step,
      range: rangeIn(text, placed, { start, end }),
      values: operands,
    })),
    omitted,
  };
}

function baseIn(sent: unknown): ComparisonBase | undefined {
  if (typeof sent === 'string') return baseNamed(sent);
  const { title, text } =
    typeof sent === 'object' && sent !== null ? (sent as Partial<Record<'title' | 'text', unknown>>) : {};
  return typeof title === 'string' && typeof text === 'string' ? { title, text } : undefined;
}
