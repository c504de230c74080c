/** `osc-tools policy eval`: puts one request to a policy, as the guest's engine would. */
import * as l10n from '@vscode/l10n';
import { Command } from 'commander';
import process from 'node:process';
import type { Module } from '#server/policy/rego/syntax/ast.ts';
import { evaluateRequest, type EvaluationRequest } from '#server/policy/rego/evaluate/evaluate.ts';
import { toJsonText } from '#server/policy/rego/values/formatValue.ts';
import { loadModules, type EvaluationError } from '#server/policy/rego/evaluate/load.ts';
import { parseRegoJson } from '#server/policy/rego/values/parseJson.ts';
import { emptyObject, type RegoValue } from '#server/policy/rego/values/values.ts';
import { endpointNames } from '#core/agent/endpoints/endpoints.ts';
import { commandLineLimits } from '#server/policy/evaluationWorker/evaluationLimits.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { moduleIn, policyName, createGuestDialect, type GuestDialect } from '#server/policy/replay/replaySession.ts';
import { dataWith } from '#server/policy/replay/replayState.ts';
import { findIntendedRequest } from '#server/policy/rules/policyAnalysis.ts';
import { unreadable, withHelp } from '../help.ts';
import {
  dialectOption,
  getLineAndColumn,
  readTextFile,
  createReleaseOption,
  type PolicyReadOptions,
} from '../io/policyInputs.ts';
import { sanitizeTerminalLine, sanitizeJson } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface EvalOptions extends PolicyReadOptions {
  readonly endpoint: string;
  readonly input?: string;
  readonly state?: string;
}

export function policyEvalCommand(): Command {
  return withHelp(new Command('eval'), {
    summary: l10n.t`Evaluate one request with a policy.`,
    details: l10n.t`Prints {"result", "prints"}, with the result null if it is undefined. Prints {"error"} if the policy doesn't load, or if the engine of the agent reports an error.`,
    exitCodes: { 0: l10n.t`The evaluation succeeded`, 1: l10n.t`The evaluation failed`, 2: unreadable() },
    examples: [
      'osc-tools policy eval policy.rego --endpoint CreateContainerRequest --input request.json',
      'osc-tools policy eval policy.rego --endpoint ReadStreamRequest',
    ],
    page: 'command-line.md#policy',
  })
    .configureOutput({
      outputError: (text, write) => write(text.includes(missingEndpoint) ? `${text}${endpointsLine()}\n` : text),
    })
    .argument('<file>', l10n.t`the policy, or - for standard input`)
    .requiredOption('--endpoint <name>', l10n.t`the request: ExecProcessRequest`)
    .option('--input <file>', l10n.t`what is asked, as JSON; {} when left out, - for standard input`)
    .option('--state <file>', l10n.t`what is below data.pstate, as JSON; {} when left out`)
    .addOption(dialectOption())
    .addOption(createReleaseOption())
    .action(async (file: string, options: EvalOptions) => {
      process.exitCode = await evalPolicy(file, options);
    });
}

/** Text in Commander's error about the missing option. */
const missingEndpoint = "'--endpoint <name>' not specified";

function endpointsLine(): string {
  return l10n.t`Endpoints: ${endpointNames.join(', ')}.`;
}

async function evalPolicy(file: string, { endpoint, input, state, release, dialect }: EvalOptions): Promise<number> {
  if ([file, input, state].filter((name) => name === '-').length > 1) {
    printMessage(l10n.t`standard input can be one thing only`);
    return exitUsage;
  }
  const policy = await readTextFile(file);
  const asked = await readJson(input);
  const kept = await readJson(state);
  if (policy === undefined || asked === undefined || kept === undefined) return exitUsage;
  const { text } = policy;
  const reading = createGuestDialect(release, dialect);
  const asIs = new Policy(text);
  const meant = findIntendedRequest(endpoint);
  if (meant !== undefined) printMessage(l10n.t`no agent asks for ${endpoint}: did you mean ${meant.name}?`);
  const request: EvaluationRequest = { rule: endpoint, input: asked, data: dataWith(kept), limits: commandLineLimits };
  const answer = answerOf(asIs, moduleIn(asIs, reading), reading, request);
  if (reading.dialect === undefined) sayWhereItDepends(asIs, reading, request, answer);
  print(answer.json);
  return answer.refused ? exitFound : exitClean;
}

interface Answered {
  readonly json: string;
  readonly refused: boolean;
  /** The result alone, or the word for none. */
  readonly result: string;
  readonly error?: string;
}

function answerOf({ text }: Policy, module: Module, { builtins }: GuestDialect, request: EvaluationRequest): Answered {
  const loaded = loadModules([{ module, text, name: policyName }], { builtins });
  const found = loaded.error === undefined ? evaluateRequest(loaded, request) : loaded;
  if (found.error !== undefined)
    return {
      json: errorJson(text, found.error),
      refused: true,
      result: `error: ${found.error.message}`,
      error: found.error.message,
    };
  const result = found.value === undefined ? 'null' : toJsonText(found.value);
  return { json: `{"result": ${result}, "prints": ${JSON.stringify(found.prints)}}`, refused: false, result };
}

/** Where nobody knows which Rego the guest reads, and the other one answers differently. */
function sayWhereItDepends(policy: Policy, reading: GuestDialect, request: EvaluationRequest, answer: Answered): void {
  const shown = moduleIn(policy, reading).dialect;
  const dialect = shown === 'v0' ? 'v1' : 'v0';
  const other = answerOf(policy, policy.in(dialect), reading, request);
  if (other.result === answer.result) return;
  const told = sanitizeTerminalLine((other.error ?? other.result).slice(0, 200));
  printMessage(
    other.error === undefined
      ? l10n.t`which Rego the guest reads is not known: this is the answer in ${shown}, in ${dialect} it is ${told} (--dialect chooses)`
      : l10n.t`which Rego the guest reads is not known: this is the answer in ${shown}, in ${dialect} it is an error (${told}) (--dialect chooses)`,
  );
}

function errorJson(text: string, { message, span }: EvaluationError): string {
  return `{"error": ${JSON.stringify({ message, ...getLineAndColumn(text, span.start) })}}`;
}

function print(json: string): void {
  process.stdout.write(`${sanitizeJson(json)}\n`);
}

/** With every digit of its numbers. */
async function readJson(file: string | undefined): Promise<RegoValue | undefined> {
  if (file === undefined) return emptyObject;
  const read = await readTextFile(file);
  if (read === undefined) return undefined;
  const { value, problem } = parseRegoJson(read.text);
  if (problem !== undefined) printMessage(l10n.t`can't read ${read.name}: ${problem}`);
  return value;
}
