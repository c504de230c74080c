/** The log of a file: plain, or packed by gzip. */
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
  /** Whether it goes on with what is written into it; packed ones do not. True if not said. */
  readonly follow?: boolean;
  /** Who wrote the lines that do not say it. */
  readonly origin?: LogOrigin;
  /** Where packed ones are unpacked; the system's if not said. */
  readonly folder?: string;
}

/** @returns why it cannot be opened, in words */
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
        // What is still written ends first: Windows removes no open files.
        done.then(() => unpacking.close()).catch(() => undefined);
      }),
    );
  } catch (error) {
    return fail(l10n.t`Can't open ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
