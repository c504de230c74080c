/** Built-in functions for numbers and bits, and for conversions to numbers. */
import {
  absolute,
  ceiling,
  floor,
  isZero,
  maximalBits,
  multiply,
  parseNumber,
  powerOfTwo,
  round,
  shift,
  subtract,
  type RegoNumber,
} from '../values/numbers.ts';
import { costOfNumber, costOfReading, costOfWriting, digitsOf, sizeOfNumber } from '../values/numberSize.ts';
import { checkLength, RegoArray, type RegoValue } from '../values/values.ts';
import {
  anyArgument,
  BuiltinProblem,
  numberArgument,
  stringArgument,
  undefinedUnlessStrict,
  type BuiltinFunction,
  type BuiltinCall,
  type BuiltinTable,
} from './builtin.ts';

const charged = <Of extends RegoNumber>(call: BuiltinCall, number: Of): Of => {
  call.spend(costOfNumber(number));
  return number;
};

const ofOne = (operation: (number: RegoNumber) => RegoNumber): BuiltinFunction => ({
  arity: 1,
  run: (args, call) => operation(charged(call, numberArgument(call, args, 0))),
});

const wholeNumbers = (call: BuiltinCall, args: readonly RegoValue[], count: number): readonly bigint[] | undefined => {
  const numbers = Array.from({ length: count }, (_, index) => charged(call, numberArgument(call, args, index)));
  const whole = numbers.filter((number) => typeof number === 'bigint');
  return whole.length < count ? undefined : whole;
};

const ofBits = (operation: (left: bigint, right: bigint) => bigint | undefined): BuiltinFunction => ({
  arity: 2,
  run: (args, call) => {
    const [left, right] = wholeNumbers(call, args, 2) ?? [];
    return left === undefined || right === undefined ? undefined : operation(left, right);
  },
});

const range = (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
  const numbers = [0, 1].map((index) => charged(call, numberArgument(call, args, index)));
  const step = args.length > 2 ? charged(call, numberArgument(call, args, 2)) : 1n;
  const [from, to] = numbers;
  if (typeof from !== 'bigint') return undefinedUnlessStrict(call, 'operand must be integer', 0);
  if (typeof to !== 'bigint') return undefinedUnlessStrict(call, 'operand must be integer', 1);
  if (typeof step !== 'bigint' || step <= 0n) return undefinedUnlessStrict(call, 'step must be a positive integer', 2);
  const exact = (to >= from ? to - from : from - to) / step + 1n;
  const length = exact > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(exact);
  // Each step creates a new number, which can have any length.
  call.allocate(length * Math.max(sizeOfNumber(from), sizeOfNumber(to)));
  call.spend(length >> 1);
  checkLength(length);
  const signed = to >= from ? step : -step;
  return new RegoArray(Array.from({ length }, (_, index) => from + BigInt(index) * signed));
};

/**
 * Returns a number that depends only on its arguments. The policy engine uses random numbers, but verdicts must not
 * change between runs.
 */
const intn = (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
  const name = stringArgument(call, args, 0);
  const bound = numberArgument(call, args, 1);
  if (typeof bound !== 'bigint' || bound < 0n) return undefined;
  if (isZero(bound)) return 0n;
  call.spend(costOfWriting(bound) + 3 * (name.length + digitsOf(bound)));
  let hash = 0xcbf29ce484222325n;
  for (const unit of `${name}/${bound}`)
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return (hash >> 7n) % bound;
};

const toNumber = (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
  const value = anyArgument(args, 0);
  if (value === null || value === false) return 0n;
  if (value === true) return 1n;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string')
    throw new BuiltinProblem(`\`${call.name}\` expects bool/number/string/null argument.`, 0);
  call.spend(costOfReading(value.length, maximalBits));
  const number = parseNumber(value);
  if (number === undefined) throw new BuiltinProblem('could not parse string as number', 0);
  return number;
};

/** Exponents of ten for the suffixes of a quantity, including those that only the policy engine supports. */
const tens: Readonly<Record<string, number>> = {
  E: 18,
  e: 18,
  P: 15,
  p: 15,
  T: 12,
  t: 12,
  G: 9,
  g: 9,
  M: 6,
  K: 3,
  k: 3,
  m: -3,
  Q: 30,
  R: 27,
  Y: 24,
  Z: 21,
  h: 2,
  da: 1,
  d: -1,
  c: -2, // prettier-ignore
  μ: -6,
  n: -9,
  f: -15,
  a: -18,
  z: -21,
  y: -24,
  r: -27,
  q: -30,
  '': 0, // prettier-ignore
};
const twos: Readonly<Record<string, number>> = { ki: 10, mi: 20, gi: 30, ti: 40, pi: 50, ei: 60, zi: 70, yi: 80 };
const bytesOfTens: Readonly<Record<string, number>> = {
  q: 30,
  r: 27,
  y: 24,
  z: 21,
  e: 18,
  p: 15,
  t: 12,
  g: 9,
  m: 6,
  k: 3,
};

const quantity = (call: BuiltinCall, args: readonly RegoValue[]): readonly [number: string, unit: string] => {
  const written = stringArgument(call, args, 0);
  call.spend(written.length + costOfReading(written.length, maximalBits));
  const text = written.replace(/^"(.*)"$/s, '$1');
  if (/\s/u.test(text)) throw new BuiltinProblem('spaces not allowed in resource strings');
  let end = text.length;
  while (end > 0 && !/\d/.test(text.charAt(end - 1))) end -= 1;
  const number = end === 0 ? text : text.slice(0, end);
  return [number.replace(/^([+-]?)\./, '$10.'), end === 0 ? '' : text.slice(end)];
};

const timesTen = (number: string, exponent: number): RegoNumber | undefined => {
  const [mantissa = '', written = '0'] = number.split(/[eE]/);
  const sum = Number(written) + exponent;
  return parseNumber(sum === 0 ? mantissa : `${mantissa}e${sum}`);
};

const parseUnits = (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
  const [number, unit] = quantity(call, args);
  const ten = Object.hasOwn(tens, unit) ? tens[unit] : undefined;
  const lower = unit.toLowerCase();
  const two = Object.hasOwn(twos, lower) ? twos[lower] : undefined;
  if (ten === undefined && two === undefined) return undefined;
  const parsed = ten === undefined ? parseNumber(number) : timesTen(number, ten);
  if (parsed === undefined) throw new BuiltinProblem('could not parse number', 0);
  return two === undefined ? parsed : multiply(parsed, powerOfTwo(two));
};

const parseBytes = (args: readonly RegoValue[], call: BuiltinCall): RegoValue | undefined => {
  const [number, written] = quantity(call, args);
  const unit = written.toLowerCase().replace(/(?<=.)b$/, '');
  const two = written === '' ? 0 : Object.hasOwn(twos, unit) ? twos[unit] : undefined;
  const ten = Object.hasOwn(bytesOfTens, unit) ? bytesOfTens[unit] : undefined;
  if (two === undefined && ten === undefined) return undefined;
  const parsed = ten === undefined ? parseNumber(number) : timesTen(number, ten);
  if (parsed === undefined) return undefinedUnlessStrict(call, 'could not parse number');
  return round(two === undefined ? parsed : multiply(parsed, powerOfTwo(two)));
};

export const arithmetic: BuiltinTable = {
  abs: ofOne(absolute),
  ceil: ofOne(ceiling),
  floor: ofOne(floor),
  round: ofOne(round),
  'numbers.range': { arity: 2, run: range },
  'numbers.range_step': { arity: 3, run: range },
  'rand.intn': { arity: 2, run: intn },
  'bits.and': ofBits((left, right) => left & right),
  'bits.or': ofBits((left, right) => left | right),
  'bits.xor': ofBits((left, right) => left ^ right),
  'bits.lsh': ofBits((number, by) => shift(number, by, 'left')),
  'bits.rsh': ofBits((number, by) => shift(number, by, 'right')),
  'bits.negate': {
    arity: 1,
    run: (args, call) => wholeNumbers(call, args, 1)?.map((number) => subtract(-1n, number))[0],
  },
  to_number: { arity: 1, run: toNumber },
  'units.parse': { arity: 1, run: parseUnits },
  'units.parse_bytes': { arity: 1, run: parseBytes },
};
