/** Defines built-in functions and their shared argument checks. */
import type { RE2JS } from 're2js';
import { formatValue } from '../values/formatValue.ts';
import type { Charge } from '../evaluate/limits.ts';
import { isNumber, type RegoNumber } from '../values/numbers.ts';
import { RegoArray, RegoObject, RegoSet, sizeOf, getTypeName, type RegoValue } from '../values/values.ts';

/**
 * Thrown if a built-in function rejects its arguments. It's an error in strict mode, otherwise the result is undefined.
 */
export class BuiltinProblem extends Error {
  /** Index of the rejected argument, starting at 0. Undefined if the whole call is rejected. */
  readonly argument: number | undefined;

  constructor(message: string, argument?: number) {
    super(message);
    this.argument = argument;
  }
}

/** The services of an evaluation that a built-in function can use. */
export interface BuiltinCall extends Charge {
  readonly name: string;
  readonly strict: boolean;
  /** Stops the evaluation because a limit was reached, regardless of strict mode. */
  stop(message: string): never;
  /**
   * Regular expressions that this evaluation has compiled, by pattern. The value is undefined if the pattern is
   * invalid.
   */
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

/** Formats a value for a message. Truncates it, and shows a large value only as its type. */
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

/**
 * Returns the strings of an argument that must be an array or a set of strings.
 * @throws `BuiltinProblem` if the argument is anything else
 */
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

/**
 * Throws an error in strict mode, otherwise returns undefined. Used for problems that the policy engine itself doesn't
 * treat as errors.
 */
export const undefinedUnlessStrict = (call: BuiltinCall, message: string, index?: number): undefined => {
  if (call.strict) throw new BuiltinProblem(message, index);
  return undefined;
};
