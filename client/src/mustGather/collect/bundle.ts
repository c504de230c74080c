/** A must-gather as one zip to hand on, with a list of what is in it; with credentials taken out if that is wanted. Streams: no file is in memory. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants as zlib, createGunzip, createGzip } from 'node:zlib';
import { ZipFile } from 'yazl';
import { createRedactor } from '../../../../core/mustGather/redact.ts';
import { safePath } from '../../../../gather/src/sources/safePath.ts';
import { RedactStream } from './redactStream.ts';

export interface BundleOptions {
  readonly redact: boolean;
  readonly signal: AbortSignal;
  /** Files so far, of how many. */
  readonly progress: (done: number, total: number) => void;
}

export interface BundledFile {
  readonly path: string;
  /** Bytes, as they are in the bundle. */
  readonly size: number;
  readonly sha256: string;
  /** How often something was taken out. */
  readonly replaced: number;
}

/** What is in the bundle, written into it. */
export interface BundleManifest {
  readonly version: 1;
  readonly redacted: boolean;
  readonly files: readonly BundledFile[];
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
}

export const manifestName = 'osc-manifest.json';
const mostFiles = 500_000;
/** Bytes of what a compressed file becomes: more is a bomb, or nothing that anybody sends. */
const mostUnpacked = 8 * 2 ** 30;
const noText = l10n.t`it is no text, and nobody can say what is in it`;
/** Enough to tell a text from anything else. */
const headSize = 8192;

/** Writes `target` when all of it is there. Rejects, and leaves nothing behind, when a file cannot be read to its end, or `signal` says so. */
export async function bundle(folder: string, target: string, { redact, signal, progress }: BundleOptions): Promise<BundleManifest> {
  const leftOut: { path: string; why: string }[] = [];
  const paths = (await walk(folder, leftOut)).toSorted();
  const temporary = `${target}.part`;
  const zip = new ZipFile();
  const writing = pipeline(zip.outputStream, createWriteStream(temporary, { flags: 'wx', mode: 0o600 }), { signal });
  // Told below; until then nobody listens.
  writing.catch(() => undefined);
  try {
    const files: BundledFile[] = [];
    for (const name of paths) {
      signal.throwIfAborted();
      progress(files.length + leftOut.length, paths.length);
      const added = await Promise.race([addFile(zip, folder, name, redact, signal), writing.then(() => l10n.t`the bundle ended before its time`)]);
      if (typeof added === 'string') leftOut.push({ path: name, why: added });
      else files.push(added);
    }
    const manifest: BundleManifest = { version: 1, redacted: redact, files, leftOut };
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`), `${path.basename(folder)}/${manifestName}`);
    zip.end();
    await writing;
    // Whole or not at all.
    await rename(temporary, target);
    return manifest;
  } catch (error) {
    zip.outputStream.unpipe();
    if ('destroy' in zip.outputStream && typeof zip.outputStream.destroy === 'function') zip.outputStream.destroy();
    await writing.catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Paths with `/`. Links are not followed: they may lead anywhere. */
async function walk(folder: string, leftOut: { path: string; why: string }[]): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [''];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    for (const entry of await readdir(path.join(folder, here), { withFileTypes: true })) {
      const name = here === '' ? entry.name : `${here}/${entry.name}`;
      const safe = safePath(name);
      if (entry.isDirectory()) waiting.push(name);
      else if (!entry.isFile()) leftOut.push({ path: name, why: l10n.t`a link, or something else that is no file` });
      // No zip can hold it, or what unpacks would make another path of it.
      else if ('why' in safe) leftOut.push({ path: name, why: l10n.t`its name is ${safe.why}` });
      else if (name !== manifestName) found.push(name);
      if (found.length > mostFiles) throw new Error(l10n.t`There are more than ${mostFiles} files in it.`);
    }
  }
  return found;
}

/** @returns why it was left out, as words */
async function addFile(zip: ZipFile, folder: string, name: string, redact: boolean, signal: AbortSignal): Promise<BundledFile | string> {
  const handle = await open(path.join(folder, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => undefined);
  if (handle === undefined) return l10n.t`it may not be read, or is a link by now`;
  try {
    const { mtime, size } = await handle.stat();
    const head = Buffer.alloc(Math.min(headSize, size));
    await handle.read(head, 0, head.length, 0);
    const packed = isGzip(head);
    if (redact && !packed && !isText(head)) return noText;
    if (redact && packed && /\.(?:tar\.gz|tgz)$/i.test(name)) return l10n.t`an archive is not looked into`;
    // What is in it is looked at before any of it is written.
    if (redact && packed && !isText(await unpackedHead(head))) return noText;
    const redactor = createRedactor(name.replace(/\.gz$/i, ''));
    const source = handle.createReadStream({ start: 0, autoClose: false });
    const hash = createHash('sha256');
    let written = 0;
    const out = new PassThrough();
    out.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      written += chunk.length;
    });
    // Listening makes it flow; it begins when the zip takes it.
    out.pause();
    zip.addReadStream(out, `${path.basename(folder)}/${name}`, { mtime, mode: 0o100600 });
    if (!redact) await pipeline(source, out, { signal });
    else if (packed) await pipeline(source, createGunzip(), bounded, new RedactStream(redactor), createGzip(), out, { signal });
    else await pipeline(source, new RedactStream(redactor), out, { signal });
    return { path: name, size: written, sha256: hash.digest('hex'), replaced: redactor.count };
  } finally {
    await handle.close();
  }
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Beginnings of what is packed otherwise, and short enough may have no zero in it: gzip, zip, bzip2, xz, zstd, lz4. */
const beginnings = ['1f8b', '504b0304', '425a68', 'fd377a585a', '28b52ffd', '04224d18'] as const;

/** As far as its beginning tells: what is packed, or in other characters, would be looked through for credentials in vain. */
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
    if (size > mostUnpacked) throw new Error(l10n.t`A compressed file of it becomes far too large.`);
    yield chunk;
  }
}
