/** Reads must-gathers in processes of their own. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { fork, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { given } from '../../../../core/json.ts';
import { failed, ok, type Result } from '../../../../core/result.ts';
import type { Entry } from '../../../../gather/src/entry.ts';
import type { ReadProblem, Report } from '../../../../gather/src/report.ts';
import { readReadMessage, type ReadMessage, type ReadOrder } from './messages.ts';

export interface ReadCalls {
  /** Ends it: the process is gone then. */
  readonly signal?: AbortSignal;
  /** @param total 0: it is not known how many there are; then `done` are files, else bytes */
  readonly progress?: (done: number, total: number) => void;
}

/** Errors say why it cannot be read, in words; `undefined`: somebody gave up. */
export interface GatherReader {
  report(path: string, calls?: ReadCalls): Promise<Result<Report, ReadProblem | undefined>>;
  /** @param name of a file of it, as a report has it @param most bytes of it */
  entry(path: string, name: string, most: number, calls?: ReadCalls): Promise<Result<Entry, string | undefined>>;
}

/** @param program dist/gatherProcess.js or its source @param strings the file with those of the language in which it tells; English without */
export function gatherReader(program: string, strings?: string): GatherReader {
  const unexpected = failed({ words: l10n.t`the process said something else` });
  return {
    async report(path, calls = {}) {
      const answer = await askProcess({ program, strings }, { kind: 'report', path }, calls);
      if (!answer.ok) return answer;
      return answer.value.kind === 'report' ? ok(answer.value.report) : unexpected;
    },
    async entry(path, name, most, calls = {}) {
      const answer = await askProcess({ program, strings }, { kind: 'entry', path, name, most }, calls);
      if (!answer.ok) return failed(answer.error?.words);
      return answer.value.kind === 'entry' ? ok(answer.value.entry) : failed(unexpected.error.words);
    },
  };
}

type Answer = Result<Exclude<ReadMessage, { readonly kind: 'progress' | 'failed' }>, ReadProblem | undefined>;

interface Program {
  readonly program: string;
  readonly strings: string | undefined;
}

function askProcess({ program, strings }: Program, order: ReadOrder, { signal, progress }: ReadCalls): Promise<Answer> {
  if (signal?.aborted === true) return Promise.resolve(failed(undefined));
  const child = fork(program, strings === undefined ? [] : [strings], {
    // No inspector of the parent's, and none of the options it was started with.
    execArgv: [],
    env: { ...withoutOptions(), ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Maps go as Maps.
    serialization: 'advanced',
  });
  return new Promise((resolve) => {
    const end = (answer: Answer): void => {
      signal?.removeEventListener('abort', giveUp);
      resolve(answer);
      endProcess(child);
    };
    const giveUp = (): void => end(failed(undefined));
    signal?.addEventListener('abort', giveUp);
    child.on('message', (message) => {
      const read = readReadMessage(message);
      if (read === undefined) end(failed({ words: l10n.t`the process said something that is not known` }));
      else if (read.kind === 'progress') progress?.(read.done, read.total);
      else end(read.kind === 'failed' ? failed({ words: read.message, ...given({ folders: read.folders }) }) : ok(read));
    });
    child.once('error', (error) => end(failed({ words: l10n.t`the process that reads it did not start: ${error.message}` })));
    child.once('exit', (_code, by) =>
      end(
        failed({
          words:
            by === null
              ? l10n.t`the process that reads it has ended: there may not be enough memory`
              : l10n.t`the process that reads it has ended (${by}): there may not be enough memory`,
        }),
      ),
    );
    child.send(order, () => undefined);
  });
}

function endProcess(child: ChildProcess): void {
  child.removeAllListeners('message');
  child.kill('SIGKILL');
}

function withoutOptions(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS' && !name.startsWith('NODE_TEST_')));
}
