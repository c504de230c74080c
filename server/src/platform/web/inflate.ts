/**
 * Decompresses DEFLATE (RFC 1951) synchronously and within a size limit, because rules run synchronously and the
 * browser's DecompressionStream is asynchronous. test/unit/server/platform compares it with zlib.
 */

/** Reason why decompression stopped early. */
export class InflateFault extends Error {
  readonly fault: 'too-large' | 'cut' | 'broken';

  constructor(fault: 'too-large' | 'cut' | 'broken', reason = '') {
    super(reason);
    this.fault = fault;
  }
}

/** A canonical Huffman code: the number of symbols per length, and the symbols in the order of their codes. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/**
 * Base length of each length symbol, and the number of its extra bits. The tables for distances below have the same
 * structure.
 */
const lengthBase = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const farBase = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const farExtra = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
/** Order in which the lengths of the code length code are stored. */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Reads bits from bytes, least significant bits first. */
class Bits {
  readonly #bytes: Uint8Array;
  #at: number;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Offset of the next byte. */
  get at(): number {
    return this.#at;
  }

  take(count: number): number {
    while (this.#count < count) {
      this.#held |= this.byte() << this.#count;
      this.#count += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return value;
  }

  byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new InflateFault('cut');
    this.#at += 1;
    return byte;
  }

  /** Discards the remaining bits of a partially read byte. */
  align(): void {
    this.#held = 0;
    this.#count = 0;
  }

  symbol({ counts, symbols }: Code): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= 15; length += 1) {
      code |= this.take(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + (code - first)] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new InflateFault('broken', 'invalid code');
  }
}

/** Collects the output in a buffer that grows as required. */
class Output {
  readonly #most: number;
  #bytes = new Uint8Array(4096);
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  put(byte: number): void {
    if (this.#length >= this.#most) throw new InflateFault('too-large');
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  repeat(far: number, length: number): void {
    if (far > this.#length) throw new InflateFault('broken', 'invalid distance too far back');
    for (let left = length; left > 0; left -= 1) this.put(this.#bytes[this.#length - far] ?? 0);
  }

  whole(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/**
 * Creates a code from code lengths. An oversubscribed code is invalid. An incomplete code is valid only for distances
 * with at most one symbol.
 */
function codeOf(lengths: readonly number[], what: string): Code {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  const used = lengths.length - (counts[0] ?? 0);
  counts[0] = 0;
  let left = 1;
  for (let length = 1; length <= 15 && left >= 0; length += 1) left = left * 2 - (counts[length] ?? 0);
  if (left < 0 || (left > 0 && !(what === 'distances' && used <= 1)))
    throw new InflateFault('broken', `invalid ${what} set`);
  const offsets = new Uint16Array(17);
  for (let length = 1; length <= 15; length += 1) offsets[length + 1] = (offsets[length] ?? 0) + (counts[length] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const at = offsets[length] ?? 0;
    symbols[at] = symbol;
    offsets[length] = at + 1;
  }
  return { counts, symbols };
}

function fixedCodes(): readonly [Code, Code] {
  const literals = Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  );
  return [
    codeOf(literals, 'literal/lengths'),
    codeOf(
      Array.from({ length: 32 }, () => 5),
      'distances',
    ),
  ];
}

function writtenCodes(bits: Bits): readonly [Code, Code] {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const given = bits.take(4) + 4;
  if (literals > 286 || distances > 30) throw new InflateFault('broken', 'too many length or distance symbols');
  const lengthLengths = Array.from({ length: 19 }, () => 0);
  for (const symbol of lengthOrder.slice(0, given)) lengthLengths[symbol] = bits.take(3);
  const lengthCode = codeOf(lengthLengths, 'code lengths');
  const lengths: number[] = [];
  while (lengths.length < literals + distances) {
    const symbol = bits.symbol(lengthCode);
    if (symbol < 16) lengths.push(symbol);
    else {
      const before = symbol === 16 ? lengths.at(-1) : 0;
      if (before === undefined) throw new InflateFault('broken', 'invalid bit length repeat');
      const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
      if (lengths.length + times > literals + distances) throw new InflateFault('broken', 'invalid bit length repeat');
      for (let left = times; left > 0; left -= 1) lengths.push(before);
    }
  }
  if (lengths[256] === 0) throw new InflateFault('broken', 'invalid code -- missing end-of-block');
  return [codeOf(lengths.slice(0, literals), 'literal/lengths'), codeOf(lengths.slice(literals), 'distances')];
}

function inflateBlock(bits: Bits, out: Output, [literals, distances]: readonly [Code, Code]): void {
  for (;;) {
    const symbol = bits.symbol(literals);
    if (symbol < 256) out.put(symbol);
    else if (symbol === 256) return;
    else {
      const [base, extra] = [lengthBase[symbol - 257], lengthExtra[symbol - 257]];
      if (base === undefined || extra === undefined) throw new InflateFault('broken', 'invalid literal/length code');
      const length = base + bits.take(extra);
      const far = bits.symbol(distances);
      const [farthest, farBits] = [farBase[far], farExtra[far]];
      if (farthest === undefined || farBits === undefined) throw new InflateFault('broken', 'invalid distance code');
      out.repeat(farthest + bits.take(farBits), length);
    }
  }
}

function copyStored(bits: Bits, out: Output): void {
  bits.align();
  const length = bits.byte() | (bits.byte() << 8);
  const check = bits.byte() | (bits.byte() << 8);
  if (length !== (~check & 0xffff)) throw new InflateFault('broken', 'invalid stored block lengths');
  for (let left = length; left > 0; left -= 1) out.put(bits.byte());
}

/**
 * Decompresses data from an offset, up to a maximum size.
 * @throws InflateFault if the data is too large, truncated, or invalid
 * @returns the decompressed data and the offset after the compressed data
 */
export function inflate(
  bytes: Uint8Array,
  from: number,
  most: number,
): { readonly content: Uint8Array; readonly end: number } {
  const bits = new Bits(bytes, from);
  const out = new Output(most);
  let last = false;
  while (!last) {
    last = bits.take(1) === 1;
    const kind = bits.take(2);
    if (kind === 0) copyStored(bits, out);
    else if (kind === 1) inflateBlock(bits, out, fixedCodes());
    else if (kind === 2) inflateBlock(bits, out, writtenCodes(bits));
    else throw new InflateFault('broken', 'invalid block type');
  }
  return { content: out.whole(), end: bits.at };
}
