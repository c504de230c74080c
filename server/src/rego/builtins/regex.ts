/** Regular expressions in time linear to the text, as in the engine: by a port of RE2. */
import { RE2JS } from 're2js';
import { RegoArray, type Value } from '../values.ts';
import { BuiltinProblem, numberArgument, stringArgument, type Builtin, type BuiltinCall, type BuiltinTable } from './builtin.ts';

/** The engine refuses patterns whose automaton is larger than 100 KiB; this is about as much. */
const maximalProgram = 5000;
const maximalPattern = 20_000;
/** Of a program as of the estimate before it is compiled, which is never far below it. */
const mostEstimated = 4 * maximalProgram;
/** Steps for one instruction of a program to be compiled, and for one class of Unicode, as long as they take. */
const stepsPerInstruction = 16;
const stepsPerClass = 1000;
/** Compiled ones are kept for this many patterns. */
const mostPatterns = 100;

const repetition = /\{(\d+)(,?)(\d*)\}/y;
const classEnd = /\[\^?\]?(?:\[:\^?\w*:\]|\\.|[^\]\\])*\]/sy;
const escape = /\\(?:[pPx]\{[^}]*\}|.)/sy;

/** About how large the program of a pattern gets, with repetitions multiplied out. */
export const estimatedSize = (pattern: string): number => {
  const around: number[] = [];
  let sum = 0;
  let last = 0;
  const lengthOf = (expression: RegExp, at: number): number => {
    expression.lastIndex = at;
    return expression.exec(pattern)?.[0].length ?? 1;
  };
  for (let at = 0; at < pattern.length && sum <= mostEstimated;) {
    const sign = pattern[at];
    repetition.lastIndex = at;
    const [counted, least = '', comma, most = ''] = (sign === '{' ? repetition.exec(pattern) : undefined) ?? [];
    if (counted !== undefined) {
      const times = Math.max(1, Number(least) + (comma === '' ? 0 : 1), Number(most));
      sum += last * (times - 1);
      last *= times;
      at += counted.length;
      continue;
    }
    if (sign === '(') {
      around.push(sum);
      [sum, last] = [0, 0];
    } else if (sign === ')') {
      last = sum + 2;
      sum = (around.pop() ?? 0) + last;
    } else {
      sum += 1;
      last = '*+?'.includes(sign ?? '') ? last + 1 : 1;
    }
    at += sign === '[' ? lengthOf(classEnd, at) : sign === '\\' ? lengthOf(escape, at) : 1;
  }
  return around.reduce((whole, part) => whole + part, sum);
};

const classesIn = (pattern: string): number => (pattern.match(pattern.includes('(?') ? /\\[pP]|\[/g : /\\[pP]/g) ?? []).length;

const compiled = (call: BuiltinCall, pattern: string): RE2JS | undefined => {
  if (call.regexes.has(pattern)) return call.regexes.get(pattern);
  const size = pattern.length > maximalPattern ? 0 : estimatedSize(pattern);
  if (size > mostEstimated) call.stop('the regular expression is too large');
  call.spend(pattern.length * 4 + size * stepsPerInstruction + classesIn(pattern.slice(0, maximalPattern)) * stepsPerClass);
  let regex: RE2JS | undefined;
  if (pattern.length <= maximalPattern) {
    try {
      regex = RE2JS.compile(pattern);
    } catch {
      regex = undefined;
    }
  }
  if (pattern.length > maximalPattern || (regex?.programSize() ?? 0) > maximalProgram) {
    call.stop('the regular expression is too large');
  }
  if (call.regexes.size >= mostPatterns) call.regexes.clear();
  call.regexes.set(pattern, regex);
  return regex;
};

const needed = (call: BuiltinCall, pattern: string, index = 0): RE2JS => {
  const regex = compiled(call, pattern);
  if (regex === undefined) throw new BuiltinProblem('invalid regex', index);
  return regex;
};

const charge = (call: BuiltinCall, regex: RE2JS, length: number): void => call.spend(Math.ceil((regex.programSize() * length) / 16) + 1);

interface Found {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
  readonly names: Readonly<Record<string, number>>;
}

/** The matches from left to right, `limit` at most. */
function* matches(call: BuiltinCall, regex: RE2JS, text: string, limit: number): Generator<Found> {
  const matcher = regex.matcher(text);
  const names = regex.namedGroups();
  for (let count = 0, at = 0; count < limit; count += 1) {
    charge(call, regex, text.length - at);
    if (!matcher.find()) return;
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index));
    call.allocate(groups.reduce((length, group) => length + (group?.length ?? 0) + 1, 0));
    at = matcher.end();
    yield { start: matcher.start(), end: at, groups, names };
  }
}

const limitArgument = (call: BuiltinCall, args: readonly Value[], index: number): number => {
  const limit = numberArgument(call, args, index);
  if (typeof limit !== 'bigint') throw new BuiltinProblem('n must be an integer', index);
  return limit < 0n || limit > 1_000_000_000n ? Infinity : Number(limit);
};

const findAll = (pick: (found: Found) => Value): Builtin => ({
  arity: 3,
  run: (args, call) => {
    const regex = needed(call, stringArgument(call, args, 0));
    return new RegoArray([...matches(call, regex, stringArgument(call, args, 1), limitArgument(call, args, 2))].map(pick));
  },
});

/** `$1`, `$name`, `${name}` and `$$` of a replacement. */
const expanded = (replacement: string, { groups, names }: Found): string =>
  replacement.replaceAll(/\$(?:\$|\{([^}]*)\}|(\w+))/g, (whole, braced: string | undefined, bare: string | undefined) => {
    if (whole === '$$') return '$';
    const name = braced ?? bare ?? '';
    const index = /^\d+$/.test(name) ? Number(name) : names[name];
    return index === undefined ? '' : (groups[index] ?? '');
  });

const replace = (args: readonly Value[], call: BuiltinCall): Value | undefined => {
  const text = stringArgument(call, args, 0);
  const regex = compiled(call, stringArgument(call, args, 1));
  const replacement = stringArgument(call, args, 2);
  if (regex === undefined) return undefined;
  let result = '';
  let at = 0;
  for (const found of matches(call, regex, text, Infinity)) {
    const piece = text.slice(at, found.start) + expanded(replacement, found);
    call.allocate(piece.length);
    result += piece;
    at = found.end;
  }
  return result + text.slice(at);
};

const split = (args: readonly Value[], call: BuiltinCall): Value => {
  const regex = needed(call, stringArgument(call, args, 0));
  const text = stringArgument(call, args, 1);
  const parts: string[] = [];
  let at = 0;
  for (const found of matches(call, regex, text, Infinity)) {
    parts.push(text.slice(at, found.start));
    at = found.end;
  }
  return new RegoArray([...parts, text.slice(at)]);
};

const templateMatch = (args: readonly Value[], call: BuiltinCall): Value | undefined => {
  let [template = '', text = '', open = '', close = ''] = [0, 1, 2, 3].map((index) => stringArgument(call, args, index));
  for (
    let start = template.indexOf(open), end = template.indexOf(close);
    start >= 0 && end >= 0;
    start = template.indexOf(open), end = template.indexOf(close)
  ) {
    if (start >= end) return undefined;
    if (template.slice(0, start) !== text.slice(0, start)) return false;
    const regex = needed(call, template.slice(start + open.length, end));
    text = text.slice(start);
    const [first] = matches(call, regex, text, 1);
    if (first === undefined || first.start !== 0) return false;
    text = text.slice(first.end);
    template = template.slice(end + close.length);
  }
  return template === text;
};

export const regex: BuiltinTable = {
  'regex.match': {
    arity: 2,
    run: (args, call) => {
      const pattern = needed(call, stringArgument(call, args, 0));
      const text = stringArgument(call, args, 1);
      charge(call, pattern, text.length);
      return pattern.matcher(text).find();
    },
  },
  'regex.is_valid': {
    arity: 1,
    run: (args, call) => typeof args[0] === 'string' && compiled(call, args[0]) !== undefined,
  },
  'regex.find_n': findAll(({ groups }) => groups[0] ?? ''),
  'regex.find_all_string_submatch_n': findAll(({ groups }) => new RegoArray(groups.map((group) => group ?? ''))),
  'regex.replace': { arity: 3, run: replace },
  'regex.split': { arity: 2, run: split },
  'regex.template_match': { arity: 4, run: templateMatch },
};
