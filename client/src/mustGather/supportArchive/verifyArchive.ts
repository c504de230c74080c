/** Checks that a finished archive is complete and contains no known credential. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import type { Redaction } from '#core/redaction/index.ts';
import { openSource } from '#gather/sources/openSource.ts';
import type { ArchiveManifest } from './archiveManifest.ts';
import { isGzip } from './redactFile.ts';

/**
 * Number of characters at the end of a chunk that are searched again with the next chunk, because a credential can
 * extend across both.
 */
const overlap = 512;

export interface VerifyOptions {
  /** Its learned credentials must not occur in the archive. Undefined for an unchanged must-gather. */
  readonly redaction: Redaction | undefined;
  /** Files that were packed unchanged. */
  readonly include: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

/**
 * Verifies an archive.
 * @throws if `signal` aborts, or if the archive doesn't match its manifest or contains a credential; the message names
 *   the file
 */
export async function verify(
  zip: string,
  manifest: ArchiveManifest,
  top: string,
  { redaction, include, signal }: VerifyOptions,
): Promise<void> {
  const expected = new Map(manifest.files.map((file) => [`${top}/${file.path}`, file]));
  const source = await openSource(zip);
  const refuse = (name: string): never => {
    throw new Error(l10n.t`Can't read ${name} from the support archive: the archive is damaged.`);
  };
  for await (const file of source.files({ signal, refused: ({ path }) => refuse(path) })) {
    const wanted = expected.get(file.path);
    expected.delete(file.path);
    const hash = createHash('sha256');
    let size = 0;
    // The manifest isn't searched. It contains only fixed words and checked names, and a credential can be equal to a
    // fixed word.
    const finder =
      redaction === undefined || wanted === undefined || include.has(wanted.original ?? wanted.path)
        ? undefined
        : new Finder(redaction);
    const gunzip = createGunzip();
    let isPacked = false;
    const reading = (async () => {
      for await (const chunk of gunzip) finder?.write(Buffer.from(chunk));
    })();
    reading.catch(() => undefined);
    for await (const chunk of file.bytes()) {
      signal.throwIfAborted();
      if (size === 0) isPacked = isGzip(Buffer.from(chunk));
      size += chunk.length;
      hash.update(chunk);
      if (finder !== undefined && !isPacked) finder.write(Buffer.from(chunk));
      else if (finder !== undefined && !gunzip.write(Uint8Array.from(chunk)))
        await new Promise((resolve) => gunzip.once('drain', resolve));
    }
    gunzip.end();
    if (isPacked && finder !== undefined) await reading;
    if (wanted !== undefined && (wanted.size !== size || wanted.sha256 !== hash.digest('hex'))) refuse(file.path);
    if (finder?.end() === true)
      throw new Error(
        l10n.t`${file.path} still contains a credential after redaction. The support archive was deleted.`,
      );
  }
  const [missing] = expected.keys();
  if (missing !== undefined) refuse(missing);
}

/** Searches chunks of bytes for known values. */
class Finder {
  readonly #redaction: Redaction;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #isFound = false;

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  write(chunk: Buffer): void {
    this.#look(this.#decoder.write(chunk));
  }

  end(): boolean {
    this.#look(this.#decoder.end());
    return this.#isFound;
  }

  #look(piece: string): void {
    if (this.#isFound) return;
    const text = `${this.#rest}${piece}`;
    this.#isFound = this.#redaction.hasLearned(text);
    this.#rest = text.slice(-overlap);
  }
}
