/** Reads lines of a file from a line number, with a limit on the length of each line. */
import * as l10n from '@vscode/l10n';
import type { FileHandle } from 'node:fs/promises';
import { maxLineLength } from '#core/logs/readLine.ts';
import type { LineIndex } from './lineIndex.ts';

const newLine = 10;
const carriageReturn = 13;
/**
 * Maximum number of bytes to keep of a line: enough for the maximum number of characters in any encoding, plus one
 * character that marks a truncated line.
 */
const kept = maxLineLength * 4 + 4;
const slice = 256 * 1024;

/** File range to read from. */
export interface LineRangeSource {
  readonly file: FileHandle;
  readonly index: LineIndex;
  /** End of the range. Bytes after it might still be changing. */
  readonly end: number;
}

/** Returns lines, starting at a line number. Rejects if the file can't be read. */
export async function cutLines(
  { file, index, end }: LineRangeSource,
  from: number,
  count: number,
): Promise<readonly string[]> {
  const lines: string[] = [];
  let { line, offset } = index.before(from);
  const buffer = Buffer.allocUnsafe(Math.min(slice, Math.max(1, end - offset)));
  let begun: Buffer[] = [];
  let begunBytes = 0;
  const finish = (rest: Buffer): void => {
    if (line >= from) lines.push(begunBytes === 0 ? textOf(rest) : textOf(Buffer.concat([...begun, rest])));
    begun = [];
    begunBytes = 0;
    line += 1;
  };
  while (offset < end && lines.length < count) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - offset), offset);
    if (bytesRead === 0) throw new Error(l10n.t`The file was truncated.`);
    let start = 0;
    for (
      let at = buffer.indexOf(newLine);
      at >= 0 && at < bytesRead && lines.length < count;
      at = buffer.indexOf(newLine, start)
    ) {
      finish(buffer.subarray(start, at));
      start = at + 1;
    }
    offset += bytesRead;
    if (lines.length >= count) break;
    if (start < bytesRead && begunBytes < kept) {
      begun.push(Buffer.from(buffer.subarray(start, Math.min(bytesRead, start + kept))));
      begunBytes += Math.min(bytesRead - start, kept);
    }
    // Skips the rest of a very long line if the index knows the next line.
    const next = begunBytes < kept ? undefined : index.before(line + 1);
    if (next?.line === line + 1 && next.offset > offset) {
      finish(Buffer.alloc(0));
      offset = next.offset;
    } else if (offset >= end && start < bytesRead) finish(Buffer.alloc(0));
  }
  return lines;
}

/**
 * Decodes a line. Replaces invalid UTF-8. Truncates a long line to one character more than the maximum length, which
 * marks it as truncated.
 */
export function textOf(bytes: Buffer): string {
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
  const text = bytes.toString('utf8', 0, Math.min(end, kept));
  return text.length > maxLineLength ? text.slice(0, maxLineLength + 1) : text;
}
