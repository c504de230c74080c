/**
 * Reads the 512-byte headers of the entries of a tar archive. Source: POSIX.1-2017 pax, "ustar Interchange Format"; GNU
 * tar manual, "Basic Tar Format".
 */
import * as l10n from '@vscode/l10n';

export interface TarHeader {
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /**
   * Entry type. `0` and `\0`: file; `5`: folder; `x`, `g`: pax header; `L`, `K`: long name, long link target; `1`, `2`:
   * links; `3`, `4`, `6`: devices.
   */
  readonly type: string;
}

export const blockSize = 512;

/**
 * Reads a header. Returns undefined for a block of zeros, which ends the archive, or the reason the header is invalid.
 */
export function readTarHeader(block: Uint8Array): TarHeader | undefined | string {
  if (block.every((byte) => byte === 0)) return undefined;
  const stated = octal(block, 148, 8);
  const sum = block.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (stated !== sum) return l10n.t`a header in the archive is damaged`;
  const size = sizeOf(block);
  if (size === undefined || !Number.isSafeInteger(size) || size < 0)
    return l10n.t`a header in the archive has no valid size`;
  const magic = text(block, 257, 6);
  const prefix = magic.startsWith('ustar') && !magic.startsWith('ustar ') ? text(block, 345, 155) : '';
  const name = text(block, 0, 100);
  return { name: prefix === '' ? name : `${prefix}/${name}`, size, type: String.fromCharCode(block[156] ?? 0) };
}

/** Reads the fields of a pax header for the next entry. Returns undefined if it is invalid. */
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

/** Returns a null-terminated string. */
export function text(bytes: Uint8Array, from: number, length: number): string {
  const end = bytes.indexOf(0, from);
  return new TextDecoder().decode(bytes.subarray(from, end < 0 || end > from + length ? from + length : end));
}

function octal(block: Uint8Array, from: number, length: number): number | undefined {
  const digits = text(block, from, length).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

/** Returns the size. It is written in octal digits. From 8 GiB, it is binary with the first bit set. */
function sizeOf(block: Uint8Array): number | undefined {
  if ((block[124] ?? 0) !== 0x80) return octal(block, 124, 12);
  return block.subarray(125, 136).reduce((all, byte) => all * 256 + byte, 0);
}
