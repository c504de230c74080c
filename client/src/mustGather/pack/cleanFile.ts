/** One file of a must-gather without what it says itself to be a credential, written to another place. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { createReadStream, createWriteStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip, constants as zlib } from 'node:zlib';
import { TextStream, type Redaction, type Unfit } from '../../../../core/redaction/index.ts';

/** Bytes that a compressed file may become. No log is larger. */
const mostUnpacked = 8 * 2 ** 30;
/** Enough to tell text from anything else. */
const headSize = 8192;

/** Why a file isn't in the bundle. `mayBeIncluded`: it is only that nobody can say what is in it. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
  readonly mayBeIncluded: boolean;
}

/** A file that was cleaned. */
export interface Cleaned {
  readonly count: number;
  /** It was compressed, and is compressed again. */
  readonly isGzip: boolean;
}

class UnfitError extends Error {
  readonly why: Unfit;

  constructor(why: Unfit) {
    super(why);
    this.why = why;
  }
}

/**
 * Writes a redacted copy, which is not compressed.
 * @returns why it can't be redacted, in words
 * @throws when `signal` says so, or the copy can't be written
 */
export async function cleanFile(
  handle: FileHandle,
  name: string,
  copy: string,
  { redaction, signal }: { readonly redaction: Redaction; readonly signal: AbortSignal },
): Promise<Cleaned | string> {
  const { size } = await handle.stat();
  const head = Buffer.alloc(Math.min(headSize, size));
  await handle.read(head, 0, head.length, 0);
  const packed = isGzip(head);
  if (packed && /\.(?:tar\.gz|tgz)$/i.test(name)) return l10n.t`an archive is not looked into`;
  if (!isText(packed ? await unpackedHead(head) : head)) return unfitWords('binary');
  const text = new TextStream(redaction, name.replace(/\.gz$/i, ''));
  const source = handle.createReadStream({ start: 0, autoClose: false });
  const target = createWriteStream(copy, { flags: 'wx', mode: 0o600 });
  try {
    if (packed) await pipeline(source, createGunzip(), bounded, new RedactStream(text), target, { signal });
    else await pipeline(source, new RedactStream(text), target, { signal });
    return { count: text.count, isGzip: packed };
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof UnfitError ? unfitWords(error.why) : l10n.t`can't read the whole file: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The bytes that stand in the bundle for a cleaned file. */
export async function* bytesOfCopy(copy: string, { isGzip: isPacked }: Cleaned, redaction: Redaction): AsyncGenerator<Buffer> {
  const text = createReadStream(copy).compose(new KnownStream(redaction));
  for await (const chunk of isPacked ? text.pipe(createGzip()) : text) yield Buffer.from(chunk);
}

/** Bytes through a `TextStream`. */
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

/** Characters at the end of a piece in which a known value may begin. */
const overlap = 100_000;

/** Takes out what other files say to be a credential. */
class KnownStream extends Transform {
  readonly #decoder = new StringDecoder('utf8');
  readonly #redaction: Redaction;
  #rest = '';

  constructor(redaction: Redaction) {
    super();
    this.#redaction = redaction;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#rest += this.#decoder.write(chunk);
    if (this.#rest.length < 8 * overlap) return done();
    const { text } = this.#redaction.removeLearned(this.#rest);
    // A value at the end may go on in the next piece, and is looked at again with it.
    const cut = text.lastIndexOf('\n', text.length - overlap) + 1 || text.length - overlap;
    this.#rest = text.slice(cut);
    done(null, Buffer.from(text.slice(0, cut)));
  }

  override _flush(done: TransformCallback): void {
    done(null, Buffer.from(this.#redaction.removeLearned(`${this.#rest}${this.#decoder.end()}`).text));
  }
}

function unfitWords(why: Unfit): string {
  if (why === 'binary') return l10n.t`can't redact the file: it isn't a text file`;
  return why === 'secret' ? l10n.t`can't redact the file: it mentions a Secret but isn't well-formed` : l10n.t`can't redact the file: it is too large`;
}

export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Beginnings of what is packed otherwise, and short enough may have no zero in it: gzip, zip, bzip2, xz, zstd, lz4. */
const beginnings = ['1f8b', '504b0304', '425a68', 'fd377a585a', '28b52ffd', '04224d18'] as const;

/** As far as its beginning tells. */
function isText(head: Buffer): boolean {
  return !head.includes(0) && !beginnings.some((one) => head.toString('hex', 0, 5).startsWith(one));
}

/** What the beginning of a compressed file becomes, as far as it can be told. */
function unpackedHead(head: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const gunzip = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH });
    const done = (bytes: Buffer): void => {
      gunzip.destroy();
      resolve(bytes.subarray(0, headSize));
    };
    gunzip.once('data', done);
    gunzip.once('end', () => done(Buffer.alloc(0)));
    // It is told when it is read.
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
