/**
 * Parses Kubernetes quantities exactly: `500m`, `1.5Gi`, `2e3`, `100k`. Source: kubernetes/apimachinery
 * pkg/api/resource/quantity.go (its doc comment has the grammar). Amounts finer than a billionth are rounded up, away
 * from zero. The maximum is 2^63-1, and larger amounts are reduced to it.
 */

/** An amount in billionths of its unit, such as a core, byte, or device. */
export type Quantity = bigint;

/** The amount 1, in billionths. */
export const one: Quantity = 1_000_000_000n;

const most = (2n ** 63n - 1n) * one;
const powersOfTen: ReadonlyMap<string, number> = new Map(
  ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map((suffix, index) => [suffix, 3 * index - 9]),
);
const powersOfTwo: ReadonlyMap<string, bigint> = new Map(
  ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, index) => [suffix, 1024n ** BigInt(index + 1)]),
);
const form = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+)|([A-Za-z]*))$/;

/** Maximum length of a quantity, in characters. */
const maxLength = 200;

/** Parses a quantity. Returns undefined if the text isn't valid. */
export function parseQuantity(text: string): Quantity | undefined {
  const match = text.length > maxLength ? null : form.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = match[4] ?? '', , exponent, suffix = ''] = match;
  const amount = amountOf(BigInt(`${whole}${fraction}`), fraction.length, exponent, suffix);
  if (amount === undefined) return undefined;
  const bounded = amount > most ? most : amount;
  return sign === '-' ? -bounded : bounded;
}

/**
 * Converts the digits, exponent, and suffix of a number to an amount. Returns undefined if the suffix isn't valid.
 * @param places number of `digits` after the decimal point
 */
function amountOf(digits: bigint, places: number, exponent: string | undefined, suffix: string): Quantity | undefined {
  if (digits === 0n) return powersOfTwo.has(suffix) || powersOfTen.has(suffix) ? 0n : undefined;
  const binary = powersOfTwo.get(suffix);
  if (binary !== undefined) return divideUp(digits * binary * one, 10n ** BigInt(places));
  const power = exponent === undefined ? powersOfTen.get(suffix) : Number(exponent);
  if (power === undefined) return undefined;
  // With a larger exponent, the result is the maximum or minimum regardless of the digits.
  const shift = Math.max(-2 * maxLength, Math.min(2 * maxLength, power)) - places + 9;
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divideUp(digits, 10n ** BigInt(-shift));
}

/** Returns the amount as an integer, rounded up, as the scheduler counts bytes and devices. */
export function wholeOf(quantity: Quantity): bigint {
  return quantity >= 0n ? divideUp(quantity, one) : quantity / one;
}

/** Returns the nearest floating-point number. */
export function toNumber(quantity: Quantity): number {
  return Number(quantity) / Number(one);
}

function divideUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

const units: readonly (readonly [name: string, bytes: number])[] = [
  ['TiB', 1024 ** 4],
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
];

/** Formats an amount of memory, such as `2 GiB`, `2.34 GiB`, `350 MiB`. */
export function memoryText(memory: Quantity): string {
  const bytes = Number(wholeOf(memory));
  const [name, size] = units.find(([, least]) => bytes >= least) ?? [bytes === 1 ? 'byte' : 'bytes', 1];
  return `${rounded(bytes / size)} ${name}`;
}

/** Formats a number of CPUs, such as `1.25`. */
export function cpuText(cpu: Quantity): string {
  return rounded(toNumber(cpu), 3);
}

function rounded(amount: number, places = 2): string {
  return String(Number(amount.toFixed(places)));
}
