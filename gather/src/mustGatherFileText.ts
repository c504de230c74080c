/**
 * Text of one must-gather file for display. Its size is limited, and the same sources and restrictions apply as for
 * reports.
 */
import * as l10n from '@vscode/l10n';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { describeFileError } from './sources/fileError.ts';
import { UnreadableSourceError, type MustGatherFile, type MustGatherSource } from './sources/mustGatherSource.ts';
import { openSource } from './sources/openSource.ts';
import { normalizeArchivePath } from './sources/archivePath.ts';
import { sanitizeFileText } from '#core/text/sanitize.ts';

export interface MustGatherFileText {
  /** Text with invisible characters escaped. Its lines match those of the file. */
  readonly text: string;
  /** Size in bytes, as reported by the source. */
  readonly size: number;
  /** True if the text is truncated. */
  readonly isCut: boolean;
}

export interface EntryOptions {
  /** Maximum number of bytes to read. The text ends with the last complete line. */
  readonly most: number;
  readonly signal?: AbortSignal;
}

/**
 * Reads one file of a must-gather. The error is a message for the user.
 * @param path path of the must-gather
 * @param name name of the file in the must-gather, as in a report
 */
export async function readEntry(
  path: string,
  name: string,
  options: EntryOptions,
): Promise<Result<MustGatherFileText, string>> {
  try {
    return await entryOf(await openSource(path), name, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof UnreadableSourceError) return fail(error.message);
    if (error instanceof Error && 'code' in error) return fail(describeFileError(error.code) ?? error.message);
    throw error;
  }
}

/** Reads the file from the source. Throws the errors of the source. */
async function entryOf(
  source: MustGatherSource,
  name: string,
  { most, signal }: EntryOptions,
): Promise<Result<MustGatherFileText, string>> {
  const safe = normalizeArchivePath(name);
  if ('why' in safe) return fail(l10n.t`invalid file name: ${safe.why}`);
  if (source.file !== undefined) {
    const file = await source.file(safe.path, signal);
    return file === undefined ? fail(l10n.t`file not found, or the path is a link`) : succeed(await textOf(file, most));
  }
  const options = { refused: () => undefined, ...(signal === undefined ? {} : { signal }) };
  // As in a report, the first file with this name is used.
  for await (const file of source.files(options)) if (file.path === safe.path) return succeed(await textOf(file, most));
  return fail(l10n.t`file not found`);
}

async function textOf(file: MustGatherFile, most: number): Promise<MustGatherFileText> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of file.bytes()) {
    const left = most - size;
    size += part.length;
    if (left > 0) parts.push(Uint8Array.from(part.subarray(0, left)));
    if (size > most) break;
  }
  const isCut = size > most;
  const bytes = Buffer.concat(parts);
  const end = isCut ? bytes.lastIndexOf(10) + 1 : bytes.length;
  return {
    text: sanitizeFileText(new TextDecoder().decode(bytes.subarray(0, end === 0 ? bytes.length : end))),
    size: Math.max(file.size, size),
    isCut,
  };
}
