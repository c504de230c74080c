/**
 * Writes a copy of one must-gather file without the credentials that the file itself identifies. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { createReadStream, createWriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip, constants as zlib } from 'node:zlib';
import { quoteHidden, TextStream, type Redaction, type Unfit } from '#core/redaction/index.ts';

/** Maximum uncompressed size in bytes. No log is larger. */
const mostUnpacked = 8 * 2 ** 30;
/** Number of bytes at the start of a file that are checked to distinguish text from other content. */
const headSize = 8192;

/** An omitted file and the reason. `mayBeIncluded` is true if the user can include the file unchanged. */
export interface OmittedFile {
  readonly path: string;
  readonly why: string;
  readonly mayBeIncluded: boolean;
}

/** A redacted file. */
export interface RedactedFile {
  readonly count: number;
  /** True if the original is compressed. The archive then contains a compressed copy. */
  readonly isGzip: boolean;
  /** Format of the file, which must stay valid. */
  readonly format: 'json' | 'yaml' | 'text';
}

class UnfitError extends Error {
  readonly why: Unfit;

  constructor(why: Unfit) {
    super(why);
    this.why = why;
  }
}

/**
 * Writes an uncompressed redacted copy.
 * @returns a message if the file can't be redacted
 * @throws if `signal` aborts or the copy can't be written
 */
export async function redactFile(
  handle: FileHandle,
  name: string,
  copy: string,
  { redaction, signal }: { readonly redaction: Redaction; readonly signal: AbortSignal },
): Promise<RedactedFile | string> {
  const { size } = await handle.stat();
  const head = Buffer.alloc(Math.min(headSize, size));
  await handle.read(head, 0, head.length, 0);
  const packed = isGzip(head);
  if (packed && /\.(?:tar\.gz|tgz)$/i.test(name)) return l10n.t`can't redact the file: it's an archive`;
  if (!isText(packed ? await unpackedHead(head) : head)) return unfitWords('binary');
  const text = new TextStream(redaction, name.replace(/\.gz$/i, ''));
  const source = handle.createReadStream({ start: 0, autoClose: false });
  const target = createWriteStream(copy, { flags: 'wx', mode: 0o600 });
  try {
    if (packed) await pipeline(source, createGunzip(), bounded, new RedactStream(text), target, { signal });
    else await pipeline(source, new RedactStream(text), target, { signal });
    return { count: text.count, isGzip: packed, format: formatOf(name) };
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof UnfitError
      ? unfitWords(error.why)
      : l10n.t`can't read the whole file: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Returns the bytes of a redacted file for the archive. */
export async function* bytesOfCopy(
  copy: string,
  { isGzip: isPacked, format }: RedactedFile,
  redaction: Redaction,
): AsyncGenerator<Buffer> {
  const text = createReadStream(copy).compose(new KnownStream(redaction, format));
  for await (const chunk of isPacked ? text.pipe(createGzip()) : text) yield Buffer.from(chunk);
}

function formatOf(name: string): RedactedFile['format'] {
  const text = name.replace(/\.gz$/i, '');
  if (/\.ya?ml$/i.test(text)) return 'yaml';
  return text.endsWith('.json') ? 'json' : 'text';
}

/** Redacts bytes with a `TextStream`. */
class RedactStream extends Transform {
  readonly #decoder = new StringDecoder('utf8');
  readonly #text: TextStream;

  constructor(text: TextStream) {
    super();
    this.#text = text;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hand(() => this.#text.write(this.#decoder.write(chunk)), done);
  }

  override _flush(done: TransformCallback): void {
    this.#hand(() => `${this.#text.write(this.#decoder.end())}${this.#text.end()}`, done);
  }

  #hand(read: () => string, done: TransformCallback): void {
    try {
      const out = read();
      if (this.#text.unfit === undefined) done(null, out === '' ? undefined : Buffer.from(out));
      else done(new UnfitError(this.#text.unfit));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/**
 * Number of characters at the end of a chunk that are searched again with the next chunk, because a known value can
 * extend across both.
 */
const overlap = 100_000;

/** Removes values that other files identify as credentials. */
class KnownStream extends Transform {
  readonly #decoder = new StringDecoder('utf8');
  readonly #redaction: Redaction;
  readonly #format: RedactedFile['format'];
  #rest = '';

  constructor(redaction: Redaction, format: RedactedFile['format']) {
    super();
    this.#redaction = redaction;
    this.#format = format;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#rest += this.#decoder.write(chunk);
    // Only a whole JSON document stays valid. `TextStream` limits its length.
    if (this.#format === 'json' || this.#rest.length < 8 * overlap) return done();
    const { text } = this.#redaction.removeLearned(this.#rest);
    // A value at the end can continue in the next chunk, so the search includes it again.
    const cut = text.lastIndexOf('\n', text.length - overlap) + 1 || text.length - overlap;
    this.#rest = text.slice(cut);
    done(null, this.#bytes(text.slice(0, cut)));
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#bytes(this.#redaction.removeLearned(`${this.#rest}${this.#decoder.end()}`).text));
  }

  #bytes(text: string): Buffer {
    return Buffer.from(this.#format === 'yaml' ? quoteHidden(text) : text);
  }
}

function unfitWords(why: Unfit): string {
  if (why === 'binary') return l10n.t`can't redact the file: it isn't a text file`;
  return why === 'secret'
    ? l10n.t`can't redact the file: it might contain a Secret but can't be parsed`
    : l10n.t`can't redact the file: it's too large`;
}

export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * File signatures of compressed formats: gzip, zip, bzip2, xz, zstd, lz4. Required because short compressed files might
 * contain no zero byte.
 */
const beginnings = ['1f8b', '504b0304', '425a68', 'fd377a585a', '28b52ffd', '04224d18'] as const;

/** Returns whether the start of a file looks like text. */
function isText(head: Buffer): boolean {
  return !head.includes(0) && !beginnings.some((one) => head.toString('hex', 0, 5).startsWith(one));
}

/** Decompresses the start of a file as far as possible. */
function unpackedHead(head: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const gunzip = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH });
    const done = (bytes: Buffer): void => {
      gunzip.destroy();
      resolve(bytes.subarray(0, headSize));
    };
    gunzip.once('data', done);
    gunzip.once('end', () => done(Buffer.alloc(0)));
    // The full read reports the error.
    gunzip.once('error', () => done(Buffer.alloc(0)));
    gunzip.end(head);
  });
}

async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > mostUnpacked) throw new UnfitError('tooLarge');
    yield chunk;
  }
}
