/**
 * Decompresses gzip (RFC 1952) synchronously and within a limit, and checks the checksum and length of every member.
 * docs/decisions/0013-libraries-and-own-code.md explains why no library is used.
 */
import type { GunzipFault } from '../platform.ts';
import { inflate, InflateFault } from './inflate.ts';

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (crcTable[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

/**
 * Decompresses all members one after another, like Node.js. Zeros after them are ignored, and anything else must be
 * another member.
 */
export function gunzip(bytes: Uint8Array, most: number): Uint8Array | GunzipFault {
  try {
    const parts: Uint8Array[] = [];
    let length = 0;
    let at = 0;
    do {
      const { content, end } = member(bytes, at, most - length);
      parts.push(content);
      length += content.length;
      at = end;
    } while ((bytes[at] ?? 0) !== 0);
    const whole = new Uint8Array(length);
    let to = 0;
    for (const part of parts) {
      whole.set(part, to);
      to += part.length;
    }
    return whole;
  } catch (error) {
    if (!(error instanceof InflateFault)) throw error;
    return { fault: error.fault, ...(error.fault === 'broken' ? { reason: error.message } : {}) };
  }
}

function member(bytes: Uint8Array, from: number, most: number): { readonly content: Uint8Array; readonly end: number } {
  const { content, end } = inflate(bytes, headerEnd(bytes, from), most);
  if (end + 8 > bytes.length) throw new InflateFault('cut');
  const trailer = new DataView(bytes.buffer, bytes.byteOffset + end, 8);
  if (trailer.getUint32(0, true) !== crc32(content)) throw new InflateFault('broken', 'incorrect data check');
  if (trailer.getUint32(4, true) !== content.length >>> 0) throw new InflateFault('broken', 'incorrect length check');
  return { content, end: end + 8 };
}

/** Returns the start of the compressed data, after names, comments, and additional fields. */
function headerEnd(bytes: Uint8Array, from: number): number {
  const byte = (at: number): number => {
    const found = bytes[at];
    if (found === undefined) throw new InflateFault('cut');
    return found;
  };
  if (byte(from) !== 0x1f || byte(from + 1) !== 0x8b) throw new InflateFault('broken', 'incorrect header check');
  if (byte(from + 2) !== 8) throw new InflateFault('broken', 'unknown compression method');
  const flags = byte(from + 3);
  if ((flags & 0xe0) !== 0) throw new InflateFault('broken', 'unknown header flags set');
  let at = from + 10;
  if ((flags & 4) !== 0) at += 2 + (byte(at) | (byte(at + 1) << 8));
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    while (byte(at) !== 0) at += 1;
    at += 1;
  }
  if ((flags & 2) !== 0) at += 2;
  byte(at - 1);
  return at;
}
