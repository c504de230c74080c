/**
 * `osc-tools policy eval`: evaluates one request with a policy, using the same rules as the policy engine in the guest.
 */
import { Command } from 'commander';
import process from 'node:process';
import type { Module } from '#server/policy/rego/syntax/ast.ts';
import { evaluateRequest, type EvaluationRequest } from '#server/policy/rego/evaluate/evaluate.ts';
import { toJsonText } from '#server/policy/rego/values/formatValue.ts';
import { createLineFinder, loadModules, type EvaluationError } from '#server/policy/rego/evaluate/load.ts';
import { parseRegoJson } from '#server/policy/rego/values/parseJson.ts';
import { emptyObject, type RegoValue } from '#server/policy/rego/values/values.ts';
import { endpointNames, findEndpoint, policyPackage } from '#core/agent/endpoints/endpoints.ts';
import { commandLineLimits } from '#server/policy/evaluationWorker/evaluationLimits.ts';
import { getGuest } from '#core/agent/guests.ts';
import type { Release } from '#core/product/releases.ts';
import { completeInput } from '#server/policy/model/inputDefaults.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { moduleIn, policyName, createGuestDialect, type GuestDialect } from '#server/policy/replay/replaySession.ts';
import { dataWith } from '#server/policy/replay/replayState.ts';
import { TraceRecorder, type Trace } from '#server/policy/replay/trace.ts';
import { analyzePolicy, findIntendedRequest } from '#server/policy/rules/policyAnalysis.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { withHelp } from '../help.ts';
import {
  dialectOption,
  getLineAndColumn,
  readPolicyFile,
  readTextFile,
  createReleaseOption,
  type PolicyReadOptions,
} from '../io/policyInputs.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeTerminalLine, sanitizeJson } from '#core/text/sanitize.ts';
import { printMessage } from '../io/printMessage.ts';
import { exitClean, exitFound, exitUsage } from '../usage.ts';

interface EvalOptions extends PolicyReadOptions {
  readonly endpoint: string;
  readonly input?: string;
  readonly state?: string;
  readonly strictInput: boolean;
  readonly trace: boolean;
}

export function policyEvalCommand(): Command {
  return withHelp(new Command('eval'), {
    summary: 'Evaluate one request with a policy.',
    details:
      'Adds missing request fields with their defaults, as the agent does. Instead of a request, you can name another rule of the policy. Prints {"result", "prints"}. An undefined result is null. Prints {"error"} if the policy engine can\'t load the policy or reports an error. With --trace, also prints each evaluated expression with its line, its value, and the values in it, in the order of evaluation.',
    exitCodes: {
      0: 'The evaluation succeeded',
      1: 'The evaluation failed',
      2: "Usage error, a file can't be read, or the name is neither a request nor a rule of the policy",
    },
    examples: [
      'osc-tools policy eval policy.rego --endpoint CreateContainerRequest --input request.json',
      'osc-tools policy eval policy.rego --endpoint ReadStreamRequest',
      'osc-tools policy eval policy.rego --endpoint ExecProcessRequest --input exec.json --trace',
    ],
    page: 'command-line.md#policy',
  })
    .configureOutput({
      outputError: (text, write) => write(text.includes(missingEndpoint) ? `${text}${endpointsLine()}\n` : text),
    })
    .argument('<file>', 'policy, or - for standard input')
    .requiredOption('--endpoint <name>', 'name of the request, such as ExecProcessRequest')
    .option('--input <file>', 'request as JSON, or - for standard input (default: {})')
    .option('--strict-input', "don't add missing request fields", false)
    .option('--trace', 'also print each evaluated expression with its line and value', false)
    .option('--state <file>', 'value of data.pstate as JSON, or - for standard input (default: {})')
    .addOption(dialectOption())
    .addOption(createReleaseOption())
    .action(async (file: string, options: EvalOptions) => {
      process.exitCode = await evalPolicy(file, options);
    });
}

/** Maximum number of added fields to name. */
const mostNamed = 6;

/** Text in Commander's error message about the missing option. */
const missingEndpoint = "'--endpoint <name>' not specified";

function endpointsLine(): string {
  return `Endpoints: ${endpointNames.join(', ')}`;
}

async function evalPolicy(
  file: string,
  { endpoint, input, state, strictInput, trace, release, dialect }: EvalOptions,
): Promise<number> {
  if ([file, input, state].filter((name) => name === '-').length > 1) {
    printMessage('only one argument can be - (standard input)');
    return exitUsage;
  }
  const policy = await readPolicyFile(file);
  const asked = await readJson(input);
  const kept = await readJson(state);
  if (policy === undefined || asked === undefined || kept === undefined) return exitUsage;
  const { text } = policy;
  const reading = createGuestDialect(release, dialect);
  const asIs = new Policy(text);
  if (!checkEndpoint(endpoint, asIs)) return exitUsage;
  const sent = strictInput ? asked : addDefaults(endpoint, asked, release);
  const request: EvaluationRequest = { rule: endpoint, input: sent, data: dataWith(kept), limits: commandLineLimits };
  const module = moduleIn(asIs, reading);
  const recorder = trace ? new TraceRecorder(text, module) : undefined;
  const answer = answerOf(asIs, module, reading, { ...request, observer: recorder });
  if (reading.dialect === undefined) sayWhereItDepends(asIs, reading, request, answer);
  print(
    recorder === undefined ? answer.json : `${answer.json.slice(0, -1)}, "trace": ${traceJson(recorder.trace, text)}}`,
  );
  return answer.refused ? exitFound : exitClean;
}

/**
 * Returns whether the name is a request of the agent or a rule of the policy. If it isn't a request, prints what it
 * is, or the request that is probably meant.
 */
function checkEndpoint(endpoint: string, policy: Policy): boolean {
  if (findEndpoint(endpoint) !== undefined) return true;
  const { isAsked, isWhole, rulesOf } = analyzePolicy(policy);
  const name = sanitizeTerminalLine(endpoint.slice(0, 100));
  const nearest = findIntendedRequest(endpoint) ?? findNearestName(endpoint, endpointNames);
  const suggestion = nearest === undefined ? '' : ` Did you mean ${nearest.name}?`;
  // A function has no value without arguments.
  if (isAsked && rulesOf(endpoint).some(({ head }) => head.parameters === undefined)) {
    printMessage(`${name} isn't a request of the agent. The result is the value of the rule ${name}.${suggestion}`);
    return true;
  }
  // The evaluation prints the error of a policy that can't be read completely.
  if (!isWhole) return true;
  printMessage(
    `unknown request ${name}: it's neither a request of the agent nor a rule in package ${policyPackage}.${suggestion === '' ? ` ${endpointsLine()}` : suggestion}`,
  );
  return false;
}

/** Adds missing fields with their defaults in the protocol to a request, and prints their names. */
function addDefaults(endpoint: string, request: RegoValue, release: Release): RegoValue {
  const { input, added } = completeInput(endpoint, request, getGuest(release).copyFile);
  if (added.length > 0) {
    const names = sanitizeTerminalLine(formatNames(added, mostNamed));
    printMessage(
      `the input has no ${names}. The agent sends every field, so the defaults were added. To keep the input as it is, use --strict-input.`,
    );
  }
  return input;
}

interface Answered {
  readonly json: string;
  readonly refused: boolean;
  /** The result, `null` if undefined, or the error. */
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

/** Prints a message if the Rego version of the guest is unknown and the other version gives a different result. */
function sayWhereItDepends(policy: Policy, reading: GuestDialect, request: EvaluationRequest, answer: Answered): void {
  const shown = moduleIn(policy, reading).dialect;
  const dialect = shown === 'v0' ? 'v1' : 'v0';
  const other = answerOf(policy, policy.in(dialect), reading, request);
  if (other.result === answer.result) return;
  const told = sanitizeTerminalLine((other.error ?? other.result).slice(0, 200));
  const instead = other.error === undefined ? `the result is ${told}` : `the evaluation fails (${told})`;
  printMessage(
    `the Rego version of the guest is unknown. This result is for ${shown}. With ${dialect}, ${instead}. To select a version, use --dialect.`,
  );
}

/** Formats a trace as JSON with one expression per line. Prints a message if the trace isn't complete. */
function traceJson({ steps, omitted }: Trace, text: string): string {
  if (omitted > 0)
    printMessage(`the trace contains the first ${steps.length} of ${steps.length + omitted} evaluated expressions`);
  const lineOf = createLineFinder(text);
  const lines = steps.map(({ start, rule, expression, value, depth, operands }) => {
    const column = start - text.lastIndexOf('\n', start - 1);
    return `  ${JSON.stringify({ line: lineOf(start), column, rule, depth, expression, value, values: operands })}`;
  });
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`;
}

function errorJson(text: string, { message, span }: EvaluationError): string {
  return `{"error": ${JSON.stringify({ message, ...getLineAndColumn(text, span.start) })}}`;
}

function print(json: string): void {
  process.stdout.write(`${sanitizeJson(json)}\n`);
}

/** Reads JSON and preserves all digits of numbers. */
async function readJson(file: string | undefined): Promise<RegoValue | undefined> {
  if (file === undefined) return emptyObject;
  const read = await readTextFile(file);
  if (read === undefined) return undefined;
  const { value, problem } = parseRegoJson(read.text);
  if (problem !== undefined) printMessage(`can't read ${read.name}: ${problem}`);
  return value;
}
