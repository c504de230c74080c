/** Reads a must-gather from a zip archive. Its index is at the end, so that only requested files are read. */
import * as l10n from '@vscode/l10n';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { fromRandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import {
  UnreadableSourceError,
  type MustGatherFile,
  type MustGatherSource,
  type WalkOptions,
} from './mustGatherSource.ts';
import { limits as usual, type ArchiveLimits } from '../limits/limits.ts';
import { linkFollowingAccess, type FileAccess } from './fileAccess.ts';
import { normalizeArchivePath } from './archivePath.ts';
import { ZipReader } from './zipReader.ts';

/**
 * Creates the source.
 * @param size of the file, in bytes
 * @param limits lower limits for tests
 */
export function zipSource(
  file: string,
  size: number,
  access: FileAccess = linkFollowingAccess,
  limits: ArchiveLimits = usual,
): MustGatherSource {
  return { size, files: (options) => walk(file, size, options, access, limits) };
}

async function* walk(
  file: string,
  size: number,
  options: WalkOptions,
  access: FileAccess,
  limits: ArchiveLimits,
): AsyncGenerator<MustGatherFile> {
  const handle = await access.open(file);
  try {
    const starts = await checkedStarts(handle, size, options, limits);
    yield* entries(handle, size, options, starts);
  } finally {
    await handle.close();
  }
}

/**
 * Checks the index before reading any entry. Returns the sorted start offsets of the entries.
 * @throws UnreadableSourceError
 */
async function checkedStarts(
  handle: FileHandle,
  size: number,
  { signal }: WalkOptions,
  limits: ArchiveLimits,
): Promise<Float64Array> {
  const zip = await opened(handle, size);
  try {
    if (zip.entryCount > limits.entries)
      throw new UnreadableSourceError(l10n.t`the archive has more than ${limits.entries} entries`);
    const ranges: { readonly start: number; readonly end: number }[] = [];
    let unpacked = 0;
    for (let entry = await nextOf(zip); entry !== undefined; entry = await nextOf(zip)) {
      signal?.throwIfAborted();
      const { compressedSize, uncompressedSize, relativeOffsetOfLocalHeader: start } = entry;
      unpacked += uncompressedSize;
      if (unpacked > limits.unpacked)
        throw new UnreadableSourceError(
          l10n.t`the decompressed size exceeds ${Math.round(limits.unpacked / 2 ** 30)} GiB`,
        );
      if (uncompressedSize > limits.beforeRatio && uncompressedSize > compressedSize * limits.ratio) {
        throw new UnreadableSourceError(
          l10n.t`an entry decompresses to more than ${limits.ratio} times its compressed size, which indicates a decompression bomb`,
        );
      }
      ranges.push({ start, end: start + localHeaderBytes + compressedSize });
    }
    // Many small entries can also add up to a large size.
    if (unpacked > limits.beforeRatio && unpacked > size * limits.ratio) {
      throw new UnreadableSourceError(
        l10n.t`the decompressed size is more than ${limits.ratio} times the compressed size, which indicates a decompression bomb`,
      );
    }
    ranges.sort((one, other) => one.start - other.start);
    // Entries that share bytes could make a small archive decompress to any size.
    if (ranges.some(({ end }, index) => end > (ranges[index + 1]?.start ?? Infinity))) throw overlapping();
    return Float64Array.from(ranges, ({ start }) => start);
  } finally {
    zip.close();
  }
}

/** Size of a local header without the name and extra fields, whose lengths it contains. */
const localHeaderBytes = 30;

function overlapping(): UnreadableSourceError {
  return new UnreadableSourceError(l10n.t`entries overlap, which indicates a decompression bomb`);
}

async function* entries(
  handle: FileHandle,
  size: number,
  { signal, refused, progress }: WalkOptions,
  starts: Float64Array,
): AsyncGenerator<MustGatherFile> {
  const zip = await opened(handle, size);
  try {
    let packed = 0;
    for (let entry = await nextOf(zip); entry !== undefined; entry = await nextOf(zip)) {
      signal?.throwIfAborted();
      packed += entry.compressedSize;
      progress?.(Math.min(packed, size), size);
      const name = entry.fileName;
      const safe = normalizeArchivePath(name);
      const why = refusal(entry) ?? ('why' in safe ? safe.why : undefined);
      if (name.endsWith('/')) continue;
      if (why !== undefined || 'why' in safe) refused({ path: name.slice(0, 200), why: why ?? '' });
      else {
        const wanted = entry;
        yield { path: safe.path, size: entry.uncompressedSize, bytes: () => bytesOf(zip, wanted, starts) };
      }
    }
  } finally {
    zip.close();
  }
}

/** Returns why an entry is rejected. The upper half of the attributes contains the Unix file mode. */
function refusal(entry: Entry): string | undefined {
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind === 0o120000) return l10n.t`a link`;
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) return l10n.t`a special file`;
  return entry.isEncrypted() ? l10n.t`an encrypted file` : undefined;
}

function opened(handle: FileHandle, size: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromRandomAccessReader(
      new ZipReader(handle),
      size,
      { lazyEntries: true, autoClose: false, strictFileNames: true },
      (error, zip) => {
        if (error === null) resolve(zip);
        else reject(damaged(error));
      },
    );
  });
}

function nextOf(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    for (const event of ['entry', 'end', 'error']) zip.removeAllListeners(event);
    zip.on('entry', resolve);
    zip.on('end', () => resolve(undefined));
    zip.on('error', (error) => reject(damaged(error)));
    zip.readEntry();
  });
}

/** Returns the contents of an entry, which have the declared size. */
async function* bytesOf(zip: ZipFile, entry: Entry, starts: Float64Array): AsyncGenerator<Uint8Array> {
  if ((await endOf(zip, entry)) > startAfter(starts, entry.relativeOffsetOfLocalHeader)) throw overlapping();
  const isDeflated = entry.compressionMethod === deflated;
  const stream = await new Promise<Readable>((resolve, reject) => {
    const options = isDeflated ? ({ decodeFileData: false } as const) : {};
    zip.openReadStream(entry, options, (error, found) => (error === null ? resolve(found) : reject(damaged(error))));
  });
  try {
    if (isDeflated) yield* inflated(stream, entry.uncompressedSize);
    else for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw damaged(error instanceof Error ? error : new Error(String(error)));
  } finally {
    stream.destroy();
  }
}

/** Compression method of zip (APPNOTE.TXT 4.4.5). yauzl rejects all others except 0, which means no compression. */
const deflated = 8;

/**
 * Decompresses in large pieces. yauzl itself uses pieces of 16 KiB, which makes reading a large log three times slower.
 * @throws Error if the result doesn't have the declared size
 */
async function* inflated(compressed: Readable, size: number): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: 1 << 18 });
  compressed.on('error', (error) => inflate.destroy(error));
  compressed.pipe(inflate);
  let length = 0;
  try {
    for await (const chunk of inflate) {
      const piece = chunk as Buffer;
      length += piece.length;
      if (length > size) throw new Error(`too many bytes in the stream. expected ${size}. got at least ${length}`);
      yield piece;
    }
    if (length < size) throw new Error(`not enough bytes in the stream. expected ${size}. got only ${length}`);
  } finally {
    inflate.destroy();
  }
}

/**
 * Returns the end offset of an entry's data according to its local header. The length of the name in this header
 * determines where the data starts.
 */
function endOf(zip: ZipFile, entry: Entry): Promise<number> {
  return new Promise((resolve, reject) => {
    zip.readLocalFileHeader(entry, { minimal: true }, (error, header) => {
      if (error === null) resolve(header.fileDataStart + entry.compressedSize);
      else reject(damaged(error));
    });
  });
}

/** Returns the first start offset after an offset, or Infinity. */
function startAfter(starts: Float64Array, offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Infinity) > offset) high = middle;
    else low = middle + 1;
  }
  return starts[low] ?? Infinity;
}

function damaged(error: Error): UnreadableSourceError {
  return new UnreadableSourceError(l10n.t`can't read the zip archive: ${error.message}`);
}
