/** Computes the size of integers and the cost of arithmetic, formatting, and parsing. */

/** Maximum number of bits of a number that counts as one element. */
const usualBits = 64;
/** Number of bits above which arithmetic takes more than one step. */
const largeBits = 1024;

/**
 * Powers of two, each with the number of bits of the integers below it. Comparing an integer with these is fast,
 * however large it is.
 */
const bounds = Array.from({ length: 16 }, (_, index) => {
  const bits = usualBits << index;
  return { bits, bound: 1n << BigInt(bits) };
});

/** Returns the number of bits of an integer, rounded up to a power of two. */
export const bitsOf = (number: bigint): number => {
  for (const { bits, bound } of bounds) if (number < bound && number > -bound) return bits;
  return Infinity;
};

/** Number of bits per decimal digit. */
const bitsPerDigit = 3.33;

/** Returns the maximum number of characters of a number in this base. */
export const digitsOf = (number: number | bigint, base = 10): number =>
  typeof number === 'bigint' ? Math.ceil(bitsOf(number) / Math.log2(base)) + 1 : 25;

/** Returns the size of a number: 1 up to 64 bits, more for longer integers. */
export const sizeOfNumber = (number: number | bigint): number => {
  const bits = typeof number === 'bigint' ? bitsOf(number) : usualBits;
  return bits === usualBits ? 1 : 1 + (bits >> 5);
};

/** Returns the number of steps of arithmetic with a number, which grows with the square of its length. */
export const costOfNumber = (number: number | bigint): number => {
  const bits = typeof number === 'bigint' ? bitsOf(number) : usualBits;
  return bits > largeBits ? 1000 + Math.floor(square(bits) / 500) : 0;
};

/** Returns the number of steps to format a number in decimal. */
export const costOfWriting = (number: number | bigint): number =>
  typeof number === 'bigint' ? Math.floor(square(bitsOf(number)) / 40) : 0;

/**
 * Returns the number of steps to parse a number with this many characters.
 * @param most maximum number of bits of a parsed number
 */
export const costOfReading = (characters: number, most: number): number =>
  (characters >> 4) + Math.floor(square(Math.min(characters * bitsPerDigit, most)) / 40);

const square = (bits: number): number => (bits / 64) ** 2;
