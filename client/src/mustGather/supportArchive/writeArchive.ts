/**
 * Writes a must-gather as one zip to share, with a list of its files, optionally without credentials. Processes files
 * in chunks, so that no whole file is in memory. Doesn't use VS Code.
 */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { Redaction, redactText } from '#core/redaction/index.ts';
import { hasInvisible, sanitizeLiteral } from '#core/text/sanitize.ts';
import { normalizeArchivePath } from '#gather/sources/archivePath.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { manifestName, type ArchivedFile, type ArchiveManifest } from './archiveManifest.ts';
import { assertFreeSpace } from '../collect/run/freeSpace.ts';
import { mustStore } from './mustStore.ts';
import { toPortableName, toPortablePaths } from './portablePaths.ts';
import { bytesOfCopy, redactFile, type RedactedFile, type OmittedFile } from './redactFile.ts';
import { verify } from './verifyArchive.ts';

export interface ArchiveOptions {
  /** True to redact credentials. */
  readonly redact: boolean;
  /** Files to pack unchanged although redaction can't read them. */
  readonly include: ReadonlySet<string>;
  /** Another folder to pack, so that its files don't need to be copied. */
  readonly extra?: ExtraFolder;
  /** Maximum size of the archive in bytes. By default, there is none. */
  readonly maxBytes?: number;
  /** Number of values that were redacted when the files were collected, by file. Added to the counts in the list. */
  readonly redactedBefore?: ReadonlyMap<string, number>;
  readonly signal: AbortSignal;
  /** Called with the number of completed steps and of all steps. Each file takes two steps. */
  readonly progress: (done: number, total: number) => void;
}

/** A folder whose files appear in a subfolder of the archive. */
export interface ExtraFolder {
  readonly folder: string;
  /** Name of the subfolder. */
  readonly under: string;
}

const mostFiles = 500_000;

/** A file to pack. */
interface Source {
  /** Original path, relative to the folder. */
  readonly name: string;
  /** Path in the archive. */
  readonly portable: string;
  /** Path on the disk. */
  readonly from: string;
}

/** A file to add to the archive. */
interface Ready extends Source {
  /** The redacted copy. If undefined, the file is packed unchanged. */
  readonly cleaned: (RedactedFile & { readonly copy: string }) | undefined;
}

/** Returns the temporary paths next to an unfinished archive. */
export function temporaryPaths(target: string): { readonly zip: string; readonly copies: string } {
  return { zip: `${target}.part`, copies: `${target}.parts` };
}

/**
 * Writes the archive to a temporary file, verifies it, and then renames it to `target`.
 * @throws if `signal` aborts or the archive can't be written; leaves no files behind
 */
export async function writeArchive(folder: string, target: string, options: ArchiveOptions): Promise<ArchiveManifest> {
  const { zip, copies } = temporaryPaths(target);
  // Leftovers of an earlier run.
  await Promise.all([rm(zip, { force: true }), rm(copies, { recursive: true, force: true })]);
  try {
    const leftOut: OmittedFile[] = [];
    const sources = await listSources(folder, options.extra, leftOut);
    const redaction = new Redaction(allParsers);
    await mkdir(copies, { mode: 0o700 });
    if (options.redact) await assertFreeSpace(copies, await sizeOf(sources));
    const ready = await cleanAll(sources, copies, { ...options, redaction, leftOut });
    const manifest = await write(folder, zip, ready, { ...options, redaction, leftOut });
    const { include, signal } = options;
    await verify(zip, manifest, topOf(folder), { redaction: options.redact ? redaction : undefined, include, signal });
    // Renamed only when complete.
    await rename(zip, target);
    return manifest;
  } finally {
    await Promise.all([rm(zip, { force: true }), rm(copies, { recursive: true, force: true })]);
  }
}

interface Work extends ArchiveOptions {
  readonly redaction: Redaction;
  readonly leftOut: OmittedFile[];
}

/** Redacts every file before it packs the first one, because a credential in one file is removed from all files. */
async function cleanAll(sources: readonly Source[], copies: string, work: Work): Promise<readonly Ready[]> {
  const { redact, include, signal, redaction, leftOut, progress } = work;
  const ready: Ready[] = [];
  for (const [index, source] of sources.entries()) {
    const { name, from } = source;
    signal.throwIfAborted();
    progress(index, sources.length * 2);
    if (!redact || include.has(name)) {
      ready.push({ ...source, cleaned: undefined });
      continue;
    }
    const copy = path.join(copies, String(index));
    const handle = await openRegular(from);
    if (handle === undefined) {
      leftOut.push({ path: name, why: l10n.t`the file can't be read or is now a link`, mayBeIncluded: false });
      continue;
    }
    try {
      const cleaned = await redactFile(handle, name, copy, { redaction, signal });
      if (typeof cleaned === 'string') leftOut.push({ path: name, why: cleaned, mayBeIncluded: true });
      else ready.push({ ...source, cleaned: { ...cleaned, copy } });
    } finally {
      await handle.close();
    }
  }
  return ready;
}

async function write(
  folder: string,
  target: string,
  ready: readonly Ready[],
  { redact, signal, redaction, leftOut, progress, maxBytes = Infinity, redactedBefore }: Work,
): Promise<ArchiveManifest> {
  const zip = new ZipFile();
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  const writing = pipeline(zip.outputStream, new LimitStream(maxBytes), output, { signal });
  // The error is handled below. Until then, no other handler exists.
  writing.catch(() => undefined);
  const top = topOf(folder);
  const files: ArchivedFile[] = [];
  try {
    for (const [index, one] of ready.entries()) {
      signal.throwIfAborted();
      progress(ready.length + index, ready.length * 2);
      if (redact && withoutCredentials(one.name, redaction) !== one.name) {
        leftOut.push({
          path: withoutCredentials(one.name, redaction),
          why: l10n.t`the file name contains a credential`,
          mayBeIncluded: false,
        });
        continue;
      }
      const added = await Promise.race([add(zip, top, one, redaction, signal), writing.then(() => undefined)]);
      if (added === undefined)
        leftOut.push({ path: one.name, why: l10n.t`the file can't be read or is now a link`, mayBeIncluded: false });
      else files.push({ ...added, replaced: added.replaced + (redactedBefore?.get(one.name) ?? 0) });
    }
    // Names of omitted files can also contain credentials.
    const named = redact ? leftOut.map((one) => withoutLearned(one, redaction)) : leftOut;
    const manifest: ArchiveManifest = { version: 1, redacted: redact, files, leftOut: named };
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`), `${top}/${manifestName}`);
    zip.end();
    await writing;
    return manifest;
  } catch (error) {
    zip.outputStream.unpipe();
    if ('destroy' in zip.outputStream && typeof zip.outputStream.destroy === 'function') zip.outputStream.destroy();
    await writing.catch(() => undefined);
    throw error;
  }
}

/**
 * Removes credentials from the name of an omitted file. A file whose name contains a credential can't be selected for
 * inclusion.
 */
function withoutLearned({ path: name, why, mayBeIncluded }: OmittedFile, redaction: Redaction): OmittedFile {
  const text = withoutCredentials(name, redaction);
  return { path: text, why: redaction.removeLearned(why).text, mayBeIncluded: mayBeIncluded && text === name };
}

/** Removes learned credentials, and those that the text itself identifies, such as `token=abc`. */
function withoutCredentials(text: string, redaction: Redaction): string {
  return redactText(redaction.removeLearned(text).text, '', allParsers);
}

/**
 * Adds a file and waits until the zip has read the whole file, because only then are its size and hash known.
 * @returns undefined if the file can't be opened
 */
async function add(
  zip: ZipFile,
  top: string,
  { name, portable, from, cleaned }: Ready,
  redaction: Redaction,
  signal: AbortSignal,
): Promise<ArchivedFile | undefined> {
  const handle = await openRegular(from);
  if (handle === undefined) return undefined;
  try {
    const { mtime, size } = await handle.stat();
    const original = (): Readable => handle.createReadStream({ start: 0, autoClose: false, signal });
    const isStored =
      cleaned === undefined
        ? await mustStore(size, original)
        : !cleaned.isGzip && (await mustStore((await stat(cleaned.copy)).size, () => createReadStream(cleaned.copy)));
    const source = cleaned === undefined ? original() : Readable.from(bytesOfCopy(cleaned.copy, cleaned, redaction));
    const counted = new HashStream();
    const isTaken = finished(counted, { signal });
    zip.addReadStream(counted, `${top}/${portable}`, { mtime, mode: 0o100600, compress: !isStored });
    await Promise.all([pipeline(source, counted, { signal }), isTaken]);
    if (cleaned !== undefined) await rm(cleaned.copy, { force: true });
    return {
      path: portable,
      ...(portable === name ? {} : { original: name }),
      size: counted.size,
      sha256: counted.digest(),
      replaced: cleaned?.count ?? 0,
    };
  } finally {
    await handle.close();
  }
}

/** Forwards bytes, and fails if there are more than a maximum. */
class LimitStream extends Transform {
  readonly #most: number;
  #size = 0;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size <= this.#most) return done(null, chunk);
    done(new Error(l10n.t`The archive is larger than ${this.#most / 1e6} MB.`));
  }
}

/** Forwards bytes, and counts and hashes them. */
class HashStream extends Transform {
  readonly #hash = createHash('sha256');
  size = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.size += chunk.length;
    done(null, chunk);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

/**
 * Returns the top-level folder in the zip. Replaces names that would change the path, contain control characters, or
 * are reserved.
 */
function topOf(folder: string): string {
  const name = path.basename(folder);
  return 'path' in normalizeArchivePath(name) && /^[^\p{Cc}\p{Cf}]+$/u.test(name) && toPortableName(name) === name
    ? name
    : 'must-gather';
}

function openRegular(file: string) {
  return open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
}

/** Lists the files of both folders in the order of their names in the archive. */
async function listSources(
  folder: string,
  extra: ExtraFolder | undefined,
  leftOut: OmittedFile[],
): Promise<readonly Source[]> {
  const own = (await walk(folder, leftOut)).map((name) => ({ name, from: path.join(folder, name) }));
  const omitted: OmittedFile[] = [];
  const others = extra === undefined ? [] : await walk(extra.folder, omitted);
  const under = (name: string): string => `${extra?.under ?? ''}/${name}`;
  leftOut.push(...omitted.map((one) => ({ ...one, path: under(one.path) })));
  const added = others.map((name) => ({ name: under(name), from: path.join(extra?.folder ?? '', name) }));
  const all = [...own, ...added].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const portable = toPortablePaths([manifestName, ...all.map(({ name }) => name)]);
  return all.map((source) => ({ ...source, portable: portable.get(source.name) ?? source.name }));
}

/** Returns the space that files use on the disk, in bytes. Sparse files use less than their size. */
async function sizeOf(sources: readonly Source[]): Promise<number> {
  let bytes = 0;
  for (const { from } of sources) {
    const found = await lstat(from).catch(() => undefined);
    if (found !== undefined) bytes += Math.min(found.size, found.blocks > 0 ? found.blocks * 512 : found.size);
  }
  return bytes;
}

/** Lists all files with `/` in their paths. Doesn't follow links, because they can point anywhere. */
async function walk(folder: string, leftOut: OmittedFile[]): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [''];
  const leave = (name: string, why: string): void =>
    void leftOut.push({ path: sanitizeLiteral(name), why, mayBeIncluded: false });
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    for (const entry of await readdir(path.join(folder, here), { withFileTypes: true })) {
      const name = here === '' ? entry.name : `${here}/${entry.name}`;
      const safe = normalizeArchivePath(name);
      if (entry.isDirectory()) waiting.push(name);
      else if (!entry.isFile()) leave(name, l10n.t`a link or other special file`);
      // A zip can't contain this name, or unpacking would change the path.
      else if ('why' in safe) leave(name, l10n.t`invalid file name: ${safe.why}`);
      // The name would look like another name, or control the terminal in which the zip is listed.
      else if (hasInvisible(name)) leave(name, l10n.t`invalid file name: ${l10n.t`a path with control characters`}`);
      else if (name !== manifestName) found.push(name);
      if (found.length > mostFiles) throw new Error(l10n.t`The must-gather contains more than ${mostFiles} files.`);
    }
  }
  return found;
}
