/**
 * Formats quantities in their canonical form, as kubectl prints them: `1Gi` for `1024Mi`, `1` for `1000m`. Source:
 * kubernetes/apimachinery pkg/api/resource/quantity.go (CanonicalizeBytes).
 */
import { one, parseQuantity, type Quantity } from '#core/common/quantity.ts';

/** An amount with the base of its suffix, which a sum keeps. */
export interface Amount {
  readonly value: Quantity;
  /** True if the suffix is a power of two, such as `Mi`. */
  readonly isBinary: boolean;
}

/** The amount 0. */
export const zero: Amount = { value: 0n, isBinary: false };

const decimal = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const binary = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** Parses a quantity. A value that isn't valid counts as 0. */
export function readAmount(quantity: unknown): Amount {
  const text = textOf(quantity);
  return { value: parseQuantity(text) ?? 0n, isBinary: text.endsWith('i') };
}

/** Formats a quantity. Text that isn't a quantity stays the same. */
export function formatQuantity(quantity: unknown): string {
  const text = textOf(quantity);
  return parseQuantity(text) === undefined ? text : formatAmount(readAmount(text));
}

function textOf(quantity: unknown): string {
  return typeof quantity === 'string' || typeof quantity === 'number' ? String(quantity).trim() : '';
}

/** Formats an amount. */
export function formatAmount({ value, isBinary }: Amount): string {
  const magnitude = value < 0n ? -value : value;
  const sign = value < 0n ? '-' : '';
  if (value === 0n) return '0';
  // Small amounts and fractions are decimal, so that nothing is rounded.
  if (isBinary && magnitude >= 1024n * one && magnitude % one === 0n)
    return `${sign}${shorten(magnitude / one, 1024n, binary)}`;
  return `${sign}${shorten(magnitude, 1000n, decimal)}`;
}

function shorten(amount: bigint, base: bigint, suffixes: readonly string[]): string {
  let [rest, index] = [amount, 0];
  while (index < suffixes.length - 1 && rest % base === 0n) [rest, index] = [rest / base, index + 1];
  return `${rest}${suffixes[index] ?? ''}`;
}

/** Adds two amounts. The result has the base of the first amount that isn't 0. */
export function addAmounts(left: Amount, right: Amount): Amount {
  return { value: left.value + right.value, isBinary: left.value === 0n ? right.isBinary : left.isBinary };
}
