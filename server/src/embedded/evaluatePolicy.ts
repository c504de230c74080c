/** Evaluates a policy of a pod on a cluster for requests that are only partly known. Clients can send any data. */
import * as l10n from '@vscode/l10n';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { execEndpoint } from '#core/agent/inputs/execRequests.ts';
import { verdictOf } from '#core/agent/verdicts.ts';
import { getList, getMap, getString } from '#core/common/json.ts';
import { findRelease, newestRelease, type Release } from '#core/product/releases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { UnpackResult } from '../engine/encoding/pack.ts';
import { unpackInitdata, unpackPolicy } from '../engine/encoding/pack.ts';
import type { LanguageContext } from '../engine/languageModule.ts';
import { readParams, readText } from '../engine/requestParams.ts';
import { parseInitdata } from '../initdata/document.ts';
import { getInitdataPolicy } from '../initdata/initdataPolicy.ts';
import type { EvaluationRun, ReplayedRequest, RunEnd } from '../policy/evaluationWorker/evaluationRun.ts';
import { runEvaluation, type EvaluationCallbacks } from '../policy/evaluationWorker/evaluationThread.ts';
import { listCommands } from '../policy/model/listedCommands.ts';
import { Policy } from '../policy/model/policy.ts';
import { dialectNote } from '../policy/table/table.ts';
import type { EvaluatedPolicy, EvaluatedRequest } from '../protocol/evaluatePolicy.ts';

/** Maximum number of requests, and of commands to offer. */
const mostRequests = 50;
const mostCommands = 20;
/** Maximum length of a policy, in characters. */
const longestPolicy = 2_000_000;

interface Request {
  readonly endpoint: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Decodes the policy, evaluates the requests, and finds commands that the policy allows.
 * @param evaluate runs the evaluation, by default in a thread
 */
export async function evaluatePolicy(
  sent: unknown,
  _context: LanguageContext,
  isCancelled: () => boolean,
  evaluate: typeof runEvaluation = runEvaluation,
): Promise<EvaluatedPolicy> {
  const params = readParams(sent);
  const { text, problem } = decode(params['encoding'], readText(params['policy']));
  if (text === undefined)
    return { results: [], commands: [], ...(problem === undefined ? {} : { problem: sanitizeLine(problem) }) };
  if (text.length > longestPolicy) return { results: [], commands: [], problem: l10n.t`The policy is too large.` };
  const release = findRelease(readText(params['release'])) ?? newestRelease;
  const requests = getList(params, 'requests').flatMap(readRequest).slice(0, mostRequests);
  const policy = new Policy(text);
  const probes = commandProbes(policy, requests);
  const { decided, problem: failure } = await decide(text, [...requests, ...probes], release, (run, take) =>
    evaluate(run, { isCancelled, take }),
  );
  const document = TextDocument.create('policy:', 'rego', 0, text);
  const note = dialectNote(policy, release);
  return {
    text,
    results: decided.slice(0, requests.length).map((one) => resultOf(one, document)),
    commands: probes
      .filter((_probe, index) => {
        const one = decided[requests.length + index];
        return one?.result === true && one.isConditional !== true;
      })
      .map(argumentsOf)
      .slice(0, mostCommands),
    ...(failure === undefined ? {} : { problem: failure }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Decodes a policy. Initdata without a policy has neither text nor a problem. */
function decode(encoding: unknown, value: string): { readonly text?: string; readonly problem?: string } {
  if (encoding === 'rego') return { text: value };
  const unpacked = encoding === 'initdata' ? unpackInitdata(value) : unpackPolicy(value);
  if (unpacked.text === undefined) return { problem: firstProblem(unpacked) };
  if (encoding !== 'initdata') return { text: unpacked.text };
  const document = parseInitdata(unpacked.text);
  const policy = getInitdataPolicy(document)?.policy.text;
  if (policy !== undefined) return { text: policy };
  const [broken] = document.toml.problems;
  return broken === undefined ? {} : { problem: broken.message };
}

function firstProblem({ problems: [first] }: UnpackResult): string {
  return first?.message ?? l10n.t`The policy can't be decoded.`;
}

/** Returns the first request that runs a command, once for each command in the policy. */
function commandProbes(policy: Policy, requests: readonly Request[]): readonly Request[] {
  const first = requests.find(({ endpoint }) => endpoint === execEndpoint);
  if (first === undefined || policy.isLong) return [];
  const asked = new Set(
    requests.filter(({ endpoint }) => endpoint === execEndpoint).map((one) => JSON.stringify(argumentsOf(one))),
  );
  return listCommands(policy.meant)
    .filter((command) => !asked.has(JSON.stringify(command)))
    .map((command) => ({
      endpoint: execEndpoint,
      input: { ...first.input, process: { ...getMap(first.input, 'process'), Args: command } },
    }));
}

function argumentsOf({ input }: Request): readonly string[] {
  return getList(input, 'process', 'Args').filter((argument) => typeof argument === 'string');
}

async function decide(
  text: string,
  requests: readonly Request[],
  release: Release,
  evaluate: (run: EvaluationRun, take: EvaluationCallbacks['take']) => Promise<RunEnd>,
) {
  const decided: ReplayedRequest[] = [];
  const log = requests.map(({ endpoint, input }) => JSON.stringify({ kind: endpoint, request: input })).join('\n');
  const { problem } = await evaluate(
    { kind: 'decide', policy: text, text: log, release: release.id },
    ({ request }) => request !== undefined && decided.push(request),
  );
  return { decided, problem };
}

function resultOf(
  { endpoint, result, isConditional, failures: [first], error }: ReplayedRequest,
  document: TextDocument,
): EvaluatedRequest {
  const verdict =
    isConditional === true ? 'conditional' : verdictOf({ result, ...(error === undefined ? {} : { error }) });
  const reason = error ?? (first?.message === '' ? undefined : first?.message);
  return {
    endpoint,
    verdict,
    ...(first === undefined
      ? {}
      : { range: { start: document.positionAt(first.start), end: document.positionAt(first.end) } }),
    ...(reason === undefined ? {} : { reason: sanitizeLine(reason) }),
  };
}

function readRequest(sent: unknown): readonly Request[] {
  const endpoint = getString(sent, 'endpoint');
  return endpoint === undefined || !/^\w{1,100}$/.test(endpoint) ? [] : [{ endpoint, input: getMap(sent, 'input') }];
}
