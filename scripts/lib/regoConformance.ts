/** Runs the cases of the guest's engine, which are kept outside of the project, through our evaluator. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import type { Dialect } from '../../core/agent/engines.ts';
import { guestBuiltins } from '../../server/src/rego/builtins/index.ts';
import { bindingsOf, evaluate, evaluateQuery } from '../../server/src/rego/evaluate.ts';
import { toJsonText } from '../../server/src/rego/formatValue.ts';
import { load, type Source } from '../../server/src/rego/load.ts';
import { parse, parseQuery } from '../../server/src/rego/parse.ts';
import { fromJson } from '../../server/src/rego/parseJson.ts';
import { findUnknownFunctions } from '../../server/src/rego/unknownFunctions.ts';
import { fromDouble } from '../../server/src/rego/numbers.ts';
import { compareValues, makeObject, makeSet, RegoArray, type Entry, type Value } from '../../server/src/rego/values.ts';
import type { Span } from '../../server/src/span.ts';
import { root } from './run.ts';

export interface CaseResult {
  /** `rego/every`, `guest-engine v0` */
  readonly folder: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  readonly detail: string;
  /** An error was wanted and came, in other words than the engine's. */
  readonly otherWords?: boolean;
}

/** The folder with the cases, or undefined where it is not. */
export const conformanceFolder = (): string | undefined => {
  const places = [process.env['OSC_CONFORMANCE'], path.join(root, '../shared/conformance'), '/work/shared/conformance'];
  return places.find((place) => place !== undefined && existsSync(path.join(place, 'guest-engine.json')));
};

/** Features that the guest's build of the engine does not have. */
const otherFeatures: Readonly<Record<string, string>> = {
  'rego-extensions': 'the guest has no `rego-extensions`',
  target: 'the guest has no targets of Azure Policy',
  limits: 'the guest sets no time limit',
};

const guest = guestBuiltins({ base64: true });

/** All cases there are. */
export const runAll = (folder: string): readonly CaseResult[] => [...interpreterCases(folder), ...guestCases(folder)];

const isMap = (value: unknown): value is Map<unknown, unknown> => value instanceof Map;

function* interpreterCases(folder: string): Generator<CaseResult> {
  const start = path.join(folder, 'rego');
  const files = readdirSync(start, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  for (const file of files.toSorted()) {
    const document = readYaml(readFileSync(path.join(start, file), 'utf8'));
    const cases: unknown = isMap(document) ? document.get('cases') : undefined;
    for (const [index, each] of (Array.isArray(cases) ? cases : []).entries()) {
      if (!isMap(each)) continue;
      const name = `${file} ${index + 1}: ${String(each.get('note'))}`;
      yield { folder: `rego/${path.dirname(file)}`, name, ...interpreterCase(each, file) };
    }
  }
}

/** One file has the items of a list where YAML proper does not have them: moved in, both readers take them the same way. */
const readYaml = (text: string): unknown => {
  const moved = text.replaceAll(/^( +)("[^"\n]*",?|\])$/gm, '$1  $2');
  const document = parseDocument(text, { intAsBigInt: true });
  const sound = document.errors.length === 0 ? document : parseDocument(moved, { intAsBigInt: true });
  const [error] = sound.errors;
  if (error !== undefined) throw error;
  return sound.toJS({ mapAsMap: true });
};

type Outcome = Omit<CaseResult, 'folder' | 'name'>;

interface Ran {
  readonly results: readonly Value[];
  readonly prints: readonly string[];
  readonly error: string | undefined;
}

function interpreterCase(each: Map<unknown, unknown>, file: string): Outcome {
  const feature = otherFeatures[file.split('/')[0] ?? ''];
  if (feature !== undefined) return { outcome: 'skipped', detail: feature };
  if (each.get('skip') === true) return { outcome: 'skipped', detail: 'skipped upstream' };
  const modules = listOf(each.get('modules')).filter((module) => typeof module === 'string');
  const wanted = each.get('error') ?? each.get('want_error');
  const inputs = manyOf(each.get('input'));
  const runs = (each.has('input') ? inputs : [undefined]).map((input) => run(modules, each, input));
  const ran: Ran = {
    results: runs.flatMap(({ results }) => results),
    prints: runs.flatMap(({ prints }) => prints),
    error: runs.find(({ error }) => error !== undefined)?.error,
  };
  const missing = /^could not find function (.+)$/.exec(ran.error ?? '')?.[1];
  if (missing !== undefined && !(typeof wanted === 'string' && wanted.includes('could not find function'))) {
    return { outcome: 'skipped', detail: `the guest has no \`${missing}\`` };
  }
  if (typeof wanted === 'string') {
    if (ran.error === undefined) return { outcome: 'failed', detail: `wanted the error "${wanted}", got ${show(ran.results)}` };
    return { outcome: 'passed', detail: ran.error, otherWords: !ran.error.includes(wanted) };
  }
  if (ran.error !== undefined) return { outcome: 'failed', detail: ran.error };
  const expected = each.get('no_result') === true ? [] : manyOf(each.get('want_result')).map(expectedValue);
  if (!sameLists(ran.results, expected)) return { outcome: 'failed', detail: `wanted ${show(expected)}, got ${show(ran.results)}` };
  const prints = listOf(each.get('want_prints'));
  if (each.has('want_prints') && prints.join('\n') !== ran.prints.join('\n')) return { outcome: 'failed', detail: `other prints: ${ran.prints.join('\n')}` };
  return { outcome: 'passed', detail: '' };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const manyOf = (value: unknown): readonly unknown[] => (isMap(value) && value.has('many!') ? listOf(value.get('many!')) : [value]);

const show = (values: readonly Value[]): string => values.map(toJsonText).join(' and ') || 'nothing';

const sameLists = (left: readonly Value[], right: readonly Value[]): boolean => compareValues(new RegoArray(left), new RegoArray(right)) === 0;

/** Most cases are of v0; those are of v1 that use `if` without an import, or that v0 cannot read though a result is wanted. */
const sourcesOf = (modules: readonly string[], wantsResult: boolean): readonly Source[] => {
  const read = (dialect: Dialect): readonly Source[] => modules.map((text, index) => ({ module: parse(text, dialect), text, name: `rego_${index}` }));
  const v0 = read('v0');
  const trapped = v0.some(({ module }) => module.rules.some(({ head: { ref } }) => ref.kind === 'variable' && ref.name === 'if'));
  return trapped || (wantsResult && v0.some(({ module }) => module.problems.length > 0)) ? read('v1') : v0;
};

function run(modules: readonly string[], each: Map<unknown, unknown>, input: unknown): Ran {
  const failed = (error: string): Ran => ({ results: [], prints: [], error });
  const sources = sourcesOf(modules, each.has('want_result'));
  const loaded = load(sources, { builtins: guest });
  // What a function unknown to the guest hands out looks unsafe.
  const [unknown] = findUnknownFunctions(sources.map(({ module }) => module), { builtins: guest }); // prettier-ignore
  const explained = (message: string): string => (unknown !== undefined && message.includes('is unsafe') ? `could not find function ${unknown.name}` : message);
  if (loaded.error !== undefined) return failed(explained(loaded.error.message));
  const { query, problems } = parseQuery(String(each.get('query')), 'v1');
  const [problem] = problems;
  if (problem !== undefined) return failed(problem.message);
  const evaluation = evaluateQuery(loaded, query, {
    input: input === undefined ? undefined : plainValue(input),
    ...(each.get('data') === undefined ? {} : { data: plainValue(each.get('data')) }),
    strictBuiltinErrors: each.get('strict') !== false,
  });
  if (evaluation.error !== undefined) return { results: [], prints: evaluation.prints, error: explained(evaluation.error.message) };
  const results = evaluation.solutions.flatMap((solution): Value[] => {
    if (solution.bindings.size > 0) return [bindingsOf(solution)];
    const values = solution.values.filter((value) => value !== undefined);
    if (values.length < 2) return values;
    return [new RegoArray(values)];
  });
  return { results, prints: evaluation.prints, error: undefined };
}

/** What YAML says, keys of any kind. */
function plainValue(value: unknown): Value {
  if (Array.isArray(value)) return new RegoArray(value.map(plainValue));
  if (isMap(value)) return makeObject([...value].map(([key, item]): Entry => [plainValue(key), plainValue(item)]));
  if (typeof value === 'number') return fromDouble(value);
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint' ? value : null;
}

/** As `plainValue`, with the marks of sets and of objects with other keys. */
function expectedValue(value: unknown): Value {
  if (Array.isArray(value)) return new RegoArray(value.map(expectedValue));
  if (!isMap(value)) return plainValue(value);
  if (value.size === 1 && Array.isArray(value.get('set!'))) return makeSet(listOf(value.get('set!')).map(expectedValue));
  if (value.size === 1 && Array.isArray(value.get('object!'))) {
    return makeObject(
      listOf(value.get('object!')).map((entry): Entry => (isMap(entry) ? [expectedValue(entry.get('key')), expectedValue(entry.get('value'))] : [null, null])),
    );
  }
  return makeObject([...value].map(([key, item]): Entry => [expectedValue(key), expectedValue(item)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function* guestCases(folder: string): Generator<CaseResult> {
  const cases: unknown = JSON.parse(readFileSync(path.join(folder, 'guest-engine.json'), 'utf8'));
  for (const each of Array.isArray(cases) ? cases : []) {
    if (!isRecord(each)) continue;
    for (const dialect of ['v0', 'v1'] as const) {
      const wanted = each[dialect];
      if (isRecord(wanted)) yield { folder: `guest-engine ${dialect}`, name: String(each['name']), ...guestCase(each, wanted, dialect) };
    }
  }
}

function guestCase(each: Record<string, unknown>, wanted: Record<string, unknown>, dialect: Dialect): Outcome {
  const text = String(each['policy']);
  const loaded = load([{ module: parse(text, dialect), text }], { builtins: guest });
  const ran = loaded.error === undefined ? evaluate(loaded, { rule: String(each['endpoint']), input: fromJson(each['input']) }) : { error: loaded.error };
  if (ran.error !== undefined) {
    const { line, column } = placeOf(text, ran.error.span);
    const got = `error "${ran.error.message}" at ${line}:${column}`;
    if (typeof wanted['error'] !== 'string') return { outcome: 'failed', detail: `wanted ${JSON.stringify(wanted)}, got ${got}` };
    const same = (wanted['line'] === line && wanted['column'] === column) || isPlaceOfWarning(text, wanted, ran.error.span, dialect);
    if (!same) return { outcome: 'failed', detail: `wanted the error at ${String(wanted['line'])}:${String(wanted['column'])}, got ${got}` };
    return { outcome: 'passed', detail: ran.error.message, otherWords: !ran.error.message.includes(wanted['error']) };
  }
  const expected = 'value' in wanted ? fromJson(wanted['value']) : undefined;
  const got = ran.value === undefined ? 'undefined' : toJsonText(ran.value);
  const want = 'error' in wanted ? `the error "${String(wanted['error'])}"` : expected === undefined ? 'undefined' : toJsonText(expected);
  return got === want ? { outcome: 'passed', detail: '' } : { outcome: 'failed', detail: `wanted ${want}, got ${got}` };
}

/** In v0 the engine warns of an `if` that is no keyword; two verdicts have the place of that warning, not of the error behind it. */
function isPlaceOfWarning(text: string, { line, column }: Record<string, unknown>, span: Span, dialect: Dialect): boolean {
  const lines = text.split('\n');
  if (dialect !== 'v0' || typeof line !== 'number' || typeof column !== 'number') return false;
  const offset = lines.slice(0, line - 1).reduce((length, { length: more }) => length + more + 1, 0) + column - 1;
  return /^if\b/.test(text.slice(offset)) && offset < span.start;
}

function placeOf(text: string, { start }: Span): { readonly line: number; readonly column: number } {
  const before = text.slice(0, start).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
