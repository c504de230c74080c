/**
 * Takes the credentials of a connection out of what its server says. A server may repeat them in any writing: as they are, in base64 with more around them,
 * with percent signs, or with the escapes of JSON, also of JSON in JSON. The text is read once into its plain bytes, and searched there.
 */

const hidden = '***';
/** Of shorter ones, words would be taken out that are none. */
const shortest = 6;
/** From this length on, upper and lower case count as the same: names of hosts are written in lower case. */
const longEnoughForAnyCase = 12;

/** The text without these, however they are written in it. Costs time in proportion to the text for each of them. */
export function withoutOwn(text: string, credentials: readonly string[]): string {
  const long = [...new Set(credentials)].filter(({ length }) => length >= shortest);
  if (long.length === 0 || text.length < shortest) return text;
  const { bytes, starts } = plainOf(text);
  const found = long.flatMap((credential) => placesOf(credential, bytes)).toSorted((one, other) => one.from - other.from);
  let [left, done] = ['', 0];
  for (const { from, to } of found) {
    const [start, end] = starts === undefined ? [from, to] : [starts[from] ?? text.length, starts[to] ?? text.length];
    if (end <= done) continue;
    // What overlaps is one place.
    left += start >= done ? `${text.slice(done, start)}${hidden}` : '';
    done = end;
  }
  return `${left}${text.slice(done)}`;
}

/** A value read from JSON without these, names of fields included. Not for values of unbounded depth. */
export function valueWithoutOwn(value: unknown, credentials: readonly string[]): unknown {
  if (typeof value === 'string') return withoutOwn(value, credentials);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => valueWithoutOwn(item, credentials));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [withoutOwn(name, credentials), valueWithoutOwn(field, credentials)]));
}

interface Place {
  readonly from: number;
  /** Behind the last byte. */
  readonly to: number;
}

function placesOf(credential: string, bytes: string): readonly Place[] {
  const isAnyCase = credential.length >= longEnoughForAnyCase;
  const searched = isAnyCase ? bytes.toLowerCase() : bytes;
  const places: Place[] = [];
  const inJson = JSON.stringify(credential).slice(1, -1);
  // What is packed in base64 may be JSON.
  const packed = inJson === credential ? inBase64(credential) : [...inBase64(credential), ...inBase64(inJson)];
  // A text in which percent signs stand for a backslash has it as it is; elsewhere it may be read as the beginning of an escape, here as there.
  const written = [credential, ...packed].flatMap((one) => [plainOf(one).bytes, inOneAlphabet(Buffer.from(one).toString('latin1'))]);
  for (const one of new Set(written.map((bytesOfOne) => (isAnyCase ? bytesOfOne.toLowerCase() : bytesOfOne))))
    for (let from = searched.indexOf(one); from >= 0; from = searched.indexOf(one, from + one.length)) places.push({ from, to: from + one.length });
  return places;
}

/** In base64, what a text becomes depends on where it begins among three bytes. The characters at its ends, which others have a part in, are left out. */
function inBase64(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

interface Plain {
  /** A character for each byte of UTF-8. */
  readonly bytes: string;
  /** Where each byte begins in the text, and where the text ends; undefined: there. */
  readonly starts: readonly number[] | undefined;
}

/** `%41`, `%2541`; `\u0041` and `\x41` behind any number of backslashes; `\n`, `\"`. */
const writings = /%(?:25)?([\da-f]{2})|\\+(?:u(d[89ab][\da-f]{2})\\+u(d[c-f][\da-f]{2})|u([\da-f]{4})|x([\da-f]{2})|([nrt"'/]))|\\+|[^\0-\x7f]/giu;
const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Base64url has these in the place of others. */
function inOneAlphabet(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

/** The bytes that a text stands for. A credential that itself looks like an escape becomes the same as its place in the text. */
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
  if (high !== undefined && low !== undefined) return Buffer.from(String.fromCharCode(parseInt(high, 16), parseInt(low, 16))).toString('latin1');
  if (unicode !== undefined) return Buffer.from(String.fromCharCode(parseInt(unicode, 16))).toString('latin1');
  if (letter !== undefined) return named[letter.toLowerCase()] ?? letter;
  return all.startsWith('\\') ? '\\' : Buffer.from(all).toString('latin1');
}
