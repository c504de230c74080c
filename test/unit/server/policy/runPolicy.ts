/** Runs small policies for the evaluator tests. */
import type { Dialect } from '#core/agent/policyEngines.ts';
import { listGuestBuiltins } from '#server/policy/rego/builtins/index.ts';
import { evaluateRequest, type Evaluation, type EvaluationRequest } from '#server/policy/rego/evaluate/evaluate.ts';
import { formatValue } from '#server/policy/rego/values/formatValue.ts';
import { loadModules } from '#server/policy/rego/evaluate/load.ts';
import { parseRego } from '#server/policy/rego/syntax/parse.ts';
import { fromJson } from '#server/policy/rego/values/parseJson.ts';

export interface PolicyRun extends Partial<Omit<EvaluationRequest, 'input'>> {
  readonly input?: unknown;
  readonly dialect?: Dialect;
  readonly base64?: boolean;
}

/** Returns a policy with its package and the import of rego.v1. */
export const policyText = (rules: string): string => `package agent_policy\nimport rego.v1\n${rules}\n`;

/** Evaluates the request `R` of a policy. */
export const runText = (
  text: string,
  { input, dialect = 'v1', base64 = true, ...request }: PolicyRun = {},
): Evaluation => {
  const loaded = loadModules([{ module: parseRego(text, dialect), text, name: 'policy.rego' }], {
    builtins: listGuestBuiltins({ base64 }),
  });
  if (loaded.error !== undefined)
    return { error: loaded.error, prints: [], failures: [], spent: { steps: 0, allocated: 0 } };
  return evaluateRequest(loaded, { rule: 'R', ...request, input: input === undefined ? undefined : fromJson(input) });
};

export const runPolicy = (rules: string, run: PolicyRun = {}): Evaluation => runText(policyText(rules), run);

/** Returns the value as text, `undefined`, or the error with the source text at its position. */
export const resultOf = (rules: string, run: PolicyRun = {}): string => {
  const result = runPolicy(rules, run);
  if (result.error === undefined) return result.value === undefined ? 'undefined' : formatValue(result.value);
  const { message, span } = result.error;
  return `error: ${message} at ${policyText(rules).slice(span.start, span.end)}`;
};
