/** Implements `sprintf` with the Go verbs and flags that the policy engine supports. */
import { chargedNumber, formatValue } from '../values/formatValue.ts';
import type { Charge } from '../evaluate/limits.ts';
import { costOfWriting, digitsOf } from '../values/numberSize.ts';
import type { RegoNumber } from '../values/numbers.ts';
import type { RegoValue } from '../values/values.ts';
import { arrayArgument, BuiltinProblem, stringArgument, type BuiltinCall } from './builtin.ts';
import { charactersIn, unitOf } from './search.ts';

/** Maximum width. The policy specifies the width, and a large one could fill the memory. */
const maximalWidth = 1_000_000;

interface Directive {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly verb: string;
}

const directive = /%([#0+ -]*)(\d*)(?:\.(\d*))?(.?)/gsu;

/** Returns the number of values that a format requires. Returns undefined if it ends in an incomplete verb. */
export const valuesTaken = (format: string): number | undefined => {
  const verbs = [...format.matchAll(directive)].map(([, , , , verb]) => verb);
  return verbs.includes('') ? undefined : verbs.filter((verb) => verb !== '%').length;
};

const pad = (text: string, { flags, width }: Directive, charge: Charge): string => {
  // If there is no width, the length isn't needed.
  const missing = width === 0 ? 0 : width - charactersIn(charge, text);
  if (missing <= 0) return text;
  charge.allocate(missing);
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0')) return ' '.repeat(missing) + text;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
};

const withSign = (number: RegoNumber, digits: (magnitude: RegoNumber) => string, { flags }: Directive): string => {
  if (number < 0) return `-${digits(-number)}`;
  return (flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') + digits(number);
};

/** Base and prefix of each number verb. The prefixes of octal numbers match those of the policy engine. */
const radices: Readonly<Record<string, readonly [base: number, prefix: string]>> = {
  b: [2, ''],
  o: [8, '0O'],
  O: [8, '0o'],
  x: [16, ''],
  X: [16, ''],
  d: [10, ''],
};

const fixed = (number: RegoNumber, precision: number | undefined, charge: Charge): string => {
  if (precision === undefined || typeof number === 'bigint') return chargedNumber(number, charge);
  const rounded = number.toFixed(Math.min(precision, 100));
  // Like the policy engine, doesn't pad with zeros.
  return rounded.includes('.') ? rounded.replace(/\.?0+$/, '') : rounded;
};

const ofNumber = (number: RegoNumber, spec: Directive, charge: Charge): string | undefined => {
  const radix = Object.hasOwn(radices, spec.verb) ? radices[spec.verb] : undefined;
  if (radix !== undefined) {
    if (typeof number !== 'bigint') return undefined;
    const [base, prefix] = radix;
    charge.spend(base === 10 ? costOfWriting(number) : 0);
    charge.allocate(digitsOf(number, base));
    const written = withSign(number, (magnitude) => prefix + magnitude.toString(base), spec);
    return pad(spec.verb === 'X' ? written.toUpperCase() : written, spec, charge);
  }
  if (spec.verb === 'c') {
    if (typeof number !== 'bigint' || number < 0n || number > 0x10ffffn || (number >= 0xd800n && number < 0xe000n))
      return undefined;
    return pad(String.fromCodePoint(Number(number)), spec, charge);
  }
  if (spec.verb === 'e' || spec.verb === 'E') {
    const written = withSign(
      number,
      (magnitude) => Number(magnitude).toExponential(spec.precision).replace('e+', 'e'),
      spec,
    );
    return pad(spec.verb === 'E' ? written.toUpperCase() : written, spec, charge);
  }
  if (spec.verb === 'f' || spec.verb === 'F')
    return pad(
      withSign(number, (magnitude) => fixed(magnitude, spec.precision, charge), spec),
      spec,
      charge,
    );
  if (spec.verb === 'g' || spec.verb === 'G')
    return pad(
      withSign(number, (magnitude) => chargedNumber(magnitude, charge), spec),
      spec,
      charge,
    );
  return undefined;
};

const formatted = (value: RegoValue, spec: Directive, charge: Charge): string => {
  if (spec.verb === 's' || spec.verb === 'v') {
    const text = formatValue(value, charge);
    return pad(
      spec.precision === undefined || spec.verb === 'v' ? text : text.slice(0, unitOf(charge, text, spec.precision)),
      spec,
      charge,
    );
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = ofNumber(value, spec, charge);
    if (text === undefined) throw new BuiltinProblem(`number specified for format verb ${spec.verb}.`, 1);
    return text;
  }
  if (['T', 'q', 'p', '#'].includes(spec.verb))
    throw new BuiltinProblem('Go-syntax format verbs %#v. %q, %p and %T are not supported.', 1);
  return '';
};

/** Implements `sprintf`: formats the values of the second argument with the format of the first. */
export const sprintf = (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
  const format = stringArgument(call, args, 0);
  const { items } = arrayArgument(call, args, 1);
  call.spend(format.length >> 2);
  let used = 0;
  const text = format.replaceAll(
    directive,
    (_, flags: string, width: string, precision: string | undefined, verb: string) => {
      if (verb === '%') return '%';
      if (verb === '') throw new BuiltinProblem('missing format verb after `%` at end of format string', 0);
      const value = items[used];
      if (value === undefined) throw new BuiltinProblem(`no argument specified for format verb ${used}`, 1);
      used += 1;
      const spec: Directive = {
        flags,
        width: Number(width),
        precision: precision === undefined ? undefined : Number(precision),
        verb,
      };
      if (spec.width > maximalWidth || (spec.precision ?? 0) > maximalWidth)
        throw new BuiltinProblem('width or precision is too large', 0);
      call.spend(1);
      return formatted(value, spec, call);
    },
  );
  if (used < items.length)
    throw new BuiltinProblem(`extra arguments (${items.length}) specified for ${used} format verbs.`, 1);
  call.allocate(text.length);
  return text;
};
