/**
 * Reads a must-gather from a tar archive, uncompressed or compressed with gzip. In an uncompressed archive, skipped
 * files aren't read.
 */
import * as l10n from '@vscode/l10n';
import type { FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { cutText, sanitizeLiteral } from '#core/text/sanitize.ts';
import {
  UnreadableSourceError,
  type MustGatherFile,
  type MustGatherSource,
  type WalkOptions,
} from './mustGatherSource.ts';
import { limits as usual, type ArchiveLimits } from '../limits/limits.ts';
import { fileReader, streamReader, type ByteReader } from './byteReader.ts';
import { linkFollowingAccess, type FileAccess } from './fileAccess.ts';
import { normalizeArchivePath } from './archivePath.ts';
import { blockSize, readPax, readTarHeader, text } from './tarHeader.ts';

/**
 * Creates the source.
 * @param size of the file, in bytes
 * @param limits lower limits for tests
 */
export function tarSource(
  file: string,
  size: number,
  packed: boolean,
  access: FileAccess = linkFollowingAccess,
  limits: ArchiveLimits = usual,
): MustGatherSource {
  return {
    size,
    async *files(options) {
      const handle = await access.open(file);
      try {
        yield* packed ? walkPacked(handle, size, options, limits) : entriesOfPlain(handle, size, options, limits);
      } finally {
        await handle.close();
      }
    },
  };
}

function entriesOfPlain(
  handle: FileHandle,
  size: number,
  options: WalkOptions,
  limits: ArchiveLimits,
): AsyncGenerator<MustGatherFile> {
  const reader = fileReader(handle, size);
  return entries(reader, { ...options, progress: () => options.progress?.(reader.position(), size) }, limits);
}

const noArchive = () =>
  l10n.t`the file is a single gzip-compressed text file, probably a log, not a must-gather archive. If it's a log, use Open Log File... to open it. Otherwise, specify the original folder or archive`;

async function* walkPacked(
  handle: FileHandle,
  size: number,
  options: WalkOptions,
  limits: ArchiveLimits,
): AsyncGenerator<MustGatherFile> {
  const packed = handle.createReadStream({ autoClose: false, highWaterMark: 1 << 18 });
  const unpacked = createGunzip({ chunkSize: 1 << 18 });
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  let out = 0;
  let head = Buffer.alloc(0);
  async function* bounded(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of unpacked) {
        const bytes = chunk as Buffer;
        out += bytes.length;
        if (head.length < blockSize) head = Buffer.concat([head, bytes.subarray(0, blockSize - head.length)]);
        if (out > limits.unpacked)
          throw new UnreadableSourceError(
            l10n.t`the decompressed size exceeds ${Math.round(limits.unpacked / 2 ** 30)} GiB`,
          );
        if (out > limits.beforeRatio && out > packed.bytesRead * limits.ratio) {
          throw new UnreadableSourceError(
            l10n.t`the decompressed size is more than ${limits.ratio} times the compressed size, which indicates a decompression bomb`,
          );
        }
        yield bytes;
      }
    } catch (error) {
      const isDamage =
        error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
      throw isDamage ? new UnreadableSourceError(l10n.t`can't decompress the file: ${error.message}`) : error;
    }
  }
  try {
    yield* entries(
      streamReader(bounded()),
      { ...options, progress: () => options.progress?.(packed.bytesRead, size) },
      limits,
    );
    // An empty tar archive has two blocks.
    if (head.length === 0) throw new UnreadableSourceError(l10n.t`the gzip file is empty`);
  } catch (error) {
    // Names in a tar header end with a null byte, so a file without null bytes isn't a tar archive.
    throw error instanceof UnreadableSourceError && head.length > 0 && !head.includes(0)
      ? new UnreadableSourceError(noArchive())
      : error;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

interface Walk extends Omit<WalkOptions, 'progress'> {
  readonly progress: () => void;
}

/** Fields of an extended header for the next entry. */
interface Extended {
  readonly name?: string;
  readonly size?: number;
}

async function* entries(
  reader: ByteReader,
  { signal, refused, progress }: Walk,
  limits: ArchiveLimits,
): AsyncGenerator<MustGatherFile> {
  let count = 0;
  let extended: Extended = {};
  for (;;) {
    signal?.throwIfAborted();
    const block = await reader.read(blockSize);
    if (block === undefined) return;
    const header = readTarHeader(block);
    if (header === undefined) return;
    if (typeof header === 'string')
      throw new UnreadableSourceError(l10n.t`${header} (the file is damaged or isn't a tar archive)`);
    count += 1;
    if (count > limits.entries)
      throw new UnreadableSourceError(l10n.t`the archive has more than ${limits.entries} entries`);
    progress();
    const { type } = header;
    if (type === 'x' || type === 'g' || type === 'L' || type === 'K') {
      const told = await readExtended(reader, type, header.size, limits);
      // Global headers (g) contain no names or sizes to trust, and K contains a link target.
      if (type === 'x' || type === 'L') extended = { ...extended, ...told };
      continue;
    }
    const name = extended.name ?? header.name;
    const size = extended.size ?? header.size;
    extended = {};
    if (size > limits.unpacked)
      throw new UnreadableSourceError(
        l10n.t`${cutText(sanitizeLiteral(name), 200)} has a declared size of more than ${Math.round(limits.unpacked / 2 ** 30)} GiB`,
      );
    const end = reader.position() + padded(size);
    const why = refusal(type);
    const safe = normalizeArchivePath(name);
    if (why !== undefined) refused({ path: name.slice(0, 200), why });
    else if ('why' in safe) {
      if (type !== '5') refused({ path: name.slice(0, 200), why: safe.why });
    } else if (type !== '5') yield { path: safe.path, size, bytes: () => reader.pieces(size) };
    await reader.skip(end - reader.position());
  }
}

function padded(size: number): number {
  return Math.ceil(size / blockSize) * blockSize;
}

function refusal(type: string): string | undefined {
  if (type === '1' || type === '2') return l10n.t`a link`;
  if (type === '3' || type === '4' || type === '6') return l10n.t`a special file`;
  return ['0', '\0', '5', '7'].includes(type) ? undefined : l10n.t`an entry with an unknown type`;
}

async function readExtended(reader: ByteReader, type: string, size: number, limits: ArchiveLimits): Promise<Extended> {
  if (size > limits.extendedHeader) throw new UnreadableSourceError(l10n.t`a name in the archive is too long`);
  const bytes = (await reader.read(padded(size))) ?? new Uint8Array();
  if (bytes.length < size) throw new UnreadableSourceError(l10n.t`truncated archive (ends in the middle of a file)`);
  if (type === 'L') return { name: text(bytes, 0, size) };
  const fields = readPax(bytes.subarray(0, size));
  if (fields === undefined) throw new UnreadableSourceError(l10n.t`a header in the archive is damaged`);
  const stated = fields.get('size');
  const name = fields.get('path');
  const number = stated !== undefined && /^\d{1,15}$/.test(stated) ? Number(stated) : undefined;
  return { ...(name === undefined ? {} : { name }), ...(number === undefined ? {} : { size: number }) };
}
