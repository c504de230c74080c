/** How large whole numbers are, and what it takes to reckon with them, to write them and to read them. */

/** Bits up to which a number counts like any other element. */
const usualBits = 64;
/** Beyond this, arithmetic is no longer one step. */
const largeBits = 1024;

/** Powers of two, each with the length of the numbers below it: comparing lengths is quick whatever the number. */
const bounds = Array.from({ length: 16 }, (_, index) => {
  const bits = usualBits << index;
  return { bits, bound: 1n << BigInt(bits) };
});

/** Returns how many bits a whole number has, rounded up to a power of two. */
export const bitsOf = (number: bigint): number => {
  for (const { bits, bound } of bounds) if (number < bound && number > -bound) return bits;
  return Infinity;
};

/** Bits per digit of a decimal number. */
const bitsPerDigit = 3.33;

/** Returns how many characters a number has at most when it is written with this base. */
export const digitsOf = (number: number | bigint, base = 10): number => (typeof number === 'bigint' ? Math.ceil(bitsOf(number) / Math.log2(base)) + 1 : 25);

/** Returns how much there is to go through in a number: 1 for all that people write. */
export const sizeOfNumber = (number: number | bigint): number => {
  const bits = typeof number === 'bigint' ? bitsOf(number) : usualBits;
  return bits === usualBits ? 1 : 1 + (bits >> 5);
};

/** Returns the steps that arithmetic takes with a number: it grows with the square of the length. */
export const costOfNumber = (number: number | bigint): number => {
  const bits = typeof number === 'bigint' ? bitsOf(number) : usualBits;
  return bits > largeBits ? 1000 + Math.floor(square(bits) / 500) : 0;
};

/** Returns the steps that it takes to write a number in decimal. */
export const costOfWriting = (number: number | bigint): number => (typeof number === 'bigint' ? Math.floor(square(bitsOf(number)) / 40) : 0);

/** Returns the steps that it takes to read a number of this many characters; no number is made of more than `most` bits. */
export const costOfReading = (characters: number, most: number): number =>
  (characters >> 4) + Math.floor(square(Math.min(characters * bitsPerDigit, most)) / 40);

const square = (bits: number): number => (bits / 64) ** 2;
