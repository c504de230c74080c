/**
 * Removes the credentials of a connection from text that its server sent. A server can return them in any encoding:
 * plain, in base64 with other text around them, percent-encoded, or with the escapes of JSON or of JSON in JSON. The
 * text is decoded to plain bytes once, then searched.
 */

const hidden = '***';
/** Minimum length of a credential. Shorter ones would also match ordinary words. */
const shortest = 6;
/** Minimum length for a case-insensitive search. Host names are written in lower case. */
const longEnoughForAnyCase = 12;

/**
 * Returns the text without the credentials, in any encoding. The time for each credential is proportional to the length
 * of the text.
 */
export function removeCredentials(text: string, credentials: readonly string[]): string {
  const long = [...new Set(credentials)].filter(({ length }) => length >= shortest);
  if (long.length === 0 || text.length < shortest) return text;
  const { bytes, starts } = plainOf(text);
  const found = long
    .flatMap((credential) => placesOf(credential, bytes))
    .toSorted((one, other) => one.from - other.from);
  let [left, done] = ['', 0];
  for (const { from, to } of found) {
    const [start, end] = starts === undefined ? [from, to] : [starts[from] ?? text.length, starts[to] ?? text.length];
    if (end <= done) continue;
    // Overlapping matches count as one.
    left += start >= done ? `${text.slice(done, start)}${hidden}` : '';
    done = end;
  }
  return `${left}${text.slice(done)}`;
}

/** Returns a JSON value without the credentials, including field names. Only for values of limited depth. */
export function removeCredentialsFromValue(value: unknown, credentials: readonly string[]): unknown {
  if (typeof value === 'string') return removeCredentials(value, credentials);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => removeCredentialsFromValue(item, credentials));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      removeCredentials(name, credentials),
      removeCredentialsFromValue(field, credentials),
    ]),
  );
}

interface Place {
  readonly from: number;
  /** The position after the last byte. */
  readonly to: number;
}

function placesOf(credential: string, bytes: string): readonly Place[] {
  const isAnyCase = credential.length >= longEnoughForAnyCase;
  const searched = isAnyCase ? bytes.toLowerCase() : bytes;
  const places: Place[] = [];
  const inJson = JSON.stringify(credential).slice(1, -1);
  // The base64 content might be JSON.
  const packed = inJson === credential ? inBase64(credential) : [...inBase64(credential), ...inBase64(inJson)];
  // Searches for both forms. A percent-encoded backslash is literal. Elsewhere, the parser might treat it as the start
  // of an escape.
  const written = [credential, ...packed].flatMap((one) => [
    plainOf(one).bytes,
    inOneAlphabet(Buffer.from(one).toString('latin1')),
  ]);
  for (const one of new Set(written.map((bytesOfOne) => (isAnyCase ? bytesOfOne.toLowerCase() : bytesOfOne))))
    for (let from = searched.indexOf(one); from >= 0; from = searched.indexOf(one, from + one.length))
      places.push({ from, to: from + one.length });
  return places;
}

/**
 * Returns the base64 forms of a text at each of the three byte offsets, without the edge characters that depend on
 * adjacent bytes.
 */
function inBase64(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

interface Plain {
  /** The decoded text, with one character per UTF-8 byte. */
  readonly bytes: string;
  /** The position of each byte in the text, plus the end of the text. Undefined if the positions are the same. */
  readonly starts: readonly number[] | undefined;
}

/** Matches `%41` and `%2541`, `\u0041` and `\x41` after any number of backslashes, and `\n` and `\"`. */
const writings =
  /%(?:25)?([\da-f]{2})|\\+(?:u(d[89ab][\da-f]{2})\\+u(d[c-f][\da-f]{2})|u([\da-f]{4})|x([\da-f]{2})|([nrt"'/]))|\\+|[^\0-\x7f]/giu;
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Converts base64url to base64: replaces `-` with `+` and `_` with `/`. */
function inOneAlphabet(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

/**
 * Decodes the escapes of a text to bytes. A credential that looks like an escape is decoded in the same way as the
 * text.
 */
function plainOf(text: string): Plain {
  if (!/[%\\]|[^\0-\x7f]/.test(text)) return { bytes: inOneAlphabet(text), starts: undefined };
  const parts: string[] = [];
  const starts: number[] = [];
  let done = 0;
  const takeUntil = (end: number): void => {
    parts.push(text.slice(done, end));
    for (; done < end; done += 1) starts.push(done);
  };
  for (const match of text.matchAll(writings)) {
    takeUntil(match.index);
    const bytes = bytesOf(match);
    parts.push(bytes);
    for (let count = bytes.length; count > 0; count -= 1) starts.push(match.index);
    done = match.index + match[0].length;
  }
  takeUntil(text.length);
  starts.push(text.length);
  return { bytes: inOneAlphabet(parts.join('')), starts };
}

function bytesOf([all, percent, high, low, unicode, short, letter]: RegExpExecArray): string {
  const byte = percent ?? short;
  if (byte !== undefined) return String.fromCharCode(parseInt(byte, 16));
  if (high !== undefined && low !== undefined)
    return Buffer.from(String.fromCharCode(parseInt(high, 16), parseInt(low, 16))).toString('latin1');
  if (unicode !== undefined) return Buffer.from(String.fromCharCode(parseInt(unicode, 16))).toString('latin1');
  if (letter !== undefined) return named[letter.toLowerCase()] ?? letter;
  return all.startsWith('\\') ? '\\' : Buffer.from(all).toString('latin1');
}
