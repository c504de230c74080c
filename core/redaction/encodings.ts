/**
 * Decodes text that is encoded in other text, so that its content can be searched, and encodes known values to search
 * for them.
 */

/** Maximum number of analyzed bytes per content. */
const mostBytes = 4 * 2 ** 20;

/** Decompresses gzip. Returns undefined if the input isn't gzip or exceeds the given number of bytes. */
export type Gunzip = (packed: Uint8Array, most: number) => Uint8Array | undefined;

/** Decodes base64 or base64url to text. Returns undefined if the result isn't text. */
export function textOfBase64(encoded: string, gunzip: Gunzip): string | undefined {
  return textOfBytes(bytesOfBase64(encoded), gunzip);
}

/** Returns whether the first bytes look like text or gzip. */
export function mayBeText(encoded: string): boolean {
  const head: number[] = [];
  for (let at = 0; at + 4 <= Math.min(24, encoded.length); at += 4) {
    const bits =
      (sixBits(encoded, at) << 18) |
      (sixBits(encoded, at + 1) << 12) |
      (sixBits(encoded, at + 2) << 6) |
      sixBits(encoded, at + 3);
    head.push((bits >> 16) & 255, (bits >> 8) & 255, bits & 255);
    if (at === 0 && head[0] === 0x1f && head[1] === 0x8b) return true;
    if (!head.every(isOfText)) return isWide(Uint8Array.from(head)) && at + 8 <= encoded.length;
  }
  return head.length > 0;
}

/** Returns whether the bytes are text with two bytes per character. */
function isWide(bytes: Uint8Array): boolean {
  return bytes.length > 1 && bytes.subarray(0, 64).every((byte, at) => (at % 2 === 0 ? isOfText(byte) : byte === 0));
}

/** Returns the six bits of a base64 or base64url character. */
function sixBits(encoded: string, at: number): number {
  const code = encoded.charCodeAt(at);
  if (code >= 97) return code - 71;
  if (code >= 65 && code !== 95) return code - 65;
  if (code >= 48 && code < 58) return code + 4;
  return code === 43 || code === 45 ? 62 : 63;
}

/** Converts bytes to text and decompresses gzip. */
function textOfBytes(bytes: Uint8Array | undefined, gunzip: Gunzip): string | undefined {
  if (bytes === undefined) return undefined;
  const plain = isGzip(bytes) ? gunzip(bytes, mostBytes) : bytes.subarray(0, mostBytes);
  if (plain === undefined) return undefined;
  // PowerShell encodes its commands this way.
  if (isWide(plain)) return new TextDecoder('utf-16le').decode(plain);
  const head = plain.subarray(0, 4096);
  if (head.filter((byte) => !isOfText(byte)).length > head.length / 50) return undefined;
  return new TextDecoder().decode(plain);
}

/** Decodes percent-encoding such as `%41`. */
export function textOfPercent(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' ').replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return undefined;
  }
}

/** Decodes a byte list: `104 117`, `104, 117`, `0x68, 0x75`. */
export function textOfByteList(list: string): string | undefined {
  const numbers = list.split(/[\s,]+/).filter((part) => part !== '');
  const bytes = numbers.map(Number);
  if (bytes.length < 4 || bytes.some((byte) => !Number.isInteger(byte) || byte < 0 || byte > 255 || !isOfText(byte)))
    return undefined;
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** Decodes pairs of hexadecimal digits. */
export function textOfHex(digits: string, gunzip: Gunzip): string | undefined {
  // Command arguments end with a null byte, which is replaced with a space.
  const bytes = digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16) || 0x20) ?? [];
  return textOfBytes(Uint8Array.from(bytes), gunzip);
}

/**
 * Returns all encoded forms of a value, including the value itself. Omits forms with fewer than six characters, which
 * are too common.
 */
export function formsOf(value: string): ReadonlySet<string> {
  const bytes = new TextEncoder().encode(value);
  const forms = new Set([
    value,
    ...quoted(value),
    ...percent(value, bytes),
    ...base64Forms(bytes),
    ...byteLists(bytes),
    hex(bytes),
    hex(bytes).toUpperCase(),
    binary(bytes),
  ]);
  return new Set([...forms].filter((form) => form.length >= 6));
}

/** Returns the escaped forms of a value with one and two levels of escapes, as Go and JSON write them. */
function quoted(value: string): readonly string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const html = once.replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  return [
    once,
    html,
    JSON.stringify(once).slice(1, -1),
    value.replaceAll("'", "''"),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ];
}

function percent(value: string, bytes: Uint8Array): readonly string[] {
  const whole = uriForms(value);
  const every = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return [
    ...whole,
    ...whole.map((one) => one.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    every,
    every.toUpperCase(),
  ];
}

function uriForms(value: string): readonly string[] {
  try {
    return [encodeURIComponent(value), encodeURI(value), encodeURIComponent(value).replaceAll('%20', '+')];
  } catch {
    // Half of a surrogate pair can't be encoded.
    return [];
  }
}

/**
 * Returns the base64 forms at each of the three byte offsets, without the edge characters that depend on adjacent
 * bytes.
 */
function base64Forms(bytes: Uint8Array): readonly string[] {
  const forms = [0, 1, 2].flatMap((before) => {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const all = toBase64(shifted).replace(/=+$/, '');
    const inner = all.slice(before === 0 ? 0 : before + 1, Math.floor((shifted.length * 8) / 6));
    return inner.length >= 8 ? [inner] : [];
  });
  const whole = toBase64(bytes);
  return [...forms, ...(whole.length >= 8 ? [whole.replace(/=+$/, '')] : [])].flatMap((form) => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
}

function byteLists(bytes: Uint8Array): readonly string[] {
  const numbers = [...bytes];
  const digits = numbers.map((byte) => `0x${byte.toString(16)}`);
  return bytes.length < 4
    ? []
    : [numbers.join(' '), numbers.join(', '), numbers.join(','), digits.join(', '), digits.join(',')];
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function toBase64(bytes: Uint8Array): string {
  return btoa(binary(bytes));
}

/** Returns one character per byte. */
function binary(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function bytesOfBase64(encoded: string): Uint8Array | undefined {
  const plain = encoded.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  try {
    const binary = atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Returns whether a byte can occur in text: visible characters, spaces, and non-ASCII UTF-8. */
function isOfText(byte: number): boolean {
  return (byte >= 0x20 && byte !== 0x7f) || byte === 9 || byte === 10 || byte === 13;
}
