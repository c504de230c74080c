/** Runs the conformance cases, which are stored outside the project, with this project's evaluator. */
import path from 'node:path';
import type { Dialect } from '#core/agent/policyEngines.ts';
import { listGuestBuiltins } from '#server/policy/rego/builtins/index.ts';
import { bindingsOf, evaluateRequest, evaluateQuery } from '#server/policy/rego/evaluate/evaluate.ts';
import { toJsonText } from '#server/policy/rego/values/formatValue.ts';
import { loadModules, type RegoSource } from '#server/policy/rego/evaluate/load.ts';
import { parseRego, parseQuery } from '#server/policy/rego/syntax/parse.ts';
import { fromJson } from '#server/policy/rego/values/parseJson.ts';
import { findUnknownFunctions } from '#server/policy/rego/compile/unknownFunctions.ts';
import { fromDouble } from '#server/policy/rego/values/numbers.ts';
import {
  compareValues,
  makeObject,
  makeSet,
  RegoArray,
  type RegoEntry,
  type RegoValue,
} from '#server/policy/rego/values/values.ts';
import type { Span } from '#server/engine/text/span.ts';
import {
  readGuestCases,
  interpreterCases,
  isMap,
  listOf,
  type GuestCase,
  type InterpreterCase,
} from './conformanceCases.ts';

export interface ConformanceCaseResult {
  /** Folder such as `rego/every` or `guest-engine v0`. */
  readonly folder: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Reason the case failed or was skipped. */
  readonly detail: string;
  /** True if an expected error occurred with a different message. */
  readonly otherWords?: boolean;
}

/** Features that the guest's build of the policy engine doesn't have. */
const otherFeatures: Readonly<Record<string, string>> = {
  'rego-extensions': 'the guest has no `rego-extensions`',
  target: 'the guest has no support for Azure Policy targets',
  limits: 'the guest sets no time limit',
};

const guest = listGuestBuiltins({ base64: true });

/** Runs all cases in the folder. */
export function* runAll(folder: string): Generator<ConformanceCaseResult> {
  for (const each of interpreterCases(folder)) {
    const { file, position, note } = each;
    yield { folder: `rego/${path.dirname(file)}`, name: `${file} ${position}: ${note}`, ...interpreterCase(each) };
  }
  for (const each of readGuestCases(folder)) {
    for (const dialect of ['v0', 'v1'] as const)
      yield { folder: `guest-engine ${dialect}`, name: each.name, ...guestCase(each, dialect) };
  }
}

type Outcome = Omit<ConformanceCaseResult, 'folder' | 'name'>;

interface Ran {
  readonly results: readonly RegoValue[];
  readonly prints: readonly string[];
  readonly error: string | undefined;
}

function interpreterCase({ file, modules, error: wanted, skip, fields: each }: InterpreterCase): Outcome {
  const feature = otherFeatures[file.split('/')[0] ?? ''];
  if (feature !== undefined) return { outcome: 'skipped', detail: feature };
  if (skip) return { outcome: 'skipped', detail: 'regorus skips the test case' };
  const inputs = manyOf(each.get('input'));
  const runs = (each.has('input') ? inputs : [undefined]).map((input) => run(modules, each, input));
  const ran: Ran = {
    results: runs.flatMap(({ results }) => results),
    prints: runs.flatMap(({ prints }) => prints),
    error: runs.find(({ error }) => error !== undefined)?.error,
  };
  const missing = /^could not find function (.+)$/.exec(ran.error ?? '')?.[1];
  if (missing !== undefined && wanted?.includes('could not find function') !== true) {
    return { outcome: 'skipped', detail: `the guest has no \`${missing}\`` };
  }
  if (wanted !== undefined) {
    if (ran.error === undefined)
      return { outcome: 'failed', detail: `expected the error "${wanted}", got ${show(ran.results)}` };
    return { outcome: 'passed', detail: ran.error, otherWords: !ran.error.includes(wanted) };
  }
  if (ran.error !== undefined) return { outcome: 'failed', detail: ran.error };
  const expected = each.get('no_result') === true ? [] : manyOf(each.get('want_result')).map(expectedValue);
  if (!sameLists(ran.results, expected))
    return { outcome: 'failed', detail: `expected ${show(expected)}, got ${show(ran.results)}` };
  const prints = listOf(each.get('want_prints'));
  if (each.has('want_prints') && prints.join('\n') !== ran.prints.join('\n'))
    return { outcome: 'failed', detail: `different prints: ${ran.prints.join('\n')}` };
  return { outcome: 'passed', detail: '' };
}

const manyOf = (value: unknown): readonly unknown[] =>
  isMap(value) && value.has('many!') ? listOf(value.get('many!')) : [value];

const show = (values: readonly RegoValue[]): string =>
  values.map((value) => toJsonText(value)).join(' and ') || 'nothing';

const sameLists = (left: readonly RegoValue[], right: readonly RegoValue[]): boolean =>
  compareValues(new RegoArray(left), new RegoArray(right)) === 0;

/**
 * Parses the modules. Most cases use v0. A case uses v1 if it uses `if` without an import, or if v0 can't parse it
 * although a result is expected.
 */
const sourcesOf = (modules: readonly string[], wantsResult: boolean): readonly RegoSource[] => {
  const read = (dialect: Dialect): readonly RegoSource[] =>
    modules.map((text, index) => ({ module: parseRego(text, dialect), text, name: `rego_${index}` }));
  const v0 = read('v0');
  const trapped = v0.some(({ module }) =>
    module.rules.some(({ head: { ref } }) => ref.kind === 'variable' && ref.name === 'if'),
  );
  return trapped || (wantsResult && v0.some(({ module }) => module.problems.length > 0)) ? read('v1') : v0;
};

function run(modules: readonly string[], each: ReadonlyMap<unknown, unknown>, input: unknown): Ran {
  const failed = (error: string): Ran => ({ results: [], prints: [], error });
  const sources = sourcesOf(modules, each.has('want_result'));
  const loaded = loadModules(sources, { builtins: guest });
  // An output of a function that the guest doesn't have appears to be unsafe.
  const [unknown] = findUnknownFunctions(sources.map(({ module }) => module), { builtins: guest }); // prettier-ignore
  const explained = (message: string): string =>
    unknown !== undefined && message.includes('is unsafe') ? `could not find function ${unknown.name}` : message;
  if (loaded.error !== undefined) return failed(explained(loaded.error.message));
  const { query, problems } = parseQuery(String(each.get('query')), 'v1');
  const [problem] = problems;
  if (problem !== undefined) return failed(problem.message);
  const evaluation = evaluateQuery(loaded, query, {
    input: input === undefined ? undefined : plainValue(input),
    ...(each.get('data') === undefined ? {} : { data: plainValue(each.get('data')) }),
    strictBuiltinErrors: each.get('strict') !== false,
  });
  if (evaluation.error !== undefined)
    return { results: [], prints: evaluation.prints, error: explained(evaluation.error.message) };
  const results = evaluation.solutions.flatMap((solution): RegoValue[] => {
    if (solution.bindings.size > 0) return [bindingsOf(solution)];
    const values = solution.values.filter((value) => value !== undefined);
    if (values.length < 2) return values;
    return [new RegoArray(values)];
  });
  return { results, prints: evaluation.prints, error: undefined };
}

/** Converts a YAML value. Keys can have any type. */
function plainValue(value: unknown): RegoValue {
  if (Array.isArray(value)) return new RegoArray(value.map(plainValue));
  if (isMap(value)) return makeObject([...value].map(([key, item]): RegoEntry => [plainValue(key), plainValue(item)]));
  if (typeof value === 'number') return fromDouble(value);
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint' ? value : null;
}

/** Converts a value like `plainValue`, and also supports the markers for sets and for objects with non-string keys. */
function expectedValue(value: unknown): RegoValue {
  if (Array.isArray(value)) return new RegoArray(value.map(expectedValue));
  if (!isMap(value)) return plainValue(value);
  if (value.size === 1 && Array.isArray(value.get('set!')))
    return makeSet(listOf(value.get('set!')).map(expectedValue));
  if (value.size === 1 && Array.isArray(value.get('object!'))) {
    return makeObject(
      listOf(value.get('object!')).map((entry): RegoEntry =>
        isMap(entry) ? [expectedValue(entry.get('key')), expectedValue(entry.get('value'))] : [null, null],
      ),
    );
  }
  return makeObject([...value].map(([key, item]): RegoEntry => [expectedValue(key), expectedValue(item)]));
}

function guestCase({ policy: text, endpoint, input, ...verdicts }: GuestCase, dialect: Dialect): Outcome {
  const wanted = verdicts[dialect];
  const loaded = loadModules([{ module: parseRego(text, dialect), text }], { builtins: guest });
  const ran =
    loaded.error === undefined
      ? evaluateRequest(loaded, { rule: endpoint, input: fromJson(input) })
      : { error: loaded.error };
  if (ran.error !== undefined) {
    const { line, column } = placeOf(text, ran.error.span);
    const got = `error "${ran.error.message}" at ${line}:${column}`;
    if (wanted.error === undefined)
      return { outcome: 'failed', detail: `expected ${JSON.stringify(wanted)}, got ${got}` };
    if (wanted.line !== line || wanted.column !== column)
      return { outcome: 'failed', detail: `expected the error at ${wanted.line}:${wanted.column}, got ${got}` };
    return { outcome: 'passed', detail: ran.error.message, otherWords: !ran.error.message.includes(wanted.error) };
  }
  const expected = 'value' in wanted ? fromJson(wanted.value) : undefined;
  const got = ran.value === undefined ? 'undefined' : toJsonText(ran.value);
  const want =
    wanted.error !== undefined
      ? `the error "${wanted.error}"`
      : expected === undefined
        ? 'undefined'
        : toJsonText(expected);
  return got === want
    ? { outcome: 'passed', detail: '' }
    : { outcome: 'failed', detail: `expected ${want}, got ${got}` };
}

function placeOf(text: string, { start }: Span): { readonly line: number; readonly column: number } {
  const before = text.slice(0, start).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
