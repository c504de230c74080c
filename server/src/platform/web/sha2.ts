/**
 * SHA-256, SHA-384 and SHA-512 (FIPS 180-4) in one go: a browser's own `crypto.subtle` lets one wait, which a rule
 * cannot in the midst of a document.
 */

/** The digest of these bytes. */
export function sha2(algorithm: 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array): Uint8Array {
  if (algorithm === 'sha256') return sha256(bytes);
  // Of the longer one, with another beginning.
  const whole = sha512(bytes, algorithm === 'sha384' ? 8 : 0);
  return algorithm === 'sha384' ? whole.subarray(0, 48) : whole;
}

/**
 * The constants are bits behind the point of roots of the first primes: worked out, they cannot be mistyped. As halves,
 * the high one first.
 */
function rootHalves(prime: number, root: 2n | 3n): readonly [number, number] {
  // The largest whole number whose power is not above; its low 64 bits are those behind the point.
  const target = BigInt(prime) << (root * 64n);
  let low = 0n;
  let high = BigInt(prime) << 64n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** root <= target) low = middle;
    else high = middle - 1n;
  }
  return [Number((low >> 32n) & 0xffffffffn) | 0, Number(low & 0xffffffffn) | 0];
}

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

/** Of 80 cube roots all, of square roots those of 16 primes; `roundWords` and `startWords` are what the loops read. */
const rounds = primes(80).map((prime) => rootHalves(prime, 3n));
const starts = primes(16).map((prime) => rootHalves(prime, 2n));
const roundWords = Int32Array.from(rounds.flat());

/** The bytes, a 1 bit, zeros, and their length in bits: whole blocks. */
function padded(bytes: Uint8Array, block: number): DataView {
  const ofLength = block / 8;
  const whole = new Uint8Array(Math.ceil((bytes.length + 1 + ofLength) / block) * block);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, (bytes.length << 3) >>> 0);
  return view;
}

const right = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, 64);
  const state = Int32Array.from(starts.slice(0, 8), ([high]) => high);
  const words = new Int32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let index = 0; index < 64; index += 1)
      words[index] = index < 16 ? view.getInt32(block + index * 4) : nextWord(words, index);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let index = 0; index < 64; index += 1) {
      const mixed =
        h +
        (right(e, 6) ^ right(e, 11) ^ right(e, 25)) +
        ((e & f) ^ (~e & g)) +
        (roundWords[index * 2] ?? 0) +
        (words[index] ?? 0);
      const chosen = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + mixed) | 0, c, b, a, (mixed + chosen) | 0];
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = ((state[index] ?? 0) + word) | 0;
  }
  return bigEndian(state);
}

function nextWord(words: Int32Array, index: number): number {
  const [before15 = 0, before2 = 0] = [words[index - 15], words[index - 2]];
  const small0 = right(before15, 7) ^ right(before15, 18) ^ (before15 >>> 3);
  const small1 = right(before2, 17) ^ right(before2, 19) ^ (before2 >>> 10);
  return ((words[index - 16] ?? 0) + small0 + (words[index - 7] ?? 0) + small1) | 0;
}

/**
 * Words of 64 bits are two numbers here, the high half first: arithmetic with BigInt would take a hundred times as
 * long.
 */
type Wide = readonly [number, number];

function add(...words: readonly Wide[]): Wide {
  let low = 0;
  let high = 0;
  for (const [ofHigh, ofLow] of words) {
    low += ofLow >>> 0;
    high += ofHigh;
  }
  return [(high + Math.floor(low / 2 ** 32)) | 0, low | 0];
}

function rotate([high, low]: Wide, by: number): Wide {
  const [one, other] = by < 32 ? [high, low] : [low, high];
  const bits = by % 32;
  return [(one >>> bits) | (other << (32 - bits)), (other >>> bits) | (one << (32 - bits))];
}

const shift = ([high, low]: Wide, by: number): Wide => [high >>> by, (low >>> by) | (high << (32 - by))];
const xor = (one: Wide, two: Wide, three: Wide): Wide => [one[0] ^ two[0] ^ three[0], one[1] ^ two[1] ^ three[1]];
const both = (make: (half: 0 | 1) => number): Wide => [make(0), make(1)];

function sha512(bytes: Uint8Array, firstStart: number): Uint8Array {
  const view = padded(bytes, 128);
  let state: readonly Wide[] = starts.slice(firstStart, firstStart + 8);
  for (let block = 0; block < view.byteLength; block += 128) {
    const words = Array.from({ length: 16 }, (_, index): Wide => [
      view.getInt32(block + index * 8),
      view.getInt32(block + index * 8 + 4),
    ]);
    const wordAt = (index: number): Wide => words[index] ?? [0, 0];
    for (let index = 16; index < 80; index += 1) {
      const [before15, before2] = [wordAt(index - 15), wordAt(index - 2)];
      const small0 = xor(rotate(before15, 1), rotate(before15, 8), shift(before15, 7));
      const small1 = xor(rotate(before2, 19), rotate(before2, 61), shift(before2, 6));
      words.push(add(wordAt(index - 16), small0, wordAt(index - 7), small1));
    }
    let [a, b, c, d, e, f, g, h] = eight(state);
    for (let index = 0; index < 80; index += 1) {
      const big1 = xor(rotate(e, 14), rotate(e, 18), rotate(e, 41));
      const choice = both((half) => (e[half] & f[half]) ^ (~e[half] & g[half]));
      const mixed = add(h, big1, choice, rounds[index] ?? [0, 0], wordAt(index));
      const big0 = xor(rotate(a, 28), rotate(a, 34), rotate(a, 39));
      const majority = both((half) => (a[half] & b[half]) ^ (a[half] & c[half]) ^ (b[half] & c[half]));
      [h, g, f, e, d, c, b, a] = [g, f, e, add(d, mixed), c, b, a, add(mixed, big0, majority)];
    }
    const after = [a, b, c, d, e, f, g, h];
    state = state.map((word, index) => add(word, after[index] ?? [0, 0]));
  }
  return bigEndian(Int32Array.from(state.flat()));
}

function eight(words: readonly Wide[]): [Wide, Wide, Wide, Wide, Wide, Wide, Wide, Wide] {
  const at = (index: number): Wide => words[index] ?? [0, 0];
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)];
}

function bigEndian(words: Int32Array): Uint8Array {
  const out = new DataView(new ArrayBuffer(words.length * 4));
  for (const [index, word] of words.entries()) out.setInt32(index * 4, word);
  return new Uint8Array(out.buffer);
}
