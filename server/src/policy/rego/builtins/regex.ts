/** Built-in functions for regular expressions. They use a port of RE2 and take linear time, as in the policy engine. */
import { RE2JS } from 're2js';
import { RegoArray, type RegoValue } from '../values/values.ts';
import {
  BuiltinProblem,
  numberArgument,
  stringArgument,
  type BuiltinFunction,
  type BuiltinCall,
  type BuiltinTable,
} from './builtin.ts';
import { firstIndexOf } from './search.ts';

/**
 * Maximum number of instructions. The policy engine rejects patterns with an automaton larger than 100 KiB, which is
 * approximately this size.
 */
const maximalProgram = 5000;
const maximalPattern = 20_000;
/**
 * Maximum estimated number of instructions before compilation. The estimate is never much lower than the actual number.
 */
const mostEstimated = 4 * maximalProgram;
/** Cost of compiling one instruction and one Unicode class, in steps. */
const stepsPerInstruction = 16;
const stepsPerClass = 1000;
/** Maximum number of cached compiled patterns. */
const mostPatterns = 100;

const repetition = /\{(\d+)(,?)(\d*)\}/y;
const classEnd = /\[\^?\]?(?:\[:\^?\w*:\]|\\.|[^\]\\])*\]/sy;
const escape = /\\(?:[pPx]\{[^}]*\}|.)/sy;

/** Estimates the program size of a pattern with all repetitions expanded. */
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

const classesIn = (pattern: string): number =>
  (pattern.match(pattern.includes('(?') ? /\\[pP]|\[/g : /\\[pP]/g) ?? []).length;

/** Returns the cost of compiling a pattern in steps. Infinity if the pattern is too large for the policy engine. */
export const costOfCompiling = (pattern: string): number => {
  if (pattern.length > maximalPattern) return Infinity;
  const size = estimatedSize(pattern);
  return size > mostEstimated
    ? Infinity
    : pattern.length * 4 + size * stepsPerInstruction + classesIn(pattern) * stepsPerClass;
};

const compiled = (call: BuiltinCall, pattern: string): RE2JS | undefined => {
  if (call.regexes.has(pattern)) return call.regexes.get(pattern);
  const cost = costOfCompiling(pattern);
  if (cost === Infinity) call.stop('the regular expression is too large');
  call.spend(cost);
  let regex: RE2JS | undefined;
  try {
    regex = RE2JS.compile(pattern);
  } catch {
    regex = undefined;
  }
  if ((regex?.programSize() ?? 0) > maximalProgram) call.stop('the regular expression is too large');
  if (call.regexes.size >= mostPatterns) call.regexes.clear();
  call.regexes.set(pattern, regex);
  return regex;
};

const needed = (call: BuiltinCall, pattern: string, index = 0): RE2JS => {
  const regex = compiled(call, pattern);
  if (regex === undefined) throw new BuiltinProblem('invalid regex', index);
  return regex;
};

/**
 * Charges a match. For each character, the matcher visits each state of the automaton. With capture groups, each state
 * also stores their positions.
 */
const charge = (call: BuiltinCall, regex: RE2JS, length: number, groups = 0): void =>
  call.spend(Math.ceil((regex.programSize() * length * (1 + groups / 8)) / 16) + 1);

interface Found {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
  readonly names: Readonly<Record<string, number>>;
}

/** Returns at most `limit` matches from left to right. */
function* matches(call: BuiltinCall, regex: RE2JS, text: string, limit: number): Generator<Found> {
  const matcher = regex.matcher(text);
  const names = regex.namedGroups();
  for (let count = 0, at = 0; count < limit; count += 1) {
    charge(call, regex, text.length - at, matcher.groupCount());
    call.spend(matcher.groupCount() + 1);
    if (!matcher.find()) return;
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index));
    call.allocate(groups.reduce((length, group) => length + (group?.length ?? 0) + 1, 0));
    at = matcher.end();
    yield { start: matcher.start(), end: at, groups, names };
  }
}

const limitArgument = (call: BuiltinCall, args: readonly RegoValue[], index: number): number => {
  const limit = numberArgument(call, args, index);
  if (typeof limit !== 'bigint') throw new BuiltinProblem('n must be an integer', index);
  return limit < 0n || limit > 1_000_000_000n ? Infinity : Number(limit);
};

const findAll = (pick: (found: Found) => RegoValue): BuiltinFunction => ({
  arity: 3,
  run: (args, call) => {
    const regex = needed(call, stringArgument(call, args, 0));
    return new RegoArray(
      [...matches(call, regex, stringArgument(call, args, 1), limitArgument(call, args, 2))].map(pick),
    );
  },
});

/** A part of a replacement: literal text, or a group with a name or number. */
type Piece = { readonly text: string } | { readonly group: string };

/** Parses `$1`, `$name`, `${name}`, and `$$` in a replacement. */
const piecesOf = (replacement: string, call: BuiltinCall): readonly Piece[] => {
  call.spend(replacement.length >> 2);
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of replacement.matchAll(/\$(?:\$|\{([^}]*)\}|(\w+))/g)) {
    call.spend(4);
    pieces.push({ text: replacement.slice(at, found.index) });
    pieces.push(found[0] === '$$' ? { text: '$' } : { group: found[1] ?? found[2] ?? '' });
    at = found.index + found[0].length;
  }
  return [...pieces, { text: replacement.slice(at) }];
};

/** Creates the replacement of a match. Charges its length first. */
const expanded = (pieces: readonly Piece[], { groups, names }: Found, call: BuiltinCall): string => {
  call.spend(pieces.length);
  const texts = pieces.map((piece) => {
    if ('text' in piece) return piece.text;
    const index = /^\d+$/.test(piece.group) ? Number(piece.group) : names[piece.group];
    return index === undefined ? '' : (groups[index] ?? '');
  });
  call.allocate(texts.reduce((length, text) => length + text.length, 0));
  return texts.join('');
};

const replace = (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
  const text = stringArgument(call, args, 0);
  const regex = compiled(call, stringArgument(call, args, 1));
  const replacement = piecesOf(stringArgument(call, args, 2), call);
  if (regex === undefined) return undefined;
  const results: string[] = [];
  let at = 0;
  for (const found of matches(call, regex, text, Infinity)) {
    call.allocate(found.start - at);
    results.push(text.slice(at, found.start), expanded(replacement, found, call));
    at = found.end;
  }
  call.allocate(text.length - at);
  return results.join('') + text.slice(at);
};

const split = (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
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

const templateMatch = (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
  let [template = '', text = '', open = '', close = ''] = [0, 1, 2, 3].map((index) =>
    stringArgument(call, args, index),
  );
  for (;;) {
    const start = firstOf(call, template, open);
    const end = start < 0 ? -1 : firstOf(call, template, close);
    if (start < 0 || end < 0) {
      call.spend(Math.min(template.length, text.length) >> 6);
      return template === text;
    }
    if (start >= end) return undefined;
    call.spend(start >> 6);
    if (template.slice(0, start) !== text.slice(0, start)) return false;
    const regex = needed(call, template.slice(start + open.length, end));
    text = text.slice(start);
    const [first] = matches(call, regex, text, 1);
    if (first === undefined || first.start !== 0) return false;
    text = text.slice(first.end);
    template = template.slice(end + close.length);
  }
};

/**
 * Finds the first delimiter in windows of growing size, so that the text after it isn't searched again for every
 * delimiter.
 */
const firstOf = (call: BuiltinCall, text: string, delimiter: string): number => {
  for (let length = 256 + 2 * delimiter.length; ; length *= 2) {
    const at = firstIndexOf(call, text.slice(0, length), delimiter);
    if (at >= 0 || length >= text.length) return at;
  }
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
