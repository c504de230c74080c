/**
 * Compiles the patterns of CRDs that mean the same in RE2, which the API server uses, and in JavaScript. Other patterns
 * aren't checked.
 * Source: google/re2 doc/syntax.txt, and ECMA-262, Regular Expression (RegExp) Objects.
 */

/** Maximum length of a text that is checked against a pattern. */
export const maxPatternText = 128;
/** Maximum number of repetitions and of optional parts. JavaScript tries all ways to divide a text among them. */
const maxRepetitions = 3;
const maxOptional = 6;

const compiled = new Map<string, RegExp | undefined>();
/** Maximum number of compiled patterns. */
const maxCompiled = 500;

/** Returns the compiled pattern, or undefined if it might mean something else in RE2 or take too long. */
export function compilePattern(pattern: string): RegExp | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  if (compiled.size >= maxCompiled) compiled.clear();
  const expression = isCommon(pattern) ? toRegExp(pattern) : undefined;
  compiled.set(pattern, expression);
  return expression;
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
}

/** Returns whether a pattern consists only of common syntax, and repeats only simple parts. */
function isCommon(pattern: string): boolean {
  const open: Group[] = [{ isComplex: false }];
  let last: Group | 'simple' | 'none' = 'none';
  let repetitions = 0;
  let optional = 0;
  for (parts.lastIndex = 0; parts.lastIndex < pattern.length;) {
    const found = parts.exec(pattern);
    if (found === null) return false;
    const [, escape, set, start, end, times, alternative] = found;
    const group = open.at(-1);
    if (group === undefined) return false;
    if (start !== undefined) {
      open.push({ isComplex: false });
      last = 'none';
    } else if (end !== undefined) {
      open.pop();
      const outer = open.at(-1);
      if (outer === undefined) return false;
      outer.isComplex ||= group.isComplex;
      last = group;
    } else if (times !== undefined) {
      if (last === 'none') return false;
      const isOptional = times.startsWith('?');
      if (last !== 'simple' && last.isComplex && !isOptional) return false;
      if (isOptional) optional += 1;
      else if (!/^\{\d+\}/.test(times)) repetitions += 1;
      group.isComplex = true;
      last = 'none';
    } else if (alternative !== undefined) {
      group.isComplex = true;
      last = 'none';
    } else if (set !== undefined && !isCommonSet(set)) return false;
    else last = escape === '\\b' || escape === '\\B' || /^[$^]$/.test(found[0]) ? 'none' : 'simple';
  }
  return open.length === 1 && repetitions <= maxRepetitions && optional <= maxOptional;
}

/** Returns whether a class such as `[a-z0-9-]` has no range that begins or ends with another class, such as `\d`. */
function isCommonSet(set: string): boolean {
  return !/\\[dDwWsS]-(?!\])|-\\[dDwWsS]/.test(set);
}
