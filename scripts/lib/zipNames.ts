/** The names and sizes of the files in a zip archive, read from its central directory. */

export interface ZipEntry {
  readonly name: string;
  /** Unpacked, in bytes. */
  readonly size: number;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/** Reads the directory at the end of the archive. Throws when it is none. */
export function zipEntries(archive: Buffer): ZipEntry[] {
  // The end record is 22 bytes and a comment; vsce writes none, but the search costs nothing.
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== endOfDirectory) end--;
  if (end < 0) throw new Error('not a zip archive');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== directoryEntry) throw new Error('the directory of the zip archive is broken');
    const nameLength = archive.readUInt16LE(at + 28);
    entries.push({ name: archive.toString('utf8', at + 46, at + 46 + nameLength), size: archive.readUInt32LE(at + 24) });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
