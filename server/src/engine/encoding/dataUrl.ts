/**
 * Decodes and encodes `data:` URLs, which contain the files of a MachineConfig: percent-encoded or as base64, and
 * optionally compressed with gzip. Source: coreos/ignition, configuration specification 3, `files.contents`.
 */
import * as l10n from '@vscode/l10n';
import { findFirstIndex } from '#core/common/binarySearch.ts';
import { maxKataConfig } from '#core/kata/kataConfigFile.ts';
import { packing } from '#platform/packing.ts';
import type { TextMap } from '../text/textMap.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

/** Maximum number of characters of a URL, which can contain each byte as three characters. */
const maxUrl = 3 * maxKataConfig;

/** A decoded URL. */
export interface DecodedDataUrl {
  /** The file. Undefined if it can't be decoded, or is larger than a configuration file. */
  readonly text?: string;
  /** Why the file can't be decoded. Undefined if it's only too large. */
  readonly problem?: string;
  /** True if nodes create the file in spite of the problem. */
  readonly isCreated?: true;
  /** Maps offsets of the text to offsets of the URL. Undefined if the text is compressed. */
  readonly map?: TextMap;
}

interface Parts {
  /** Everything up to and including the comma. */
  readonly head: string;
  readonly data: string;
  readonly isBase64: boolean;
}

/** Returns the parts of a `data:` URL. Returns undefined for other URLs, which are never fetched. */
function split(url: string): Parts | undefined {
  if (!/^data:/i.test(url)) return undefined;
  const comma = url.indexOf(',');
  if (comma < 0) return undefined;
  const head = url.slice(0, comma + 1);
  return { head, data: url.slice(comma + 1), isBase64: /;base64,$/i.test(head) };
}

/** Returns whether a URL contains its data. */
export function isDataUrl(url: string): boolean {
  return split(url) !== undefined;
}

/**
 * Decodes a URL.
 * @param compression `gzip`, or an empty string if the file isn't compressed
 */
export function decodeDataUrl(url: string, compression: string): DecodedDataUrl {
  const parts = split(url);
  if (parts === undefined) return { problem: l10n.t`The value isn't a data URL.` };
  if (url.length > maxUrl) return {};
  const read = parts.isBase64 ? readBase64(parts) : readPercent(parts);
  if (read.bytes === undefined) return { problem: read.problem };
  if (compression !== '' && compression !== 'gzip')
    return { problem: l10n.t('Unknown compression "{0}". Only gzip is supported.', compression.slice(0, 40)) };
  const isGzip = read.bytes[0] === 0x1f && read.bytes[1] === 0x8b;
  if (compression === 'gzip') return decompress(read.bytes, isGzip);
  if (isGzip) return { problem: l10n.t("The data is compressed, but `compression` isn't `gzip`."), isCreated: true };
  const text = toText(read.bytes);
  if (text === undefined) return notText();
  return { text, ...(read.placeOf === undefined ? {} : { map: createMap(text, read.bytes.length, read.placeOf) }) };
}

function decompress(bytes: Uint8Array, isGzip: boolean): DecodedDataUrl {
  if (!isGzip) return { problem: l10n.t("`compression` is `gzip`, but the data isn't compressed.") };
  const inner = packing.gunzip(bytes, maxKataConfig);
  if (!(inner instanceof Uint8Array))
    return inner.fault === 'too-large'
      ? {}
      : { problem: l10n.t`The compressed data is damaged (${inner.reason ?? 'gzip'}).` };
  const text = toText(inner);
  return text === undefined ? notText() : { text };
}

function notText(): DecodedDataUrl {
  return { problem: l10n.t`The content isn't UTF-8 text.`, isCreated: true };
}

type Read =
  | { readonly bytes: Uint8Array; readonly placeOf?: (byte: number) => number }
  | { readonly bytes?: undefined; readonly problem: string };

function readBase64({ head, data }: Parts): Read {
  // A URL can contain the padding as %3D.
  const plain = data.includes('%') ? unescapeAscii(data) : data;
  const { bytes, problems } = decodeBase64(plain, maxUrl);
  const [first] = problems;
  if (bytes === undefined || first !== undefined)
    return { problem: first?.message ?? l10n.t`The value is truncated or was changed manually.` };
  return plain === data ? { bytes, placeOf: (byte) => head.length + Math.floor((byte * 4) / 3) } : { bytes };
}

function unescapeAscii(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function readPercent({ head, data }: Parts): Read {
  const written = new TextEncoder().encode(data);
  const bytes = new Uint8Array(written.length);
  const places = new Uint32Array(written.length + 1);
  let length = 0;
  // Offset in the URL, in UTF-16 units. Characters outside ASCII have several bytes.
  let place = head.length;
  for (let at = 0; at < written.length; length += 1) {
    const byte = written[at] ?? 0;
    places[length] = place;
    if (byte !== 0x25) {
      bytes[length] = byte;
      at += 1;
      if ((byte & 0xc0) !== 0x80) place += byte >= 0xf0 ? 2 : 1;
      continue;
    }
    const hex = String.fromCharCode(written[at + 1] ?? 0, written[at + 2] ?? 0);
    if (!/^[0-9a-f]{2}$/i.test(hex))
      return { problem: l10n.t`The data URL contains a percent sign without two digits.` };
    bytes[length] = Number.parseInt(hex, 16);
    at += 3;
    place += 3;
  }
  places[length] = place;
  return { bytes: bytes.subarray(0, length), placeOf: (byte) => places[Math.min(byte, length)] ?? head.length };
}

function toText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Creates the map from the positions of the bytes. */
function createMap(text: string, bytes: number, placeOf: (byte: number) => number): TextMap {
  const byteOf = bytes === text.length ? (offset: number) => offset : byteOffsets(text);
  const toFile = (offset: number) => placeOf(byteOf(Math.min(Math.max(offset, 0), text.length)));
  return {
    toFile,
    toText: (place) => Math.max(0, findFirstIndex(text.length + 1, (offset) => toFile(offset) > place) - 1),
  };
}

/** Returns the function that maps UTF-16 offsets to offsets in UTF-8. */
function byteOffsets(text: string): (offset: number) => number {
  const offsets = new Uint32Array(text.length + 1);
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    offsets[index] = bytes;
    const code = text.codePointAt(index) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code >= 0x10000) offsets[++index] = bytes;
  }
  offsets[text.length] = bytes;
  return (offset) => offsets[offset] ?? bytes;
}

/** Encodes a file like an existing URL: with the same media type, encoding, and compression. */
export function encodeDataUrl(like: string, compression: string, text: string): string | undefined {
  const parts = split(like);
  if (parts === undefined) return undefined;
  const plain = new TextEncoder().encode(text);
  const bytes = compression === 'gzip' ? packing.gzip(plain) : plain;
  return `${parts.head}${parts.isBase64 ? encodeBase64(bytes) : percent(bytes)}`;
}

/** Escapes all bytes except letters, digits, and four punctuation characters, so that no quotes are needed in YAML. */
function percent(bytes: Uint8Array): string {
  let out = '';
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    out += /[\w.~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}

/** Escapes a text for the data of a percent-encoded URL. */
export function percentEncode(text: string): string {
  return percent(new TextEncoder().encode(text));
}

/** Returns whether the data of a URL is percent-encoded. */
export function isPercentEncoded(url: string): boolean {
  return split(url)?.isBase64 === false;
}
