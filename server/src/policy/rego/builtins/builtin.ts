/** What a built-in function is, and the checks of arguments that all of them share. */
import type { RE2JS } from 're2js';
import { formatValue } from '../values/formatValue.ts';
import type { Charge } from '../evaluate/limits.ts';
import { isNumber, type RegoNumber } from '../values/numbers.ts';
import { RegoArray, RegoObject, RegoSet, sizeOf, getTypeName, type RegoValue } from '../values/values.ts';

/** A built-in refuses its arguments: an error in strict mode, otherwise undefined. */
export class BuiltinProblem extends Error {
  /** Which argument is at fault, from 0; undefined: the call. */
  readonly argument: number | undefined;

  constructor(message: string, argument?: number) {
    super(message);
    this.argument = argument;
  }
}

/** What a built-in may ask of the evaluation it runs in. */
export interface BuiltinCall extends Charge {
  readonly name: string;
  readonly strict: boolean;
  /** Ends the evaluation: a bound was reached that is no matter of strictness. */
  stop(message: string): never;
  /** Regular expressions compiled before in this evaluation; undefined: not valid. */
  readonly regexes: Map<string, RE2JS | undefined>;
}

export interface BuiltinFunction {
  readonly arity: number;
  readonly run: (args: readonly RegoValue[], call: BuiltinCall) => RegoValue | undefined;
}

export type BuiltinTable = Readonly<Record<string, BuiltinFunction>>;

const argument = (args: readonly RegoValue[], index: number): RegoValue => {
  const value = args[index];
  if (value === undefined) throw new BuiltinProblem('an argument is missing');
  return value;
};

const longest = 200;

/** A value for a message, shortened; a large one only as its type. */
export const showShort = (value: RegoValue): string => {
  if (sizeOf(value) > longest) return getTypeName(value);
  return (typeof value === 'string' ? JSON.stringify(value) : formatValue(value)).slice(0, longest);
};

const refuse = (call: BuiltinCall, index: number, expected: string, value: RegoValue): never => {
  throw new BuiltinProblem(`\`${call.name}\` expects ${expected} argument. Got \`${showShort(value)}\` instead`, index);
};

export const anyArgument = argument;

export const stringArgument = (call: BuiltinCall, args: readonly RegoValue[], index: number): string => {
  const value = argument(args, index);
  return typeof value === 'string' ? value : refuse(call, index, 'string', value);
};

export const numberArgument = (call: BuiltinCall, args: readonly RegoValue[], index: number): RegoNumber => {
  const value = argument(args, index);
  return isNumber(value) ? value : refuse(call, index, 'numeric', value);
};

export const arrayArgument = (call: BuiltinCall, args: readonly RegoValue[], index: number): RegoArray => {
  const value = argument(args, index);
  return value instanceof RegoArray ? value : refuse(call, index, 'array', value);
};

export const setArgument = (call: BuiltinCall, args: readonly RegoValue[], index: number): RegoSet => {
  const value = argument(args, index);
  return value instanceof RegoSet ? value : refuse(call, index, 'set', value);
};

export const objectArgument = (call: BuiltinCall, args: readonly RegoValue[], index: number): RegoObject => {
  const value = argument(args, index);
  return value instanceof RegoObject ? value : refuse(call, index, 'object', value);
};

/** Strings of an array or a set. */
export const stringsArgument = (call: BuiltinCall, args: readonly RegoValue[], index: number): readonly string[] => {
  const value = argument(args, index);
  if (value instanceof RegoArray || value instanceof RegoSet) call.spend(value.items.length);
  const strings =
    value instanceof RegoArray || value instanceof RegoSet
      ? value.items.filter((item) => typeof item === 'string')
      : undefined;
  if (
    strings === undefined ||
    !(value instanceof RegoArray || value instanceof RegoSet) ||
    strings.length < value.items.length
  ) {
    throw new BuiltinProblem(
      `\`${call.name}\` expects array/set of strings. Got \`${showShort(value)}\` instead`,
      index,
    );
  }
  return strings;
};

/** In strict mode an error, otherwise undefined: for what the engine itself does not hold to be an error. */
export const undefinedUnlessStrict = (call: BuiltinCall, message: string, index?: number): undefined => {
  if (call.strict) throw new BuiltinProblem(message, index);
  return undefined;
};
