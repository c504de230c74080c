/** Opens log files, plain or compressed with gzip. */
import * as l10n from '@vscode/l10n';
import { tmpdir } from 'node:os';
import type { LogOrigin } from '#core/logs/formats/logLine.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { realClock, type Clock } from '#client/kubernetes/clock.ts';
import type { StoredLogSource } from './logSource.ts';
import { FileLines } from './fileLines.ts';
import { StoredLog } from './storedLog.ts';
import { isPacked, unpack } from './decompressedFile.ts';

export interface FileLogOptions {
  readonly clock?: Clock;
  /** True to follow the file as it grows. Ignored for compressed files. Default: true. */
  readonly follow?: boolean;
  /** Origin of lines that don't name one. */
  readonly origin?: LogOrigin;
  /** Folder in which compressed files are decompressed. Default: the system's temporary folder. */
  readonly folder?: string;
}

/**
 * Opens a log file.
 * @returns the log, or the reason why it can't be opened
 */
export async function openFileLog(
  path: string,
  { clock = realClock, follow = true, origin, folder = tmpdir() }: FileLogOptions = {},
): Promise<Result<StoredLogSource, string>> {
  const hint = origin === undefined ? {} : { origin };
  try {
    if (!(await isPacked(path)))
      return succeed(new StoredLog(await FileLines.open(path, { clock, follow }), hint, () => undefined));
    const unpacking = await unpack(path, folder);
    const lines = await FileLines.open(unpacking.path, { clock, follow: false }, unpacking.origin).catch(
      (error: unknown) => {
        unpacking.close();
        throw error;
      },
    );
    const done = unpacking.run(() => void lines.look());
    return succeed(
      new StoredLog(lines, hint, () => {
        unpacking.close();
        // Removes the file again after the last write, because Windows can't delete open files.
        done.then(() => unpacking.close()).catch(() => undefined);
      }),
    );
  } catch (error) {
    return fail(l10n.t`Can't open ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
