/** Checks whether compression makes a file suspiciously small. Doesn't use VS Code. */
import type { Readable } from 'node:stream';
import { createDeflateRaw } from 'node:zlib';
import { limits } from '#gather/limits/limits.ts';

/** Size in bytes from which a file is checked. Smaller files can't make an archive look like a decompression bomb. */
const leastChecked = 2 ** 20;
/** Compression ratio from which a file is stored uncompressed: half of the ratio that readers of archives reject. */
const largestRatio = limits.ratio / 2;

/**
 * Returns whether an archive must contain a file uncompressed. Compressed, a sparse file or a log that repeats one line
 * is so small that readers reject the archive as a decompression bomb. Reads only as much of the file as necessary.
 * @param size size of the file in bytes
 * @param open returns the content of the file
 */
export async function mustStore(size: number, open: () => Readable): Promise<boolean> {
  if (size < leastChecked) return false;
  let compressed = 0;
  for await (const chunk of open().compose(createDeflateRaw())) {
    compressed += Buffer.from(chunk).length;
    if (compressed * largestRatio > size) return false;
  }
  return true;
}
