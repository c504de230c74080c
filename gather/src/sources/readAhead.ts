/** Reads a file in pieces. Reads the next piece while the caller processes the current one. */
import type { FileHandle } from 'node:fs/promises';

/** Maximum size of a piece, in bytes. */
const pieceBytes = 1 << 18;

/**
 * Reads a range of a file in pieces. Each piece is valid until the next one is requested. Ends early if the file is
 * shorter than the range.
 * @param handle must stay open until the generator has ended
 * @param from start of the range, in bytes
 * @param length of the range, in bytes
 */
export async function* readAhead(
  handle: Pick<FileHandle, 'read'>,
  from: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  const end = from + length;
  const buffers: Buffer[] = [];
  const read = (turn: number, at: number): Promise<number> | undefined => {
    if (at >= end) return undefined;
    const buffer = (buffers[turn] ??= Buffer.allocUnsafe(Math.min(length, pieceBytes)));
    const reading = handle.read(buffer, 0, Math.min(buffer.length, end - at), at).then(({ bytesRead }) => bytesRead);
    // If a read fails while the caller processes the previous piece, the error is thrown when the caller requests this
    // piece.
    reading.catch(() => undefined);
    return reading;
  };
  let at = from;
  let next = read(0, at);
  try {
    for (let turn = 0; next !== undefined; turn = 1 - turn) {
      const bytesRead = await next;
      next = undefined;
      if (bytesRead === 0) return;
      at += bytesRead;
      next = read(1 - turn, at);
      const buffer = buffers[turn];
      if (buffer !== undefined) yield buffer.subarray(0, bytesRead);
    }
  } finally {
    // The caller can close the file only after the read has completed.
    await next?.catch(() => undefined);
  }
}
