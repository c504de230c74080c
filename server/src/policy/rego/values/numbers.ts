/**
 * Implements the numbers of the engine: integers of any size, and IEEE doubles. A double without a fraction becomes an
 * integer if doubles are exact in its range. Beyond that, it remains a double, as in the engine.
 */
import { bitsOf } from './numberSize.ts';
import { ValueTooLarge } from './values.ts';

export type RegoNumber = number | bigint;

/** Maximum number of bits, so that repeated doubling can't fill the memory. */
export const maximalBits = 1 << 17;

const checked = (number: bigint): bigint => {
  if (bitsOf(number) > maximalBits) throw new ValueTooLarge(`a number has more than ${maximalBits} bits`);
  return number;
};

const exactBits = (number: bigint): number => number.toString(16).length * 4;

/** Converts a double to a value. */
export const fromDouble = (number: number): RegoNumber => {
  if (!Number.isFinite(number)) throw new ValueTooLarge('a number is too large');
  return Number.isSafeInteger(number) ? BigInt(number) : number;
};

const wholeText = /^[+-]?\d+$/;
const numberText = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses a number. Returns undefined if the text isn't a number. */
export const parseNumber = (text: string): RegoNumber | undefined => {
  if (!numberText.test(text)) return undefined;
  if (wholeText.test(text))
    return text.length * 3.4 > maximalBits ? undefined : BigInt(text.startsWith('+') ? text.slice(1) : text);
  const number = Number(text);
  return Number.isFinite(number) ? fromDouble(number) : undefined;
};

export const isNumber = (value: unknown): value is RegoNumber => typeof value === 'number' || typeof value === 'bigint';

export const isZero = (number: RegoNumber): boolean => number === 0n || number === 0;

export const add = (left: RegoNumber, right: RegoNumber): RegoNumber =>
  typeof left === 'bigint' && typeof right === 'bigint'
    ? checked(left + right)
    : fromDouble(Number(left) + Number(right));

export const subtract = (left: RegoNumber, right: RegoNumber): RegoNumber =>
  typeof left === 'bigint' && typeof right === 'bigint'
    ? checked(left - right)
    : fromDouble(Number(left) - Number(right));

export const multiply = (left: RegoNumber, right: RegoNumber): RegoNumber => {
  if (typeof left !== 'bigint' || typeof right !== 'bigint') return fromDouble(Number(left) * Number(right));
  if (bitsOf(left) + bitsOf(right) > maximalBits && exactBits(left) + exactBits(right) > maximalBits)
    throw new ValueTooLarge(`a number has more than ${maximalBits} bits`);
  return left * right;
};

/** Divides two numbers. The divisor must not be zero. */
export const divide = (left: RegoNumber, right: RegoNumber): RegoNumber => {
  if (typeof left === 'bigint' && typeof right === 'bigint' && left % right === 0n) return left / right;
  return fromDouble(Number(left) / Number(right));
};

export const negate = (number: RegoNumber): RegoNumber => (typeof number === 'bigint' ? -number : fromDouble(-number));

export const absolute = (number: RegoNumber): RegoNumber => (number < 0 ? negate(number) : number);

export const floor = (number: RegoNumber): RegoNumber =>
  typeof number === 'bigint' ? number : whole(Math.floor(number));

export const ceiling = (number: RegoNumber): RegoNumber =>
  typeof number === 'bigint' ? number : whole(Math.ceil(number));

/** Rounds a number. Halves are rounded away from zero. */
export const round = (number: RegoNumber): RegoNumber =>
  typeof number === 'bigint' ? number : whole(number < 0 ? -Math.round(-number) : Math.round(number));

const whole = (number: number): bigint => BigInt(number);

/** Returns a power of two, for byte units. */
export const powerOfTwo = (exponent: number): bigint => 1n << BigInt(exponent);

/**
 * Shifts a number. Returns undefined if the engine has no result: for shifts of 128 bits or more, or negative shifts.
 */
export const shift = (number: bigint, by: bigint, direction: 'left' | 'right'): bigint | undefined => {
  if (by < 0n || by > 127n) return undefined;
  return direction === 'left' ? checked(number << by) : number >> by;
};

/** Formats a number as in JSON. */
export const formatNumber = (number: RegoNumber): string =>
  typeof number === 'bigint' ? number.toString() : String(number).replace('e+', 'e');
