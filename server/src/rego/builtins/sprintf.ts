/** `sprintf` with the verbs and flags of Go that the engine has. */
import { formatValue } from '../formatValue.ts';
import { formatNumber, type RegoNumber } from '../numbers.ts';
import { sizeOf, type Value } from '../values.ts';
import { arrayArgument, BuiltinProblem, stringArgument, type BuiltinCall } from './builtin.ts';

/** Wider than this is an error: the width is written by the policy and must not fill the memory. */
const maximalWidth = 1_000_000;

interface Directive {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly verb: string;
}

const directive = /%([#0+ -]*)(\d*)(?:\.(\d*))?(.?)/gsu;

/** How many values a format takes; undefined when it ends in the middle of a verb. */
export const valuesTaken = (format: string): number | undefined => {
  const verbs = [...format.matchAll(directive)].map(([, , , , verb]) => verb);
  return verbs.includes('') ? undefined : verbs.filter((verb) => verb !== '%').length;
};

const pad = (text: string, { flags, width }: Directive): string => {
  const missing = width - Array.from(text).length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0')) return ' '.repeat(missing) + text;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
};

const withSign = (number: RegoNumber, digits: (magnitude: RegoNumber) => string, { flags }: Directive): string => {
  if (number < 0) return `-${digits(-number)}`;
  return (flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') + digits(number);
};

/** The letters before octal numbers are the engine's own. */
const radices: Readonly<Record<string, readonly [base: number, prefix: string]>> = {
  b: [2, ''],
  o: [8, '0O'],
  O: [8, '0o'],
  x: [16, ''],
  X: [16, ''],
  d: [10, ''],
};

const fixed = (number: RegoNumber, precision: number | undefined): string => {
  if (precision === undefined) return formatNumber(number);
  if (typeof number === 'bigint') return formatNumber(number);
  const rounded = number.toFixed(Math.min(precision, 100));
  // As the engine: no zeros are filled up.
  return rounded.includes('.') ? rounded.replace(/\.?0+$/, '') : rounded;
};

const ofNumber = (number: RegoNumber, spec: Directive): string | undefined => {
  const radix = Object.hasOwn(radices, spec.verb) ? radices[spec.verb] : undefined;
  if (radix !== undefined) {
    if (typeof number !== 'bigint') return undefined;
    const [base, prefix] = radix;
    const written = withSign(number, (magnitude) => prefix + magnitude.toString(base), spec);
    return pad(spec.verb === 'X' ? written.toUpperCase() : written, spec);
  }
  if (spec.verb === 'c') {
    if (typeof number !== 'bigint' || number < 0n || number > 0x10ffffn || (number >= 0xd800n && number < 0xe000n)) return undefined;
    return pad(String.fromCodePoint(Number(number)), spec);
  }
  if (spec.verb === 'e' || spec.verb === 'E') {
    const written = withSign(number, (magnitude) => Number(magnitude).toExponential(spec.precision).replace('e+', 'e'), spec);
    return pad(spec.verb === 'E' ? written.toUpperCase() : written, spec);
  }
  if (spec.verb === 'f' || spec.verb === 'F')
    return pad(
      withSign(number, (magnitude) => fixed(magnitude, spec.precision), spec),
      spec,
    );
  if (spec.verb === 'g' || spec.verb === 'G') return pad(withSign(number, formatNumber, spec), spec);
  return undefined;
};

const formatted = (value: Value, spec: Directive): string => {
  if (spec.verb === 's' || spec.verb === 'v') {
    const text = formatValue(value);
    return pad(spec.precision === undefined || spec.verb === 'v' ? text : Array.from(text).slice(0, spec.precision).join(''), spec);
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = ofNumber(value, spec);
    if (text === undefined) throw new BuiltinProblem(`number specified for format verb ${spec.verb}.`, 1);
    return text;
  }
  if (['T', 'q', 'p', '#'].includes(spec.verb)) throw new BuiltinProblem('Go-syntax format verbs %#v. %q, %p and %T are not supported.', 1);
  return '';
};

/** The format with its values filled in. */
export const sprintf = (args: readonly Value[], call: BuiltinCall): Value => {
  const format = stringArgument(call, args, 0);
  const { items } = arrayArgument(call, args, 1);
  let used = 0;
  const text = format.replaceAll(directive, (_, flags: string, width: string, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%';
    if (verb === '') throw new BuiltinProblem('missing format verb after `%` at end of format string', 0);
    const value = items[used];
    if (value === undefined) throw new BuiltinProblem(`no argument specified for format verb ${used}`, 1);
    used += 1;
    const spec: Directive = { flags, width: Number(width), precision: precision === undefined ? undefined : Number(precision), verb };
    if (spec.width > maximalWidth || (spec.precision ?? 0) > maximalWidth) throw new BuiltinProblem('width or precision is too large', 0);
    call.allocate(sizeOf(value));
    const piece = formatted(value, spec);
    call.allocate(piece.length);
    return piece;
  });
  if (used < items.length) throw new BuiltinProblem(`extra arguments (${items.length}) specified for ${used} format verbs.`, 1);
  call.allocate(text.length);
  return text;
};
