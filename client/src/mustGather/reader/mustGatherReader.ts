/** Reads must-gathers in separate processes. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { MustGatherFileText } from '#gather/mustGatherFileText.ts';
import type { MustGatherReadProblem, MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { runInProcess, type ProcessProgram } from '#client/processes/runInProcess.ts';
import { readReadMessage, type ReadMessage, type ReaderRequest } from './readerMessages.ts';

interface ReadCalls {
  /** Aborting ends the process. */
  readonly signal?: AbortSignal;
  /**
   * Called repeatedly while a must-gather is being read.
   * @param total 0 if unknown; `done` then counts files instead of bytes
   */
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Reads must-gathers. Errors explain why a must-gather can't be read. The error `undefined` means that the user
 * canceled.
 */
export interface GatherReader {
  report(path: string, calls?: ReadCalls): Promise<Result<MustGatherReport, MustGatherReadProblem | undefined>>;
  /**
   * Reads one file.
   * @param name path of the file as in the report
   * @param most maximum number of bytes to read
   */
  entry(
    path: string,
    name: string,
    most: number,
    calls?: ReadCalls,
  ): Promise<Result<MustGatherFileText, string | undefined>>;
}

/**
 * Creates a reader.
 * @param program dist/gatherProcess.js or its source
 * @param strings file with the translations for messages of the process; English if undefined
 */
export function gatherReader(program: string, strings?: string): GatherReader {
  const unexpected = fail({ words: l10n.t`the background process sent an unknown message` });
  return {
    async report(path, calls = {}) {
      const answer = await askReader({ program, strings }, { kind: 'report', path }, calls);
      if (!answer.ok) return answer;
      return answer.value.kind === 'report' ? succeed(answer.value.report) : unexpected;
    },
    async entry(path, name, most, calls = {}) {
      const answer = await askReader({ program, strings }, { kind: 'entry', path, name, most }, calls);
      if (!answer.ok) return fail(answer.error?.words);
      return answer.value.kind === 'entry' ? succeed(answer.value.entry) : fail(unexpected.error.words);
    },
  };
}

type Answer = Result<Exclude<ReadMessage, { readonly kind: 'progress' | 'failed' }>, MustGatherReadProblem | undefined>;

function askReader(program: ProcessProgram, order: ReaderRequest, { signal, progress }: ReadCalls): Promise<Answer> {
  return runInProcess<Answer>(program, order, {
    signal,
    read(message) {
      const read = readReadMessage(message);
      if (read === undefined) return fail({ words: l10n.t`the background process sent an unknown message` });
      if (read.kind === 'failed') return fail({ words: read.message, ...omitUndefined({ folders: read.folders }) });
      if (read.kind !== 'progress') return succeed(read);
      progress?.(read.done, read.total);
      return undefined;
    },
    without(reason) {
      if (reason.kind === 'canceled') return fail(undefined);
      if (reason.kind === 'notStarted')
        return fail({ words: l10n.t`the background process didn't start: ${reason.message}` });
      return fail({
        words:
          reason.by === undefined
            ? l10n.t`the background process exited unexpectedly, possibly because of insufficient memory`
            : l10n.t`the background process exited unexpectedly (${reason.by}), possibly because of insufficient memory`,
      });
    },
  });
}
