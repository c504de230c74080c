/** Reads zip archives that vsce creates: names and sizes from the central directory, and contents on demand. */
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  /** Uncompressed size in bytes. */
  readonly size: number;
  /** Offset of the entry, its compression method (0 stored, 8 deflated), and its compressed size in bytes. */
  readonly at: number;
  readonly method: number;
  readonly packed: number;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * Reads the directory at the end of the archive.
 * @throws Error if it isn't a zip archive
 */
export function zipEntries(archive: Buffer): ZipEntry[] {
  // The end record has 22 bytes and an optional comment. vsce writes no comment, but searching for one is cheap.
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== endOfDirectory) end--;
  if (end < 0) throw new Error('not a zip archive');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== directoryEntry)
      throw new Error('the central directory of the zip archive is corrupt');
    const nameLength = archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      size: archive.readUInt32LE(at + 24),
      at: archive.readUInt32LE(at + 42),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Returns the content of a file in the archive. Ignores the case of its name.
 * @throws Error if the file doesn't exist
 */
export function zipFile(archive: Buffer, name: string): Buffer {
  const entry = zipEntries(archive).find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (entry === undefined) throw new Error(`${name} is not in the archive`);
  const begin = entry.at + 30 + archive.readUInt16LE(entry.at + 26) + archive.readUInt16LE(entry.at + 28);
  const packed = archive.subarray(begin, begin + entry.packed);
  return entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: entry.size + 1 });
}
