/**
 * Reads the required fields of a certificate (X.509, RFC 5280) from its DER, because browsers can't parse certificates.
 */
import type { Certificate } from '../platform.ts';
import { bytes } from './bytes.ts';

/** A DER element: its tag, and the start and end of its content. */
interface Element {
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

/** Bytes of the relevant object identifiers, in hexadecimal. */
const rsaEncryption = '2a864886f70d010101';
const basicConstraints = '551d13';

/** Reads a certificate in PEM. Returns undefined if it is damaged. */
export function certificate(pem: string): Certificate | undefined {
  const body = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/
    .exec(pem)?.[1]
    ?.replaceAll(/\s+/g, '');
  if (body === undefined || body.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined;
  const raw = bytes.fromBase64(body);
  const whole = elementAt(raw, 0, raw.length);
  const [content] = whole?.tag === 0x30 ? elementsIn(raw, whole) : [];
  const parts = content?.tag === 0x30 ? elementsIn(raw, content) : [];
  // A version precedes the serial number, except in version 1 certificates.
  const [, , issuer, validity, subject, key] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts;
  const [from, until] = validity?.tag === 0x30 ? elementsIn(raw, validity) : [];
  if (whole?.to !== raw.length || from === undefined || until === undefined || key?.tag !== 0x30) return undefined;
  const extensions = parts.find(({ tag }) => tag === 0xa3);
  return {
    from: timeIn(raw, from),
    until: timeIn(raw, until),
    ca: isAuthority(raw, extensions),
    selfSigned: issuer !== undefined && subject !== undefined && hexOf(raw, issuer) === hexOf(raw, subject),
    rsaBits: rsaBits(raw, key),
    raw,
  };
}

function elementAt(der: Uint8Array, at: number, end: number): Element | undefined {
  const [tag, first] = [der[at], der[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  const count = first < 0x80 ? 0 : first - 0x80;
  if (first === 0x80 || count > 4) return undefined;
  let length = count === 0 ? first : 0;
  for (let index = 0; index < count; index += 1) length = length * 256 + (der[at + 2 + index] ?? 0);
  const from = at + 2 + count;
  return from + length > end ? undefined : { tag, from, to: from + length };
}

/** Returns the elements in the content of an element. Returns none if one of them is damaged. */
function elementsIn(der: Uint8Array, { from, to }: Element): readonly Element[] {
  const found: Element[] = [];
  for (let at = from; at < to;) {
    const element = elementAt(der, at, to);
    if (element === undefined) return [];
    found.push(element);
    at = element.to;
  }
  return found;
}

function hexOf(der: Uint8Array, { from, to }: Element): string {
  return Array.from(der.subarray(from, to), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns the time in milliseconds since 1970. UTCTime has a two-digit year, for 1950 to 2049. GeneralizedTime has four
 * digits.
 */
function timeIn(der: Uint8Array, element: Element): number {
  const text = new TextDecoder('latin1').decode(der.subarray(element.from, element.to));
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (match === null) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const whole = match[1]?.length === 4 ? year : year + (year < 50 ? 2000 : 1900);
  return Date.UTC(whole, month - 1, day, hour, minute, second);
}

function isAuthority(der: Uint8Array, extensions: Element | undefined): boolean {
  const [list] = extensions === undefined ? [] : elementsIn(der, extensions);
  for (const extension of list === undefined ? [] : elementsIn(der, list)) {
    const parts = elementsIn(der, extension);
    const [id, value] = [parts[0], parts.at(-1)];
    if (id === undefined || value?.tag !== 0x04 || hexOf(der, id) !== basicConstraints) continue;
    const [constraints] = elementsIn(der, value);
    const [ca] = constraints === undefined ? [] : elementsIn(der, constraints);
    return ca?.tag === 0x01 && der[ca.from] !== 0;
  }
  return false;
}

/**
 * Returns the number of bits of an RSA key's modulus. Its first byte is 0 if the number would otherwise be negative.
 */
function rsaBits(der: Uint8Array, key: Element): number | undefined {
  const [algorithm, packed] = elementsIn(der, key);
  const [id] = algorithm === undefined ? [] : elementsIn(der, algorithm);
  if (id === undefined || packed?.tag !== 0x03 || hexOf(der, id) !== rsaEncryption) return undefined;
  const sequence = elementAt(der, packed.from + 1, packed.to);
  const modulus = sequence === undefined ? undefined : elementsIn(der, sequence)[0];
  if (modulus?.tag !== 0x02) return undefined;
  let from = modulus.from;
  while (from < modulus.to && der[from] === 0) from += 1;
  const first = der[from];
  return first === undefined ? 0 : (modulus.to - from) * 8 - (Math.clz32(first) - 24);
}
