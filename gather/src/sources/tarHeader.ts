/**
 * The 512 bytes before each entry of a tar archive. Source: POSIX.1-2017 pax, "ustar Interchange Format"; GNU tar
 * manual, "Basic Tar Format".
 */
import * as l10n from '@vscode/l10n';

export interface TarHeader {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /**
   * `0` and `\0`: a file; `5`: a folder; `x`, `g`: pax; `L`, `K`: a long name, a long link; `1`, `2`: links; `3`, `4`,
   * `6`: devices.
   */
  readonly type: string;
}

export const blockSize = 512;

/** Undefined: a block of zeros, which ends the archive. A text: why it is no header. */
export function readTarHeader(block: Uint8Array): TarHeader | undefined | string {
  if (block.every((byte) => byte === 0)) return undefined;
  const stated = octal(block, 148, 8);
  const sum = block.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (stated !== sum) return l10n.t`damaged header`;
  const size = sizeOf(block);
  if (size === undefined || !Number.isSafeInteger(size) || size < 0) return l10n.t`header without a size`;
  const magic = text(block, 257, 6);
  const prefix = magic.startsWith('ustar') && !magic.startsWith('ustar ') ? text(block, 345, 155) : '';
  const name = text(block, 0, 100);
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, type: String.fromCharCode(block[156] ?? 0) };
}

/** What a pax header says of the entry behind it; undefined: it cannot be read. */
export function readPax(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(32, at);
    if (blank < 0 || blank - at > 10) return undefined;
    const length = Number(decoder.decode(bytes.subarray(at, blank)));
    if (!Number.isSafeInteger(length) || length <= blank - at + 1 || at + length > bytes.length) return undefined;
    const record = decoder.decode(bytes.subarray(blank + 1, at + length - 1));
    const equals = record.indexOf('=');
    if (equals > 0) fields.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return fields;
}

/** A text that ends with a zero. */
export function text(bytes: Uint8Array, from: number, length: number): string {
  const end = bytes.indexOf(0, from);
  return new TextDecoder().decode(bytes.subarray(from, end < 0 || end > from + length ? from + length : end));
}

function octal(block: Uint8Array, from: number, length: number): number | undefined {
  const digits = text(block, from, length).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

/** In octal digits; from 8 GiB on binary, with the first bit set. */
function sizeOf(block: Uint8Array): number | undefined {
  if ((block[124] ?? 0) !== 0x80) return octal(block, 124, 12);
  return block.subarray(125, 136).reduce((all, byte) => all * 256 + byte, 0);
}
