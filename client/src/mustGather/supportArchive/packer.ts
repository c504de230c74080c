/** Packs each must-gather in a separate process. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { rm } from 'node:fs/promises';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { runInProcess, type ProcessProgram } from '#client/processes/runInProcess.ts';
import type { ArchiveManifest } from './archiveManifest.ts';
import { temporaryPaths } from './writeArchive.ts';
import { readPackMessage, type PackOrder } from './packMessages.ts';

interface PackCalls {
  /** Stops the process and deletes its files. */
  readonly signal: AbortSignal;
  /** Called with the number of completed steps and of all steps. */
  readonly progress: (done: number, total: number) => void;
}

/** Packs a must-gather. The error is a message, or undefined if the user canceled. */
export type Packer = (order: PackOrder, calls: PackCalls) => Promise<Result<ArchiveManifest, string | undefined>>;

/**
 * Creates a packer.
 * @param program dist/packProcess.js or its source
 * @param strings file with translated strings for the process; English by default
 */
export function packer(program: string, strings?: string): Packer {
  return async (order, calls) => {
    const result = await packIn({ program, strings }, order, calls);
    // A killed process can't delete its files.
    const { zip, copies } = temporaryPaths(order.target);
    await Promise.all([rm(zip, { force: true }), rm(copies, { recursive: true, force: true })]);
    return result;
  };
}

function packIn(
  program: ProcessProgram,
  order: PackOrder,
  { signal, progress }: PackCalls,
): Promise<Result<ArchiveManifest, string | undefined>> {
  return runInProcess<Result<ArchiveManifest, string | undefined>>(program, order, {
    signal,
    read(message) {
      const read = readPackMessage(message);
      if (read?.kind === 'packed') return succeed(read.manifest);
      if (read?.kind !== 'progress')
        return fail(read?.message ?? l10n.t`the background process sent an unknown message`);
      progress(read.done, read.total);
      return undefined;
    },
    without(reason) {
      if (reason.kind === 'canceled') return fail(undefined);
      return fail(
        reason.kind === 'notStarted'
          ? l10n.t`the background process didn't start: ${reason.message}`
          : l10n.t`the background process exited unexpectedly, possibly because of insufficient memory`,
      );
    },
  });
}
