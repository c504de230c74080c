/** Packs as DEFLATE (RFC 1951) with its fixed code. */
import { farBase, lengthBase } from './inflate.ts';

const longest = 258;
const farthest = 32_768;
/** How many earlier places are tried for the longest match. */
const tries = 64;

/** Larger than what zlib makes, which writes a code for each text; read by everybody. */
export function deflate(bytes: Uint8Array): Uint8Array {
  const out = new Writer();
  // The last block, with the fixed code.
  out.bits(1, 1);
  out.bits(1, 2);
  const lastAt = new Map<number, number>();
  const before = new Int32Array(bytes.length).fill(-1);
  const note = (at: number): void => {
    const key = keyAt(bytes, at);
    if (key === undefined) return;
    before[at] = lastAt.get(key) ?? -1;
    lastAt.set(key, at);
  };
  let at = 0;
  while (at < bytes.length) {
    const match = longestMatch(bytes, at, keyAt(bytes, at), lastAt, before);
    if (match === undefined) out.literal(bytes[at] ?? 0);
    else out.match(match.length, match.far);
    for (const end = at + (match?.length ?? 1); at < end; at += 1) note(at);
  }
  out.literal(256);
  return out.whole();
}

/** The three bytes at a place, as a number. */
function keyAt(bytes: Uint8Array, at: number): number | undefined {
  const [one, two, three] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  return one === undefined || two === undefined || three === undefined ? undefined : (one << 16) | (two << 8) | three;
}

function longestMatch(
  bytes: Uint8Array,
  at: number,
  key: number | undefined,
  lastAt: ReadonlyMap<number, number>,
  before: Int32Array,
): { readonly length: number; readonly far: number } | undefined {
  let candidate = key === undefined ? -1 : (lastAt.get(key) ?? -1);
  let best: { length: number; far: number } | undefined;
  for (let left = tries; left > 0 && candidate >= 0 && at - candidate <= farthest; left -= 1) {
    let length = 3;
    while (length < longest && at + length < bytes.length && bytes[candidate + length] === bytes[at + length])
      length += 1;
    if (length > (best?.length ?? 0)) best = { length, far: at - candidate };
    candidate = before[candidate] ?? -1;
  }
  return best;
}

class Writer {
  readonly #bytes: number[] = [];
  #held = 0;
  #count = 0;

  bits(value: number, count: number): void {
    this.#held |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#bytes.push(this.#held & 0xff);
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  /** Codes are written from their highest bit. */
  #code(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.bits((value >>> bit) & 1, 1);
  }

  literal(symbol: number): void {
    if (symbol < 144) this.#code(0x30 + symbol, 8);
    else if (symbol < 256) this.#code(0x190 + symbol - 144, 9);
    else if (symbol < 280) this.#code(symbol - 256, 7);
    else this.#code(0xc0 + symbol - 280, 8);
  }

  match(length: number, far: number): void {
    const lengthIndex = lengthBase.findLastIndex((start) => start <= length);
    this.literal(257 + lengthIndex);
    const lengthBits = length === longest || lengthIndex < 8 ? 0 : (lengthIndex >> 2) - 1;
    this.bits(length - (lengthBase[lengthIndex] ?? 0), lengthBits);
    const farIndex = farBase.findLastIndex((start) => start <= far);
    this.#code(farIndex, 5);
    this.bits(far - (farBase[farIndex] ?? 0), farIndex < 4 ? 0 : (farIndex >> 1) - 1);
  }

  whole(): Uint8Array {
    if (this.#count > 0) this.bits(0, 8 - this.#count);
    return Uint8Array.from(this.#bytes);
  }
}
