/**
 * Compiles the patterns of CRDs that mean the same in RE2, which the API server uses, and in JavaScript. Other patterns
 * aren't checked.
 * Source: google/re2 doc/syntax.txt, and ECMA-262, Regular Expression (RegExp) Objects.
 */

/** Maximum length of a text that is checked against a pattern. */
const maxText = 128;
/** Maximum number of repetitions. JavaScript tries all ways to divide a text among them. */
const maxRepetitions = 3;
/** Maximum estimated steps of one check, and of all checks of an object. A million steps take a few milliseconds. */
const maxSteps = 1_000_000;
const maxStepsPerObject = 20_000_000;

/** A pattern with the numbers that determine how long a check can take. */
interface CommonPattern {
  readonly expression: RegExp;
  /** Number of ways to select alternatives and optional parts. */
  readonly ways: number;
  readonly repetitions: number;
  /** Number of characters, classes, and operators, with those that are repeated a fixed number of times. */
  readonly length: number;
  /** True if a match can only begin at the start of the text. */
  readonly isAnchored: boolean;
}

const compiled = new Map<string, CommonPattern | undefined>();
/** Maximum number of compiled patterns. */
const maxCompiled = 500;

/** Returns the compiled pattern, or undefined if it might mean something else in RE2. */
export function compilePattern(pattern: string): CommonPattern | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  if (compiled.size >= maxCompiled) compiled.clear();
  const shape = readCommon(pattern);
  const expression = shape === undefined ? undefined : toRegExp(pattern);
  const common = shape === undefined || expression === undefined ? undefined : { expression, ...shape };
  compiled.set(pattern, common);
  return common;
}

/** The steps that are left for the patterns of an object. */
export interface PatternBudget {
  steps: number;
}

export function createPatternBudget(): PatternBudget {
  return { steps: maxStepsPerObject };
}

/** Returns whether a text certainly doesn't match a pattern. Returns false if this can't be determined in time. */
export function violatesPattern(text: string, pattern: string, budget: PatternBudget): boolean {
  // In other characters, the classes of RE2 and JavaScript differ.
  if (text.length > maxText || !/^[ -~]*$/.test(text)) return false;
  const common = compilePattern(pattern);
  if (common === undefined) return false;
  const steps = estimateSteps(common, text.length);
  if (steps > Math.min(maxSteps, budget.steps)) return false;
  budget.steps -= steps;
  return !common.expression.test(text);
}

/** Returns the maximum number of steps of a check: the ways to match, each with its parts, from each start. */
function estimateSteps({ ways, repetitions, length, isAnchored }: CommonPattern, characters: number): number {
  let divisions = 1;
  for (let index = 1; index <= repetitions; index += 1) divisions *= (characters + index) / index;
  return (isAnchored ? 1 : characters + 1) * ways * divisions * Math.min(length, characters + 1);
}

function toRegExp(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}

/** Matches the next part of a pattern that both read in the same way. */
const parts =
  /(\\[dDwWsSbB]|\\[tnrf]|\\[!-/:-@[-`{-~])|(\[\^?(?:[^\]\\[^-]|\\[dDwWsStnrf]|\\[!-/:-@[-`{-~]|-)+\])|(\((?:\?:)?(?!\?))|(\))|([*+?]\??|\{\d{1,3}(?:,\d{0,3})?\}\??)|(\|)|([^\\()[\]{}*+?|])/y;

interface Group {
  /** True if the group contains a repetition or alternatives. */
  isComplex: boolean;
  /** Number of ways to match the alternatives before the current one, and the current one. */
  before: number;
  ways: number;
}

const createGroup = (): Group => ({ isComplex: false, before: 0, ways: 1 });

/**
 * Returns the numbers that determine how long a check can take.
 * @returns undefined if the pattern doesn't consist only of common syntax, or repeats more than simple parts
 */
function readCommon(pattern: string): Omit<CommonPattern, 'expression'> | undefined {
  const outermost = createGroup();
  const open: Group[] = [outermost];
  let last: Group | 'simple' | 'none' = 'none';
  let repetitions = 0;
  let length = 0;
  for (parts.lastIndex = 0; parts.lastIndex < pattern.length;) {
    const found = parts.exec(pattern);
    const group = open.at(-1);
    if (found === null || group === undefined) return undefined;
    const [, escape, set, start, end, times, alternative] = found;
    length += 1;
    if (start !== undefined) {
      open.push(createGroup());
      last = 'none';
    } else if (end !== undefined) {
      open.pop();
      const outer = open.at(-1);
      if (outer === undefined) return undefined;
      outer.isComplex ||= group.isComplex;
      outer.ways *= group.before + group.ways;
      last = group;
    } else if (times !== undefined) {
      if (last === 'none') return undefined;
      const isOptional = times.startsWith('?');
      if (last !== 'simple' && last.isComplex && !isOptional) return undefined;
      const [, count] = /^\{(\d+)\}/.exec(times) ?? [];
      if (isOptional) group.ways *= 2;
      else if (count === undefined) repetitions += 1;
      else length += Number(count);
      group.isComplex = true;
      last = 'none';
    } else if (alternative !== undefined) {
      group.isComplex = true;
      group.before += group.ways;
      group.ways = 1;
      last = 'none';
    } else if (set !== undefined && !isCommonSet(set)) return undefined;
    else last = escape === '\\b' || escape === '\\B' || /^[$^]$/.test(found[0]) ? 'none' : 'simple';
  }
  if (open.length !== 1 || repetitions > maxRepetitions) return undefined;
  const isAnchored = pattern.startsWith('^') && outermost.before === 0;
  return { ways: outermost.before + outermost.ways, repetitions, length, isAnchored };
}

/** Returns whether a class such as `[a-z0-9-]` has no range that begins or ends with another class, such as `\d`. */
function isCommonSet(set: string): boolean {
  return !/\\[dDwWsS]-(?!\])|-\\[dDwWsS]/.test(set);
}
