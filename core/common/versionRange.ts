/**
 * Evaluates the version ranges of ClusterExtensions, such as `>=1.12.0, <1.14`. Source of the syntax:
 * Masterminds/semver v3, which operator-framework/operator-controller@df2c201d api/v1/clusterextension_types.go names.
 * The libraries for JavaScript have the syntax of npm, which has no `!=` and no commas, and gives `>1.12` another
 * meaning.
 */

import { versionNumbers } from './versions.ts';

type Numbers = readonly [major: number, minor: number, patch: number];
type Test = (version: Numbers) => boolean;

const comparator = /^(=|!=|>=|=>|<=|=<|>|<|~>|~|\^)?\s*v?(\d{1,6}|[xX*])(?:\.(\d{1,6}|[xX*]))?(?:\.(\d{1,6}|[xX*]))?$/;

/** Maximum length of a range. The API server rejects longer ones. */
const longestRange = 64;

/**
 * Returns a function that tells whether a version, such as `1.12.1`, is in the range.
 * @returns undefined for a range with parts that this module doesn't evaluate, such as prereleases and hyphens
 */
export function parseVersionRange(text: string): ((version: string) => boolean) | undefined {
  if (text.length > longestRange) return undefined;
  const alternatives = text.split('||').map(parseAlternative);
  if (alternatives.includes(undefined)) return undefined;
  return (version) => {
    const found = versionNumbers(version);
    if (found === undefined) return false;
    const numbers: Numbers = [found.major, found.minor, found.patch];
    return alternatives.some((tests) => tests?.every((test) => test(numbers)) === true);
  };
}

function parseAlternative(text: string): readonly Test[] | undefined {
  // An operator can be separated from its version.
  const parts = text
    .replaceAll(/([=<>~^!])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((part) => part !== '');
  const tests = parts.map(parseComparator);
  return parts.length === 0 || tests.includes(undefined) ? undefined : tests.filter((test) => test !== undefined);
}

function parseComparator(text: string): Test | undefined {
  const match = comparator.exec(text);
  if (match === null) return undefined;
  const [, operator = '=', ...written] = match;
  const wildcard = written.findIndex((part) => part === undefined || !/^\d+$/.test(part));
  const known = (wildcard < 0 ? written : written.slice(0, wildcard)).map(Number);
  const low: Numbers = [known[0] ?? 0, known[1] ?? 0, known[2] ?? 0];
  /** Compares only the parts that are written, because `1.2` stands for all versions that start with it. */
  const compareWritten = (version: Numbers): number =>
    known.reduce((result, part, index) => (result === 0 ? (version[index] ?? 0) - part : result), 0);
  const isFrom = (version: Numbers): boolean => compare(version, low) >= 0;
  switch (operator) {
    case '=':
      return (version) => compareWritten(version) === 0;
    case '!=':
      return (version) => compareWritten(version) !== 0;
    case '>':
      return (version) => compareWritten(version) > 0;
    case '<':
      return (version) => compare(version, low) < 0;
    case '<=':
    case '=<':
      return (version) => compareWritten(version) <= 0;
    case '~':
    case '~>':
      return (version) => isFrom(version) && startsLike(version, low, Math.min(known.length, 2));
    case '^':
      // Below 1.0.0, the caret keeps the first part that isn't 0. The operator has no such version.
      return low[0] === 0 ? undefined : (version) => isFrom(version) && startsLike(version, low, 1);
    default:
      return isFrom;
  }
}

function startsLike(version: Numbers, other: Numbers, parts: number): boolean {
  return version.slice(0, parts).every((part, index) => part === other[index]);
}

function compare(one: Numbers, other: Numbers): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
