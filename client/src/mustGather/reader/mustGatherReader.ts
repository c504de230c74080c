/** Reads must-gathers in processes of their own. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { MustGatherFileText } from '#gather/mustGatherFileText.ts';
import type { MustGatherReadProblem, MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import { runInProcess, type ProcessProgram } from '#client/processes/runInProcess.ts';
import { readReadMessage, type ReadMessage, type ReaderRequest } from './readerMessages.ts';

interface ReadCalls {
  /** Ends it: the process is gone then. */
  readonly signal?: AbortSignal;
  /** @param total 0: it is not known how many there are; then `done` are files, else bytes */
  readonly progress?: (done: number, total: number) => void;
}

/** Errors say why it cannot be read, in words; `undefined`: somebody gave up. */
export interface GatherReader {
  report(path: string, calls?: ReadCalls): Promise<Result<MustGatherReport, MustGatherReadProblem | undefined>>;
  /** @param name of a file of it, as a report has it @param most bytes of it */
  entry(
    path: string,
    name: string,
    most: number,
    calls?: ReadCalls,
  ): Promise<Result<MustGatherFileText, string | undefined>>;
}

/**
 * @param program dist/gatherProcess.js or its source
 * @param strings the file with those of the language in which it tells; English without
 */
export function gatherReader(program: string, strings?: string): GatherReader {
  const unexpected = fail({ words: l10n.t`the process sent an unexpected message` });
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
      if (read === undefined) return fail({ words: l10n.t`the process sent an unknown message` });
      if (read.kind === 'failed') return fail({ words: read.message, ...omitUndefined({ folders: read.folders }) });
      if (read.kind !== 'progress') return succeed(read);
      progress?.(read.done, read.total);
      return undefined;
    },
    without(reason) {
      if (reason.kind === 'canceled') return fail(undefined);
      if (reason.kind === 'notStarted')
        return fail({ words: l10n.t`the reading process didn't start: ${reason.message}` });
      return fail({
        words:
          reason.by === undefined
            ? l10n.t`the reading process exited unexpectedly: there might not be enough memory`
            : l10n.t`the reading process exited unexpectedly (${reason.by}): there might not be enough memory`,
      });
    },
  });
}
